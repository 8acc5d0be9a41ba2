internal import CSQLite
internal import ORDA
internal import Synchronization
internal import ORDAPlatform

/// Takes down what one connection changes, while somebody listens, and tells it after the commit.
///
/// How a change becomes known:
///
/// 1. Nobody listens. Before each statement that may write the connection looks at one number, that of
///    ``SQLiteFiles/version``. It has not changed, and that is all.
/// 2. A program calls `changes(of:)`. The file notes who listens to what, and the number changes. Each connection of the
///    process that has the file open sees that before its next statement, and sets three hooks. What was written by
///    statements before, in a transaction that is still open, nobody has taken down: its commit is told as "something
///    has changed".
/// 3. A row is about to change, by whatever statement, trigger or foreign key. The *pre-update hook* is called with the
///    old and the new values. What differs is noted, with the key; inside the hook SQLite may not be asked for the names
///    of columns, so the first time a table is met all values are kept, and the names are asked for when the statement
///    has ended.
/// 4. Something is undone without the whole transaction: a statement that fails in the middle, `ROLLBACK TO`. SQLite
///    tells nobody. So each statement and each savepoint remembers how much had been noted when it began, and what came
///    later is dropped; see ``ChangeCollector``.
/// 5. The transaction commits. SQLite calls the *commit hook* while this connection holds the lock that only one writer
///    can have. A ticket is taken: tickets are in the order of the commits, whatever happens next.
/// 6. The commit has returned, and the lock is gone. It succeeded if the connection is in no transaction any more and the
///    *rollback hook* was not called. Then the ticket is completed with all that was noted, and told as soon as every
///    earlier one is; if it failed, the ticket is given back.
/// 7. Another program commits. No hook tells. But the database counts its commits, and the ticket noted the count that
///    it found: if that is not the one that the ticket before left behind, somebody else has committed in between, and
///    that is told first. If this process does not write, a thread looks at the count whenever the system says that
///    the files have changed; see ``SQLiteWatch``.
/// 8. The last listener goes. The number changes once more, and with its next statement each connection removes its hooks.
final class SQLiteChangeRecorder {
  /// A database that the connection has open.
  struct Schema {
    var name: String
    var file: SQLiteFile
    /// True if the journal is known to be a write-ahead log, which it stays while the connection is open.
    var isWriteAheadLogged = false
    var ticket: Int?
    /// The file's schema when the layouts of its tables were asked for.
    var version: Int
  }

  /// A table that the hook has met.
  struct Table {
    var schema: Int
    /// The names as the hook gets them, for a comparison that takes no time.
    var schemaText: UnsafeMutablePointer<CChar>
    var nameText: UnsafeMutablePointer<CChar>
    var name: String
    var folded: String
    /// False if nobody listens to it, so that no rows are taken down.
    var isWanted: Bool
    /// False for SQLite's own tables, of which nothing is told.
    var isTold: Bool
    var layout: SQLiteTableLayout?
  }

  /// It belongs to the connection.
  unowned let connection: any RecordedConnection
  let database: OpaquePointer
  let source: SQLiteChangeSource
  /// What the transaction is marked with that is being committed.
  var mark: ChangeMark?
  /// What the transaction is marked with that is open; nil if that makes no difference to what is taken down.
  private var openMark: ChangeMark?
  var schemas: [Schema] = []
  @exclusivity(unchecked) var tables: [Table] = []
  @exclusivity(unchecked) var transaction: ChangeCollector
  /// True while the hooks are set.
  private(set) var isRecording = false
  /// What was seen last of ``SQLiteFiles/version``.
  private var version = 0
  /// True if the transaction wrote before the hooks were set, or committed where nobody could see it.
  var isPartial = false
  /// Rows that wait for the names of their columns; see ``RawRow/placeholder(at:)``.
  @exclusivity(unchecked) var rawRows: [RawRow] = []
  /// True if a stranger may have changed the schema since the layouts were asked for.
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

  /// Called before a statement that may write; where it began.
  @inline(__always)
  func statementBegins() -> Int {
    if version != SQLiteFiles.version.load(ordering: .acquiring) { catchUp() }
    return transaction.position
  }

  /// True if a statement that succeeded leaves nothing to do before the next one: its rows have their names, and its
  /// transaction goes on.
  @inline(__always)
  func canWait(after keyword: StatementKeyword) -> Bool {
    switch keyword {
    case .insert, .update, .delete, .replace:
      isRecording && rawRows.isEmpty && sqlite3_get_autocommit(database) == 0
    default: false
    }
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

  /// Takes note of who listens to what now.
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

  /// A transaction begins with a mark, or has ended. What nobody wants to hear of one with this mark is not taken down.
  func transactionIsMarked(_ mark: ChangeMark?) {
    if mark == openMark && mark == nil { return }
    openMark = mark
    if isRecording { chooseTables() }
  }

  /// Finds out whose rows are taken down.
  private func chooseTables() {
    let wanted = schemas.map { $0.file.wantedTables(marked: openMark, of: source) }
    for index in tables.indices {
      tables[index].isWanted = wanted[tables[index].schema]?.contains(tables[index].folded) ?? true
    }
  }

  private func forgetLayouts(of schema: Int, version: Int) {
    schemas[schema].version = version
    // Rows without names would get those of the new columns.
    nameRawRows()
    for index in tables.indices where tables[index].schema == schema { tables[index].layout = nil }
  }

  /// Forgets all tables, since their schemas may be others now.
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

  /// The table that was met last: the next row is mostly one of the same.
  @exclusivity(unchecked) private var lastTable = 0

  /// The place of a table, by the names that the hook gets; nil for one of which nothing is told.
  func table(_ schema: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int? {
    func isIt(_ index: Int) -> Bool {
      strcmp(tables[index].nameText, name) == 0 && strcmp(tables[index].schemaText, schema) == 0
    }
    if lastTable < tables.count, isIt(lastTable) { return tables[lastTable].isTold ? lastTable : nil }
    if let found = tables.indices.first(where: isIt) {
      lastTable = found
    } else {
      let schemaName = SQLiteName.folded(String(cString: schema))
      // Temporary tables, and the copy that VACUUM writes, are nobody else's business.
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
