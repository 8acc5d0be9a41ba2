import Foundation

/// `orda bridge`, run as a process that is talked to.
final class BridgeProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received: [UInt8] = []
  private let exit = Event()

  init(_ arguments: String...) throws {
    process.executableURL = BuiltProgram.folder.appendingPathComponent("orda")
    process.arguments = ["bridge"] + arguments
    process.standardInput = input
    process.standardOutput = output
    process.terminationHandler = { [exit] _ in exit.signal() }
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Writes bytes. So little at a time that its answers fit a pipe, or both wait for ever.
  func send(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: bytes) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Waits for so many lines; fewer at the end of output.
  func lines(_ count: Int) throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var searched = 0
    while true {
      while lines.count < count, let end = received[searched...].firstIndex(of: 0x0A) {
        lines.append(Array(received[searched..<end]))
        searched = end + 1
      }
      received.removeFirst(searched)
      searched = 0
      guard lines.count < count else { return lines }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return lines }
      received += more
    }
  }

  /// The next line as text; empty at the end of output.
  func line() throws -> String { String(decoding: try lines(1).first ?? [], as: UTF8.self) }

  /// Ends the input and waits for the process; its exit status.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    // Foundation's own wait keeps a processor busy.
    exit.wait()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  /// How many KiB of memory the process has now.
  func residentKilobytes() throws -> Int { try processKilobytes(process.processIdentifier) }
}
