internal import CSQLite
public import ORDA

extension SQLite {
  /// Rewrites the database without the space that deleted rows left; needs up to twice its size on the disk.
  ///
  /// Blocks meanwhile, and so does every writer.
  ///
  /// - Throws: `DatabaseError` of kind `misuse` inside a transaction and while rows are being read on the same
  ///   connection, `busy`, `full`, `readOnly`; `unsupported` for another driver's governor.
  public static func vacuum(_ db: any Governor) throws {
    try db.withConnection { connection in
      try connection.withDriver(SQLiteConnection.self) { try $0.vacuum() }
    }
  }

  /// Rewrites the database on the connection's own thread; cancelling the task leaves it as it was.
  ///
  /// - Throws: As the blocking function, and `cancelled`.
  public static func vacuum(_ db: any Governor) async throws {
    try await db.withConnection { connection in
      try connection.withDriver(SQLiteConnection.self) { try $0.vacuum() }
    }
  }

  /// Writes a compact copy of the database into a new file, while others go on.
  ///
  /// This is slower than a backup and reports no progress, but the copy is as small as possible. It gets its name when
  /// it is complete, and the permissions of the database's own file.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - path: A file that does not exist; a relative path starts at the working directory.
  /// - Throws: `DatabaseError` of kind `alreadyExists` if there is anything at the path, `cannotOpen` for a missing
  ///   folder and the like, `misuse` inside a transaction, `full`; `unsupported` for another driver's governor.
  public static func vacuum(_ db: any Governor, into path: String) throws {
    do {
      try db.withConnection(.reader) { connection in
        try connection.withDriver(SQLiteConnection.self) { try $0.vacuum(into: path) }
      }
    } catch let error as DatabaseError where error.isOfVacuumingReader {
      try db.withConnection(.writer) { connection in
        try connection.withDriver(SQLiteConnection.self) { try $0.vacuum(into: path) }
      }
    }
  }

  /// Writes a compact copy of the database into a new file, on the connection's own thread; cancelling the task ends
  /// it.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - path: A file that does not exist; a relative path starts at the working directory.
  /// - Throws: As the blocking function, and `cancelled`.
  public static func vacuum(_ db: any Governor, into path: String) async throws {
    // Now, since the working directory may change before a connection is free.
    let path = path.isEmpty ? path : SQLiteSettings.absolute(path)
    do {
      try await db.withConnection(.reader) { connection in
        try connection.withDriver(SQLiteConnection.self) { try $0.vacuum(into: path) }
      }
    } catch let error as DatabaseError where error.isOfVacuumingReader {
      try await db.withConnection(.writer) { connection in
        try connection.withDriver(SQLiteConnection.self) { try $0.vacuum(into: path) }
      }
    }
  }
}

extension DatabaseError {
  /// True if SQLite could not copy a table on a read-only connection: up to 3.40 at least it fails there on a table
  /// with a CHECK and a generated column.
  fileprivate var isOfVacuumingReader: Bool {
    kind == .syntax && message.contains("vacuum_db.") && message.contains(" values were supplied")
  }
}

extension SQLiteConnection {
  fileprivate func vacuum() throws(DatabaseError) { _ = try rows(of: "VACUUM", []) }

  fileprivate func vacuum(schema: String) throws(DatabaseError) {
    _ = try rows(of: "VACUUM \(dialect.quoted(identifier: schema))", [])
  }

  fileprivate func vacuum(into path: String) throws(DatabaseError) {
    guard !path.isEmpty else { throw DatabaseError(.misuse, "the path of the copy is empty") }
    let path = SQLiteSettings.absolute(path)
    let mode = SQLiteOpenFailure.Mode.readWriteCreate
    guard SQLiteFileSystem().kind(of: path) == .missing || path.utf8.contains(0) else {
      throw DatabaseError(.alreadyExists, "\(path) exists already; a compact copy needs a new file")
    }
    if SQLiteOpenFailure().reason(path: path, mode: mode, code: SQLITE_CANTOPEN) != nil {
      throw SQLiteOpenFailure().error(
        code: SQLITE_CANTOPEN, message: "unable to open the copy's file", path: path, mode: mode)
    }
    let new = try SQLiteNewFile(for: path)
    do throws(DatabaseError) {
      try new.create(like: settings.path)
      _ = try rows(of: "VACUUM INTO ?1", [.text(new.temporaryPath)])
      try new.publish()
    } catch {
      new.discard()
      throw error
    }
  }
}

extension SQLiteConnection: CompactingConnection {
  /// Rewrites whole files: each file once that contains one of the tables.
  func compact(_ tables: [TableName]) throws(DatabaseError) {
    for table in tables where try describe(table) == nil {
      throw DatabaseError(.noSuchTable, "no such table: \(table)", table: table.name)
    }
    let schemas = Set(tables.map(\.schema))
    if tables.isEmpty || schemas.contains(nil) { try vacuum() }
    for schema in schemas.compactMap(\.self).sorted() { try vacuum(schema: schema) }
  }
}
