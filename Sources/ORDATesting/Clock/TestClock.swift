public import ORDA
public import ORDAThreads

/// A clock for tests of time limits, pauses and ages. It stands still until the test advances it.
///
/// Pass ``configuration`` to a governor, start a call, wait until the call waits for the clock, and advance. The test takes no real
/// time, and each run has the same outcome, however busy the machine is.
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
/// The clock governs what ORDA itself times, with any driver: limits of calls, the pool's timeouts and ages, idle transactions, and
/// pauses before a retry. A database uses its own clock for its own timeouts.
///
/// ORDA cuts a connection that does not stop its statement shortly after the limit, by the same clock. Until the test advances the
/// clock again, such a statement has all the real time that it needs to stop.
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

  /// Advances the clock.
  ///
  /// Actions that fall due run on this thread, each at its own time, the earliest first, including those due at the end. Threads
  /// and tasks whose time has come continue on their own, and may still be running when this method returns.
  public func advance(by duration: Duration) { time.advance(by: duration) }

  /// Advances the clock as soon as a caller waits for a moment within the duration, and returns at once. Use it for calls that block
  /// the test's own thread.
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
      // Not on this thread: whoever begins to wait may hold a lock that is needed by what is due.
      _ = Alarms.shared.set(at: .now) { time.advance(by: duration) }
    }
  }

  /// The number of scheduled actions, and of threads and tasks that wait with a limit.
  ///
  /// - Parameter duration: Counts only waits that end within this time; nil counts all. A pool, for example, schedules its next
  ///   look at idle connections.
  public func waiterCount(within duration: Duration? = nil) -> Int { time.waiterCount(within: duration) }

  /// Blocks this thread until callers wait for the clock.
  ///
  /// - Parameters:
  ///   - count: The number of callers that must wait at the same time.
  ///   - duration: Counts only waits that end within this time; nil counts all.
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
  ///   - duration: Counts only waits that end within this time; nil counts all.
  /// - Throws: `CancellationError` at once when the task is cancelled.
  public func waitForWaiters(_ count: Int = 1, within duration: Duration? = nil) async throws {
    try await Suspension.wait { [time] done in
      let number = time.watch(for: count, within: duration, done)
      return { time.stopWatching(number) }
    }
  }
}
