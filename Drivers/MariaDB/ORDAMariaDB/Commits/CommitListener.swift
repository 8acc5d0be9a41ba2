internal import ORDA

/// Hears what the connections of one governor commit, whether or not a log reports it.
protocol CommitListener: AnyObject {
  /// What this process commits on the server.
  var commits: ServerCommits { get }

  /// A connection's statement was answered, which it had announced by a number.
  ///
  /// - Parameters:
  ///   - transaction: What the statement committed, by the server's log; nil if the log has nothing of it.
  ///   - mark: The transaction's mark.
  ///   - mayHaveWritten: False if it has certainly committed nothing.
  func ended(_ number: Int, _ transaction: GTID?, _ mark: ChangeMark?, mayHaveWritten: Bool)
}

/// Hears of each commit without a log.
protocol CommitHearer: AnyObject {
  /// One of the governors, identified by its number, has committed something.
  func noteCommit(by owner: Int)
}
