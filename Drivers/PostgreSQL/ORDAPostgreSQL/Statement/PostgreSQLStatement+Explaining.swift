internal import ORDA

/// Completes the server's errors.
extension PostgreSQLStatement {
  /// The error with the program's text and the facts of the server's catalog, and without bound values.
  func explained(_ error: DatabaseError) throws(DatabaseError) -> DatabaseError {
    var error = try connection.explained(error, limit: limit).naming(statement: sql)
    if error.sqlState == nil { return error }
    if error.message.utf8.count > Self.longestMessage {
      error.message = error.message.prefix(Self.longestMessage) + "…"
    }
    let names = NamesInText(sql)
    let fields = [error.table, error.column, error.constraint]
    // RAISE may put a function's arguments into its message. Other messages don't contain values.
    for value in ((try? runningValues()) ?? bound).prefix(Self.mostHidden) {
      guard let bytes = value.text, (Self.shortestHidden...Self.longestHidden).contains(bytes.count) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if !names.contains(text.lowercased()), !fields.contains(text) { error.message = error.message.hiding(text) }
    }
    return error
  }

  /// Shorter values would be found in any message.
  private static let shortestHidden = 3
  private static let longestHidden = 10_000
  private static let mostHidden = 1000
  /// The comparison with each value takes time.
  private static let longestMessage = 20_000
}

extension String {
  /// The text with `…` in place of each occurrence of a value, except inside longer words.
  fileprivate func hiding(_ value: String) -> String {
    var text = ""
    var rest = self[...]
    while let found = rest.range(of: value, from: rest.startIndex) {
      let isPart =
        startIndex < found.lowerBound && self[index(before: found.lowerBound)].isPartOfWord
        || found.upperBound < endIndex && self[found.upperBound].isPartOfWord
      text += rest[..<found.lowerBound] + (isPart ? value : "…")
      rest = rest[found.upperBound...]
    }
    return text + rest
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}
