/// Which process of a server a connection has reached, and which of its sessions the connection is.
///
/// Servers have no name of their own that changes when they are started anew. What they have is where they run, what they
/// keep their data in, and when they were started: that is in the numbers which UUID_SHORT() gives, of which they give
/// sixteen million a second before it shows, and then it looks like another server, which does no harm.
struct ServerIdentity: Sendable, Hashable {
  private static let columns = ["@@hostname", "@@port", "@@datadir", "@@server_id", "UUID_SHORT() >> 24"]

  /// What is asked at the beginning of a session.
  static let question = (columns + ["CONNECTION_ID()"]).joined(separator: ", ")
  static var count: Int { columns.count + 1 }

  /// The session's number.
  let connection: UInt
  /// What the server answered, joined by slashes.
  private let text: String

  /// Reads the cells that were asked for; nil if one is not there.
  init?(_ cells: [String?]) {
    let known = cells.compactMap { $0 }
    guard known.count == Self.count, let connection = known.last.flatMap({ UInt($0) }) else { return nil }
    self.connection = connection
    text = known.dropLast().joined(separator: "/")
  }

  /// Has a server stop what runs in the session, where it is this server; if it is another, it knows no such session:
  /// the number 0 is nobody's.
  var killing: String {
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "KILL QUERY IF(CONCAT_WS('/', \(Self.columns.joined(separator: ", "))) = "
      + "x'\(String(decoding: hexadecimal, as: UTF8.self))', \(connection), 0)"
  }
}
