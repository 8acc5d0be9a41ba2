internal import ORDAThreads
internal import Synchronization

/// A stretch of code that holds one connection: the closure of `transaction` or `withConnection`, or open rows.
///
/// Within it, on its own thread, everything that the program does on the same governor uses that connection. That is how
/// a function that was given the governor, and not the transaction, still takes part in the transaction.
final class LeaseScope {
  /// Retained, since a program may keep what was lent to its closure longer than the governor, and should then get an
  /// error.
  let governor: ConnectionGovernor
  let connection: PooledConnection
  let kind: Kind
  let thread: ThreadIdentity?
  /// How many transactions are nested: 0 in a plain `withConnection`, 1 in a transaction, more inside savepoints.
  var depth = 0 {
    didSet {
      if oldValue == 0, depth > 0 { governor.openTransactions.add(1, ordering: .relaxed) }
      if oldValue > 0, depth == 0 { governor.openTransactions.subtract(1, ordering: .relaxed) }
      connection.hasTransaction = depth > 0
    }
  }
  /// The limit of everything done here; nil for none.
  var deadline: Deadline?
  /// How many nested closures run here.
  var runningClosures = 0
  /// The open transactions that were begun here by hand, innermost last.
  var begun: [BegunTransaction] = []
  /// True in a read-only transaction.
  var isReadOnly = false
  /// True while a script runs, which may begin a transaction and end it.
  var isInScript = false
  /// True if what runs next must leave no transaction open: outside of transactions and scripts.
  var isOutside: Bool { !connection.hasTransaction && !isInScript && !connection.isInTransaction }
  /// How the session quotes and comments, if a statement may have changed that.
  var ownDialect: Dialect? { connection.driver.isSessionChanged ? connection.driver.dialect : nil }
  /// True while a transaction begun by a script is open.
  var isInScriptsTransaction = false
  /// Set when the database ended the transaction by itself; from then on nothing runs in it.
  var ending: DatabaseError.Kind.Ending? { didSet { isRetryable = false } }
  /// Whether what the database ended may be repeated at once.
  private var isRetryable = false
  /// Set when the governor rolled the transaction back, because nobody used it for as long as `pool.idle-transaction` says.
  var wasIdle = false
  var isolation: Isolation = .serializable
  /// The participants in the open transaction, which must learn of its end.
  var participants: [any TransactionParticipant] = []
  /// How many of the program's own statements were run, each of which may have changed any row.
  var statements = 0
  /// Why an entry could not be read for a getter, which throws nothing; and how many transactions were open then. The
  /// next call throws it, the commit at the latest.
  private var readingFailure: (error: DatabaseError, depth: Int)?
  /// True once the closure has returned.
  private(set) var isOver = false
  /// The rows that the scope was entered for, in one of kind ``Kind/rows``.
  var rows: (any OpenReading)?
  /// Set by another thread, to which the program sent the rows, and which released them.
  private let isLetGo = Atomic<Bool>(false)
  /// Rows that were opened here and are still being read.
  @exclusivity(unchecked) var openRows: [any OpenReading] = []
  /// How many closures and statements use the connection of open rows beside them. If the rows end first, the last of
  /// these returns the connection.
  @exclusivity(unchecked) private var users = 0
  private var whenUnused: (() -> Void)?

  /// What holds the connection.
  enum Kind {
    /// A closure of `transaction` or `withConnection`.
    case closure
    /// Rows that are being read.
    case rows
  }

  init(governor: ConnectionGovernor, connection: PooledConnection, kind: Kind, thread: ThreadIdentity? = .current) {
    self.governor = governor
    self.connection = connection
    self.kind = kind
    self.thread = thread
  }

  deinit { if depth > 0 { governor.openTransactions.subtract(1, ordering: .relaxed) } }

  /// Marks the scope's connection as used, until ``endUse()``.
  func beginUse() { users += 1 }

  func endUse() {
    users -= 1
    guard users == 0, let whenUnused else { return }
    self.whenUnused = nil
    whenUnused()
  }

  /// Runs an action as soon as nothing uses the scope: now, if nothing does.
  func afterUse(_ action: @escaping () -> Void) {
    if users == 0 { action() } else { whenUnused = action }
  }

  /// Ends the scope, with what was left open in it.
  func end() {
    isOver = true
    finishRows()
  }

  /// Ends the reading of rows left open.
  func finishRows() {
    if openRows.isEmpty { return }
    let open = openRows
    openRows = []
    for rows in open { _ = rows.finish(nil) }
  }

  /// Rolls back the open transactions begun by hand in this many closures, or more.
  func endBegun(in closures: Int) {
    while let last = begun.last, last.closures >= closures { last.leaveOpen() }
  }

  /// Notes, on any thread, that the program does not need the scope's rows any more.
  func letGoElsewhere() { isLetGo.store(true, ordering: .releasing) }

  /// Ends rows, and transactions, that another thread released.
  func finishWhatWasLetGo() {
    if let first = begun.first { first.endIfLetGo() }
    guard isLetGo.load(ordering: .acquiring) else { return }
    _ = rows?.finish(nil)
  }

  /// Refuses what can no longer run.
  @inline(__always)
  func checkUsable() throws(DatabaseError) {
    if !isReadable { try refuse() }
  }

  /// Refuses what can't run here.
  ///
  /// A call of its own, to which the scope is lent: written into its caller, it would retain the scope.
  @inline(never)
  func checkAllowed(_ statement: ParsedStatement, _ capabilities: Capabilities) throws(DatabaseError) {
    try checkUsable()
    if depth > 0 { try statement.checkAllowedInTransaction(capabilities) }
  }

  private func refuse() throws(DatabaseError) {
    if isOver { throw DatabaseError(.misuse, "the closure that this connection was lent to has returned") }
    if let endingError { throw endingError }
    if let readingFailure { throw readingFailure.error }
  }

  /// How the database ended the transaction, if it did.
  private var endingError: DatabaseError? {
    guard let ending else { return nil }
    let reason =
      switch ending {
      case _ where wasIdle:
        "the transaction was not used for longer than pool.idle-transaction in the URL says, and was rolled back; it must be "
          + "repeated as a whole"
      case .rolledBack:
        "the database rolled the transaction back; nothing more runs in it, and it must be repeated as a whole"
      case .unknown:
        "a statement ended the transaction, and whether it was committed or rolled back the database does not tell; nothing "
          + "more runs in it, and only the data shows what was done"
      default:
        "the transaction is committed already, with all that came before: a statement in it did that implicitly, and nothing "
          + "more runs in it"
      }
    var error = DatabaseError(.transactionEnded(ending), reason)
    error.isRetryable = ending == .rolledBack && isRetryable
    return error
  }

  /// True if a failed statement has aborted the transaction, which is still open, and accepts nothing but a rollback.
  var isAborted: Bool { connection.protection?.driver.isTransactionAborted ?? false }

  /// True if nothing prevents a commit from being tried.
  var isCommittable: Bool { ending == nil && readingFailure == nil }

  /// True if entries can be read in the open transaction.
  var isReadable: Bool { isCommittable && !isOver }

  /// True in a transaction that may write if nobody else can meanwhile: what it reads stays as it is.
  var hasOnlyWriter: Bool { !isReadOnly && !governor.capabilities.contains(.rowLocks) }

  /// Has the next call throw an error that a getter met.
  func keep(_ error: DatabaseError) {
    if readingFailure == nil { readingFailure = (error, depth) }
  }

  /// Forgets an error that a getter met in a savepoint, or a transaction, that was rolled back.
  func forgetFailure() {
    if let readingFailure, readingFailure.depth > depth { self.readingFailure = nil }
  }

  /// Notes if the database ended the transaction during a statement, or a query of the driver's own.
  ///
  /// - Parameters:
  ///   - failure: What was thrown, if anything.
  ///   - ending: How what ran has ended the transaction, if it did and succeeded. What never ends one can only have
  ///     found one that was rolled back.
  /// - Returns: The error to throw instead: if the statement failed only after it had committed the transaction, its
  ///   own error would have the program believe that nothing was done.
  @inline(__always)
  @discardableResult
  func checkTransaction(
    _ failure: (any Error)?, ending: @autoclosure () -> DatabaseError.Kind.Ending = .rolledBack
  ) -> DatabaseError? {
    guard depth > 0, self.ending == nil, !connection.isInTransaction || isAborted else { return nil }
    return noteEnd(failure, ending())
  }

  private func noteEnd(_ failure: (any Error)?, _ usual: DatabaseError.Kind.Ending) -> DatabaseError? {
    if isAborted {
      self.ending = .rolledBack
      return nil
    }
    // What the program's closure threw says nothing about the database.
    let failure = failure as? DatabaseError
    noteEnding(usual, failure)
    guard self.ending == .implicitlyCommitted, let failure, var error = endingError else { return nil }
    error.message += "; after that the statement failed: \(failure.message)"
    error.underlying = failure
    return error
  }

  private func noteEnding(_ usual: DatabaseError.Kind.Ending, _ failure: DatabaseError?) {
    ending =
      switch (usual, failure?.kind) {
      case (.rolledBack, _), (_, nil): usual
      case (_, .some(let kind)) where DatabaseError.Kind.connectionLost.matches(kind): .unknown
      // What commits implicitly begins with that, and fails later; but the commit itself may also have failed like
      // this.
      case (.implicitlyCommitted, .deadlock), (.implicitlyCommitted, .serialization): .unknown
      case (.implicitlyCommitted, _): .implicitlyCommitted
      case (_, .deadlock), (_, .serialization): .rolledBack
      default: .unknown
      }
    // If no error reported it, somebody else's work was the reason.
    isRetryable = failure?.isRetryable ?? true
  }

  /// The limit of something with a deadline of its own; nil for the governor's.
  func limit(of deadline: Deadline?) -> Deadline? {
    let limit = deadline ?? governor.settings.deadline
    return self.deadline.map { $0.earlier(limit) } ?? limit
  }

  /// Asks the driver for something other than a statement.
  ///
  /// - Parameter deadline: How long it may take; nil for the governor's limit.
  func ask<R>(
    within deadline: Deadline? = nil, _ question: (any DriverConnection) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    do throws(DatabaseError) {
      let answer = try connection.ask(
        within: limit(of: deadline), effect: depth > 0 ? .transaction : .nothing, question)
      checkTransaction(nil)
      return answer
    } catch {
      checkTransaction(error)
      throw error
    }
  }
}
