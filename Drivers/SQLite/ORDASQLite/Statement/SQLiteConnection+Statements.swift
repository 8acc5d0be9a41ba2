internal import ORDA

/// The connection's statements, the user's and its own.
extension SQLiteConnection {
  /// Prepares one statement.
  func statement(
    _ sql: String, keyword: StatementKeyword, isPersistent: Bool = false
  ) throws(DatabaseError) -> SQLiteStatement {
    let (handle, isHandedAsWritten) = try compiled(sql, isPersistent: isPersistent)
    return SQLiteStatement(
      handle: handle, connection: self, keyword: keyword, written: isHandedAsWritten ? nil : sql)
  }

  /// True if the journal is a write-ahead log.
  var isWriteAheadLogged: Bool {
    (try? rows(of: "PRAGMA journal_mode", []))?.first?.text(0) == "wal"
  }

  /// Runs a statement of the driver's own and keeps its rows.
  func rows(of sql: String, _ values: [Value]) throws(DatabaseError) -> [[Value]] {
    let statement = try statement(sql, keyword: .other)
    defer { statement.close() }
    for (index, value) in values.enumerated() { statement.bind(value, at: index) }
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }
}
