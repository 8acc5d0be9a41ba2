public import ORDAThreads

/// A clock for tests of time limits, pauses and ages: it stands still until the test advances it.
///
/// A governor goes by it if its configuration says so. The test begins what it is about, waits until that waits for the
/// clock, and lets the time pass. Nothing of this takes real time, and each run has the same outcome, however busy the
/// machine is.
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
/// With any driver it is the clock of what ORDA itself times: the limits of calls, the pool's timeouts and ages, idle
/// transactions, the pauses before something is tried again. What the database times, it times by its own clock.
///
/// A connection that doesn't stop its statement is cut a moment after its time limit, by the same clock. So a statement whose
/// limit has passed is given all the real time that it needs to stop, until the clock is advanced again.
public final class TestClock: Sendable {
  private let time: ManualTime

  /// A clock that stands at an arbitrary moment.
  public init() { time = ManualTime(from: MonotonicTime(nanoseconds: 1_000_000_000_000_000)) }

  /// What a governor's configuration takes: `GovernorConfiguration.timeSource`.
  public var timeSource: TimeSource { TimeSource(manual: time) }

  /// The moment at which it stands.
  public var now: MonotonicTime { time.now }

  /// Lets the time pass.
  ///
  /// What is due meanwhile runs on this thread, each at its own time, the earliest first; what is due at the last moment
  /// is included. Threads and tasks that wait for a moment that has come go on, on their own. What is done on other threads
  /// as a consequence may still be going on when this returns.
  public func advance(by duration: Duration) { time.advance(by: duration) }

  /// Lets the time pass as soon as somebody waits for a moment within it, on another thread. This returns at once: for calls
  /// that block the test's own thread.
  ///
  /// ```swift
  /// clock.advanceOnceAwaited(by: .seconds(5))
  /// #expect(throws: DatabaseError.self) { try db.execute("DELETE FROM genre", timeout: .seconds(5)) }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How much time passes.
  ///   - count: How many must wait at the same time.
  public func advanceOnceAwaited(by duration: Duration, waiters count: Int = 1) {
    _ = time.watch(for: count, within: duration) { [time] in
      // Not on this thread: whoever begins to wait may hold a lock that is needed by what is due.
      _ = Alarms.shared.set(at: .now) { time.advance(by: duration) }
    }
  }

  /// How many wait for the clock: alarms, and threads and tasks with a limit.
  ///
  /// - Parameter duration: How near the moment must be that they wait for; nil for any. A pool that looks after its idle
  ///   connections waits for the next look, for example.
  public func waiterCount(within duration: Duration? = nil) -> Int { time.waiterCount(within: duration) }

  /// Returns when somebody waits for the clock, on this thread.
  ///
  /// - Parameters:
  ///   - count: How many must wait at the same time.
  ///   - duration: How near the moment must be that they wait for; nil for any.
  @available(*, noasync, message: "await it")
  public func waitForWaiters(_ count: Int = 1, within duration: Duration? = nil) {
    let isSeen = Promise<Void>()
    _ = time.watch(for: count, within: duration) { isSeen.keep(()) }
    isSeen.wait()
  }

  /// Returns when somebody waits for the clock.
  ///
  /// - Parameters:
  ///   - count: How many must wait at the same time.
  ///   - duration: How near the moment must be that they wait for; nil for any.
  /// - Throws: `CancellationError` at once when the task is cancelled.
  public func waitForWaiters(_ count: Int = 1, within duration: Duration? = nil) async throws {
    try await Suspension.wait { [time] done in
      let number = time.watch(for: count, within: duration, done)
      return { time.stopWatching(number) }
    }
  }
}
