import ORDA
import ORDAImport

/// Turns a transaction, which a client opens and ends by separate requests, into the closure that ORDA runs: inside it,
/// requests are read until one ends it.
extension Bridge {
  /// How a transaction, or the bridge, ends.
  struct Ending {
    /// The request that ends it, which is answered afterwards; nil at the end of input.
    var request: Request?
    /// Whether the changes are undone.
    var isUndone: Bool
    /// Whether the bridge ends with it.
    var endsBridge = false
    /// What went wrong while it ended.
    var error: (any Error)?
  }

  /// Makes a closure of ORDA's roll back.
  private struct Undone: Error {}

  /// Answers requests until one ends the transaction, or the bridge, or input ends.
  ///
  /// - Parameter first: A request to begin with.
  func serve(first: Request? = nil) throws -> Ending {
    if let first, let ending = try handle(first) { return ending }
    while let request = try nextRequest() {
      if let ending = try handle(request) { return ending }
    }
    return Ending(request: nil, isUndone: true, endsBridge: true)
  }

  /// Answers a request; or returns what it ends, to be answered then.
  private func handle(_ request: Request) throws -> Ending? {
    if !autocommits, transaction == nil, mayBegin(before: request) { return try enter(request, isImplicit: true) }
    switch request.operation {
    case .begin: return try enter(request, isImplicit: false)
    case .commit, .rollback: return ending(request)
    case .reset:
      if transaction != nil { return Ending(request: request, isUndone: true) }
      answer(request) { _ in try reset() }
    case .close:
      if request["statement"] == nil, request["cursor"] == nil {
        return Ending(request: request, isUndone: true, endsBridge: true)
      }
      answer(request) { _ in try close(request) }
    case .savepoint: answer(request) { _ in try savepoint(request) }
    case .release: answer(request) { _ in try endSavepoint(request, isUndone: false) }
    case .rollbackTo: answer(request) { _ in try endSavepoint(request, isUndone: true) }
    case .isolation: answer(request) { try isolation(request, $0) }
    case .autocommit: answer(request) { try autocommit(request, $0) }
    case .execute: answer(request) { try execute(request, $0) }
    case .results: answer(request) { try results(request, $0) }
    case .batch:
      if request["requests"] == nil { answer(request) { try executeMany(request, $0) } } else { begin(request) }
    case .prepare: answer(request) { try prepare(request, $0) }
    case .fetch: answer(request) { try fetch(request, $0) }
    case .tables: answer(request) { try tables(request, $0) }
    case .describe: answer(request) { try describe(request, $0) }
    case .capabilities: answer(request) { capabilities($0) }
    case .ping: answer(request) { _ in try database.ping() }
    }
    return nil
  }

  /// What a request ends; nil if there is nothing to end, after answering that.
  private func ending(_ request: Request) -> Ending? {
    if transaction != nil { return Ending(request: request, isUndone: request.operation == .rollback) }
    answer(request) { _ in
      // Without autocommit a transaction begins when it is needed, and none was.
      if autocommits { throw DatabaseError(.misuse, "no transaction is open; send begin first") }
    }
    return nil
  }

  /// Whether a transaction begins for a request if autocommit is off.
  private func mayBegin(before request: Request) -> Bool {
    guard request.operation.runsStatements, request["requests"] == nil else { return false }
    if database.capabilities.contains(.transactionalDDL) { return true }
    // Making tables would commit it.
    guard let sql = try? request.text("sql"),
      let statement = try? ParsedStatement.parse(sql, interpolations: 0, dialect: database.dialect)
    else { return true }
    return !statement.keyword.definesSchema
  }

  /// Opens a transaction and stays in it until it has ended; returns whether the bridge ended with it.
  private func enter(_ request: Request, isImplicit: Bool) throws -> Ending? {
    let options: TransactionOptions
    do {
      options = try isImplicit ? TransactionOptions(isolation: isolation, isDeferred: true) : self.options(for: request)
    } catch {
      answer(request, error)
      return nil
    }
    guard let ending = try run(options, request, isImplicit: isImplicit) else { return nil }
    if ending.endsBridge { return ending }
    guard let request = ending.request else { return nil }
    answer(request) { _ in
      if let error = ending.error { throw error }
      if request.operation == .reset { try reset() }
    }
    return nil
  }

  /// The options of the transaction that a request opens.
  private func options(for request: Request) throws -> TransactionOptions {
    guard transaction == nil else {
      throw DatabaseError(.misuse, "a transaction is open already; send savepoint to nest another in it")
    }
    let mode = try request.optionalText("mode") ?? "immediate"
    guard mode == "immediate" || mode == "deferred" else {
      throw DatabaseError.badRequest("\"mode\" is immediate or deferred")
    }
    return TransactionOptions(
      isolation: try isolation(named: request.optionalText("isolation")) ?? isolation,
      isReadOnly: try request.flag("readOnly"), isDeferred: mode == "deferred")
  }

  /// Begins a transaction, answers that it is open, and serves in it; nil if it can't begin, after answering that.
  private func run(_ options: TransactionOptions, _ request: Request, isImplicit: Bool) throws -> Ending? {
    var ending: Ending?
    var isOpen = false
    do {
      let lease = LeaseRequest(role: options.isReadOnly ? .reader : .writer, transaction: options)
      try database.lease(lease) { connection in
        let transaction = connection.openTransaction
        isOpen = true
        self.transaction = transaction
        defer {
          self.transaction = nil
          savepoints = []
        }
        if !isImplicit { answer(request) { $0.write(",\"isolation\":\"\(transaction.isolation)\"") } }
        let ended = try serve(first: isImplicit ? request : nil)
        ending = ended
        // Rows that are still being read would prevent some databases from committing.
        cursors.removeAll { $0.level > 0 }
        transaction.leaveSavepoints(savepoints.count)
        if ended.isUndone { throw Undone() }
      }
    } catch is Undone {
    } catch {
      guard isOpen else {
        answer(request, error)
        return nil
      }
      // What could not be kept is undone.
      guard ending != nil else { throw error }
      ending?.error = error
    }
    return ending
  }

  // MARK: Savepoints

  /// The maximum number of savepoints in a transaction: what a client forgets to release must not fill the memory.
  static let mostSavepoints = 10_000

  private func savepoint(_ request: Request) throws {
    let name = try request.text("name")
    guard !name.isEmpty else { throw DatabaseError.badRequest("a savepoint's name is not empty") }
    guard let transaction else {
      throw DatabaseError(.misuse, "a savepoint needs a transaction around it; send begin first")
    }
    guard savepoints.count < Self.mostSavepoints else {
      throw DatabaseError(.misuse, "\(Self.mostSavepoints) savepoints are set in each other; release some first")
    }
    try transaction.setSavepoint()
    savepoints.append(name)
  }

  /// Ends a savepoint and those set since; if it is undone, it is set again, as ROLLBACK TO does.
  private func endSavepoint(_ request: Request, isUndone: Bool) throws {
    guard let transaction else { throw DatabaseError(.misuse, "no transaction is open; send begin first") }
    let name = try request.text("name")
    // Names are compared byte by byte; of several equal ones the innermost counts.
    guard let index = savepoints.lastIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else {
      throw DatabaseError(.misuse, "no savepoint \(VisibleText.escaping(name)) is set in this transaction")
    }
    cursors.removeAll { $0.level > index + 1 }
    let count = savepoints.count - index
    savepoints.removeLast(count)
    guard isUndone else { return try transaction.releaseSavepoints(count) }
    transaction.rollBackSavepoints(count)
    try transaction.setSavepoint()
    savepoints.append(name)
  }

  // MARK: What transactions are

  private func isolation(named name: String?) throws -> Isolation? {
    guard let name else { return nil }
    if let isolation = Isolation.allCases.first(where: { "\($0)" == name }) { return isolation }
    let all = Isolation.allCases.map { "\($0)" }.joined(separator: ", ")
    throw DatabaseError.badRequest("an isolation is one of \(all)")
  }

  /// Returns, or sets, the isolation of transactions whose `begin` does not name one.
  private func isolation(_ request: Request, _ output: Output) throws {
    if let wanted = try isolation(named: request.optionalText("level")) { isolation = wanted }
    output.write(",\"isolation\":")
    output.write(isolation.map { "\"\($0)\"" } ?? "null")
  }

  /// Returns, or sets, whether each statement is committed as soon as it is done.
  private func autocommit(_ request: Request, _ output: Output) throws {
    if request["on"] != nil {
      let wanted = try request.flag("on")
      if wanted != autocommits, transaction != nil {
        throw DatabaseError(.misuse, "a transaction is open; send commit or rollback first")
      }
      autocommits = wanted
    }
    output.write(",\"autocommit\":\(autocommits)")
  }

  /// Restores the session's initial state: whatever was prepared, set or made only for it is gone.
  private func reset() throws {
    cursors.removeAll { _ in true }
    statements.removeAll { _ in true }
    (autocommits, isolation) = (true, nil)
    try database.withConnection { try $0.resetSession() }
  }
}
