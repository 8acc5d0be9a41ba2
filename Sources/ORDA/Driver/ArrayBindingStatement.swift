/// A statement of which many executions can be sent to the database in one call.
///
/// A driver's statement may conform to it beside ``DriverStatement``. A batch is then begun, given its elements, each
/// bound as for an execution, and ended; the driver runs them in order, together or one by one, whenever it sees fit.
/// The core sees to a transaction or a savepoint around the batch, which it undoes if anything is thrown. Where the
/// database has ended the transaction, the driver runs no further elements and throws.
///
/// What a batch gives must be what its elements give one by one: the rows that were changed, and the error of the first
/// element that fails, with its place in ``DatabaseError/batchIndex``. An error that is no element's fault, such as a
/// lost connection, may come without.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol ArrayBindingStatement: DriverStatement {
  /// Begins a batch.
  ///
  /// - Returns: False if this statement can't be run so; it is then run once for each element.
  func beginBatch() -> Bool

  /// Takes the bound values as the batch's next element, and drops them.
  func addElement() throws(DatabaseError)

  /// Runs what is still to be run, and ends the batch.
  ///
  /// - Returns: How many rows all elements changed.
  func endBatch() throws(DatabaseError) -> Int
}
