internal import ORDAThreads
internal import Synchronization

/// Who holds which named lock on a governor. Others in the program wait here, so that only one of them at a time asks
/// the database; whoever would wait for itself gets an error.
final class LockOwners: @unchecked Sendable {
  // Proof: `owners` is touched only under the condition's lock.

  /// Who asks for a lock, once.
  final class Owner: Sendable {
    fileprivate let identity: Identity
    private let isGone = Atomic(false)

    init(_ identity: Identity) { self.identity = identity }

    /// It waits no longer for what it has asked for. Another task may soon have the same number, and must not be taken for it.
    func leave() { isGone.store(true, ordering: .releasing) }

    fileprivate func isSame(as other: Owner) -> Bool {
      identity == other.identity && !isGone.load(ordering: .acquiring)
    }
  }

  /// A thread, or a task.
  enum Identity: Hashable, Sendable {
    case thread(ThreadIdentity)
    case task(Int?)
  }

  private let condition = Condition()
  private let time: TimeSource
  private var owners: [String: Owner] = [:]

  init(_ time: TimeSource = .system) { self.time = time }

  /// Waits until nobody else in the program has the lock.
  ///
  /// - Returns: False if the time was not enough.
  /// - Throws: `misuse` if the owner already has the lock.
  func enter(_ name: String, _ owner: Owner, until end: MonotonicTime) throws(DatabaseError) -> Bool {
    try condition.withLock { () throws(DatabaseError) in
      while let holder = owners[name] {
        if holder.isSame(as: owner) { throw Self.ownError(name, owner) }
        if time.now >= end { return false }
        time.wait(on: condition, until: end)
      }
      owners[name] = owner
      return true
    }
  }

  /// Passes a lock to another, which acts for its owner.
  func hand(_ name: String, to owner: Owner) { condition.withLock { owners[name] = owner } }

  func leave(_ name: String) {
    condition.withLock {
      owners[name] = nil
      condition.broadcast()
    }
  }

  private static func ownError(_ name: String, _ owner: Owner) -> DatabaseError {
    let word = if case .thread = owner.identity { "thread" } else { "task" }
    return DatabaseError(
      .misuse, "the lock \(name) is held further out by the same \(word), which would wait for itself")
  }
}
