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
    try begin(work).end()
  }

  /// Begins work. Meanwhile the caller may do something else that doesn't take long, since signals have effect only once it
  /// waits for the end; it must do that before it begins other work.
  static func begin<R: Sendable>(_ work: @escaping @Sendable () async throws -> R) throws -> Begun<R> {
    let done = try Self.done.get()
    let result = Box<Result<R, any Error>?>(nil)
    let task = Task.detached {
      do { result.value = .success(try await work()) } catch { result.value = .failure(error) }
      var byte: UInt8 = 1
      _ = systemWrite(done.write, &byte, 1)
    }
    return Begun(task: task, result: result, done: done.read)
  }

  /// Work that has begun.
  struct Begun<R: Sendable> {
    fileprivate let task: Task<Void, Never>
    fileprivate let result: Box<Result<R, any Error>?>
    fileprivate let done: Int32

    /// Waits for the end.
    ///
    /// - Throws: Like ``InterruptibleWork/run(_:)``.
    func end() throws -> R { try wait().result }

    /// Waits for the end of a part of some larger work: Control-C stops that even if it came after the part had ended.
    ///
    /// - Throws: Like ``InterruptibleWork/run(_:)``, and `CancellationError`.
    func endPart() throws -> R {
      let (result, isCancelled) = try wait()
      if isCancelled { throw CancellationError() }
      return result
    }

    private func wait() throws -> (result: R, isCancelled: Bool) {
      var ending: Int32?
      var isCancelled = false
      waiting: while true {
        switch Signals.wait(for: done, milliseconds: ending == nil ? nil : grace) {
        case .input:
          var byte: UInt8 = 0
          _ = systemRead(done, &byte, 1)
          break waiting
        case .signal(SIGINT):
          task.cancel()
          isCancelled = true
        case .signal(SIGCONT), .signal(SIGWINCH), .notice: break
        case .signal(let number):
          task.cancel()
          ending = ending ?? number
        case .timeout: if let ending { Signals.die(of: ending) }
        }
      }
      if let ending { throw Terminated(signal: ending) }
      guard let result = result.value else { throw CancellationError() }
      return (try result.get(), isCancelled)
    }
  }
}

/// A value that one thread passes to another, which waits for it.
final class Box<Value>: @unchecked Sendable {
  // Proof: after the value was set, a write to the reader's pipe orders the two.
  var value: Value

  init(_ value: Value) { self.value = value }
}
