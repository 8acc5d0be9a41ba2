internal import ORDA

extension Governor {
  /// True where this thread is in a transaction of the governor's.
  func isInTransactionHere() throws -> Bool { try atTransactionEnd { _ in } }
}
