/// A connection whose database aborts the whole transaction if a statement in it fails, and refuses everything from
/// then on but a rollback, like PostgreSQL.
///
/// ORDA promises that only the failing statement is undone, and that the transaction continues. A driver's connection
/// may conform to this beside ``DriverConnection`` to have that promise kept: in a transaction begun by the core, it is
/// called before each statement and after it. By default each becomes a savepoint, which takes two more round trips; a
/// driver that can send several statements at once notes these calls, and sends them before the next statement.
public protocol TransactionAbortingConnection: DriverConnection {
  /// True if the open transaction is aborted: ``DriverConnection/isInTransaction`` is still true, but nothing runs any
  /// more before it is rolled back, as a whole or to a savepoint. Called after every statement of a transaction, so it
  /// must be cheap.
  var isTransactionAborted: Bool { get }
  /// Makes everything that runs until ``keepStatement()`` something that ``undoStatement()`` can undo. Never called a
  /// second time before one of these, and no savepoint is set or forgotten in between.
  func protectStatement() throws(DatabaseError)
  /// Keeps the changes since ``protectStatement()``: the statement succeeded, or another is to be protected.
  func keepStatement() throws(DatabaseError)
  /// Undoes the changes since ``protectStatement()``: the statement failed. The transaction continues.
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
