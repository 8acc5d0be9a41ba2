/// The clock that a governor goes by: for time limits, pauses, ages and everything else that depends on time.
///
/// Programs use ``system``, the machine's clock. Tests that are about time use a clock of their own, which stands still
/// until it is advanced: `TestClock` of the module ORDATesting has one.
public struct TimeSource: Sendable {
  /// The machine's clock, which all programs share.
  @inlinable
  public static var system: TimeSource { TimeSource(nil) }

  /// The time where it is set by hand; nil for the machine's clock.
  @usableFromInline let manual: ManualTime?

  @usableFromInline
  init(_ manual: ManualTime?) { self.manual = manual }

  /// A clock that is set by hand.
  package init(manual: ManualTime) { self.init(manual) }

  /// This moment.
  @inlinable
  public var now: MonotonicTime { manual == nil ? .now : manualNow }

  /// The same clock read to a few milliseconds, at a fraction of the cost; for distinguishing slow from fast.
  @inlinable @inline(__always)
  public var coarse: MonotonicTime { manual == nil ? .coarse : manualNow }

  @usableFromInline
  var manualNow: MonotonicTime { manual?.now ?? .now }

  /// Runs an action at a moment, unless it is cancelled before. An action must not block: it would delay the others.
  ///
  /// - Returns: A number to cancel it by.
  public func schedule(at due: MonotonicTime, _ action: @escaping @Sendable () -> Void) -> Int {
    guard let manual else { return Alarms.shared.set(at: due, action) }
    return manual.schedule(at: due, action)
  }

  /// Cancels an action. It may be about to run: the action itself must know whether it still applies.
  public func cancel(_ number: Int) {
    guard let manual else { return Alarms.shared.drop(number) }
    manual.cancel(number)
  }

  /// True until the action has run or was cancelled.
  public func isScheduled(_ number: Int) -> Bool {
    guard let manual else { return Alarms.shared.isPending(number) }
    return manual.isScheduled(number)
  }

  /// Waits until the condition is signalled, or until a moment; the caller holds its lock and checks again what it waits
  /// for.
  public func wait(on condition: Condition, until limit: MonotonicTime) {
    guard let manual else { return condition.wait(until: limit) }
    manual.wait(on: condition, until: limit)
  }

  /// Puts this thread to sleep; where the clock is the machine's, a signal may wake it before.
  public func sleep(_ duration: Duration) {
    guard let manual else { return MonotonicTime.sleep(duration) }
    let end = manual.now + duration
    let condition = Condition()
    condition.withLock {
      while manual.now < end { manual.wait(on: condition, until: end) }
    }
  }

  /// Suspends this task.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled.
  public func suspend(for duration: Duration) async throws {
    guard let manual else { return try await Task.sleep(for: duration) }
    try await Suspension.wait { done in
      let number = manual.schedule(at: manual.now + duration, done)
      return { manual.cancel(number) }
    }
  }
}
