/// A connection whose database aborts the whole transaction where a statement in it fails, and refuses everything from then
/// on but rolling back, as PostgreSQL does.
///
/// ORDA promises that a statement which fails is undone alone, and that the transaction goes on. A driver's connection may
/// conform to this beside ``DriverConnection`` to have that promise kept: in a transaction that the core has begun, it is told
/// before each statement and after it. By default each becomes a savepoint, which takes two round trips more; a driver that can
/// send several statements at once notes what it is told, and sends it in front of the next statement.
public protocol TransactionAbortingConnection: DriverConnection {
  /// True if the open transaction is aborted: ``DriverConnection/isInTransaction`` is true still, but nothing runs any more
  /// before it is rolled back, as a whole or to a savepoint. Asked after every statement of a transaction, so it must be cheap.
  var isTransactionAborted: Bool { get }
  /// Makes all that is run until ``keepStatement()`` something that ``undoStatement()`` can undo. Never called a second time
  /// before one of these, and no savepoint is set or forgotten in between.
  func protectStatement() throws(DatabaseError)
  /// Keeps what was done since ``protectStatement()``: the statement succeeded, or another is to be protected.
  func keepStatement() throws(DatabaseError)
  /// Undoes what was done since ``protectStatement()``: the statement failed. The transaction goes on.
  func undoStatement() throws(DatabaseError)
}

extension TransactionAbortingConnection {
  private var statementSavepoint: String { "orda_statement" }

  /// Sets a savepoint.
  public func protectStatement() throws(DatabaseError) { try savepoint(statementSavepoint) }
  /// Forgets the savepoint.
  public func keepStatement() throws(DatabaseError) { try release(savepoint: statementSavepoint) }
  /// Rolls back to the savepoint.
  public func undoStatement() throws(DatabaseError) { try rollback(toSavepoint: statementSavepoint) }
}
