internal import Synchronization

/// A manually advanced clock, with its scheduled actions and waits.
@usableFromInline
package final class ManualTime: Sendable {
  /// A closure that runs a due action, ends a due wait, or notifies a watcher.
  private typealias Action = @Sendable () -> Void

  private struct State {
    var pending = AlarmQueue<Action>()
    var watchers: [Watcher] = []
    var lastWatcher = 0

    /// The number of actions and waits that are due by a time.
    func count(until limit: MonotonicTime) -> Int { pending.count(dueBy: limit) }

    /// Removes and returns the watchers whose number of actions and waits is reached.
    mutating func takeSatisfied(at now: MonotonicTime) -> [Watcher] {
      let satisfied = watchers.filter { pending.count(dueBy: $0.limit(at: now)) >= $0.count }
      if satisfied.isEmpty { return [] }
      watchers.removeAll { watcher in satisfied.contains { $0.number == watcher.number } }
      return satisfied
    }
  }

  /// A request to run a closure once a number of actions and waits are scheduled.
  private struct Watcher {
    let number: Int
    let count: Int
    let distance: Duration?
    let done: Action

    func limit(at now: MonotonicTime) -> MonotonicTime { distance.map { now + $0 } ?? MonotonicTime(nanoseconds: .max) }
  }

  private let state = Lock(State())
  /// The current time, written under the lock and read without the lock.
  private let nanoseconds: Atomic<Int64>

  /// Creates a clock that starts at a time.
  package init(from start: MonotonicTime) { nanoseconds = Atomic(start.nanoseconds) }

  /// The current time.
  package var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

  // MARK: Waiting

  /// Schedules an action for a time.
  ///
  /// An action that is already due runs immediately on another thread, as with the machine's clock, because the caller
  /// may hold a lock that the action takes.
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
    // Remove the action under the lock, but release its captures outside.
    _ = state.withLock { $0.pending.remove(number) }
  }

  func isScheduled(_ number: Int) -> Bool { state.withLock { $0.pending.contains(number) } }

  /// Waits until the condition is signalled or a time is reached. The caller holds the condition's lock.
  func wait(on condition: Condition, until limit: MonotonicTime) {
    let waiting: (number: Int, seen: [Watcher])? = state.withLock { state in
      // Compare under the lock, so that a later `advance(by:)` finds the wait.
      guard now < limit else { return nil }
      let number = state.pending.insert({ condition.withLock { condition.broadcast() } }, due: limit)
      return (number, state.takeSatisfied(at: now))
    }
    guard let waiting else { return }
    for watcher in waiting.seen { watcher.done() }
    condition.wait()
    cancel(waiting.number)
  }

  // MARK: Advancing

  /// Advances the clock, and runs due actions on this thread, earliest first, each at its due time.
  package func advance(by duration: Duration) {
    let end = now + duration
    while let action = takeFirst(until: end) { action() }
    let seen = state.withLock { state in
      setTime(to: end)
      return state.takeSatisfied(at: now)
    }
    for watcher in seen { watcher.done() }
    // Another thread may have scheduled an action for this time just before the clock reached the time.
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

  /// Sets the time, but never back: another thread may have advanced the clock further.
  private func setTime(to time: MonotonicTime) { nanoseconds.store(max(time, now).nanoseconds, ordering: .releasing) }

  // MARK: Watching for waits

  /// The number of actions and waits that are due within a duration; nil counts all.
  package func waiterCount(within distance: Duration?) -> Int {
    state.withLock { state in
      distance.map { state.pending.count(dueBy: now + $0) } ?? state.pending.count
    }
  }

  /// Calls a closure as soon as a number of actions and waits are due within a duration; nil counts all.
  ///
  /// The duration counts from the current time, and so moves with the clock.
  ///
  /// - Returns: The watcher's number, for ``stopWatching(_:)``.
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
