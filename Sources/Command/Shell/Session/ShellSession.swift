import ORDA

/// A shell's database: one connection, so that temporary tables and session variables stay, and its open transaction.
final class ShellSession {
  let governor: any Governor
  /// Its URL, without secrets.
  let title: String
  /// The transaction opened by BEGIN, until something ends it.
  private(set) var transaction: AsyncTransaction?
  /// The connection, while it is lent for several statements.
  private var held: Connection?

  /// Opens a database.
  ///
  /// - Throws: `DatabaseError`.
  init(url: String) throws {
    governor = try openDatabase(try Self.withDefaults(url))
    let driver = ORDA.shared.driver(for: governor.url.scheme)
    title =
      try driver.map { try DatabaseURL(url, shape: $0.urlShape).description(maskedBy: $0.options) }
      ?? governor.url.description
  }

  /// A URL with a shell's defaults, unless it sets them itself: one connection, whose session stays as it is, and
  /// transactions that wait while a person thinks.
  static func withDefaults(_ url: String) throws -> String {
    try withOptions(
      [("pool.max", "1"), ("pool.reset", "false"), ("pool.idle-transaction", "0"), ("slow-statement", "0")], url)
  }

  /// Lends the connection, in the open transaction if there is one; Control-C stops what runs on it.
  ///
  /// What the body runs on the governor itself runs there, too.
  ///
  /// - Throws: What the body throws, ``Terminated``, and `DatabaseError` of kind `cancelled`.
  func withConnection<R>(_ body: @escaping (Connection) throws -> R) throws -> R {
    if let held { return try body(held) }
    let result = Box<R?>(nil)
    try lend { result.value = try body($0) }.end()
    guard let value = result.value else { throw DatabaseError(.misuse, "the connection was not lent") }
    return value
  }

  /// Lends the connection like ``withConnection(_:)``, while the caller does something else that does not use the session.
  private func lend(_ body: @escaping (Connection) throws -> Void) throws -> InterruptibleWork.Begun<Void> {
    let (governor, transaction) = (governor, transaction)
    // The body runs on another thread, and this one does not touch what it uses until it has ended.
    nonisolated(unsafe) let body = body
    let lent: @Sendable (Connection) throws -> Void = { try body($0) }
    return try InterruptibleWork.begin {
      if let transaction {
        try await transaction.lease(lent)
      } else {
        try await governor.lease(LeaseRequest(role: .writer), lent)
      }
    }
  }

  /// Begins to run what the body runs, with the connection lent once for all of it: no statement that begins or ends a
  /// transaction. The caller must not use the session until it has ended.
  ///
  /// - Throws: From the end like ``withConnection(_:)``.
  func beginHolding(_ body: @escaping () throws -> Void) throws -> InterruptibleWork.Begun<Void> {
    try lend { [self] connection in
      held = connection
      defer { held = nil }
      try body()
    }
  }

  /// Runs one statement.
  ///
  /// - Throws: Like ``withConnection(_:)``.
  ///
  /// - Parameter parameters: Values by name; the statement uses those that it has parameters for.
  func run(
    _ statement: StatementSplitter.Statement, _ parameters: [ParameterValue], _ show: StatementShow
  ) throws {
    if let command = try TransactionCommand(statement) {
      let done = show.terminal.style.dim(try run(command))
      show.remark { $0.write(done) }
    } else if statement.keyword.changesSession {
      // ORDA prevents a governor's users from changing each other's connections. Here there is one user and one
      // connection.
      try withConnection { _ = try $0.executeScript(SQL(text: statement.text)) }
      show.remark { $0.write(show.terminal.style.dim("done")) }
    } else {
      try withConnection { connection in
        if parameters.isEmpty { return try show.run(statement, on: connection) }
        let sql = SQL(text: statement.text)
        try show.run(sql, try Self.used(parameters, by: sql, on: connection), on: connection)
      }
    }
  }

  private static func used(
    _ parameters: [ParameterValue], by sql: SQL, on connection: Connection
  ) throws -> Parameters {
    let names = Set(try connection.prepare(sql).parameterNames)
    let used = parameters.filter { names.contains($0.name) }
    return used.isEmpty ? .none : ParameterValue.parameters(used)
  }

  // MARK: Transactions

  /// Begins, ends or nests a transaction, and reports in words what was done.
  private func run(_ command: TransactionCommand) throws -> String {
    switch command {
    case .begin(let options):
      if transaction != nil {
        throw DatabaseError(.misuse, "a transaction is open already; end it by COMMIT or ROLLBACK, or set a SAVEPOINT")
      }
      let governor = governor
      transaction = try InterruptibleWork.run {
        try await governor.begin(LeaseRequest(role: .writer, transaction: options))
      }
      return "transaction begun"
    case .commit:
      let open = try openTransaction()
      // Whatever the database says, this one is over.
      transaction = nil
      try InterruptibleWork.run { try await open.commit() }
      return "committed"
    case .rollback:
      let open = try openTransaction()
      transaction = nil
      try InterruptibleWork.run { await open.rollback() }
      return "rolled back"
    case .savepoint(let name):
      let open = try openTransaction()
      try InterruptibleWork.run { try await open.savepoint(name) }
      return "savepoint \(name) set"
    case .release(let name):
      let open = try openTransaction()
      try InterruptibleWork.run { try await open.release(savepoint: name) }
      return "savepoint \(name) released"
    case .rollbackTo(let name):
      let open = try openTransaction()
      try InterruptibleWork.run { try await open.rollback(toSavepoint: name) }
      return "rolled back to savepoint \(name)"
    }
  }

  private func openTransaction() throws(DatabaseError) -> AsyncTransaction {
    guard let transaction else { throw DatabaseError(.misuse, "no transaction is open; BEGIN opens one") }
    return transaction
  }

  // MARK: The end

  /// Closes the database; true if a transaction was open, which is rolled back.
  func close() -> Bool {
    let open = transaction
    transaction = nil
    if let open { try? InterruptibleWork.run { await open.rollback() } }
    try? governor.close(within: .seconds(1))
    return open != nil
  }
}
