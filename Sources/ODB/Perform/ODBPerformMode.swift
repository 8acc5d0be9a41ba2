/// When a perform locks the database, and what it has heard before.
public enum ODBPerformMode: Sendable, Hashable {
  /// It locks at its first write. If somebody else has meanwhile written what it may have read, it has not written yet,
  /// and its body runs once more, locked from the start.
  case ordinary
  /// It locks before it begins, and its body runs once.
  case once
  /// As ``ordinary``, once everything is known that other programs committed before.
  case fresh
}
