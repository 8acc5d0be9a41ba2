internal import CSQLite
internal import ORDA
internal import Synchronization

/// Stops what runs on one SQLite connection, including waits for locks.
final class SQLiteCanceller: DriverCanceller, @unchecked Sendable {
  // Proof: `sqlite3_interrupt` may be called from any thread while the connection is open, and the core's gate lets
  // nobody call it after it is closed; the flag is atomic.
  private let database: OpaquePointer
  private let isRequested = Atomic<Bool>(false)
  /// True while what runs asks by itself whether to stop.
  private let isAsked = Atomic<Bool>(false)
  /// Whether SQLite runs anything on the connection. Statements that are open on a row don't run.
  private let isRunning = Atomic<Bool>(false)
  /// True if it no longer asks, and a requested stop was not taken back yet.
  private let endsAsking = Atomic<Bool>(false)

  init(database: OpaquePointer) { self.database = database }

  func cancel() {
    isRequested.store(true, ordering: .releasing)
    // An interrupt would also stop outer statements, which are open on a row. A statement reads the flag when it begins.
    if !isAsked.load(ordering: .acquiring), isRunning.load(ordering: .acquiring) { sqlite3_interrupt(database) }
  }

  /// Runs a call to SQLite that ``cancel()`` interrupts.
  @inline(__always)
  func interruptible(_ call: () -> Int32) -> Int32 {
    // A function of the program's may run a statement inside another.
    let wasRunning = isRunning.load(ordering: .relaxed)
    isRunning.store(true, ordering: .releasing)
    let code = call()
    isRunning.store(wasRunning, ordering: .releasing)
    return code
  }

  /// The running statement has not asked in time: it is stopped with all others. The connection stays usable.
  func cut() { if isCancelled { sqlite3_interrupt(database) } }

  /// What runs begins or ceases to ask.
  func setAsked(_ isAsked: Bool) {
    // A stop may still be under way, and would hit an outer statement.
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
