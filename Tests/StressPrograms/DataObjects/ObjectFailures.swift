import DataObjects

/// What a store has told: of objects that others have deleted, and nothing else.
@MainActor
final class ObjectFailures {
  private var faults: [String] = []

  init(_ store: DataStore) {
    let errors = store.errors
    Task { [weak self] in
      for await failure in errors {
        if case DataStoreError.deleted = failure.error { continue }
        self?.faults.append("told: \(failure.error), of \(failure.entity ?? "-") \(String(describing: failure.id))")
      }
    }
  }

  /// What was told so far that should not have been.
  var told: [String] {
    get async {
      // Those that were told last are read in the turns that come.
      for _ in 0..<100 { await Task.yield() }
      return faults
    }
  }
}
