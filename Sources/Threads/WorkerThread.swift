internal import Synchronization

/// A thread that runs its jobs in order: asynchronous work on a connection happens there.
///
/// Client libraries block, and Swift's cooperative pool has as many threads as the machine has cores: a few slow
/// queries on it would stop every other task of the program. The first job makes whatever is needed: most connections
/// of a program that waits never have one.
public final class WorkerThread: Sendable {
  private let worker = AtomicLazyReference<Worker>()
  // Checked first, since the compiler makes no specialised version of the reference's own functions.
  private let isUsed = Atomic(false)
  private let isStopped = Atomic(false)

  /// A worker whose thread begins with its first job.
  public init() {}

  /// Adds a job; false if the thread was stopped before.
  @discardableResult
  public func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
    isUsed.store(true, ordering: .sequentiallyConsistent)
    let worker = worker.load() ?? worker.storeIfNil(Worker())
    // It may have been stopped before there was anything to stop.
    if isStopped.load(ordering: .sequentiallyConsistent) { worker.stop() }
    return worker.submit(job)
  }

  /// True on this thread itself.
  public var isCurrent: Bool {
    isUsed.load(ordering: .sequentiallyConsistent) && worker.load()?.isCurrent ?? false
  }

  /// Lets the thread end when its jobs are done.
  public func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    if isUsed.load(ordering: .sequentiallyConsistent) { worker.load()?.stop() }
  }
}

/// The thread itself, and its jobs.
private final class Worker: @unchecked Sendable {
  // Proof: all that changes is touched only under the condition's lock.
  private let condition = Condition()
  private var jobs: [@Sendable () -> Void] = []
  private var isStarted = false
  private var isStopped = false
  private var thread: ThreadIdentity?

  var isCurrent: Bool { condition.withLock { thread == .current } }

  func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
    // If no thread is available, the submitter runs the job, rather than nobody.
    var orphan: (@Sendable () -> Void)?
    let isTaken = condition.withLock {
      if isStopped { return false }
      jobs.append(job)
      if isStarted {
        condition.signal()
      } else {
        isStarted = DetachedThread.start { self.run() }
        if !isStarted { orphan = jobs.popLast() }
      }
      return true
    }
    orphan?()
    return isTaken
  }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.signal()
    }
  }

  private func run() {
    condition.withLock { thread = .current }
    // Two lists that change places: usually a thread has one job at a time, and needs no new list for it.
    var batch: [@Sendable () -> Void] = []
    while true {
      condition.lock()
      while jobs.isEmpty && !isStopped { condition.wait() }
      if jobs.isEmpty {
        condition.unlock()
        return
      }
      swap(&batch, &jobs)
      condition.unlock()
      for job in batch { job() }
      batch.removeAll(keepingCapacity: true)
    }
  }
}
