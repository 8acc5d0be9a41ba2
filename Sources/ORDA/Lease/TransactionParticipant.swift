/// Who keeps something of its own for an open transaction, which stands or falls with that.
protocol TransactionParticipant: AnyObject {
  /// The program has run a statement of its own, which may have changed any row.
  func noteStatement()
  /// A savepoint, or the transaction, was kept: down to the depth of what is around it, 0 where there is nothing.
  func keep(downTo depth: Int)
  /// A savepoint, or the transaction, was undone.
  ///
  /// - Parameter wasCommitted: True where a statement had committed it before.
  func undo(downTo depth: Int, wasCommitted: Bool)
}
