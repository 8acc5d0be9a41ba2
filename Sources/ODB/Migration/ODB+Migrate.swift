internal import ORDA

extension ODB {
  /// Changes a database that the first ODB made over to the layout of this one, after which it can be written.
  ///
  /// Of objects of one table with the same name a table is kept before a value, and the newest before the others. Names
  /// that differ in capitals alone get a number behind them, as `feeds 2`; an empty name becomes `unnamed`, and one
  /// that is too long is cut. What is in no table is left behind. The first ODB's tables are dropped at the end.
  ///
  /// A program that dies meanwhile leaves the database either as it was or migrated. Programs that only read what is
  /// migrated wait, or learn that a table is gone. Nobody may write with the first ODB during that time.
  ///
  /// - Returns: What was changed over, renamed and left behind; a report of nothing where the database has this layout.
  /// - Throws: ``ODBError``, where the database can't be opened or written, and inside a perform or a transaction.
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
