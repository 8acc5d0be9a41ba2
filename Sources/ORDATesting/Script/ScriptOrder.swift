/// Whether expectations must be met in order.
public enum ScriptOrder: Sendable, Hashable {
  /// Each call must be the next expected one.
  case inOrder
  /// Each call may be any of those still expected.
  case inAnyOrder
}
