/// Where a ``FileWatch`` has noticed changes.
public struct FileChanges: Sendable, Hashable {
  /// What was made, changed, replaced or removed: watched files, by the paths that the watch was given, and entries of
  /// watched folders, by the folder's path and their names. A folder's own path means that anything in it may have
  /// changed: for example, it was made or removed.
  public internal(set) var paths: Set<String> = []

  /// True if the system has lost some of its reports: anything may have changed. The paths are then all that the watch
  /// was given.
  public internal(set) var isEverything = false
}
