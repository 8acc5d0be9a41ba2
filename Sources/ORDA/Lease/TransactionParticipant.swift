/// Keeps something of its own for an open transaction, which stands or falls with that.
protocol TransactionParticipant: AnyObject {
  /// A savepoint, or the transaction, was kept: down to the depth of what is around it, 0 if there is nothing.
  func keep(downTo depth: Int)
  /// A savepoint, or the transaction, was not kept.
  ///
  /// - Parameter outcome: Its outcome, if that is known; for a savepoint, that it was rolled back.
  func undo(downTo depth: Int, _ outcome: TransactionOutcome)
}
