internal import ORDA

/// Questions about the tables that a log names, while its transactions are put together.
protocol LoggedTables {
  /// The table of an event's rows.
  func table(of event: RowsEvent) -> LoggedPlace
  /// The rows of an event; nil if they can't be reported one by one.
  mutating func changes(of event: RowsEvent) -> [RowChange]?
  /// The identity by which names in the log are compared.
  func identity(of table: TableName) -> TableName

  /// Rows of a table follow.
  mutating func note(_ map: TableMap)
  /// The log's numbers for tables are void.
  mutating func forgetMaps()
  /// Tables were altered.
  mutating func forgetLayouts()
}

/// What is known of a table whose rows the log has.
enum LoggedPlace: Equatable {
  /// Somebody wants to hear of it; its identity.
  case wanted(TableName)
  case unwanted
  /// The log did not say which table it is.
  case unmapped
}

/// Puts together what each transaction changed, from the log's events.
///
/// The log has a transaction whole, after its commit. So little in it was undone: only what a rolled back transaction
/// wrote to a table without transactions. How much of that remains can't be seen here, so such tables are reported as
/// possibly changed.
struct LogTransactions {
  /// A complete transaction.
  struct Commit {
    /// Nil if the log only says that something is missing.
    var gtid: GTID?
    /// When it began, in seconds since 1970.
    var time: UInt32 = 0
    var batch = ChangeBatch(origin: .elsewhere)
  }

  /// How many prepared XA transactions are remembered.
  private static let preparedLimit = 1000

  private var group: LogGroup?
  private var changes: ChangeCollector
  /// The tables of the open transaction, by their numbers in `changes`.
  private var tables: [TableName] = []
  private var schemas: Set<String> = []
  private var isEverything = false
  /// The tables of transactions that were prepared and not committed yet.
  private var prepared: [XATransaction: Set<TableName>] = [:]

  init(rowLimit: Int) { changes = ChangeCollector(limits: .init(rows: rowLimit)) }

  /// Takes the next event; returns the transaction that ends with it.
  mutating func take(_ event: LogEvent, _ known: inout some LoggedTables) -> Commit? {
    switch event {
    case .formatDescription:
      // A server that crashed in the middle of a transaction begins a new file, and the transaction is void.
      reset()
      known.forgetMaps()
    case .group(let group):
      reset()
      self.group = group
    case .tableMap(let map): known.note(map)
    case .rows(let rows):
      add(rows, &known)
      if rows.endsStatement { known.forgetMaps() }
    case .commit: return finish()
    case .prepared(let transaction): return prepare(transaction)
    case .query(let query): return take(query, &known)
    case .incident:
      var commit = Commit(gtid: group?.gtid, time: group?.time ?? 0)
      commit.batch.unknown = .everything
      reset()
      return commit
    case .rotate, .heartbeat, .other: break
    }
    return nil
  }

  // MARK: Rows

  private mutating func add(_ event: RowsEvent, _ known: inout some LoggedTables) {
    switch known.table(of: event) {
    case .unwanted: return
    case .unmapped: isEverything = true
    case .wanted(let identity):
      let table = number(of: identity)
      if isEverything || changes.isVague(table) { return }
      guard let rows = known.changes(of: event) else { return changes.addVague(table: table) }
      for row in rows where !row.changesNothing { changes.add(row, table: table, size: row.size) }
    }
  }

  private mutating func number(of identity: TableName) -> Int {
    if let number = tables.firstIndex(of: identity) { return number }
    tables.append(identity)
    return tables.count - 1
  }

  // MARK: Statements as text

  private mutating func take(_ query: LoggedQuery, _ known: inout some LoggedTables) -> Commit? {
    switch LoggedStatement(query.text) {
    case .begin, .savepoint, .harmless: break
    case .commit: return finish()
    case .rollback:
      makeVague()
      return finish()
    case .rollbackToSavepoint: makeVague()
    case .commitXA:
      // A transaction prepared before anybody listened may have changed anything.
      if let tables = group?.xa.flatMap({ prepared.removeValue(forKey: $0) }) {
        for table in tables { changes.addVague(table: number(of: table)) }
      } else {
        isEverything = true
      }
      return finish()
    case .rollbackXA:
      if let transaction = group?.xa { prepared[transaction] = nil }
      return finish()
    case .definition(let named):
      known.forgetLayouts()
      let all = query.schema.isEmpty ? named : named.union([query.schema])
      schemas.formUnion(all.map { known.identity(of: TableName(schema: $0, name: "")).schema ?? $0 })
    case .truncation(let table):
      let name = TableName(schema: table.schema ?? query.schema, name: table.name)
      changes.addVague(table: number(of: known.identity(of: name)))
    case .other: isEverything = true
    }
    return group?.flags.contains(.standalone) == true ? finish() : nil
  }

  /// What was changed so far may or may not be undone.
  private mutating func makeVague() {
    for table in tables.indices { changes.addVague(table: table) }
  }

  // MARK: The end

  /// A prepared transaction is not committed: only the tables it changed are remembered.
  private mutating func prepare(_ transaction: XATransaction) -> Commit? {
    if transaction.isOnePhase { return finish() }
    if !isEverything, prepared.count < Self.preparedLimit { prepared[transaction] = Set(tables) }
    let commit = Commit(gtid: group?.gtid, time: group?.time ?? 0)
    reset()
    return commit
  }

  private mutating func finish() -> Commit? {
    guard let group else { return nil }
    var commit = Commit(gtid: group.gtid, time: group.time)
    if isEverything {
      commit.batch.unknown = .everything
    } else {
      commit.batch.rows = changes.changes
      commit.batch.unknown.tables = Set(changes.vagueTables.map { tables[$0] })
      commit.batch.unknown.schemas = schemas
    }
    commit.batch.schemaChanges = schemas.sorted().map { SchemaChange(schema: $0) }
    reset()
    return commit
  }

  private mutating func reset() {
    group = nil
    changes.removeAll()
    tables = []
    schemas = []
    isEverything = false
  }
}
