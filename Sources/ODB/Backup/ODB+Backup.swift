public import ORDA

extension ODB {
  /// Copies the ODB into a new file of SQLite's, while others write: what is copied is one state of it.
  ///
  /// The file appears when it is complete, and not before; a program that dies meanwhile leaves a file next to it with
  /// `.tmp` in its name. It also works from other databases than SQLite's. Within a perform the copy includes what that
  /// has written.
  ///
  /// - Parameters:
  ///   - filepath: The file; one that is there must be empty.
  ///   - registry: Where the driver for `sqlite` was registered.
  /// - Throws: ``ODBError``: `alreadyExists` where the file is not empty, `needsMigration`, `database`.
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

  /// Copies the ODB into another database, which has no ODB yet, or an empty one, while others write: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - url: The database, for a driver that was registered.
  ///   - tables: What the names of the copy's tables begin with.
  ///   - registry: Where the driver was registered.
  /// - Throws: ``ODBError``: `alreadyExists` where something is in it, `needsMigration`, `database`.
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
