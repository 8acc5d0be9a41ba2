internal import ORDA

/// Hears what the connections of one governor commit.
protocol CommitListener: AnyObject {
  /// True while somebody in this process follows what is committed in the database.
  var isFollowed: Bool { get }

  /// A connection has begun a transaction.
  func transactionBegan()

  /// It has ended, or its connection has.
  func transactionEnded()

  /// A statement is about to be sent that may commit. Returns its number, and the query that is to run in the same
  /// transaction: it leaves a mark in the server's log and returns a row if the transaction has written, else none.
  ///
  /// - Parameter mark: The transaction's mark.
  func announce(_ mark: ChangeMark?) -> CommitAnnouncement

  /// The statement was answered: it has committed, or certainly nothing of it is.
  func ended(_ announcement: CommitAnnouncement, hasWritten: Bool)

  /// Something ran outside of transactions that may have written, and could not be announced.
  func ranAlone()

  /// Tables may have been made, altered or dropped, by a transaction that has committed.
  func definedSchema()
}

/// A statement that may commit.
struct CommitAnnouncement {
  let number: Int
  /// What runs in the same transaction, behind everything else.
  let query: String
}

/// Hears of each commit without a log.
protocol CommitHearer: AnyObject {
  /// One of the governors, identified by its number, has committed something.
  func noteCommit(by owner: Int)
}
