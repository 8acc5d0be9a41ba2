/// The outcome of a transaction, or of the part of it in which something was done.
public enum TransactionOutcome: Sendable, Hashable {
  /// It was committed.
  case committed
  /// Everything was rolled back.
  case rolledBack
  /// The savepoint that this was done in was undone, and the transaction continued; as far as is known, that was not
  /// rolled back.
  case undoneWithSavepoint
  /// Nobody knows: the answer to the COMMIT never came, or a statement ended the transaction and the database does not
  /// say how. Only the data shows what was done.
  case unknown
}
