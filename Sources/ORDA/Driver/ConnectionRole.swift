/// What a connection of a governor is for.
public enum ConnectionRole: Sendable, Hashable {
  /// It may write.
  case writer
  /// It only reads.
  case reader
}
