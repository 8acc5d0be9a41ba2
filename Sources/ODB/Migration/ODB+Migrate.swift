internal import ORDA

extension ODB {
  /// Changes a database made by the first ODB to the current layout, after which it can be written.
  ///
  /// Of objects in one table with the same name, a table is kept before a value, and the newest before the others.
  /// Names that differ only in case get a number appended, as in `feeds 2`; an empty name becomes `unnamed`, and one
  /// that is too long is cut. Objects in no table are left behind. At the end the first ODB's tables are dropped.
  ///
  /// A program that dies meanwhile leaves the database either as it was or migrated. Programs that only read the
  /// migrated tables wait, or learn that a table is gone. Nobody may write with the first ODB during that time.
  ///
  /// - Returns: What was migrated, renamed and left behind; an empty report if the database has the current layout.
  /// - Throws: ``ODBError``, if the database can't be opened or written, and inside a perform or a transaction.
  @discardableResult
  public func migrate() throws(ODBError) -> ODBMigrationReport {
    do {
      let opened = try database.open()
      if PerformThread.existing?.session(of: database) != nil {
        throw DatabaseError(.misuse, "an ODB is not migrated inside a perform")
      }
      guard opened.layout == .original else { return .nothing }
      let report = try locked {
        try opened.governor.withLock(named: "odb migration") { _ in
          try Migration.run(opened.governor, database.names) { names in
            ODBPath(names: names.map { NodeName($0) }, odb: self).text
          }
        }
      }
      database.error = nil
      database.reopen()
      _ = try database.open()
      return report
    } catch { throw ODBError(error) }
  }

  /// Keeps performs of this process out.
  private func locked<R>(_ body: () throws -> R) throws -> R {
    guard PerformLocks.shared.acquire(database.resource) else { throw ODBError.deadlock }
    defer { PerformLocks.shared.release(database.resource) }
    return try body()
  }
}
