internal import ORDA

/// A statement whose rows are not all read yet, to the connection on which they come.
protocol UnreadStatement: AnyObject {
  /// Fetches the rows that are still to come, so that the connection is free for another statement.
  func keepRest() throws(DatabaseError)
}
