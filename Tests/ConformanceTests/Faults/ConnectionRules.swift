#if Conformance
  import ORDA

  /// What a database can do less than SQLite, and insists on.
  struct Strictness: Sendable {
    /// True where a connection gives one result at a time, and refuses whatever comes between its rows.
    var givesOneResult = false
    /// True where a statement that fails aborts the open transaction, which then refuses everything but being rolled back.
    var abortsTransactions = false
  }

  /// The state of one connection by which calls are refused.
  final class ConnectionRules {
    private let strictness: Strictness
    private weak var reading: FaultyStatement?
    private var isTangled = false
    private(set) var isAborted = false

    init(_ strictness: Strictness) { self.strictness = strictness }

    /// Refuses what comes between rows, and where nothing runs in an aborted transaction.
    func check(rollsBack: Bool = false) throws(DatabaseError) {
      if reading != nil || isTangled {
        throw DatabaseError(.protocolViolation, "this came between the rows of another statement")
      }
      if isAborted, !rollsBack { throw DatabaseError(.other, "the transaction is aborted") }
    }

    /// A statement is run, or its next row asked for.
    func begin(_ statement: FaultyStatement) throws(DatabaseError) {
      if reading === statement { return }
      try check()
      if strictness.givesOneResult { reading = statement }
    }

    func end(_ statement: FaultyStatement) {
      if reading === statement { reading = nil }
    }

    func noteFailure(isInTransaction: Bool) {
      if strictness.abortsTransactions, isInTransaction { isAborted = true }
    }

    func noteRollback() { isAborted = false }

    /// A statement is closed, which has no way of failing: the next call does.
    func noteClosing() { isTangled = isTangled || reading != nil }
  }

  /// A connection on which a statement that fails aborts the transaction.
  final class AbortingConnection: FaultyConnection, TransactionAbortingConnection {
    var isTransactionAborted: Bool { rules.isAborted }
  }
#endif
