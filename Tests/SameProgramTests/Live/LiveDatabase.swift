import Foundation
import ORDA
import Testing

extension Database {
  /// An empty database of a test's own, after a script in which the words that differ are marked.
  ///
  /// `{KEY}` is a key that the database makes, `{TEXT}` a text that may be one, `{EXACT}` and `{NOCASE}` texts that are
  /// compared with and without case.
  func live(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> OwnDatabase {
    var text = script
    let words: [(String, sqlite: String, mariadb: String)] = [
      ("{KEY}", "INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY AUTO_INCREMENT"),
      ("{TEXT}", "TEXT", "VARCHAR(100)"),
      ("{EXACT}", "TEXT", "VARCHAR(100) COLLATE utf8mb4_bin"),
      ("{NOCASE}", "TEXT COLLATE NOCASE", "VARCHAR(100) COLLATE utf8mb4_general_ci"),
    ]
    for word in words {
      text = text.replacingOccurrences(of: word.0, with: self == .sqlite ? word.sqlite : word.mariadb)
    }
    return try opened(SQL(text: text), sourceLocation: sourceLocation)
  }
}
