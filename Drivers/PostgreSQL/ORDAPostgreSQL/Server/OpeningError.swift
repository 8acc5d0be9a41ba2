internal import CPostgreSQL
internal import ORDA

/// What went wrong while connecting, from the client library's words: it gives no SQLSTATE beside them.
enum OpeningError {
  static func silent(_ host: DatabaseURL.Host) -> DatabaseError {
    DatabaseError(.cannotOpen(.unreachable), "\(host.label): the server can't be reached: it does not answer")
  }

  /// How to connect through a pooler.
  static let poolerAdvice =
    "add pooler=transaction to the URL if the pooler shares sessions between transactions, otherwise prepare=off; session.… and "
    + "search-path can't be used"

  static func error(of handle: OpaquePointer, _ host: DatabaseURL.Host) -> DatabaseError {
    error(PQerrorMessage(handle).map { String(cString: $0) } ?? "", host)
  }

  /// `connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password authentication failed for user
  /// "a"`, and further lines.
  static func error(_ message: String, _ host: DatabaseURL.Host) -> DatabaseError {
    let lines = message.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("LOCATION:") }
    for line in lines {
      guard let (state, words) = stateAndWords(line) else { continue }
      var kind = SQLState.kind(state)
      // What the server lets this account do in this database is none of another host's matters.
      if kind == .connectionLost { kind = .cannotOpen(.unreachable) }
      // PgBouncer's words, in English always.
      if words.contains("unsupported startup parameter") {
        return DatabaseError(
          .cannotOpen, "\(host.label): \(words): a pooler refuses session settings; \(poolerAdvice)", sqlState: state)
      }
      // PgBouncer has this code for everything that keeps it from connecting.
      if state == "08P01" {
        kind = words.hasPrefix("database ") && words.hasSuffix("does not exist") ? .noSuchDatabase : .cannotOpen
      }
      return DatabaseError(kind, "\(host.label): \(words)", sqlState: state)
    }
    let text = lines.joined(separator: " ")
    return DatabaseError(kind(ofLibrary: text), "\(host.label): \(text)")
  }

  /// `FATAL:  28P01: words`, whatever the language of the first word: a code and the words after it.
  private static func stateAndWords(_ line: String) -> (String, String)? {
    guard let match = line.firstMatch(of: /:\ \ ([0-9A-Z]{5}):\ (.*)/) else { return nil }
    return (String(match.output.1), String(match.output.2))
  }

  /// What the library itself found.
  private static func kind(ofLibrary text: String) -> DatabaseError.Kind {
    if text.contains("Permission denied") { return .cannotOpen(.permission) }
    let words = [
      "could not connect", "Connection refused", "Connection timed out", "No route", "unreachable",
      "closed the connection",
      "No such file", "could not receive", "could not send", "reset by peer", "Network", "timeout expired",
    ]
    if words.contains(where: text.contains) { return .cannotOpen(.unreachable) }
    if text.contains("password supplied") || text.contains("authentication") { return .authentication }
    if text.contains("expected authentication request") || text.contains("unexpected response") {
      return .protocolViolation
    }
    return .cannotOpen
  }
}
