/// What has become of a transaction, or of the part of it that something was done in.
public enum TransactionOutcome: Sendable, Hashable {
  /// It was committed.
  case committed
  /// All of it was rolled back.
  case rolledBack
  /// The savepoint that this was done in was undone, and the transaction went on; that was not rolled back, as far as is known.
  case undoneWithSavepoint
  /// Nobody knows: the answer to the COMMIT never came, or a statement ended the transaction and the database does not tell
  /// how. Only the data shows what was done.
  case unknown
}
