import Foundation
import Testing

/// The command, run as a process that is fed and watched while it runs.
final class RunningProgram {
  private let process = Process()
  private let input = Pipe()
  private let streams: TemporaryFolder

  init(_ arguments: [String], in folder: TemporaryFolder) throws {
    streams = try TemporaryFolder()
    try streams.write("", to: "output")
    try streams.write("", to: "error")
    process.executableURL = BuiltProgram.folder.appendingPathComponent("orda")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var variables = ProcessInfo.processInfo.environment
    for name in ["LC_CTYPE", "LC_ALL"] { variables[name] = nil }
    variables["LANG"] = "C.UTF-8"
    process.environment = variables
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: streams.file("output")))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: streams.file("error")))
    // A process begins with the mask of the thread that starts it, and those of tasks block signals.
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Writes to its standard input. A pipe holds 64 KiB, so all but the last of what is longer has been read afterwards.
  func send(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// What it has printed so far.
  func outputSoFar() throws -> String { try streams.text("output") }

  /// Waits until it has printed a text; a failure where that takes for ever.
  ///
  /// - Parameter onError: Whether to standard error.
  func wait(
    for text: String, onError: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let came = try await eventually { try streams.text(onError ? "error" : "output").contains(text) }
    #expect(came, "it did not print: \(text)", sourceLocation: sourceLocation)
  }

  /// How many KiB of memory it has now.
  func residentKilobytes() throws -> Int { try processKilobytes(process.processIdentifier) }

  /// The most KiB of memory that it was seen to have until its end, for which it is waited.
  func peakKilobytes() async throws -> Int {
    var peak = 0
    while process.isRunning {
      peak = max(peak, (try? residentKilobytes()) ?? 0)
      try await Task.sleep(for: .milliseconds(10))
    }
    return peak
  }

  /// Closes its input, waits for its end and gives what it left behind.
  ///
  /// - Parameter afterExit: True where it ends by itself, and its input stays open until then.
  func end(afterExit: Bool = false) throws -> BuiltProgram.Outcome {
    if !afterExit { try input.fileHandleForWriting.close() }
    process.waitUntilExit()
    return BuiltProgram.Outcome(
      // A signal is no exit status.
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: try streams.text("output"), error: try streams.text("error"))
  }
}
