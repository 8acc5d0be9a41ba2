internal import CSQLite
internal import ORDA

/// What happens when a statement has ended: undoing it, naming its columns, and reporting a commit.
extension SQLiteChangeRecorder {
  /// How a statement ended.
  struct Ending {
    var keyword: StatementKeyword
    var hasFailed: Bool
    /// True if it has returned its last row.
    var isOver: Bool
    /// Where it began; see ``statementBegins()``.
    var mark: Int
    var sql: () -> String
  }

  /// Called after each step of a statement that may write or that ends something, and after its reset.
  func statementEnded(_ ending: Ending) {
    guard isRecording else { return listeningBegan(ending) }
    if ending.hasFailed { undo(ending) } else if ending.isOver { follow(ending) }
    nameRawRows()
    finishCommit()
  }

  /// Somebody began to listen while the statement ran.
  private func listeningBegan(_ ending: Ending) {
    catchUp()
    guard isRecording, !ending.hasFailed, sqlite3_get_autocommit(database) != 0, !ending.keyword.mayRead else { return }
    // Where commits are counted, the watch notices this one. Nobody watches a database in memory.
    for schema in schemas where schema.file.path == nil { tellOfSomething(schema) }
  }

  private func tellOfSomething(_ schema: Schema) {
    let ticket = schema.file.takeTicket(base: nil).number
    schema.file.complete(ticket, .init(source: source, schema: schema.name, isVague: true), wrote: true)
  }

  /// As a rule, a statement that fails while its transaction goes on is undone; if it fails by FAIL, what it did before
  /// stays.
  private func undo(_ ending: Ending) {
    // The transaction goes on unless it was committed, or rolled back, which empties what was noted.
    guard transaction.position > ending.mark, !schemas.contains(where: { $0.ticket != nil }) else { return }
    let isCounted = ending.keyword.isCounted
    // SQLite counts no changes for a statement that it has undone, nor those of triggers and foreign keys.
    if isCounted, sqlite3_changes64(database) > 0 { return }
    if isCounted, mayKeepRows(ending.sql()) { return transaction.makeVague(since: ending.mark) }
    transaction.undo(to: ending.mark)
  }

  /// True if a statement, or a trigger that it fires, may end by FAIL. SQLite never reports that a failure was one; a
  /// program's instructions show whether it may be.
  private func mayKeepRows(_ sql: String) -> Bool {
    guard let handle = try? connection.compile("EXPLAIN \(sql)", isPersistent: false) else { return true }
    defer { sqlite3_finalize(handle) }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return false }
      guard code == SQLITE_ROW, let opcode = sqlite3_column_text(handle, 1) else { return true }
      // In an update of a virtual table it is in another place.
      let place: Int32 =
        switch String(cString: opcode) {
        case "Halt", "HaltIfNull": 3
        case "VUpdate": 6
        default: -1
        }
      if place > 0, sqlite3_column_int(handle, place) == Self.endingByFail { return true }
    }
  }

  /// `OE_Fail`, as in SQLite's instructions.
  private static let endingByFail: Int32 = 3

  private func follow(_ ending: Ending) {
    switch ending.keyword {
    case .savepoint, .release, .rollback:
      switch SavepointStatement(ending.sql()) {
      case .set(let name): savepointSet(name)
      case .release(let name): savepointReleased(name)
      case .rollback(let name): rolledBack(to: name)
      case nil: break
      }
    case .create, .alter, .drop:
      // If it ran alone its commit is over, and was noted before; see `definitionBegins`.
      if sqlite3_get_autocommit(database) == 0 { noteSchemaChange() }
    case .vacuum:
      // Rowids that are not a key may have changed, and SQLite's hooks report nothing.
      for schema in schemas where schema.ticket == nil { tellOfSomething(schema) }
    case .attach, .detach: noteDatabases()
    default: break
    }
  }

  /// Called before a statement that changes the schema: outside a transaction its commit is part of it.
  func definitionBegins() {
    guard isRecording, sqlite3_get_autocommit(database) != 0 else { return }
    transaction.addSchemaChange()
  }

  private func noteSchemaChange() {
    nameRawRows()
    transaction.addSchemaChange()
    for index in tables.indices { tables[index].layout = nil }
  }

  /// Called after a program has used the raw handle.
  func handleReturned() {
    guard isRecording else { return }
    nameRawRows()
    finishCommit()
  }

  // MARK: Savepoints

  func savepointSet(_ name: String) { if isRecording { transaction.savepoint(name) } }

  func savepointReleased(_ name: String) {
    guard isRecording else { return }
    transaction.release(name)
    // The outermost one, without a BEGIN, was the transaction.
    finishCommit()
  }

  func rolledBack(to name: String) {
    guard isRecording else { return }
    let changedSchema = transaction.changesSchema
    transaction.rollback(to: name)
    if changedSchema { for index in tables.indices { tables[index].layout = nil } }
  }

  // MARK: Names

  /// Names the columns of rows that were recorded without.
  func nameRawRows() {
    guard !rawRows.isEmpty else { return }
    let rows = rawRows
    rawRows = []
    loadLayouts { tables[$0].layout == nil }
    transaction.replaceChanges { table, change in
      guard let place = RawRow.place(of: change) else { return change }
      return tables[table].layout.flatMap { rows[place].change($0) }
    }
    transaction.removeChanges(where: \.changesNothing)
  }

  /// Asks for the columns of tables.
  private func loadLayouts(where isAsked: (Int) -> Bool) {
    for index in tables.indices where tables[index].isTold && tables[index].isWanted && isAsked(index) {
      tables[index].layout = layout(of: tables[index])
    }
  }

  private func layout(of table: Table) -> SQLiteTableLayout? {
    let schema = schemas[table.schema].name
    guard let description = try? connection.describe(TableName(schema: schema, name: table.name)) else { return nil }
    return SQLiteTableLayout(description, schema: schema)
  }

  /// Makes sure that the names in this transaction's changes are still the columns' names.
  private func confirmLayouts() {
    guard doubtsLayouts else { return }
    doubtsLayouts = false
    for index in tables.indices {
      guard let before = tables[index].layout else { continue }
      tables[index].layout = layout(of: tables[index])
      if tables[index].layout?.isSame(as: before) != true { transaction.addVague(table: index) }
    }
  }

  // MARK: The commit

  /// Forgets what was noted of a statement that turned out to do nothing.
  private func forgetNothing() {
    guard !transaction.isEmpty, sqlite3_get_autocommit(database) != 0 else { return }
    if !schemas.contains(where: { orda_sqlite3_is_writing(database, $0.name) != 0 }) { forgetTransaction() }
  }

  /// Completes the tickets of a commit that has returned.
  func finishCommit() {
    guard schemas.contains(where: { $0.ticket != nil }) else { return forgetNothing() }
    // COMMIT met a lock: the transaction goes on, and may be committed later.
    if sqlite3_get_autocommit(database) == 0 { return cancelTickets() }
    // A database in memory has no pages to write.
    let hasWritten = orda_sqlite3_pages_written(database) != pagesBefore || schemas[0].file.path == nil
    nameRawRows()
    confirmLayouts()
    let changes = transaction.changes
    let vague = transaction.vagueTables.map { tables[$0] }
    let (changesSchema, isVague) = (transaction.changesSchema, isPartial || !SQLiteChangeSource.tellsRows)
    forgetTransaction()
    for index in schemas.indices {
      guard let ticket = schemas[index].ticket else { continue }
      schemas[index].ticket = nil
      let name = schemas[index].name
      var batch = SQLiteFile.Batch(source: source, schema: name, changesSchema: changesSchema && hasWritten)
      batch.mark = mark
      batch.rows = schemas.count == 1 ? changes : changes.filter { $0.layout.identity.schema == name }
      batch.vagueTables = Set(vague.lazy.filter { $0.schema == index }.map(\.folded))
      if isVague, hasWritten {
        batch.rows = []
        batch.isVague = true
      }
      // A REPLACE by the same values reports rows and writes nothing.
      schemas[index].file.complete(ticket, batch, wrote: hasWritten)
    }
  }
}
