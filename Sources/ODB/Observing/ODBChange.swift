/// What changed at a path, or below it.
public struct ODBChange: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// Something new is at the path: a value was set, or a table was made, moved or copied there.
    case set
    /// What was at the path is gone.
    case removed
    /// Anything may have happened at the path and below it: read again what you use of it.
    case unknown
  }

  /// What changed, with the names as they are stored.
  public let path: ODBPath
  /// What happened there; the last of several changes to one place that are reported together.
  public let kind: Kind
}

extension ODBChange {
  /// A change of the tree, for observers of a path.
  init(_ change: TreeChange, _ observed: ODBPath) {
    switch change.kind {
    case .set: (path, kind) = (ODBPath(names: change.names, odb: observed.odb), .set)
    case .removed: (path, kind) = (ODBPath(names: change.names, odb: observed.odb), .removed)
    case .unknown: (path, kind) = (observed, .unknown)
    }
  }
}
