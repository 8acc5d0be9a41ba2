import Foundation

/// A program that is sent lines and answers with lines. It ends with its input.
@MainActor
final class LineProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ command: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  isolated deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Sends a line, given without its end.
  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// The next line, without its end; what there is of it where the program has ended.
  func line() throws -> String {
    var bytes = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
      bytes += byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
