internal import CSQLite
internal import ORDA
internal import Synchronization

/// Stops what runs on one SQLite connection, waits for locks included.
final class SQLiteCanceller: DriverCanceller, @unchecked Sendable {
  // Proof: `sqlite3_interrupt` is made to be called from any thread while the connection is open, and the core's gate lets
  // nobody call after it is closed; the flag is atomic.
  private let database: OpaquePointer
  private let isRequested = Atomic<Bool>(false)
  /// True while what runs asks by itself whether it is to stop.
  private let isAsked = Atomic<Bool>(false)
  /// True if it asks no more, and the stop that it was asked for is not taken back yet.
  private let endsAsking = Atomic<Bool>(false)

  init(database: OpaquePointer) { self.database = database }

  func cancel() {
    isRequested.store(true, ordering: .releasing)
    // Stops every statement that is open on the connection, where one further out is to go on.
    if !isAsked.load(ordering: .acquiring) { sqlite3_interrupt(database) }
  }

  /// Whatever runs has not asked in time: it is stopped with all others. The connection stays of use.
  func cut() { if isCancelled { sqlite3_interrupt(database) } }

  /// What runs begins to ask, or ends that.
  func setAsked(_ isAsked: Bool) {
    // A stop may still be under way, and would hit what is open further out.
    let isLate = !isAsked && isCancelled
    endsAsking.store(isLate, ordering: .releasing)
    if !isLate { self.isAsked.store(isAsked, ordering: .releasing) }
  }

  func clear() {
    isRequested.store(false, ordering: .releasing)
    if endsAsking.exchange(false, ordering: .acquiringAndReleasing) { isAsked.store(false, ordering: .releasing) }
  }

  /// Read by the busy handler, which SQLite does not interrupt.
  var isCancelled: Bool { isRequested.load(ordering: .acquiring) }
}
