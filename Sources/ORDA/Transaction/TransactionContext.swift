internal import ORDAThreads
internal import Synchronization

/// The transaction whose asynchronous closure runs, and the transactions of other governors around it.
///
/// A call on the governor takes part in the transaction if the call comes from the closure's task. Tasks that the closure
/// starts inherit the context, so that the governor can refuse their calls as long as the transaction is open.
final class TransactionContext: Sendable {
  /// The context of the current task; nil outside of asynchronous closures.
  @TaskLocal static var current: TransactionContext?

  /// Nil once the closure has returned.
  private let open: Lock<AsyncTransaction?>
  private let task: Int?
  private let outer: TransactionContext?

  /// Creates the context of the current task's closure.
  init(_ transaction: AsyncTransaction) {
    open = Lock(transaction)
    task = transaction.governor.currentTask
    outer = Self.current
  }

  /// Ends the context: later calls of tasks that inherited the context use other connections.
  func end() { open.withLock { $0 = nil } }

  /// The open transaction of a governor that a call of the current task takes part in, or nil.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` in a task that the transaction's closure has started.
  func transaction(of governor: ConnectionGovernor) throws(DatabaseError) -> AsyncTransaction? {
    var context: TransactionContext? = self
    while let next = context {
      if let transaction = next.open.withLock({ $0 }), transaction.governor === governor {
        guard next.task == governor.currentTask else { throw Self.foreignTask }
        return transaction
      }
      context = next.outer
    }
    return nil
  }

  private static var foreignTask: DatabaseError {
    DatabaseError(
      .misuse,
      "this task was started inside a transaction that is still open, and a transaction belongs to one task; await the call in "
        + "the transaction's closure, call it on the closure's tx, or start the task with Task.detached, which uses another "
        + "connection outside of the transaction")
  }
}

extension ConnectionGovernor {
  /// The open transaction that an awaited call of the current task takes part in, or nil.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` in a task that the transaction's closure has started.
  func transactionOfThisTask() throws(DatabaseError) -> AsyncTransaction? {
    if openTransactions.load(ordering: .relaxed) == 0 { return nil }
    return try TransactionContext.current?.transaction(of: self)
  }

  /// Refuses a blocking call in the asynchronous closure of a transaction: the call would run outside of the transaction.
  func checkMayBlock() throws(DatabaseError) {
    guard try transactionOfThisTask() != nil else { return }
    throw DatabaseError(
      .misuse,
      "a blocking call can't take part in a transaction whose closure awaits; await the call, or put the blocking calls into "
        + "tx.lease { }")
  }
}
