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
    // An account that may not change a sequence leaves it as it is.
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
}

extension PostgreSQLConnection: KeyContinuingConnection {
  func continueKeys(of table: TableName) throws(DatabaseError) {
    let name = quoted(table)
    if let failure = try alone({ () throws(DatabaseError) in try moveSequenceOn(of: name) }) { throw failure }
  }

  /// Has the sequence of a table's identity or serial column go on after the largest key.
  ///
  /// Others may take numbers from it meanwhile, and it must never go back. So it is asked for as many as are missing; it is set
  /// only where these are more than anybody takes in that moment.
  private func moveSequenceOn(of table: String) throws(DatabaseError) {
    guard let key = try keyColumn(of: table) else { return }
    _ = try texts(
      """
      WITH sequence AS (SELECT pg_catalog.pg_get_serial_sequence($1, $2)::regclass AS s),
      missing AS (
        SELECT s, m, m - COALESCE(pg_catalog.pg_sequence_last_value(s), seqstart - seqincrement) AS count
        FROM sequence JOIN pg_catalog.pg_sequence ON seqrelid = s, (SELECT MAX(\(key.quoted)) AS m FROM \(table)) AS largest)
      SELECT CASE WHEN count > 10000 THEN pg_catalog.setval(s, m)
        ELSE (SELECT MAX(n) FROM (SELECT pg_catalog.nextval(s) AS n FROM pg_catalog.generate_series(1, count)) AS taken) END
      FROM missing WHERE count > 0
      """, [table, key.name])
  }
}
