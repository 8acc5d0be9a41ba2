import Foundation

/// A program that does a round for each line that it is sent.
///
/// It says "ready" first, and answers with the nanoseconds that passed, those of processor time, and a checksum in
/// hexadecimal digits. It ends with its input.
@MainActor
final class PeerProcess {
  private let name: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ name: String, _ command: [String]) throws {
    self.name = name
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    guard try line() == "ready" else { throw PeerError(peer: name) }
  }

  isolated deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func round() throws -> Side.Round {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    let words = try line().split(separator: " ")
    guard words.count == 3, let wall = Double(words[0]), let processor = Double(words[1]),
      let checksum = UInt64(words[2], radix: 16)
    else { throw PeerError(peer: name) }
    return Side.Round(cost: Cost(processor: processor, wall: wall), checksum: checksum)
  }

  /// The next line, without its end; what there is of it where the program has ended.
  private func line() throws -> String {
    var bytes = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
      bytes += byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A peer has ended, or said something else than a result.
struct PeerError: Error, CustomStringConvertible {
  let peer: String

  var description: String { "\(peer) has failed; what it says of it is above" }
}
