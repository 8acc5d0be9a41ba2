internal import ORDA
internal import ORDAThreads

/// Waits between attempts at what others hold, up to a limit, asleep and for growing times.
struct SQLiteRetry {
  private let end: ContinuousClock.Instant
  private let canceller: SQLiteCanceller
  private var pause: Duration = .milliseconds(1)

  init(limit: Duration, canceller: SQLiteCanceller) {
    end = .now + limit
    self.canceller = canceller
  }

  /// Sleeps up to 25 ms; false if the limit has passed.
  ///
  /// - Throws: `cancelled` if the work was stopped.
  mutating func sleep() throws(DatabaseError) -> Bool {
    if canceller.isCancelled { throw DatabaseError(.cancelled, "cancelled while another held the database") }
    let left = end - .now
    guard left > .zero else { return false }
    MonotonicTime.sleep(min(pause, left))
    pause = min(pause * 2, .milliseconds(25))
    return true
  }
}
