internal import CSQLite
internal import ORDA
internal import Synchronization
internal import ORDAPlatform

/// Records what one connection changes, while somebody listens, and reports it after the commit.
///
/// How a change becomes known:
///
/// 1. Nobody listens. Before each statement that may write, the connection looks at one number,
///    ``SQLiteFiles/version``. It has not changed, and that is all.
/// 2. A program calls `changes(of:)`. The file notes who listens to what, and the number changes. Each connection of
///    the process that has the file open sees that before its next statement, and sets three hooks. Nobody recorded
///    what earlier statements wrote in a transaction that is still open: its commit is reported as "something has
///    changed".
/// 3. A statement, a trigger or a foreign key is about to change a row. SQLite calls the *pre-update hook* with the old
///    and the new values. The recorder notes what differs, with the key. Inside the hook it may not ask SQLite for the
///    names of columns, so the first time it meets a table it keeps all values, and asks for the names when the
///    statement has ended.
/// 4. Something is undone without the whole transaction: a statement fails in the middle, or `ROLLBACK TO`. SQLite
///    reports this to nobody. So each statement and each savepoint remembers how much had been noted when it began, and
///    what came later is dropped; see ``ChangeCollector``.
/// 5. The transaction commits. SQLite calls the *commit hook* while this connection holds the lock that only one writer
///    can have. The recorder takes a ticket: tickets are in the order of the commits, whatever happens next.
/// 6. The commit has returned, and the lock is gone. It succeeded if the connection is in no transaction any more and
///    the *rollback hook* was not called. Then the ticket is completed with everything noted, and reported as soon as
///    every earlier one is; if the commit failed, the ticket is returned.
/// 7. Another program commits. No hook reports it. But the database counts its commits, and the ticket noted the count
///    that it found: if it differs from the one that the previous ticket left behind, somebody else has committed in
///    between, and that is reported first. If this process does not write, a thread looks at the count whenever the
///    system reports that the files have changed; see ``SQLiteWatch``.
/// 8. The last listener leaves. The number changes once more, and before its next statement each connection removes its
///    hooks.
final class SQLiteChangeRecorder {
  /// A database that the connection has open.
  struct Schema {
    var name: String
    var file: SQLiteFile
    /// True if the journal is known to be a write-ahead log; it stays one while the connection is open.
    var isWriteAheadLogged = false
    var ticket: Int?
    /// The version of the file's schema when the layouts of its tables were read.
    var version: Int
  }

  /// A table that the hook has met.
  struct Table {
    var schema: Int
    /// The names as the hook gets them, so that comparing takes no time.
    var schemaText: UnsafeMutablePointer<CChar>
    var nameText: UnsafeMutablePointer<CChar>
    var name: String
    var folded: String
    /// False if nobody listens to it, so that its rows are not recorded.
    var isWanted: Bool
    /// False for SQLite's own tables, which are not reported.
    var isTold: Bool
    var layout: SQLiteTableLayout?
  }

  /// It belongs to the connection.
  unowned let connection: any RecordedConnection
  let database: OpaquePointer
  let source: SQLiteChangeSource
  /// The mark of the transaction being committed.
  var mark: ChangeMark?
  /// The mark of the open transaction; nil if it makes no difference to what is recorded.
  private var openMark: ChangeMark?
  var schemas: [Schema] = []
  @exclusivity(unchecked) var tables: [Table] = []
  @exclusivity(unchecked) var transaction: ChangeCollector
  /// True while the hooks are set.
  private(set) var isRecording = false
  /// The ``SQLiteFiles/version`` last seen.
  private var version = 0
  /// True if the transaction wrote before the hooks were set, or committed unseen.
  var isPartial = false
  /// Rows whose columns have no names yet; see ``RawRow/placeholder(at:)``.
  @exclusivity(unchecked) var rawRows: [RawRow] = []
  /// True if a stranger may have changed the schema since the layouts were read.
  var doubtsLayouts = false
  /// How many pages had been written when the commit began.
  var pagesBefore: Int32 = 0

  init(_ connection: any RecordedConnection, source: SQLiteChangeSource) {
    self.connection = connection
    database = connection.database
    self.source = source
    transaction = ChangeCollector(limits: .init(rows: source.rowLimit))
    noteDatabases()
  }

  deinit { forgetTables() }

  // MARK: What is listened to

  /// True if the recorder has something to do before or after a statement.
  @inline(__always)
  var needsAttention: Bool { isRecording || version != SQLiteFiles.version.load(ordering: .acquiring) }

  /// Called before a statement that may write; returns where it begins.
  @inline(__always)
  func statementBegins() -> Int {
    if version != SQLiteFiles.version.load(ordering: .acquiring) { catchUp() }
    return transaction.position
  }

  /// True if a statement that succeeded leaves nothing to do before the next one: its rows have their names, and its
  /// transaction goes on.
  @inline(__always)
  func canWait(after keyword: StatementKeyword) -> Bool {
    keyword.changesRows && isRecording && rawRows.isEmpty && sqlite3_get_autocommit(database) == 0
  }

  /// Called when databases were attached or detached.
  func noteDatabases() {
    guard let rows = try? connection.rows(of: "PRAGMA database_list", []) else { return }
    let names = rows.compactMap { $0.count > 2 ? ($0[1].text ?? "", $0[2].text ?? "") : nil }
    let before = schemas
    schemas = names.compactMap { name, path in
      let name = SQLiteName.folded(name)
      if name == "temp" { return nil }
      if let known = before.first(where: { $0.name == name }), known.file.path == (path.isEmpty ? nil : path) {
        return known
      }
      let file = SQLiteFiles.file(at: path.isEmpty ? nil : path)
      return Schema(name: name, file: file, version: file.schemaVersion.load(ordering: .relaxed))
    }
    forgetTables()
    for schema in schemas { source.note(schema.file, as: schema.name) }
    if isRecording { catchUp() }
  }

  /// Notes who listens to what now.
  func catchUp() {
    version = SQLiteFiles.version.load(ordering: .acquiring)
    let isHeard = schemas.contains { $0.file.wantedTables()?.isEmpty != true }
    chooseTables()
    for index in schemas.indices {
      let now = schemas[index].file.schemaVersion.load(ordering: .acquiring)
      if schemas[index].version != now { forgetLayouts(of: index, version: now) }
    }
    if isHeard == isRecording { return }
    isRecording = isHeard
    setHooks(isHeard)
    if isHeard {
      for index in schemas.indices where schemas[index].file.path != nil {
        let mode = try? connection.rows(of: "PRAGMA \(SQLiteName.quoted(schemas[index].name)).journal_mode", [])
        schemas[index].isWriteAheadLogged = mode?.first?.first?.text == "wal"
      }
      isPartial = schemas.contains { orda_sqlite3_is_writing(database, $0.name) != 0 }
    } else {
      cancelTickets()
      forgetTransaction()
    }
  }

  /// A transaction begins with a mark, or has ended. What nobody wants to hear of a transaction with this mark is not
  /// recorded.
  func transactionIsMarked(_ mark: ChangeMark?) {
    if mark == openMark && mark == nil { return }
    openMark = mark
    if isRecording { chooseTables() }
  }

  /// Finds out which tables' rows are recorded.
  private func chooseTables() {
    let wanted = schemas.map { $0.file.wantedTables(marked: openMark, of: source) }
    for index in tables.indices {
      tables[index].isWanted = wanted[tables[index].schema]?.contains(tables[index].folded) ?? true
    }
  }

  private func forgetLayouts(of schema: Int, version: Int) {
    schemas[schema].version = version
    // Rows without names would get the names of the new columns.
    nameRawRows()
    for index in tables.indices where tables[index].schema == schema { tables[index].layout = nil }
  }

  /// Forgets all tables, since their schemas may have changed.
  private func forgetTables() {
    for table in tables {
      free(table.schemaText)
      free(table.nameText)
    }
    tables = []
    lastTable = 0
    if !transaction.isEmpty {
      forgetTransaction()
      isPartial = true
    }
  }

  func forgetTransaction() {
    transaction.removeAll()
    isPartial = false
    if !rawRows.isEmpty { rawRows = [] }
    doubtsLayouts = false
  }

  /// The connection is about to close, whatever is open on it.
  func close() {
    cancelTickets()
    if isRecording { setHooks(false) }
    isRecording = false
  }

  // MARK: Tables

  /// The table that was met last: the next row mostly belongs to the same one.
  @exclusivity(unchecked) private var lastTable = 0

  /// The place of a table, by the names that the hook gets; nil for one that is not reported.
  func table(_ schema: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int? {
    func isIt(_ index: Int) -> Bool {
      strcmp(tables[index].nameText, name) == 0 && strcmp(tables[index].schemaText, schema) == 0
    }
    if lastTable < tables.count, isIt(lastTable) { return tables[lastTable].isTold ? lastTable : nil }
    if let found = tables.indices.first(where: isIt) {
      lastTable = found
    } else {
      let schemaName = SQLiteName.folded(String(cString: schema))
      // Temporary tables, and the copy that VACUUM writes, concern nobody else.
      guard let place = schemas.firstIndex(where: { $0.name == schemaName }) else { return nil }
      guard let schemaText = strdup(schema), let nameText = strdup(name) else { return nil }
      let text = String(cString: name)
      let folded = SQLiteName.folded(text)
      let wanted = schemas[place].file.wantedTables(marked: openMark, of: source)
      tables.append(
        Table(
          schema: place, schemaText: schemaText, nameText: nameText, name: text, folded: folded,
          isWanted: wanted?.contains(folded) ?? true, isTold: !folded.hasPrefix("sqlite_")))
      lastTable = tables.count - 1
    }
    return tables[lastTable].isTold ? lastTable : nil
  }
}

extension Value {
  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
