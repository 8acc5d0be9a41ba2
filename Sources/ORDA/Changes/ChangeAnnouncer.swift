internal import DequeModule
internal import ORDAThreads
internal import Synchronization

/// Calls listeners with their waiting batches, the oldest first, one call after another.
///
/// A thread that finds another one calling leaves the work to that one, so there is one caller at a time and the order
/// stays; a commit made inside a closure queues. Whoever must know that everything up to some batch was reported waits
/// for that, like a writer for observers that are called before its call returns.
///
/// An observer that waits for another thread's write would then wait for itself, without end. So nobody waits longer
/// than ``longestWait`` for one.
final class ChangeAnnouncer: Sendable {
  private struct Waiter {
    let number: Int
    let sequence: Int
    let done: @Sendable (_ isTold: Bool) -> Void
    var alarm: Int?
  }

  private struct State {
    /// The listeners that have not been removed.
    var listeners: Set<ObjectIdentifier> = []
    /// The listeners with waiting batches, one place for each batch, in the order of the batches' sequences.
    var queue: Deque<(listener: ChangeListener, sequence: Int)> = []
    /// The thread that is calling.
    var caller: ThreadIdentity?
    /// The sequence of the last batch that the caller announces.
    var last = 0
    /// The batch being reported.
    var current: Int?
    var waiters: [Waiter] = []
    var lastNumber = 0
    /// Listeners that have left the queue, to be released after the lock, since releasing one may remove another.
    var dropped: [ChangeListener] = []

    /// The listener whose waiting batch is the oldest.
    mutating func next() -> (listener: ChangeListener, sequence: Int)? {
      while let first = queue.first {
        if let sequence = first.listener.waitingSince, sequence <= first.sequence { return first }
        // The listener has ended, or its full buffer has replaced the batch.
        dropped.append(queue.removeFirst().listener)
      }
      return nil
    }

    /// Removes those whose wait is over: nothing as old as what they wait for remains to be reported.
    mutating func takeDone(before oldest: Int?) -> [Waiter] {
      if waiters.isEmpty { return [] }
      let limit = oldest ?? .max
      defer { waiters.removeAll { $0.sequence < limit } }
      return waiters.filter { $0.sequence < limit }
    }
  }

  private let state = Lock(State())
  private let time: TimeSource
  /// True if a batch may be waiting: checked whenever a connection is returned.
  private let mayWait = Atomic(false)
  private let isListenedTo = Atomic(false)

  /// How long anybody waits for observers.
  static let longestWait = Duration.seconds(5)

  init(_ time: TimeSource = .system) { self.time = time }

  /// True if anybody listens.
  var hasListeners: Bool { isListenedTo.load(ordering: .relaxed) }
  /// True if a batch may be waiting.
  @inline(__always)
  var isNeeded: Bool { mayWait.load(ordering: .relaxed) }
  /// True on the thread that is calling a listener.
  var isCalledHere: Bool { state.withLock { $0.caller == .current } }

  func add(_ listener: ChangeListener) { change { $0.listeners.insert(ObjectIdentifier(listener)) } }
  func remove(_ listener: ChangeListener) { change { $0.listeners.remove(ObjectIdentifier(listener)) } }

  func removeAll() {
    change { state in
      state.listeners = []
      state.dropped += state.queue.map(\.listener)
      state.queue = []
    }
  }

  private func change(_ body: (inout State) -> Void) {
    withState { state in
      body(&state)
      isListenedTo.store(!state.listeners.isEmpty, ordering: .relaxed)
    }
  }

  /// Runs a body under the lock, and afterwards releases the listeners that have left the queue.
  private func withState<Output: Sendable>(_ body: (inout State) -> Output) -> Output {
    let (output, dropped) = state.withLock { state in
      let output = body(&state)
      defer { state.dropped = [] }
      return (output, state.dropped)
    }
    withExtendedLifetime(dropped) {}
    return output
  }

  /// Notes that another batch waits for a listener. Call it in the order of the sequences.
  func noteWaiting(_ listener: ChangeListener, _ sequence: Int) {
    state.withLock { $0.queue.append((listener, sequence)) }
    noteWaiting()
  }

  /// Notes that a listener has a batch.
  func noteWaiting() { mayWait.store(true, ordering: .sequentiallyConsistent) }

  /// How a thread's calling has ended.
  enum Ending {
    /// It did not call: nothing waited, or another thread calls.
    case leftToOthers
    /// Nothing waits any more.
    case complete
    /// It had called enough, and more is waiting.
    case incomplete
  }

  /// Calls everybody with a waiting batch, on this thread, unless another one is calling.
  ///
  /// - Parameters:
  ///   - last: The sequence of the last batch to announce. A call inside an observer raises the last batch of the thread's
  ///     outer call.
  ///   - isEnough: Whether this thread stops; asked between two calls.
  @discardableResult
  func announce(through last: Int = .max, until isEnough: () -> Bool = { false }) -> Ending {
    guard isNeeded, begin(through: last) else { return .leftToOthers }
    while let listener = next() {
      listener.announceNext()
      if isEnough() { break }
    }
    return leave() ? .complete : .incomplete
  }

  private func begin(through last: Int) -> Bool {
    state.withLock { state in
      if state.caller == .current { state.last = max(state.last, last) }
      guard state.caller == nil else { return false }
      state.caller = .current
      state.last = last
      // Before looking for what waits: whoever has more afterwards says so again.
      mayWait.store(false, ordering: .sequentiallyConsistent)
      return true
    }
  }

  /// The next listener to call; nil if no listener has a batch that this thread announces.
  private func next() -> ChangeListener? {
    let (listener, done): (ChangeListener?, [Waiter]) = withState { state in
      let next = state.next()
      let done = state.takeDone(before: next?.sequence)
      guard let next, next.sequence <= state.last else {
        state.current = nil
        return (nil, done)
      }
      state.current = next.sequence
      state.queue.removeFirst()
      return (next.listener, done)
    }
    for waiter in done { end(waiter) }
    return listener
  }

  /// Stops calling on this thread.
  ///
  /// - Returns: Whether nothing waits.
  private func leave() -> Bool {
    let (isEmpty, done): (Bool, [Waiter]) = withState { state in
      state.caller = nil
      state.current = nil
      let next = state.next()
      if next != nil { noteWaiting() }
      return (next == nil, state.takeDone(before: next?.sequence))
    }
    for waiter in done { end(waiter) }
    return isEmpty
  }

  private func end(_ waiter: Waiter) {
    if let alarm = waiter.alarm { time.cancel(alarm) }
    waiter.done(true)
  }

  // MARK: Waiting

  /// Calls a closure when everything up to a batch was reported: now, if it was, or if this is the thread that reports
  /// it.
  ///
  /// - Parameter done: Receives false if ``longestWait`` has passed.
  /// - Returns: Whether the closure will be called later, after a call of ``announce(through:until:)``.
  func whenTold(_ sequence: Int, _ done: @escaping @Sendable (_ isTold: Bool) -> Void) -> Bool {
    let number: Int? = withState { state in
      if state.caller == .current { return nil }
      let oldest = [state.current, state.next()?.sequence].compactMap(\.self).min()
      guard let oldest, oldest <= sequence else { return nil }
      state.lastNumber += 1
      state.waiters.append(Waiter(number: state.lastNumber, sequence: sequence, done: done))
      return state.lastNumber
    }
    guard let number else {
      done(true)
      return false
    }
    let alarm = time.schedule(at: time.now + Self.longestWait) { [weak self] in self?.giveUp(number) }
    let isOver = state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return true }
      state.waiters[index].alarm = alarm
      return false
    }
    if isOver { time.cancel(alarm) }
    return true
  }

  private func giveUp(_ number: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
    }
    guard let waiter else { return }
    // Alarms must not block; the waiter may continue with anything.
    SpareThreads.shared.run { waiter.done(false) }
  }
}
