internal import CSQLite
internal import ORDA
internal import ORDAThreads

/// Waits while another connection holds the lock that this one needs: asleep, for growing times, up to the limit.
///
/// SQLite's own timeout does the same, but can't be stopped when the task is cancelled.
final class SQLiteBusyHandler {
  private let limit: Int64
  private let canceller: SQLiteCanceller
  private var waited: Int64 = 0

  /// Pauses in microseconds; the last is repeated.
  private static let pauses: [Int64] = [100, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 25_000]

  init(limit: Duration, canceller: SQLiteCanceller) {
    let (seconds, attoseconds) = limit.components
    self.limit = seconds.multipliedReportingOverflow(by: 1_000_000).partialValue &+ attoseconds / 1_000_000_000_000
    self.canceller = canceller
  }

  /// Makes SQLite call this handler; the connection must keep it.
  func install(on database: OpaquePointer) {
    sqlite3_busy_handler(database, busyHandlerCallback, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Sleeps a while; false if the wait is over.
  fileprivate func wait(attempt: Int32) -> Bool {
    if attempt == 0 { waited = 0 }
    guard waited < limit, !canceller.isCancelled else { return false }
    let pause = min(Self.pauses[min(Int(attempt), Self.pauses.count - 1)], limit - waited)
    MonotonicTime.sleep(.microseconds(pause))
    waited += pause
    return !canceller.isCancelled
  }
}

/// Declared nonisolated, as every callback from C must be: SQLite calls it on whichever thread is running.
private func busyHandlerCallback(_ context: UnsafeMutableRawPointer?, _ attempt: Int32) -> Int32 {
  guard let context else { return 0 }
  return Unmanaged<SQLiteBusyHandler>.fromOpaque(context).takeUnretainedValue().wait(attempt: attempt) ? 1 : 0
}
