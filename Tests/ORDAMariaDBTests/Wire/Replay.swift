import Foundation

/// A server that gives a recorded conversation's answers, one after the other, whatever it is asked.
final class Replay: Sendable {
  /// What the server says after it has been sent so many packets.
  struct Answer: Sendable {
    var packets: Int
    var bytes: [UInt8]
  }

  /// How long a client may think, in milliseconds, before it is taken to wait for more than there is.
  private static let patience: Int32 = 2
  private let listener: Listener

  /// - Parameters:
  ///   - isCompressed: Whether three more bytes stand before each packet of the client's, from the second on.
  ///   - answers: Those for the connection of a number, and whether to wait for a client as long as it takes.
  init(
    isCompressed: Bool = false, _ answers: @escaping @Sendable (Int) -> (answers: [Answer], isPatient: Bool)
  ) throws {
    listener = try Listener { wire, number in
      let (answers, isPatient) = answers(number)
      var headSize = 4
      for answer in answers {
        var count = 0
        while count < answer.packets, wire.isReadable(within: isPatient ? -1 : Self.patience) {
          let head = try wire.receive(exactly: headSize)
          if isCompressed { headSize = 7 }
          _ = try wire.receive(exactly: Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16)
          count += 1
        }
        if count == 0, answer.packets > 0 { return }
        try wire.send(answer.bytes)
      }
      wire.finishSending()
      while true { _ = try wire.receive() }
    }
  }

  var port: Int { listener.port }

  /// The answers of a conversation that passed a proxy.
  static func answers(of traffic: [(fromClient: Bool, bytes: [UInt8])], isCompressed: Bool = false) -> [Answer] {
    var answers: [Answer] = []
    var asked: [UInt8] = []
    var isAnswering = false
    for piece in traffic {
      if piece.fromClient {
        asked += piece.bytes
        isAnswering = false
      } else if isAnswering {
        answers[answers.count - 1].bytes += piece.bytes
      } else {
        answers.append(
          Answer(packets: packets(in: asked, headSize: isCompressed && answers.count > 1 ? 7 : 4), bytes: piece.bytes))
        asked = []
        isAnswering = true
      }
    }
    return answers
  }

  private static func packets(in bytes: [UInt8], headSize: Int) -> Int {
    var count = 0
    var rest = bytes[...]
    while rest.count >= headSize {
      let head = Array(rest.prefix(4))
      rest = rest.dropFirst(headSize + (Int(head[0]) | Int(head[1]) << 8 | Int(head[2]) << 16))
      count += 1
    }
    return count
  }
}
