internal import ORDA

/// How the commits of other programs are noticed: by something that looks after one file while somebody listens to it.
struct CommitWatching: Sendable {
  /// By what, in words, where nothing stands in the way.
  let means: String
  /// Begins to look after a file: its count of commits is noted before this returns.
  let watch: @Sendable (SQLiteFile) throws(DatabaseError) -> any CommitWatch
}

/// What looks after one file.
protocol CommitWatch: AnyObject {
  /// How other programs' commits are noticed.
  var means: String { get }
  /// What is less than it could be.
  var limitation: String? { get }
  /// Tells of commits from now on.
  func start()
  /// Returns when the commits that anybody made before have been told; false if that can't be known now.
  func catchUp() -> Bool
  /// Ends that; waits for the end.
  func stop()
}
