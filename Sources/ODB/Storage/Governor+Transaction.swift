internal import ORDA

extension Governor {
  /// True if this thread is in a transaction of the governor.
  func isInTransactionHere() throws -> Bool { try atTransactionEnd { _ in } }
}
