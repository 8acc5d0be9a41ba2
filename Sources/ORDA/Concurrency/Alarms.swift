/// One thread that runs small actions at given moments: the deadlines of statements and of waits.
///
/// An action must not block. Setting and dropping an alarm costs a lock; the thread sleeps until the nearest one.
final class Alarms: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  static let shared = Alarms()

  private let condition = Condition()
  private var pending: [Int: (due: MonotonicTime, action: @Sendable () -> Void)] = [:]
  private var nextID = 0
  private var isRunning = false
  /// The moment that the thread sleeps until. It is woken for an earlier alarm only: each statement with a time limit
  /// sets one and drops it, and waking a thread takes longer than many a statement.
  private var sleepsUntil = MonotonicTime(nanoseconds: .min)
  private let thread = WorkerThread()

  /// Runs an action at a moment, unless it is dropped before.
  func set(at due: MonotonicTime, _ action: @escaping @Sendable () -> Void) -> Int {
    condition.withLock {
      nextID &+= 1
      pending[nextID] = (due, action)
      if isRunning {
        if due < sleepsUntil { condition.signal() }
      } else {
        isRunning = true
        thread.submit { self.run() }
      }
      return nextID
    }
  }

  /// Drops an alarm. It may be just about to run: the action itself has to know whether it still applies.
  func drop(_ id: Int) { condition.withLock { pending[id] = nil } }

  /// True until it has run or was dropped.
  func isPending(_ id: Int) -> Bool { condition.withLock { pending[id] != nil } }

  /// Runs what is due until nothing is left.
  private func run() {
    condition.lock()
    while let (id, next) = pending.min(by: { $0.value.due < $1.value.due }) {
      if next.due <= .now {
        pending[id] = nil
        condition.unlock()
        next.action()
        condition.lock()
      } else {
        sleepsUntil = next.due
        condition.wait(until: next.due)
        sleepsUntil = MonotonicTime(nanoseconds: .min)
      }
    }
    isRunning = false
    condition.unlock()
  }
}
