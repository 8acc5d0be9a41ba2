extension Connection {
  /// Runs a closure that puts rows back just as they were elsewhere, in any order: a foreign key may refer to a row that
  /// comes later, and a generated key is kept as it is given, 0 too.
  ///
  /// A database with deferred constraints checks foreign keys when the transaction ends (SQLite). Another leaves them
  /// unchecked (MariaDB): the caller sees to it that every row that is referred to is there in the end.
  ///
  /// - Throws: What the body throws, and what the database says.
  public func restoring<R>(_ body: () throws -> R) throws -> R {
    try checkUsable()
    guard scope.connection.driver is any RestoringConnection else { return try body() }
    try restoring { driver throws(DatabaseError) in try driver.beginRestoring() }
    let result: R
    do {
      result = try body()
    } catch {
      // The connection may be gone, which the error tells already.
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
