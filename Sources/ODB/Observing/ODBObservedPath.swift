public import Observation
internal import ORDAThreads

/// What is at a path, for Observation: whoever reads it within `withObservationTracking`, with `Observations` or in a
/// view learns when it changes.
///
/// Use it anywhere, also outside of performs. After a change it reads the database again when asked.
public final class ODBObservedPath: Observable, Sendable {
  private struct State {
    var value: ODBValue??
    var childNames: [String]?
    /// Counts the reported changes, so that nothing read before a change is kept.
    var changes = 0
  }

  /// The path.
  public let path: ODBPath
  private let registrar = ObservationRegistrar()
  private let state = Lock(State())
  private let observation = Lock<ODBObservation?>(nil)

  init(_ path: ODBPath) {
    self.path = path
    let observation = ODBObservation(path) { [weak self] change in
      if let self, let change { self.hear(ODBChange(change, path)) }
    }
    self.observation.withLock { $0 = observation }
  }

  /// The value at the path; nil if there is none, or if it can't be read: then ``ODB/error`` says why.
  public var value: ODBValue? {
    registrar.access(self, keyPath: \.value)
    return known(\.value) { path.value }
  }

  /// The names of what the table at the path contains, as they are stored, in the order of
  /// ``ODBPath/children(prefix:after:limit:)``; empty if there is no table.
  public var childNames: [String] {
    registrar.access(self, keyPath: \.childNames)
    return known(\.childNames) {
      let children = path.table?.children ?? [:]
      return children.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value.name)
    }
  }

  /// What is known; otherwise reads it now.
  private func known<Part: Sendable>(_ part: WritableKeyPath<State, Part?>, _ read: () -> Part) -> Part {
    let (known, changes) = state.withLock { ($0[keyPath: part], $0.changes) }
    if let known { return known }
    let found = path.odb.read(read)
    // A perform sees what it may yet undo.
    let isPerforming = PerformThread.existing?.session(of: path.odb.database) != nil
    state.withLock { state in
      if state.changes == changes, !isPerforming { state[keyPath: part] = found }
    }
    return found
  }

  private func hear(_ change: ODBChange) {
    let isHere = change.kind == .unknown || change.path == path
    let isChild = change.path.names.count == path.names.count + 1
    if isHere {
      registrar.withMutation(of: self, keyPath: \.value) { forgetChildNames { $0.value = nil } }
    } else if isChild {
      forgetChildNames()
    }
  }

  private func forgetChildNames(and more: @Sendable (inout State) -> Void = { _ in }) {
    registrar.withMutation(of: self, keyPath: \.childNames) {
      state.withLock { state in
        state.childNames = nil
        more(&state)
        state.changes += 1
      }
    }
  }
}
