import Foundation
import ORDAPlatform
import Testing

/// The command, run as a process that is fed and watched while it runs.
final class RunningProgram {
  /// A stream that it prints to.
  enum Stream: Sendable { case output, error }

  /// What it has printed so far.
  private struct Printed: Sendable {
    var output: [UInt8] = []
    var error: [UInt8] = []
    /// Streams that have not come to their ends.
    var open = 2

    func text(_ stream: Stream) -> String {
      String(decoding: stream == .output ? output : error, as: UTF8.self)
    }
  }

  private let process = Process()
  private let input: FileHandle
  private let printed = Shared(Printed())
  private let exit = Event()

  /// A program that is started ignores what this process does, such as Control-C where that runs in the background.
  private static let hearsSignals: Void = {
    for number in [SIGINT, SIGQUIT] { _ = ORDAPlatform.signal(number, SIG_DFL) }
  }()

  /// Starts a program.
  ///
  /// - Parameter largestFile: How many kibibytes of a file it may write: the system kills it when it writes more.
  init(_ arguments: [String], in folder: TemporaryFolder, largestFile: Int? = nil) throws {
    let program = BuiltProgram.folder.appendingPathComponent("orda")
    if let largestFile {
      // The shell counts in blocks of 512 bytes.
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", "ulimit -c 0; ulimit -f \(largestFile * 2); exec \"$0\" \"$@\"", program.path] + arguments
    } else {
      process.executableURL = program
      process.arguments = arguments
    }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var variables = ProcessInfo.processInfo.environment
    for name in ["LC_CTYPE", "LC_ALL"] { variables[name] = nil }
    variables["LANG"] = "C.UTF-8"
    process.environment = variables
    let (inputs, outputs, errors) = (try Self.handles(), try Self.handles(), try Self.handles())
    input = inputs.write
    process.standardInput = inputs.read
    process.standardOutput = outputs.write
    process.standardError = errors.write
    // The program's own ends, which it has copies of. Of what nobody else writes to, the end can be read.
    defer { for handle in [inputs.read, outputs.write, errors.write] { try? handle.close() } }
    // A process begins with the mask of the thread that starts it, and those of tasks block signals.
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    process.terminationHandler = { [exit] _ in exit.signal() }
    _ = Self.hearsSignals
    try process.run()
    for (stream, handle) in [(Stream.output, outputs.read), (.error, errors.read)] {
      let descriptor = handle.fileDescriptor
      Thread.detachNewThread { [printed] in
        // The handle closes its descriptor when it goes.
        withExtendedLifetime(handle) { Self.read(descriptor, stream, into: printed) }
      }
    }
  }

  deinit { if process.isRunning { process.terminate() } }

  private static func handles() throws -> (read: FileHandle, write: FileHandle) {
    let ends = try privatePipe()
    return (
      FileHandle(fileDescriptor: ends.read, closeOnDealloc: true),
      FileHandle(fileDescriptor: ends.write, closeOnDealloc: true)
    )
  }

  private static func read(_ descriptor: Int32, _ stream: Stream, into printed: Shared<Printed>) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = ORDAPlatform.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      printed.with {
        switch stream {
        case .output: $0.output += chunk[..<count]
        case .error: $0.error += chunk[..<count]
        }
      }
    }
    printed.with { $0.open -= 1 }
  }

  /// Its number as a process.
  var number: Int32 { process.processIdentifier }

  /// Writes to its standard input. A pipe holds 64 KiB, so all but the last of what is longer has been read afterwards.
  func send(_ text: String) throws { try input.write(contentsOf: Data(text.utf8)) }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Whether a signal has been sent to the process that no thread of it has taken yet; always false where the system does not say.
  var hasPendingSignal: Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8) else { return false }
    let pending = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
    return pending?.dropFirst("ShdPnd:".count).contains { $0.isHexDigit && $0 != "0" } ?? false
  }

  /// What it has printed so far.
  var output: String { printed.current.text(.output) }

  /// Waits until it has printed a text; a failure where it ends before that.
  func wait(
    for text: String, on stream: Stream = .output, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let printed = try await printed.wait { $0.open == 0 || $0.text(stream).contains(text) }
    #expect(printed.text(stream).contains(text), "it did not print: \(text)", sourceLocation: sourceLocation)
  }

  /// How many KiB of memory it has now.
  func residentKilobytes() throws -> Int { try processKilobytes(process.processIdentifier) }

  /// Closes its input, waits for its end and gives what it left behind.
  ///
  /// - Parameter afterExit: True where it ends by itself, and its input stays open until then.
  func end(afterExit: Bool = false) throws -> BuiltProgram.Outcome {
    if !afterExit { try input.close() }
    // Foundation's own wait keeps a processor busy.
    exit.wait()
    let printed = printed.wait { $0.open == 0 }
    return BuiltProgram.Outcome(
      // A signal is no exit status.
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: printed.text(.output), error: printed.text(.error))
  }
}
