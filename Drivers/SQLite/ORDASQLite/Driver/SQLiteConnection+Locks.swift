internal import ORDA
internal import ORDAThreads

/// Named locks: in a file beside the database. A database in memory belongs to its governor alone; its locks are kept
/// here.
extension SQLiteConnection: NamedLockConnection {
  /// The locks held on databases in memory.
  private static let inMemory = Lock<Set<MemoryLock>>([])

  private struct MemoryLock: Hashable {
    let database: ObjectIdentifier
    let name: String
  }

  private func memoryLock(_ name: String) -> MemoryLock {
    MemoryLock(database: changes.map { ObjectIdentifier($0.source) } ?? ObjectIdentifier(self), name: name)
  }

  func lock(_ name: String, within limit: Duration) throws(DatabaseError) -> Bool {
    let end = MonotonicTime.now + limit
    while true {
      if try take(name) { return true }
      if interrupter.isCancelled { throw DatabaseError(.cancelled, "the wait for a lock was stopped") }
      let left = end - .now
      if left <= .zero { return false }
      MonotonicTime.sleep(min(left, .milliseconds(10)))
    }
  }

  private func take(_ name: String) throws(DatabaseError) -> Bool {
    if let path = settings.path {
      guard let file = try SQLiteLockFile.take(name, beside: path) else { return false }
      heldLock = (name, file)
    } else {
      let lock = memoryLock(name)
      guard Self.inMemory.withLock({ $0.insert(lock).inserted }) else { return false }
      heldLock = (name, nil)
    }
    return true
  }

  func holdsLock(_ name: String) throws(DatabaseError) -> Bool {
    guard let heldLock, heldLock.name == name else { return false }
    guard let path = settings.path, let file = heldLock.file else { return true }
    return SQLiteLockFile.holds(name, in: file, beside: path)
  }

  func unlock(_ name: String) throws(DatabaseError) { releaseLock() }

  /// Releases the lock that it holds, if any.
  func releaseLock() {
    guard let (name, file) = heldLock else { return }
    heldLock = nil
    if let file { return SQLiteLockFile.release(name, of: file) }
    let lock = memoryLock(name)
    Self.inMemory.withLock { _ = $0.remove(lock) }
  }
}
