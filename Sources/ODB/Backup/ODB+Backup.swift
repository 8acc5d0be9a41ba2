public import ORDA

extension ODB {
  /// Copies one state of the ODB into a new SQLite file, while others write.
  ///
  /// The file appears when it is complete, not before; a program that dies meanwhile leaves a file next to it with
  /// `.tmp` in its name. Databases other than SQLite can be copied too. Within a perform the copy includes what that
  /// has written.
  ///
  /// - Parameters:
  ///   - filepath: The file; if it exists, it must be empty.
  ///   - registry: Where the driver for `sqlite` was registered.
  /// - Throws: ``ODBError``: `alreadyExists` if the file is not empty, `needsMigration`, `database`.
  public func backup(to filepath: String, registry: Registry = ORDA.shared) throws(ODBError) {
    do {
      let file = try BackupFile(filepath)
      defer { file.discard() }
      let target = ODB(file: file.temporary, registry: registry)
      do {
        try copy(to: target, TableNames(prefix: "odb"), name: filepath)
      } catch {
        target.close()
        throw error
      }
      target.close()
      try file.complete()
    } catch { throw ODBError(error) }
  }

  /// Copies the ODB into another database, which has no ODB yet or an empty one, while others write: everything or
  /// nothing.
  ///
  /// - Parameters:
  ///   - url: The database, for a registered driver.
  ///   - tables: What the names of the copy's tables begin with.
  ///   - registry: Where the driver was registered.
  /// - Throws: ``ODBError``: `alreadyExists` if the target contains anything, `needsMigration`, `database`.
  public func backup(
    toURL url: String, tables: String = "odb", registry: Registry = ORDA.shared
  ) throws(ODBError) {
    do {
      let target = try ODB(url: url, tables: tables, registry: registry)
      if target == self { throw ODBError.alreadyExists(path: target.name) }
      try copy(to: target, TableNames(prefix: tables), name: target.name)
    } catch { throw ODBError(error) }
  }

  private func copy(to target: ODB, _ names: TableNames, name: String) throws {
    let opened = try target.database.open()
    try root.reading("odb.backup") { _, session in
      try Backup.copy(from: session, to: opened, names, name: name)
    }
  }
}
