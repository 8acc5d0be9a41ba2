import ORDA
import Synchronization

/// Stops what one connection does: rows ask between each other, and so does the wait for another's transaction.
final class MemoryCanceller: DriverCanceller {
  private let isRequested = Atomic<Bool>(false)
  private let database: MemoryDatabase

  init(_ database: MemoryDatabase) { self.database = database }

  func cancel() {
    isRequested.store(true, ordering: .releasing)
    database.wakeWaiting()
  }

  func clear() { isRequested.store(false, ordering: .releasing) }

  /// Throws where the work is to stop.
  func check() throws(DatabaseError) {
    if isRequested.load(ordering: .acquiring) { throw DatabaseError(.cancelled, "the statement was stopped") }
  }
}
