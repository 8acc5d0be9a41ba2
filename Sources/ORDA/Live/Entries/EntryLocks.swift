internal import ORDAPlatform
internal import ORDAThreads

/// The locks of a table's entries: a few that they share, since one of its own would be a third of an entry's memory.
///
/// Nobody takes the locks of two entries at once, which might be one. Who holds the map's lock may take all of them.
struct EntryLocks: @unchecked Sendable {
  // Proof: the mutexes are made and unmade with the map that they belong to and that each entry holds, by way of its table;
  // they never move, and are touched by the system's functions alone. No class, since that would be retained with each use.

  static let count = 32
  /// A cache line each, so that the threads that take two of them do not get into each other's way.
  private static let distance = max(64, MemoryLayout<pthread_mutex_t>.stride)
  private let memory: UnsafeMutableRawPointer

  init() {
    memory = .allocate(byteCount: Self.count * Self.distance, alignment: Self.distance)
    for number in 0..<Self.count {
      let mutex = (memory + number * Self.distance).initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
      initialize(mutex)
    }
  }

  /// Unmakes them, with the map.
  func destroy() {
    for number in 0..<Self.count { pthread_mutex_destroy(mutex(number)) }
    memory.deallocate()
  }

  /// Takes the lock of the entry with a serial number.
  @inline(__always)
  func lock(_ serial: Int) {
    let status = pthread_mutex_lock(mutex(serial))
    assert(status == 0, "a lock was taken again by the thread that holds it")
  }

  /// Gives it back.
  @inline(__always)
  func unlock(_ serial: Int) { pthread_mutex_unlock(mutex(serial)) }

  /// Takes all of them, in their order.
  func lockAll() { for number in 0..<Self.count { lock(number) } }

  /// Gives all of them back.
  func unlockAll() { for number in 0..<Self.count { unlock(number) } }

  @inline(__always)
  private func mutex(_ serial: Int) -> UnsafeMutablePointer<pthread_mutex_t> {
    (memory + (serial & (Self.count - 1)) * Self.distance).assumingMemoryBound(to: pthread_mutex_t.self)
  }
}

/// An entry's state, as it is reached: under its lock alone.
struct EntryGuard {
  fileprivate let entry: TableEntry

  /// Runs the body while no other thread looks at the state.
  @inline(__always)
  func withLock<R, Failure: Error>(_ body: (inout EntryState) throws(Failure) -> R) throws(Failure) -> R {
    try entry.withState(body)
  }
}

extension TableEntry {
  /// What is known of the row.
  var state: EntryGuard { EntryGuard(entry: self) }
}
