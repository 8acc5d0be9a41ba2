internal import ORDA

/// How other programs' commits are noticed: by a watch of one file, while somebody listens to it.
struct CommitWatching: Sendable {
  /// The means, in words, unless something prevents it.
  let means: String
  /// Begins to watch a file: its count of commits is noted before this returns.
  let watch: @Sendable (SQLiteFile) throws(DatabaseError) -> any CommitWatch
}

/// Watches one file.
protocol CommitWatch: AnyObject {
  /// How other programs' commits are noticed.
  var means: String { get }
  /// What works less well than it could.
  var limitation: String? { get }
  /// Reports commits from now on.
  func start()
  /// Returns when all commits made before were reported; false if that can't be known now.
  func catchUp() -> Bool
  /// Ends the reports; waits for the end.
  func stop()
}
