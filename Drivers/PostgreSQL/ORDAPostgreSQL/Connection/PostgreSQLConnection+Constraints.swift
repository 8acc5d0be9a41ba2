internal import ORDA

extension PostgreSQLConnection {
  /// Completes an error by the server's catalog and settings: whether the violated key is the primary key, and whether the
  /// statement has reached its limit.
  ///
  /// - Parameter limit: The limit that the statement has by itself.
  func explained(_ error: DatabaseError, limit: Duration? = nil) throws(DatabaseError) -> DatabaseError {
    if (try? isTimeout(error, limit: limit)) == true {
      var error = error
      error.kind = .timeout
      return error
    }
    guard error.sqlState == "23505", let constraint = error.constraint, let table = error.table else { return error }
    var error = error
    let key = "\(table)/\(constraint)"
    if primaryKeys[key] == nil {
      if (try? recover()) == true {
        primaryKeys[key] = try? isPrimaryKey(constraint, of: table)
      } else {
        primaryKeys[key] = constraint == "\(table)_pkey"
      }
    }
    if primaryKeys[key] == true { error.kind = .constraint(.primaryKey) }
    return error
  }

  private func isPrimaryKey(_ constraint: String, of table: String) throws(DatabaseError) -> Bool {
    try texts(
      """
      SELECT FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
      WHERE k.conname = $1 AND c.relname = $2 AND k.contype = 'p'
      """, [constraint, table]
    ).isEmpty == false
  }
}
