internal import ORDA

/// Rows that are restored as they were, in any order.
///
/// A foreign key that may be checked later is checked at the end, or at that of the transaction. A key that was given does
/// not move the sequence on that gives keys, so that is done at the end, too.
extension PostgreSQLConnection: RestoringConnection {
  func beginRestoring() throws(DatabaseError) {
    isRestoring = true
    if isInTransaction { try checkForeignKeysLater() }
  }

  func checkForeignKeysLater() throws(DatabaseError) { try run("SET CONSTRAINTS ALL DEFERRED") }

  /// As long as some checks are to come, the server refuses to change these tables or to drop them. One that fails is still
  /// to come afterwards, at the end of the transaction.
  func endRestoring() throws(DatabaseError) {
    isRestoring = false
    defer { restoredTables = [] }
    if isAborted { return }
    for table in restoredTables.sorted() { try alone { () throws(DatabaseError) in try moveSequenceOn(of: table) } }
    guard isInTransaction else { return }
    let failure = try alone { () throws(DatabaseError) in try run("SET CONSTRAINTS ALL IMMEDIATE") }
    if let failure { throw failure }
  }

  /// Runs something that leaves the transaction as it was where it fails.
  ///
  /// - Returns: The error that it failed by.
  @discardableResult
  private func alone(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) -> DatabaseError? {
    if isInTransaction { try protectStatement() }
    do throws(DatabaseError) {
      try body()
    } catch {
      try undoStatement()
      return error
    }
    try keepStatement()
    return nil
  }

  /// Has the sequence of a table's identity or serial column go on after the largest key. An account that may not
  /// change it leaves it as it is.
  private func moveSequenceOn(of table: String) throws(DatabaseError) {
    guard let key = try keyColumn(of: table) else { return }
    _ = try texts(
      """
      SELECT pg_catalog.setval(s, m) FROM (SELECT pg_catalog.pg_get_serial_sequence($1, $2)::regclass AS s,
        (SELECT MAX(\(key.quoted)) FROM \(table)) AS m) AS found
      WHERE m > 0 AND m > COALESCE(pg_catalog.pg_sequence_last_value(s), 0)
      """, [table, key.name])
  }
}
