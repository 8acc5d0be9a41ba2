/// The statements, the same on every side; the peers have their own copies.
enum PostgreSQLSQL {
  static let byKey = "SELECT id, name, score, at FROM track WHERE id = ?"
  static let scan = "SELECT id, name, score, at FROM track"

  static func insert(into table: String) -> String {
    "INSERT INTO \(table) (id, name, score) VALUES (?, ?, ?)"
  }

  static func copy(into table: String) -> String {
    "COPY \(table) (id, name, score) FROM STDIN (FORMAT binary)"
  }

  static func rows(of table: String) -> String {
    "SELECT id, name, score FROM \(table) ORDER BY id"
  }

  /// The same as the server's own protocol has parameters: $1, $2.
  static func numbered(_ sql: String) -> String {
    var count = 0
    return sql.map { character in
      guard character == "?" else { return String(character) }
      count += 1
      return "$\(count)"
    }.joined()
  }
}
