internal import CSQLite
internal import ORDA

/// What the core asks of a connection.
extension SQLiteConnection: DriverConnection {
  var dialect: Dialect { .sqlite }
  var canceller: any DriverCanceller { interrupter }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    // Some settings change as soon as the text is compiled.
    if request.keyword.mayTouchSession { try noteSession(before: request.keyword, request.sql) }
    if !request.lists.isEmpty { return try statement(withLists: request) }
    return try statement(request.sql, keyword: request.keyword, isPersistent: request.isPersistent)
  }

  /// - Throws: `io` if the file was deleted or replaced: SQLite would go on with the one that it has open.
  func ping() throws(DatabaseError) {
    try run("SELECT 1")
    try place?.check(database)
  }

  /// The core asks this before each use, so it is the place to look after the file now and then.
  var isAlive: Bool {
    place?.lookNowAndThen(database)
    return true
  }

  func isBroken(by error: DatabaseError) -> Bool { false }

  func tables(schema: String?) throws(DatabaseError) -> [TableName] {
    return try schemaReader.names(of: [.table, .view, .virtual], in: schema ?? "main")
  }

  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    return try schemaReader.description(of: table.name, in: table.schema)
  }

  func describeAll(schema: String?) throws(DatabaseError) -> [TableDescription] {
    return try schemaReader.descriptions(in: schema ?? "main")
  }

  func close() {
    releaseLock()
    changes?.close()
    for index in controls.indices {
      sqlite3_finalize(controls[index])
      controls[index] = nil
    }
    closeDatabase()
  }
}

extension SQLiteConnection: LogKeepingConnection {
  /// SQLite's own handle of the log is asked: opening and closing the file would drop SQLite's locks on it.
  var overgrownLog: (size: Int64, limit: Int64)? {
    guard let walLimit = settings.walLimit.map(Int64.init) else { return nil }
    let size = orda_sqlite3_wal_size(database)
    return size > walLimit ? (size, walLimit) : nil
  }
}

/// It answers the questions of its change recorder.
extension SQLiteConnection: RecordedConnection {}

extension SQLiteConnection {
  /// Reads the schema, by statements on this connection.
  var schemaReader: SQLiteSchema {
    SQLiteSchema { [unowned self] (sql, values) throws(DatabaseError) in try rows(of: sql, values) }
  }
}
