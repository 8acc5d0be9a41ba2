import DequeModule
internal import ORDAThreads

/// Threads for work that may take long for its own reasons: connecting, stopping a statement.
///
/// Each piece of work has a thread to itself from the start, so one that waits for a server that does not answer delays
/// no other. A thread whose work is done waits some seconds for more before it ends.
final class SpareThreads: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  static let shared = SpareThreads()

  private let condition = Condition()
  /// As many as there are threads on their way to one.
  private var jobs: Deque<@Sendable () -> Void> = []
  /// How many threads wait and are not on their way to a job.
  private var idleCount = 0
  private let idleTime: Duration
  private let time: TimeSource

  init(idleTime: Duration = .seconds(5), time: TimeSource = .system) {
    self.idleTime = idleTime
    self.time = time
  }

  /// Runs a job on a separate thread, now; if the system gives no thread, on this one.
  func run(_ job: @escaping @Sendable () -> Void) {
    if !begin(job) { job() }
  }

  /// Begins a job on a separate thread; false if the system gives no thread.
  func begin(_ job: @escaping @Sendable () -> Void) -> Bool {
    condition.withLock {
      jobs.append(job)
      if idleCount > 0 {
        idleCount -= 1
        condition.signal()
        return true
      }
      let isStarted = DetachedThread.start { self.work() }
      if !isStarted { jobs.removeLast() }
      return isStarted
    }
  }

  private func work() {
    var isIdle = false
    // No job is held longer than it runs.
    while let job = next(isIdle) {
      job()
      isIdle = true
    }
  }

  /// Waits for a job; nil if none came.
  private func next(_ isIdle: Bool) -> (@Sendable () -> Void)? {
    let limit = time.now + idleTime
    return condition.withLock {
      if isIdle { idleCount += 1 }
      while true {
        // It may be one that another thread is on its way to, which is then idle instead of this one.
        if let job = jobs.popFirst() { return job }
        if time.now >= limit {
          idleCount -= 1
          return nil
        }
        time.wait(on: condition, until: limit)
      }
    }
  }
}
