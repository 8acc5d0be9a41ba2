/// A statement whose executions can be sent to the database many at a time.
///
/// A driver's statement may conform to it beside ``DriverStatement``. A batch is begun, then gets its elements, each
/// bound as for an execution, and is ended; the driver runs them in order, together or one by one, whenever it sees
/// fit. The core puts a transaction or a savepoint around the batch, and undoes that if anything is thrown. If the
/// database has ended the transaction, the driver runs no further elements and throws.
///
/// The result of a batch must be that of its elements one by one: the number of changed rows, and the error of the
/// first element that fails, with its place in ``DatabaseError/batchIndex``. An error that is no element's fault, such
/// as a lost connection, may lack that.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol ArrayBindingStatement: DriverStatement {
  /// Begins a batch.
  ///
  /// - Returns: False if this statement can't be run this way; then it is run once for each element.
  func beginBatch() -> Bool

  /// Takes the bound values as the batch's next element, and drops them.
  func addElement() throws(DatabaseError)

  /// Runs what has not run yet, and ends the batch.
  ///
  /// - Returns: How many rows all elements changed.
  func endBatch() throws(DatabaseError) -> Int
}
