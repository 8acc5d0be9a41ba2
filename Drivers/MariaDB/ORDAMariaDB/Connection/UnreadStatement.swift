internal import ORDA

/// A statement whose rows are not all read yet, as its connection sees it.
protocol UnreadStatement: AnyObject {
  /// Fetches the remaining rows, so that the connection is free for another statement.
  func keepRest() throws(DatabaseError)
}
