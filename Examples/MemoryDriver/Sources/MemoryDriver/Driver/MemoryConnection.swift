import ORDA

/// One connection: a transaction, if one is open, over a database that it shares with others.
final class MemoryConnection: DriverConnection {
  private let database: MemoryDatabase
  private let role: ConnectionRole
  private let patience: Duration
  private let source: MemoryChangeSource
  let stop: MemoryCanceller
  private var transaction: Transaction?

  /// What an open transaction sees: the tables as they were when it began, and its own changes.
  private struct Transaction {
    var tables: Tables
    var isReadOnly: Bool
    var savepoints: [(name: String, tables: Tables)] = []
    /// What it changed so far.
    var changes: MemoryChanges

    mutating func change(
      _ body: (inout Tables) throws(DatabaseError) -> StatementOutcome
    ) throws(DatabaseError) -> StatementOutcome {
      let outcome = try body(&tables)
      changes.add(tables.takeWritten())
      return outcome
    }
  }

  init(to database: MemoryDatabase, role: ConnectionRole, patience: Duration, source: MemoryChangeSource) {
    self.database = database
    self.role = role
    self.patience = patience
    self.source = source
    stop = MemoryCanceller(database)
  }

  var dialect: Dialect { Dialect(emptyList: "()") }
  var canceller: any DriverCanceller { stop }
  /// The tables as this connection sees them now.
  var tables: Tables { transaction?.tables ?? database.committed }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    try MemoryStatement(request.sql, on: self)
  }

  // MARK: Transactions

  var isInTransaction: Bool { transaction != nil }

  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    if transaction != nil { throw DatabaseError(.misuse, "a transaction is open already") }
    let isReadOnly = options.isReadOnly || role == .reader
    if !isReadOnly { try database.beginWriting(within: patience, stop) }
    let changes = MemoryChanges(of: source, mark: options.mark, isHeard: database.isHeard)
    transaction = Transaction(tables: database.committed, isReadOnly: isReadOnly, changes: changes)
    return .serializable
  }

  func commit() throws(DatabaseError) {
    guard let ended = transaction else { throw DatabaseError(.misuse, "no transaction is open") }
    transaction = nil
    if !ended.isReadOnly { database.endWriting(ended.tables, ended.changes) }
  }

  func rollback() throws(DatabaseError) {
    guard let ended = transaction else { return }
    transaction = nil
    if !ended.isReadOnly { database.endWriting() }
  }

  func savepoint(_ name: String) throws(DatabaseError) {
    guard let tables = transaction?.tables else { throw DatabaseError(.misuse, "no transaction is open") }
    transaction?.savepoints.append((name, tables))
    transaction?.changes.savepoint(name)
  }

  func release(savepoint name: String) throws(DatabaseError) {
    _ = try drop(savepoint: name)
    transaction?.changes.release(name)
  }

  func rollback(toSavepoint name: String) throws(DatabaseError) {
    let tables = try drop(savepoint: name)
    transaction?.tables = tables
    transaction?.changes.rollback(to: name)
    transaction?.changes.release(name)
  }

  /// Forgets a savepoint and those within it.
  private func drop(savepoint name: String) throws(DatabaseError) -> Tables {
    guard let place = transaction?.savepoints.lastIndex(where: { $0.name == name }),
      let tables = transaction?.savepoints[place].tables
    else { throw DatabaseError(.misuse, "there is no savepoint \(name)") }
    transaction?.savepoints.removeSubrange(place...)
    return tables
  }

  /// Makes a change in the open transaction, or else in one of its own; where it fails, nothing has changed.
  func change(
    _ body: (inout Tables) throws(DatabaseError) -> StatementOutcome
  ) throws(DatabaseError) -> StatementOutcome {
    if role == .reader || transaction?.isReadOnly == true {
      throw DatabaseError(.readOnly, "this connection or transaction was opened to read")
    }
    if let outcome = try transaction?.change(body) { return outcome }
    _ = try begin(TransactionOptions())
    do throws(DatabaseError) {
      let outcome = try change(body)
      try commit()
      return outcome
    } catch {
      try rollback()
      throw error
    }
  }

  // MARK: The rest

  func ping() throws(DatabaseError) {}

  func tables(schema: String?) throws(DatabaseError) -> [TableName] {
    schema == nil ? tables.names.map { TableName(name: $0) } : []
  }

  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    table.schema == nil ? tables[table.name]?.description : nil
  }

  func close() { try? rollback() }
}
