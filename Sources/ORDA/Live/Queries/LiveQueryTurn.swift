internal import ORDAThreads

/// Whether a query is to be run again, and whether that is on its way: what a batch of changes is noted in, with no other
/// lock taken and nothing let go of.
final class LiveQueryTurn: Sendable {
  private struct State {
    /// Nothing is run before the rows were read for the first time.
    var isOpen = false
    var isOver = false
    var mustRun = false
    /// True if the query may read other tables than it did.
    var mayReadOthers = false
    /// True from when there is work for the thread until it takes that.
    var isOnItsWay = false
    /// True while an alarm is set to run it again after a failure.
    var isTryingAgain = false
    /// How many runs have failed, one after the other.
    var failures = 0

    mutating func begin() -> Bool {
      guard isOpen, !isOver, mustRun, !isOnItsWay else { return false }
      isOnItsWay = true
      return true
    }
  }

  private let state = Lock(State())

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Something changed. True if the caller has to have the query run.
  func note(_ batch: ChangeBatch) -> Bool {
    state.withLock { state in
      state.mustRun = true
      // A view that was made anew is told as a change of its schema, or as one of anything.
      if !batch.unknown.isEmpty || !batch.schemaChanges.isEmpty { state.mayReadOthers = true }
      return state.begin()
    }
  }

  /// The rows were read for the first time. True if that has to be done again at once.
  func open() -> Bool {
    state.withLock { state in
      state.isOpen = true
      return state.begin()
    }
  }

  /// The work begins; what is noted from now on is for the next time.
  ///
  /// - Returns: True if the query may read other tables than it did; nil if it is not to be run.
  func take() -> Bool? {
    state.withLock { state in
      state.isOnItsWay = false
      guard state.mustRun, !state.isOver else { return nil }
      defer {
        state.mustRun = false
        state.mayReadOthers = false
      }
      return state.mayReadOthers
    }
  }

  /// It was run.
  func succeed() { state.withLock { $0.failures = 0 } }

  /// It could not be run. What it reads is asked for anew the next time.
  ///
  /// - Returns: How long to wait until it is tried again; nil if it is not, or that is seen to already.
  func fail(isTransient: Bool) -> Duration? {
    state.withLock { state in
      state.mayReadOthers = true
      guard isTransient, !state.isOver, !state.isTryingAgain else { return nil }
      state.isTryingAgain = true
      state.failures += 1
      return .seconds(1 << min(state.failures - 1, 5))
    }
  }

  /// The pause is over. True if the caller has to have the query run.
  func tryAgain() -> Bool {
    state.withLock { state in
      state.isTryingAgain = false
      // A change may have had it run meanwhile.
      if state.failures > 0 { state.mustRun = true }
      return state.begin()
    }
  }

  func end() { state.withLock { $0.isOver = true } }
}
