internal import ORDAThreads
internal import SHELF

/// What an observer heard, for a case to wait for.
final class ShelfNews: Sendable {
  private struct State {
    var all: [ShelfChange] = []
    /// How many of them were waited for.
    var taken = 0
  }

  private let state = Lock(State())
  private let patience: Duration

  init(_ place: ShelfStorePlace) { patience = place.patience }

  /// Everything it heard.
  var all: [ShelfChange] { state.withLock { $0.all } }

  func add(_ change: ShelfChange) { state.withLock { $0.all.append(change) } }

  /// Returns when, after what was waited for before, something is reported that concerns an object.
  func wait(for id: ShelfId) async throws {
    let start = ContinuousClock.now
    while !take(id) {
      guard ContinuousClock.now - start < patience else {
        throw ShelfStoreFailure("a change was not told within \(patience); told was \(all)")
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  private func take(_ id: ShelfId) -> Bool {
    state.withLock { state in
      let index = state.all[state.taken...].firstIndex { change in
        if case .objects(let ids) = change { ids.contains(id) } else { true }
      }
      guard let index else { return false }
      state.taken = index + 1
      return true
    }
  }
}
