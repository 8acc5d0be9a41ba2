/// A program that does a round for each line that it is sent.
///
/// It says "ready" first, and answers with the nanoseconds that passed, those of processor time, and a checksum in
/// hexadecimal digits. It ends with its input.
@MainActor
final class PeerProcess {
  private let name: String
  private let process: LineProcess

  init(_ name: String, _ command: [String]) throws {
    self.name = name
    process = try LineProcess(command)
    guard try process.line() == "ready" else { throw PeerError(peer: name) }
  }

  func round() throws -> Side.Round {
    try process.send("")
    let words = try process.line().split(separator: " ")
    guard words.count == 3, let wall = Double(words[0]), let processor = Double(words[1]),
      let checksum = UInt64(words[2], radix: 16)
    else { throw PeerError(peer: name) }
    return Side.Round(cost: Cost(processor: processor, wall: wall), checksum: checksum)
  }
}

/// A peer has ended, or said something else than a result.
struct PeerError: Error, CustomStringConvertible {
  let peer: String

  var description: String { "\(peer) has failed; what it says of it is above" }
}
