internal import CPostgreSQL
internal import ORDA

/// Transactions and savepoints.
extension PostgreSQLConnection {
  var isInTransaction: Bool { stands }

  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    var sql = "BEGIN"
    var isolation = options.isolation
    if isolation == nil, options.isReadOnly { isolation = max(try defaultIsolation(), .repeatableRead) }
    if let isolation { sql += " ISOLATION LEVEL \(isolation.sql)" }
    if options.isReadOnly { sql += " READ ONLY" }
    // Alone: behind something else the server would not set the isolation any more.
    try runAlone(sql)
    isReadOnly = options.isReadOnly
    transactionBegan(options.mark)
    if isRestoring { try checkForeignKeysLater() }
    // PostgreSQL has no weaker one.
    if let isolation { return max(isolation, .readCommitted) }
    return try defaultIsolation()
  }

  /// That of transactions for which none is asked. Those that only read see one moment all the same, as on other databases,
  /// which costs nothing here and never makes them fail.
  private func defaultIsolation() throws(DatabaseError) -> Isolation {
    if let isolation = session.isolation { return isolation }
    let word = try texts("SHOW default_transaction_isolation").first?.first.flatMap { $0 }
    let isolation = Isolation.allCases.first { $0.sql.lowercased() == word } ?? .readCommitted
    // Read-only transactions may be begun by other settings.
    session.isolation = isolation
    return isolation
  }

  func commit() throws(DatabaseError) {
    guard try committed() == "ROLLBACK" else { return }
    throw DatabaseError(
      .transactionEnded(.rolledBack), "a statement had failed, so the server rolled the transaction back")
  }

  func rollback() throws(DatabaseError) {
    guard PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
    try runAlone("ROLLBACK")
  }

  func savepoint(_ name: String) throws(DatabaseError) { try run("SAVEPOINT \(name)") }

  func release(savepoint name: String) throws(DatabaseError) {
    protection.forget()
    try run("RELEASE SAVEPOINT \(name)")
  }

  func rollback(toSavepoint name: String) throws(DatabaseError) {
    protection.forget()
    locksMayHaveEnded()
    try runAlone("ROLLBACK TO SAVEPOINT \(name);RELEASE SAVEPOINT \(name)")
  }
}

/// A failed statement aborts a transaction, so the connection sets a savepoint before each statement.
extension PostgreSQLConnection: TransactionAbortingConnection {
  var isTransactionAborted: Bool { isAborted }
  func protectStatement() throws(DatabaseError) { if settings.protectsStatements { protection.want() } }
  func keepStatement() throws(DatabaseError) { protection.keep() }

  func undoStatement() throws(DatabaseError) {
    guard protection.undo() else { return }
    locksMayHaveEnded()
    try runAlone("ROLLBACK TO SAVEPOINT \(StatementProtection.name);RELEASE SAVEPOINT \(StatementProtection.name)")
  }
}

extension Isolation {
  fileprivate var sql: String {
    switch self {
    case .readUncommitted: "READ UNCOMMITTED"
    case .readCommitted: "READ COMMITTED"
    case .repeatableRead: "REPEATABLE READ"
    case .serializable: "SERIALIZABLE"
    }
  }
}
