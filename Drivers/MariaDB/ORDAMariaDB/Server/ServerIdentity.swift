/// Which process of a server a connection has reached, and which of its sessions the connection is.
///
/// A server has no name that changes when it is restarted. What it has is where it runs, where it keeps its data, and
/// when it was started: the numbers from UUID_SHORT() contain that. A server that hands out more than sixteen million
/// of them a second looks like another server, which does no harm.
struct ServerIdentity: Sendable, Hashable {
  private static let columns = ["@@hostname", "@@port", "@@datadir", "@@server_id", "UUID_SHORT() >> 24"]

  /// The question at the beginning of a session: one text, which is NULL if the server does not tell all.
  static let question = "CONCAT(\(columns.joined(separator: ", '/', ")))"

  /// The session's number.
  let connection: UInt
  /// The server's answer, joined by slashes.
  private let text: String

  /// - Parameters:
  ///   - answer: What the server said; nil if it said nothing.
  ///   - connection: The session's number.
  /// - Returns: Nil if either is missing.
  init?(_ answer: String?, connection: String) {
    guard let answer, !answer.isEmpty, let number = UInt(connection) else { return nil }
    text = answer
    self.connection = number
  }

  /// Makes a server stop what runs in the session, if it is this server. Another one knows no such session: nobody has
  /// the number 0.
  var killing: String {
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "KILL QUERY IF(CONCAT_WS('/', \(Self.columns.joined(separator: ", "))) = "
      + "x'\(String(decoding: hexadecimal, as: UTF8.self))', \(connection), 0)"
  }
}
