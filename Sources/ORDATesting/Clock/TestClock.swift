public import ORDA
public import ORDAThreads

/// A clock for tests of time limits, pauses and connection ages, which stands still until the test advances the clock.
///
/// Pass ``configuration`` to a governor, start a call, wait until the call waits for the clock, and advance the clock.
/// The test doesn't wait in real time, and passes or fails regardless of the machine's load.
///
/// ```swift
/// let clock = TestClock()
/// let script = ScriptedDatabase()
/// script.expect("DELETE FROM genre", answer: .waits)
/// let db = try await script.open(configuration: clock.configuration)
///
/// let deleting = Task { try await db.execute("DELETE FROM genre", timeout: .seconds(5)) }
/// try await clock.waitForWaiters(within: .seconds(5))
/// clock.advance(by: .seconds(5))
/// await #expect(throws: DatabaseError.self) { try await deleting.value }
/// ```
///
/// With any driver, ORDA uses the clock for the limits of calls, the pool's timeouts and connection ages, idle
/// transactions, and pauses before a retry. Timeouts of the database run on the database's clock.
///
/// If a statement doesn't stop at its limit, ORDA cuts the connection shortly afterwards, by the same clock. Until the
/// test advances the clock again, the statement has unlimited real time to stop.
public final class TestClock: Sendable {
  private let time: ManualTime

  /// Creates a clock that shows an arbitrary time.
  public init() { time = ManualTime(from: MonotonicTime(nanoseconds: 1_000_000_000_000_000)) }

  /// The time source for `GovernorConfiguration.timeSource`.
  public var timeSource: TimeSource { TimeSource(manual: time) }

  /// A configuration whose governor uses this clock.
  public var configuration: GovernorConfiguration {
    var configuration = GovernorConfiguration()
    configuration.timeSource = timeSource
    return configuration
  }

  /// The current time of the clock.
  public var now: MonotonicTime { time.now }

  /// Advances the clock, and runs due actions on this thread, earliest first, each at its due time.
  ///
  /// Actions that are due at the end time run as well. Threads and tasks that reach the end of a wait continue
  /// concurrently, and may still be running when this method returns.
  public func advance(by duration: Duration) { time.advance(by: duration) }

  /// Advances the clock as soon as callers wait for a time within the duration.
  ///
  /// This method returns immediately. Use it before a call that blocks the test's thread:
  ///
  /// ```swift
  /// clock.advanceOnceAwaited(by: .seconds(5))
  /// #expect(throws: DatabaseError.self) { try db.execute("DELETE FROM genre", timeout: .seconds(5)) }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The time by which the clock advances.
  ///   - count: The number of callers that must wait at the same time.
  public func advanceOnceAwaited(by duration: Duration, waiters count: Int = 1) {
    _ = time.watch(for: count, within: duration) { [time] in
      // Advance on another thread: the thread that starts to wait may hold a lock that a due action takes.
      _ = Alarms.shared.set(at: .now) { time.advance(by: duration) }
    }
  }

  /// The number of scheduled actions, and of threads and tasks that wait with a limit.
  ///
  /// - Parameter duration: Counts only actions and waits that are due within this time; nil counts all, for example a
  ///   pool's next check of idle connections.
  public func waiterCount(within duration: Duration? = nil) -> Int { time.waiterCount(within: duration) }

  /// Blocks this thread until callers wait for the clock.
  ///
  /// - Parameters:
  ///   - count: The number of callers that must wait at the same time.
  ///   - duration: Counts only actions and waits that are due within this time; nil counts all.
  @available(*, noasync, message: "await it")
  public func waitForWaiters(_ count: Int = 1, within duration: Duration? = nil) {
    let isSeen = Promise<Void>()
    _ = time.watch(for: count, within: duration) { isSeen.keep(()) }
    isSeen.wait()
  }

  /// Suspends this task until callers wait for the clock.
  ///
  /// - Parameters:
  ///   - count: The number of callers that must wait at the same time.
  ///   - duration: Counts only actions and waits that are due within this time; nil counts all.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func waitForWaiters(_ count: Int = 1, within duration: Duration? = nil) async throws {
    try await Suspension.wait { [time] done in
      let number = time.watch(for: count, within: duration, done)
      return { time.stopWatching(number) }
    }
  }
}
