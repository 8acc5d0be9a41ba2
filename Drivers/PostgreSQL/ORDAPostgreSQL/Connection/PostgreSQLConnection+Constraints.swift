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
    guard error.sqlState == "23505", let key = violatedKey, key.name == error.constraint, key.table == error.table
    else {
      return error
    }
    var error = error
    if primaryKeys[key] == nil {
      if (try? recover()) == true {
        primaryKeys[key] = try? isPrimary(key)
      } else {
        primaryKeys[key] = key.name == "\(key.table)_pkey"
      }
    }
    if primaryKeys[key] == true { error.kind = .constraint(.primaryKey) }
    return error
  }

  private func isPrimary(_ key: QualifiedConstraint) throws(DatabaseError) -> Bool {
    try texts(
      """
      SELECT FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relname = $2 AND k.conname = $3 AND k.contype = 'p'
      """, [key.schema, key.table, key.name]
    ).isEmpty == false
  }
}
