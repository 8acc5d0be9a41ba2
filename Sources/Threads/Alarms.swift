/// One thread that runs small actions at given moments: the deadlines of statements and of waits.
///
/// An action must not block: it would delay the others. Setting and dropping an alarm takes a lock and a few steps in a
/// heap; the thread sleeps until the nearest one.
public final class Alarms: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  /// The process's.
  public static let shared = Alarms()

  private let condition = Condition()
  private var pending = AlarmQueue<@Sendable () -> Void>()
  private var isRunning = false
  /// The moment until which the thread sleeps. It is woken only for an earlier alarm: each statement with a time limit
  /// sets one and drops it, and waking a thread takes longer than many a statement.
  private var sleepsUntil = MonotonicTime(nanoseconds: .min)
  private let thread = WorkerThread()

  /// Runs an action at a moment, unless it is dropped before.
  ///
  /// - Returns: A number to drop it by.
  public func set(at due: MonotonicTime, _ action: @escaping @Sendable () -> Void) -> Int {
    condition.withLock {
      let number = pending.insert(action, due: due)
      if isRunning {
        if due < sleepsUntil { condition.signal() }
      } else {
        isRunning = true
        thread.submit { self.run() }
      }
      return number
    }
  }

  /// Drops an alarm. It may be about to run: the action itself must know whether it still applies.
  public func drop(_ number: Int) {
    // What the action holds is released after the lock.
    _ = condition.withLock { pending.remove(number) }
  }

  /// True until it has run or was dropped.
  public func isPending(_ number: Int) -> Bool { condition.withLock { pending.contains(number) } }

  /// Runs what is due until nothing is left.
  private func run() {
    condition.lock()
    while let due = pending.nextDue {
      if due <= .now {
        runFirst()
      } else {
        sleepsUntil = due
        condition.wait(until: due)
        sleepsUntil = MonotonicTime(nanoseconds: .min)
      }
    }
    isRunning = false
    condition.unlock()
  }

  /// Runs the earliest without the lock, which is held before and after.
  private func runFirst() {
    do {
      // Released before the lock is taken again: what it holds may drop an alarm on its release.
      let action = pending.takeFirst()
      condition.unlock()
      action?()
    }
    condition.lock()
  }
}
