internal import ORDAThreads

/// The tasks with an open transaction with an asynchronous body.
///
/// Such a transaction belongs to no thread, so an entry that is set in the body can't find it, and would be written on
/// another connection, outside of the transaction. That is refused.
final class TaskTransactions: Sendable {
  private let counts = Lock<[Int: Int]>([:])

  /// Notes that a task has begun a transaction.
  func begin(_ task: Int?) {
    guard let task else { return }
    counts.withLock { $0[task, default: 0] += 1 }
  }

  /// Notes that a task's transaction is over.
  func end(_ task: Int?) {
    guard let task else { return }
    counts.withLock { counts in
      let count = (counts[task] ?? 1) - 1
      counts[task] = count > 0 ? count : nil
    }
  }

  /// True if a task has one open.
  func contains(_ task: Int?) -> Bool {
    guard let task else { return false }
    return counts.withLock { $0[task] != nil }
  }
}

extension ConnectionGovernor {
  /// Refuses writes of entries in the body of a transaction that they can't take part in.
  func checkTaskMayWriteEntries() throws(DatabaseError) {
    guard taskTransactions.contains(currentTask) else { return }
    throw DatabaseError(
      .misuse,
      "this task has a transaction open whose body is asynchronous, and entries do not take part in it by themselves; "
        + "write an entry by tx.update(entry) { }, and a table within tx.lease { }")
  }
}
