/// When a perform locks the database, and what it has heard before.
public enum ODBPerformMode: Sendable, Hashable {
  /// It locks at its first write. Where somebody has written meanwhile what it may have read, nothing was written yet, and
  /// its body runs once more, locked from the start.
  case ordinary
  /// It locks before it begins, and its body runs once.
  case once
  /// As ``ordinary``, once everything is known that other programs committed before.
  case fresh
}
