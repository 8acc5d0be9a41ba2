internal import ORDAThreads

/// Whether a query has to be run again, and whether that is under way. Batches of changes are noted here: no other lock
/// is taken, and nothing is released.
final class LiveQueryTurn: Sendable {
  private struct State {
    /// Nothing is run until the rows were read for the first time.
    var isOpen = false
    var isOver = false
    var mustRun = false
    /// True if the query may read other tables than it did.
    var mayReadOthers = false
    /// True while work waits for the thread.
    var isOnItsWay = false
    /// True while an alarm is set to run it again after a failure.
    var isTryingAgain = false
    /// How many runs have failed in a row.
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
      // A view that was replaced is reported as a change of its schema, or of anything.
      if !batch.unknown.isEmpty || !batch.schemaChanges.isEmpty { state.mayReadOthers = true }
      return state.begin()
    }
  }

  /// The rows were read for the first time. True if they have to be read again at once.
  func open() -> Bool {
    state.withLock { state in
      state.isOpen = true
      return state.begin()
    }
  }

  /// The work begins; what is noted from now on is for the next run.
  ///
  /// - Returns: True if the query may read other tables than before; nil if it must not be run.
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

  /// The run succeeded.
  func succeed() { state.withLock { $0.failures = 0 } }

  /// The run failed. The next one asks again which tables the query reads.
  ///
  /// - Returns: How long to wait before trying again; nil if it is not tried again, or an alarm is set already.
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
