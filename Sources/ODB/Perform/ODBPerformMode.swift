/// When a perform locks the database, and what it knows before.
public enum ODBPerformMode: Sendable, Hashable {
  /// It locks at its first write. If somebody else has meanwhile changed what it may have read, it has not written yet,
  /// and its body runs again, locked from the start.
  case ordinary
  /// It locks before it begins, and its body runs once.
  case once
  /// Like ``ordinary``, once everything that other programs committed before is known.
  case fresh
}
