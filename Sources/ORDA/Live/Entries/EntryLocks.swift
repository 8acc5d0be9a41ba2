internal import ORDAPlatform
internal import ORDAThreads

/// The locks of a table's entries: a few that they share, since one for each would add a third to an entry's memory.
///
/// Never take the locks of two entries at once: they might be the same. A thread that holds the map's lock may take all
/// of them.
struct EntryLocks: @unchecked Sendable {
  // Proof: the mutexes are made and destroyed with the map they belong to, which each entry holds by way of its table;
  // they never move, and only the system's functions touch them. This is no class, since each use would retain it.

  static let count = 32
  /// A cache line each, so that threads that take two of them do not slow each other down.
  private static let distance = max(64, MemoryLayout<pthread_mutex_t>.stride)
  private let memory: UnsafeMutableRawPointer

  init() {
    memory = .allocate(byteCount: Self.count * Self.distance, alignment: Self.distance)
    for number in 0..<Self.count {
      let mutex = (memory + number * Self.distance).initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
      initialize(mutex)
    }
  }

  /// Destroys them, with the map.
  func destroy() {
    for number in 0..<Self.count { pthread_mutex_destroy(mutex(number)) }
    memory.deallocate()
  }

  /// Takes the lock of the entry with this serial number.
  @inline(__always)
  func lock(_ serial: Int) {
    let status = pthread_mutex_lock(mutex(serial))
    assert(status == 0, "a lock was taken again by the thread that holds it")
  }

  /// Releases it.
  @inline(__always)
  func unlock(_ serial: Int) { pthread_mutex_unlock(mutex(serial)) }

  /// Takes all of them, in order.
  func lockAll() { for number in 0..<Self.count { lock(number) } }

  /// Releases all of them.
  func unlockAll() { for number in 0..<Self.count { unlock(number) } }

  @inline(__always)
  private func mutex(_ serial: Int) -> UnsafeMutablePointer<pthread_mutex_t> {
    (memory + (serial & (Self.count - 1)) * Self.distance).assumingMemoryBound(to: pthread_mutex_t.self)
  }
}

/// An entry's state, reachable under its lock alone.
struct EntryGuard {
  fileprivate let entry: TableEntry

  /// Runs the body while no other thread looks at the state.
  @inline(__always)
  func withLock<R, Failure: Error>(_ body: (inout EntryState) throws(Failure) -> R) throws(Failure) -> R {
    try entry.withState(body)
  }
}

extension TableEntry {
  /// What is known about the row.
  var state: EntryGuard { EntryGuard(entry: self) }
}
