/// A governor's clock, for time limits, pauses, connection ages and all other timing.
///
/// Programs use ``system``, the machine's clock. Tests of time limits use the time source of a `TestClock`, from the
/// module ORDATesting, which stands still until the test advances the clock.
public struct TimeSource: Sendable {
  /// The machine's monotonic clock.
  @inlinable
  public static var system: TimeSource { TimeSource(nil) }

  /// The manually advanced clock; nil for the machine's clock.
  @usableFromInline let manual: ManualTime?

  @usableFromInline
  init(_ manual: ManualTime?) { self.manual = manual }

  /// Creates a time source from a manually advanced clock.
  package init(manual: ManualTime) { self.init(manual) }

  /// The current time.
  @inlinable
  public var now: MonotonicTime { manual == nil ? .now : manualNow }

  /// The current time to within a few milliseconds, at a fraction of the cost of ``now``.
  ///
  /// Use the coarse time to distinguish slow from fast.
  @inlinable @inline(__always)
  public var coarse: MonotonicTime { manual == nil ? .coarse : manualNow }

  @usableFromInline
  var manualNow: MonotonicTime { manual?.now ?? .now }

  /// Schedules an action for a time.
  ///
  /// An action must not block, because a blocked action delays all later actions.
  ///
  /// - Returns: The action's number, for ``cancel(_:)`` and ``isScheduled(_:)``.
  public func schedule(at due: MonotonicTime, _ action: @escaping @Sendable () -> Void) -> Int {
    guard let manual else { return Alarms.shared.set(at: due, action) }
    return manual.schedule(at: due, action)
  }

  /// Cancels a scheduled action.
  ///
  /// An action that is about to run may still run, so the action must check whether its work is still needed.
  public func cancel(_ number: Int) {
    guard let manual else { return Alarms.shared.drop(number) }
    manual.cancel(number)
  }

  /// Whether an action is pending: neither started nor cancelled.
  public func isScheduled(_ number: Int) -> Bool {
    guard let manual else { return Alarms.shared.isPending(number) }
    return manual.isScheduled(number)
  }

  /// Waits until the condition is signalled or a time is reached.
  ///
  /// The caller holds the condition's lock, and rechecks its predicate after the wait.
  public func wait(on condition: Condition, until limit: MonotonicTime) {
    guard let manual else { return condition.wait(until: limit) }
    manual.wait(on: condition, until: limit)
  }

  /// Blocks this thread for a duration. On the machine's clock, a signal may end the sleep early.
  public func sleep(_ duration: Duration) {
    guard let manual else { return MonotonicTime.sleep(duration) }
    let end = manual.now + duration
    let condition = Condition()
    condition.withLock {
      while manual.now < end { manual.wait(on: condition, until: end) }
    }
  }

  /// Suspends this task for a duration.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func suspend(for duration: Duration) async throws {
    guard let manual else { return try await Task.sleep(for: duration) }
    try await Suspension.wait { done in
      let number = manual.schedule(at: manual.now + duration, done)
      return { manual.cancel(number) }
    }
  }
}
