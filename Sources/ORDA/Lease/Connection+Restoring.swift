extension Connection {
  /// Runs a closure that restores rows just as they were elsewhere, in any order: a foreign key may refer to a later
  /// row, and a generated key keeps its given value, even 0.
  ///
  /// A database with deferred constraints checks foreign keys at the end of the transaction (SQLite), or of the closure
  /// (PostgreSQL, in a transaction, and those that are DEFERRABLE: ORDA creates them so). Another one leaves them
  /// unchecked (MariaDB): the caller must ensure that in the end every referenced row exists.
  ///
  /// - Throws: What the body throws, and the database's errors.
  public func restoring<R>(_ body: () throws -> R) throws -> R {
    try checkUsable()
    guard scope.connection.driver is any RestoringConnection else { return try body() }
    try restoring { driver throws(DatabaseError) in try driver.beginRestoring() }
    let result: R
    do {
      result = try body()
    } catch {
      // The connection may be gone, which the error already says.
      try? restoring { driver throws(DatabaseError) in try driver.endRestoring() }
      throw error
    }
    try restoring { driver throws(DatabaseError) in try driver.endRestoring() }
    return result
  }

  private func restoring(_ change: (any RestoringConnection) throws(DatabaseError) -> Void) throws(DatabaseError) {
    try scope.ask { (driver) throws(DatabaseError) in
      if let driver = driver as? any RestoringConnection { try change(driver) }
    }
  }
}
