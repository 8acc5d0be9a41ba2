internal import ORDAThreads

/// Who may run: locks that a thread may take repeatedly, and that detect threads waiting for each other.
///
/// It only keeps the books; ``PerformLocks`` puts threads to sleep and wakes them.
struct LockTable {
  /// What is locked.
  enum Resource: Hashable, Sendable {
    /// The right to run `ODB.perform`.
    case all
    /// One database.
    case one(ObjectIdentifier)
  }

  enum Answer: Equatable {
    case granted
    /// Somebody else has it; ``release(_:by:)`` names whom to wake.
    case wait
    /// Whoever has it is waiting, directly or not, for this thread.
    case deadlock
  }

  private struct Owned {
    var owner: ThreadIdentity
    var depth = 1
    var queue: [ThreadIdentity] = []
  }

  private var owned: [Resource: Owned] = [:]
  private var waiting: [ThreadIdentity: Resource] = [:]

  mutating func acquire(_ resource: Resource, for thread: ThreadIdentity) -> Answer {
    guard let holder = owned[resource]?.owner else {
      owned[resource] = Owned(owner: thread)
      return .granted
    }
    if holder == thread {
      owned[resource]?.depth += 1
      return .granted
    }
    var next: ThreadIdentity? = holder
    while let blocked = next, let wanted = waiting[blocked] {
      next = owned[wanted]?.owner
      if next == thread { return .deadlock }
    }
    owned[resource]?.queue.append(thread)
    waiting[thread] = resource
    return .wait
  }

  /// Releases a lock once; returns the thread that has it now, if that had to wait for it.
  mutating func release(_ resource: Resource, by thread: ThreadIdentity) -> ThreadIdentity? {
    guard var entry = owned[resource], entry.owner == thread else { return nil }
    entry.depth -= 1
    if entry.depth > 0 {
      owned[resource] = entry
      return nil
    }
    if entry.queue.isEmpty {
      owned[resource] = nil
      return nil
    }
    let next = entry.queue.removeFirst()
    waiting[next] = nil
    owned[resource] = Owned(owner: next, queue: entry.queue)
    return next
  }
}
