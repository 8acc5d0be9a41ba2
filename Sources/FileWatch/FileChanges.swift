/// Where a ``FileWatch`` has noticed something.
public struct FileChanges: Sendable, Hashable {
  /// What was made, changed, replaced or removed: the files that are watched, by the paths that the watch was given, and the
  /// entries of folders that are watched, by the folder's path and their names. A folder's own path means that anything in it
  /// may have changed: it was made or removed, say.
  public internal(set) var paths: Set<String> = []

  /// True where the system has lost some of what it had to tell: anything may have changed. The paths are then all that the
  /// watch was given.
  public internal(set) var isEverything = false
}
