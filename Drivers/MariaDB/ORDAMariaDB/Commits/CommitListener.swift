internal import ORDA

/// Hears what the connections of one governor commit, whether or not a log tells of it.
protocol CommitListener: AnyObject {
  /// What this process commits on the server.
  var commits: ServerCommits { get }

  /// A connection has had its statement answered, which it announced by a number.
  ///
  /// - Parameters:
  ///   - transaction: What the statement committed, by the server's log; nil if that has nothing of it.
  ///   - mark: What the transaction was marked with.
  ///   - mayHaveWritten: False if it has certainly committed nothing.
  func ended(_ number: Int, _ transaction: GTID?, _ mark: ChangeMark?, mayHaveWritten: Bool)
}

/// Hears of each commit without a log.
protocol CommitHearer: AnyObject {
  /// One of the governors, known by its number, has committed something.
  func noteCommit(by owner: Int)
}
