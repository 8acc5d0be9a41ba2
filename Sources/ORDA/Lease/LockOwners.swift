internal import ORDAThreads

/// Who holds which lock by name on a governor. Others of the program wait here, so that one of them at a time asks the database;
/// whoever would wait for itself is told so.
final class LockOwners: @unchecked Sendable {
  // Proof: `owners` is touched only under the condition's lock.

  /// A thread, or a task.
  enum Owner: Hashable, Sendable {
    case thread(ThreadIdentity)
    case task(Int?)
  }

  private let condition = Condition()
  private var owners: [String: Owner] = [:]

  /// Waits until nobody else of the program has the lock.
  ///
  /// - Returns: False if that did not come to be in time.
  /// - Throws: `misuse` if the lock is the owner's own.
  func enter(_ name: String, _ owner: Owner, until end: MonotonicTime) throws(DatabaseError) -> Bool {
    try condition.withLock { () throws(DatabaseError) in
      while let holder = owners[name] {
        if holder == owner { throw Self.ownError(name, owner) }
        if MonotonicTime.now >= end { return false }
        condition.wait(until: end)
      }
      owners[name] = owner
      return true
    }
  }

  /// Passes a lock to another, who acts for its owner.
  func hand(_ name: String, to owner: Owner) { condition.withLock { owners[name] = owner } }

  func leave(_ name: String) {
    condition.withLock {
      owners[name] = nil
      condition.broadcast()
    }
  }

  private static func ownError(_ name: String, _ owner: Owner) -> DatabaseError {
    let word = if case .thread = owner { "thread" } else { "task" }
    return DatabaseError(
      .misuse, "the lock \(name) is held further out by the same \(word), which would wait for itself")
  }
}
