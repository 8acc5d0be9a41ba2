/// Whether expectations are met one after the other.
public enum ScriptOrder: Sendable, Hashable {
  /// Each call has to be the next one that is expected.
  case inOrder
  /// Each call may be any of those that are still expected.
  case inAnyOrder
}
