import ORDAPlatform

/// Asynchronous work, while a thread waits for it and for signals: Control-C cancels the work and not the program.
enum InterruptibleWork {
  /// How long cancelled work may take to end before a signal ends the program without it.
  private static let grace: Int32 = 2_000

  /// Work writes a byte to it when it has ended; there is one piece of work at a time.
  private static let done = Result { try Pipe.make() }

  /// Runs work to its end.
  ///
  /// - Throws: What the work throws; ``Terminated`` if a signal ends the program, after the work has ended.
  static func run<R: Sendable>(_ work: @escaping @Sendable () async throws -> R) throws -> R {
    let done = try Self.done.get()
    let result = Box<Result<R, any Error>?>(nil)
    let task = Task.detached {
      do { result.value = .success(try await work()) } catch { result.value = .failure(error) }
      var byte: UInt8 = 1
      _ = systemWrite(done.write, &byte, 1)
    }
    var ending: Int32?
    waiting: while true {
      switch Signals.wait(for: done.read, milliseconds: ending == nil ? nil : grace) {
      case .input:
        var byte: UInt8 = 0
        _ = systemRead(done.read, &byte, 1)
        break waiting
      case .signal(SIGINT): task.cancel()
      case .signal(SIGCONT), .signal(SIGWINCH), .notice: break
      case .signal(let number):
        task.cancel()
        ending = ending ?? number
      case .timeout: if let ending { Signals.die(of: ending) }
      }
    }
    if let ending { throw Terminated(signal: ending) }
    guard let result = result.value else { throw CancellationError() }
    return try result.get()
  }
}

/// A value that one thread passes to another, which waits for it.
final class Box<Value>: @unchecked Sendable {
  // Proof: after the value was set, a write to the reader's pipe orders the two.
  var value: Value

  init(_ value: Value) { self.value = value }
}
