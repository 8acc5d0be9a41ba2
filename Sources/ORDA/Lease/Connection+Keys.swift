extension Connection {
  /// Has the keys that the database makes for a table go on after the largest one there is.
  ///
  /// Call it after rows were inserted that brought their keys along. SQLite and MariaDB take notice of these by themselves;
  /// PostgreSQL would make the same keys again, and refuse them as duplicates. ``Connection/restoring(_:)`` does it in its own time.
  ///
  /// A table without a generated key is left as it is.
  ///
  /// - Throws: `permission` for an account that may not change the generator, and the database's errors.
  public func continueKeys(of table: TableName) throws {
    try checkUsable()
    guard scope.connection.driver is any KeyContinuingConnection else { return }
    try scope.ask { (driver) throws(DatabaseError) in
      if let driver = driver as? any KeyContinuingConnection { try driver.continueKeys(of: table) }
    }
  }
}
