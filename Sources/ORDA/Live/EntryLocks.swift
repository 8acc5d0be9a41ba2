/// The locks of a table's entries: a few that they share, for one of its own would be a third of an entry's memory.
///
/// Nobody takes the locks of two entries at once, which might be one. Who holds the map's lock may take all of them.
struct EntryLocks: Sendable {
  static let count = 32
  private let locks = (0..<Self.count).map { _ in Lock(()) }

  /// The lock of the entry with a serial number.
  @inline(__always)
  subscript(serial: Int) -> Lock<Void> { locks[serial & (Self.count - 1)] }

  /// Takes all of them, in their order.
  func lockAll() { for lock in locks { lock.lock() } }

  /// Gives all of them back.
  func unlockAll() { for lock in locks { lock.unlock() } }
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
