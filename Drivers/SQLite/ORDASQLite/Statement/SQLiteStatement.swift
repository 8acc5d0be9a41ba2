internal import CSQLite
internal import ORDA

/// A statement that SQLite has compiled.
final class SQLiteStatement: DriverStatement {
  let handle: OpaquePointer
  let connection: SQLiteConnection
  let parameterCount: Int
  let isReadOnly: Bool
  let keyword: StatementKeyword
  /// The text as it was written, if SQLite got another.
  private let written: String?
  /// The parameters that take lists.
  let lists: [ListParameter]
  /// The parameters with a list bound, which takes memory until it no longer is.
  @exclusivity(unchecked) var boundLists: [Int] = []
  /// True if it may make a key.
  let isInsert: Bool
  /// True if an execution finds out whether it made one: no element of a batch does.
  @exclusivity(unchecked) var asksForKey: Bool
  @exclusivity(unchecked) var batch = Batch()
  // The connection's own: read from there, or as optionals, they would be retained for each step.
  let database: OpaquePointer
  private let lastKey: SQLiteLastKey
  /// What records changes, if the statement may change something or end a transaction. The connection keeps it, from before
  /// the first statement to its own end: retaining it here with each step would take longer than asking it.
  private let observer: Unmanaged<SQLiteChangeRecorder>?
  private let canceller: SQLiteCanceller
  /// True if it defines, changes or removes a table or the like.
  private let definesSchema: Bool
  /// True if SQLite reads the whole schema again for it.
  private let rereadsSchema: Bool
  /// True if it may leave something in the session.
  private let touchesSession: Bool
  /// Where in the transaction's changes this execution began.
  private var changeMark = 0
  /// True while it is on a row: resetting it then ends it, and may commit.
  @exclusivity(unchecked) private var isOnRow = false
  /// True until the first step of an execution.
  @exclusivity(unchecked) private var isFresh = true
  /// The key that this execution made.
  private var madeKey: Int64?
  /// The columns, and the version of the schema that they belong to.
  private var knownColumns: (version: Int, columns: [Column])?
  @exclusivity(unchecked) var bound = BoundBytes()
  /// One bit for each parameter, if there are at most 64.
  private let allBound: UInt64
  /// One bit for each bound parameter among the first 64.
  @exclusivity(unchecked) var boundMask: UInt64 = 0
  /// True while the connection asks for it whether to stop.
  private var isLimited = false
  /// What was wrong with a bound value; the first step throws it.
  var bindFailure: DatabaseError?

  init(
    handle: OpaquePointer, connection: SQLiteConnection, keyword: StatementKeyword, written: String? = nil,
    lists: [ListParameter] = []
  ) {
    self.handle = handle
    self.lists = lists
    self.connection = connection
    self.keyword = keyword
    self.written = written
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
    allBound = parameterCount >= 64 ? .max : (1 << UInt64(parameterCount)) - 1
    isReadOnly = sqlite3_stmt_readonly(handle) != 0
    observer = !isReadOnly || keyword.endsOrAttaches ? connection.changes.map { .passUnretained($0) } : nil
    definesSchema = keyword.definesSchema
    rereadsSchema = keyword == .alter && SchemaText(written ?? handle.text).renamesOrDrops
    touchesSession = keyword.mayTouchSession
    isInsert = !isReadOnly && (keyword == .insert || keyword == .replace || keyword == .with)
    asksForKey = isInsert
    database = connection.database
    lastKey = connection.lastKey
    canceller = connection.interrupter
  }

  /// The text as it was written.
  var sql: String { written ?? handle.text }

  // MARK: Running

  @inline(__always)
  func step() throws(DatabaseError) -> Bool {
    let isFirst = isFresh
    if isFirst { try begin() }
    let code = canceller.interruptible {
      isFirst && rereadsSchema ? connection.stepReadingSchema(handle) : sqlite3_step(handle)
    }
    // The first step does all the work, even if rows are returned.
    if isFirst, asksForKey { madeKey = lastKey.end() }
    if let observer { return try observedStep(code, observer) }
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failed(code)
  }

  @inline(__always)
  private func observedStep(_ code: Int32, _ observer: Unmanaged<SQLiteChangeRecorder>) throws(DatabaseError) -> Bool {
    isOnRow = code == SQLITE_ROW
    let isNoted = observer._withUnsafeGuaranteedRef { changes in
      changes.needsAttention && (code != SQLITE_DONE || !changes.canWait(after: keyword))
    }
    if isNoted { return try stepNoted(code, observer.takeUnretainedValue()) }
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failed(code)
  }

  // Errors are made by calls of their own: what hardly ever runs takes up no room among what always does.
  @inline(never)
  private func failed(_ code: Int32) -> DatabaseError { connection.error(code, sql: sql, during: .step) }

  @inline(never)
  private func stopped() -> DatabaseError { DatabaseError(.cancelled, "the statement was stopped", sql: sql) }

  /// A step that the change recorder hears of.
  private func stepNoted(_ code: Int32, _ changes: SQLiteChangeRecorder) throws(DatabaseError) -> Bool {
    let isRow = code == SQLITE_ROW
    let failure = isRow || code == SQLITE_DONE ? nil : failed(code)
    changes.statementEnded(
      .init(keyword: keyword, hasFailed: failure != nil, isOver: !isRow, mark: changeMark) { [self] in sql })
    if let failure { throw failure }
    return isRow
  }

  /// A statement that exceeds its limit must stop alone.
  func setTimeLimit(_ limit: Duration?) {
    guard isLimited != (limit != nil) else { return }
    isLimited.toggle()
    connection.ask(isLimited)
  }

  private func begin() throws(DatabaseError) {
    isFresh = false
    if let failure = bindFailure {
      bindFailure = nil
      throw failure
    }
    // A stop between two elements of a batch finds nothing running.
    if canceller.isCancelled { throw stopped() }
    clearUnbound()
    if !lists.isEmpty { try checkLists() }
    if definesSchema { connection.nullability.definitionBegins() }
    if touchesSession { try connection.noteSession(before: keyword, sql) }
    if let observer {
      changeMark = observer._withUnsafeGuaranteedRef { $0.statementBegins() }
      if definesSchema { observer._withUnsafeGuaranteedRef { $0.definitionBegins() } }
    }
    if asksForKey { lastKey.begin() }
  }

  /// Makes those parameters NULL that still have the value of an earlier execution.
  private func clearUnbound() {
    guard boundMask != allBound, parameterCount <= 64 else { return }
    for index in 0..<parameterCount where boundMask & (1 << UInt64(index)) == 0 {
      sqlite3_bind_null(handle, Int32(index + 1))
    }
  }

  @inline(__always)
  func outcome() -> StatementOutcome {
    // SQLite calls an EXPLAIN read-only only if what it explains is.
    if isReadOnly || keyword == .explain { return StatementOutcome(changed: nil, lastID: nil) }
    guard keyword.isCounted else { return StatementOutcome(changed: 0, lastID: nil) }
    return StatementOutcome(changed: Int(sqlite3_changes64(database)), lastID: madeKey)
  }

  @inline(__always)
  func reset() {
    sqlite3_reset(handle)
    if isOnRow { resetNoted() }
    // SQLite clears more parameters than the mask has bits; fewer are cleared only if they stay unbound.
    if parameterCount > 64 { sqlite3_clear_bindings(handle) }
    bound.reset()
    if !boundLists.isEmpty { dropLists() }
    boundMask = 0
    if bindFailure != nil { bindFailure = nil }
    madeKey = nil
    isFresh = true
    if isLimited { setTimeLimit(nil) }
  }

  private func dropLists() {
    for index in boundLists { sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index + 1)) }
    boundLists = []
  }

  private func resetNoted() {
    isOnRow = false
    guard let changes = connection.changes, changes.needsAttention else { return }
    changes.statementEnded(
      .init(keyword: keyword, hasFailed: false, isOver: true, mark: changeMark) { [self] in sql })
  }

  func close() { sqlite3_finalize(handle) }

  // MARK: Columns

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// SQLite compiles a statement again when the schema has changed; its columns may then be others.
  var columnsVersion: Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)) }

  var columnNames: [String] {
    let names = (0..<sqlite3_column_count(handle)).map {
      sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? ""
    }
    guard let written, names.contains(where: { $0.utf8.contains(UInt8(ascii: "`")) }) else { return names }
    return BackquotedText(written)?.asWritten(columns: names) ?? names
  }

  func columns() throws(DatabaseError) -> [Column] {
    let version = columnsVersion
    if let knownColumns, knownColumns.version == version { return knownColumns.columns }
    let columns = zip(0..<sqlite3_column_count(handle), columnNames).map { (index, name) in
      func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
      var column = Column(
        name: name,
        declaredType: text(sqlite3_column_decltype(handle, index)),
        schema: text(sqlite3_column_database_name(handle, index)),
        table: text(sqlite3_column_table_name(handle, index)),
        origin: text(sqlite3_column_origin_name(handle, index)))
      column.isNullable = isNullable(column)
      return column
    }
    knownColumns = (version, columns)
    return columns
  }

  private func isNullable(_ column: Column) -> Bool? {
    guard let schema = column.schema, let table = column.table, let origin = column.origin else { return nil }
    guard schema == "main", !isFresh else { return connection.isNullable(origin, of: table, in: schema) }
    let connection = connection
    return connection.nullability.isNullable(origin, of: table, on: connection) {
      connection.isNullable(origin, of: table, in: schema)
    }
  }
}

extension StatementKeyword {
  /// True for what changes nothing itself and yet affects what is reported of changes.
  fileprivate var endsOrAttaches: Bool { controlsTransaction || self == .attach || self == .detach }

  /// True for what changes rows and, unless it fails, goes on with the transaction.
  var changesRows: Bool {
    switch self {
    case .insert, .replace, .update, .delete: true
    default: false
    }
  }

  /// True for what SQLite counts the changed rows of, if it changes any.
  var isCounted: Bool { changesRows || self == .with }

  /// True for what may make or remove something temporary, attach a database, or change a setting.
  var mayTouchSession: Bool {
    switch self {
    case .create, .alter, .drop, .pragma, .explain, .attach, .detach: true
    default: false
    }
  }
}

extension OpaquePointer {
  /// The text of the statement that it stands for.
  fileprivate var text: String { sqlite3_sql(self).map { String(cString: $0) } ?? "" }
}

extension SQLiteConnection {
  /// Runs a statement for which SQLite reads the whole schema again, where other programs may have written strings in
  /// double quotes.
  fileprivate func stepReadingSchema(_ handle: OpaquePointer) -> Int32 {
    _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 1, nil)
    defer { _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, nil) }
    return sqlite3_step(handle)
  }

  /// Asks whether a column can be NULL.
  fileprivate func isNullable(_ column: String, of table: String, in schema: String) -> Bool? {
    var notNull: Int32 = 0
    var primaryKey: Int32 = 0
    let code = sqlite3_table_column_metadata(
      database, schema, table, column, nil, nil, &notNull, &primaryKey, nil)
    guard code == SQLITE_OK else { return nil }
    return notNull == 0 && !(primaryKey != 0 && isRowID(column, of: table, in: schema))
  }

  /// True for an INTEGER PRIMARY KEY: the rowid, which is never NULL although it is not declared so. Other columns of a
  /// primary key can be NULL in SQLite.
  private func isRowID(_ column: String, of table: String, in schema: String) -> Bool {
    let place = "\(SQLiteName.quoted(schema)).\(SQLiteName.quoted(table))"
    guard let handle = try? compile("SELECT rowid FROM \(place)", isPersistent: false) else { return false }
    defer { sqlite3_finalize(handle) }
    guard let origin = sqlite3_column_origin_name(handle, 0) else { return false }
    return SQLiteName.equal(String(cString: origin), column)
  }
}
