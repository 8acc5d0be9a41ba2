internal import Synchronization

/// A time that stands still until it is advanced, and what waits for it.
@usableFromInline
package final class ManualTime: Sendable {
  /// What is done with an alarm or a wait whose moment has come.
  private typealias Action = @Sendable () -> Void

  private struct State {
    var pending = AlarmQueue<Action>()
    var watchers: [Watcher] = []
    var lastWatcher = 0

    /// How many wait for a moment up to this one.
    func count(until limit: MonotonicTime) -> Int { pending.count(dueBy: limit) }

    /// Removes the watchers who have seen what they wait for.
    mutating func takeSatisfied(at now: MonotonicTime) -> [Watcher] {
      let satisfied = watchers.filter { pending.count(dueBy: $0.limit(at: now)) >= $0.count }
      if satisfied.isEmpty { return [] }
      watchers.removeAll { watcher in satisfied.contains { $0.number == watcher.number } }
      return satisfied
    }
  }

  /// Somebody who waits until others wait for this time.
  private struct Watcher {
    let number: Int
    let count: Int
    let distance: Duration?
    let done: Action

    func limit(at now: MonotonicTime) -> MonotonicTime { distance.map { now + $0 } ?? MonotonicTime(nanoseconds: .max) }
  }

  private let state = Lock(State())
  /// Changed under the lock, and read without it.
  private let nanoseconds: Atomic<Int64>

  /// A time that begins at some moment.
  package init(from start: MonotonicTime) { nanoseconds = Atomic(start.nanoseconds) }

  /// This moment.
  package var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

  // MARK: Waiting for it

  /// Has an action run when the time has come. If it has come already, the action runs at once, but on another thread, as
  /// with the machine's clock: the caller may hold a lock that the action takes.
  func schedule(at due: MonotonicTime, _ action: @escaping @Sendable () -> Void) -> Int {
    let (number, isDue, seen) = state.withLock { state in
      let number = state.pending.insert(action, due: due)
      return (number, due <= now, state.takeSatisfied(at: now))
    }
    for watcher in seen { watcher.done() }
    if isDue { _ = Alarms.shared.set(at: .now) { self.runDue() } }
    return number
  }

  func cancel(_ number: Int) {
    // What the action holds is released after the lock.
    _ = state.withLock { $0.pending.remove(number) }
  }

  func isScheduled(_ number: Int) -> Bool { state.withLock { $0.pending.contains(number) } }

  /// Waits until the condition is signalled, or until a moment; the caller holds its lock.
  func wait(on condition: Condition, until limit: MonotonicTime) {
    let waiting: (number: Int, seen: [Watcher])? = state.withLock { state in
      // Within the lock: whoever advances the time afterwards finds the wait.
      guard now < limit else { return nil }
      let number = state.pending.insert({ condition.withLock { condition.broadcast() } }, due: limit)
      return (number, state.takeSatisfied(at: now))
    }
    guard let waiting else { return }
    for watcher in waiting.seen { watcher.done() }
    condition.wait()
    cancel(waiting.number)
  }

  // MARK: Advancing it

  /// Lets the time pass. What is due meanwhile runs on this thread, each at its own time, the earliest first.
  package func advance(by duration: Duration) {
    let end = now + duration
    while let action = takeFirst(until: end) { action() }
    let seen = state.withLock { state in
      setTime(to: end)
      return state.takeSatisfied(at: now)
    }
    for watcher in seen { watcher.done() }
    // What another thread has scheduled for this moment, since it took it for the future.
    runDue()
  }

  private func runDue() {
    while let action = takeFirst(until: now) { action() }
  }

  private func takeFirst(until end: MonotonicTime) -> Action? {
    state.withLock { state in
      guard let due = state.pending.nextDue, due <= end else { return nil }
      setTime(to: due)
      return state.pending.takeFirst()
    }
  }

  /// The time never goes back, whoever else advances it.
  private func setTime(to time: MonotonicTime) { nanoseconds.store(max(time, now).nanoseconds, ordering: .releasing) }

  // MARK: Watching who waits for it

  /// How many wait for a moment within the duration from now on; nil for any moment.
  package func waiterCount(within distance: Duration?) -> Int {
    state.withLock { state in
      distance.map { state.pending.count(dueBy: now + $0) } ?? state.pending.count
    }
  }

  /// Calls a closure as soon as so many wait for a moment within the duration from then on; nil for any moment.
  ///
  /// - Returns: A number to stop watching by.
  package func watch(for count: Int, within distance: Duration?, _ done: @escaping @Sendable () -> Void) -> Int {
    let (number, seen) = state.withLock { state in
      state.lastWatcher += 1
      state.watchers.append(Watcher(number: state.lastWatcher, count: count, distance: distance, done: done))
      return (state.lastWatcher, state.takeSatisfied(at: now))
    }
    for watcher in seen { watcher.done() }
    return number
  }

  package func stopWatching(_ number: Int) {
    let removed = state.withLock { state in
      state.watchers.firstIndex { $0.number == number }.map { state.watchers.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }
}
