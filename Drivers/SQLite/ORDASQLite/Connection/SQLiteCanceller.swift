internal import CSQLite
internal import ORDA
internal import Synchronization

/// Stops what runs on one SQLite connection, waits for locks included.
final class SQLiteCanceller: DriverCanceller, @unchecked Sendable {
  // Proof: `sqlite3_interrupt` is made to be called from any thread while the connection is open, and the core's gate lets
  // nobody call after it is closed; the flag is atomic.
  private let database: OpaquePointer
  private let isRequested = Atomic<Bool>(false)

  init(database: OpaquePointer) { self.database = database }

  func cancel() {
    isRequested.store(true, ordering: .releasing)
    sqlite3_interrupt(database)
  }

  func clear() { isRequested.store(false, ordering: .releasing) }

  /// Read by the busy handler, which SQLite does not interrupt.
  var isCancelled: Bool { isRequested.load(ordering: .acquiring) }
}
