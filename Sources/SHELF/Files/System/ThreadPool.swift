internal import ORDAThreads

/// A few threads for blocking work: they begin when there is work, and end when there has been none for a while.
final class ThreadPool: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  private let condition = Condition()
  private let limit: Int
  private let patience: Duration
  private var jobs: [@Sendable () -> Void] = []
  private var next = 0
  private var threads = 0
  private var idle = 0

  init(limit: Int, patience: Duration = .seconds(5)) {
    self.limit = limit
    self.patience = patience
  }

  /// Runs a body on one of the threads; does nothing if the task was already cancelled.
  func run<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
    try Task.checkCancellation()
    let outcome = Promise<Result<Output, any Error>>()
    await wait { outcome.keep(Result(catching: body)) }
    return try outcome.wait().get()
  }

  /// This separate function must not be generic: built with optimisation by Swift 6.3, a generic function that waits
  /// for a continuation goes on wherever it was resumed, and not on its caller's actor.
  private func wait(_ job: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      submit {
        job()
        continuation.resume()
      }
    }
  }

  func submit(_ job: @escaping @Sendable () -> Void) {
    let isStarting = condition.withLock {
      jobs.append(job)
      if idle >= jobs.count - next {
        condition.signal()
        return false
      }
      if threads == limit { return false }
      threads += 1
      return true
    }
    if !isStarting || DetachedThread.start({ self.work() }) { return }
    // If the system provides no thread at all, the job runs here rather than never.
    let orphan = condition.withLock {
      threads -= 1
      return threads == 0 ? take() : nil
    }
    orphan?()
  }

  private func work() {
    condition.lock()
    while true {
      if let job = take() {
        condition.unlock()
        job()
        condition.lock()
        continue
      }
      idle += 1
      let end = MonotonicTime.now + patience
      while next == jobs.count, MonotonicTime.now < end { condition.wait(until: end) }
      idle -= 1
      if next == jobs.count { break }
    }
    threads -= 1
    condition.unlock()
  }

  private func take() -> (@Sendable () -> Void)? {
    guard next < jobs.count else { return nil }
    let job = jobs[next]
    next += 1
    if next == jobs.count || next > 1_000 {
      jobs.removeFirst(next)
      next = 0
    }
    return job
  }
}
