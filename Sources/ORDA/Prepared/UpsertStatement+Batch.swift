/// The rows of a batch that were passed to the driver together, whose outcome nobody knows yet.
final class UpsertBatch {
  /// How many rows are passed before asking for that.
  static let most = 512

  let statement: any ArrayBindingStatement
  let wasInTransaction: Bool
  @exclusivity(unchecked) private(set) var count = 0
  /// The place in the batch of the first of them.
  private(set) var start = 0
  var changed = 0

  init(_ statement: any ArrayBindingStatement, wasInTransaction: Bool) {
    self.statement = statement
    self.wasInTransaction = wasInTransaction
  }

  func addRow() { count += 1 }

  /// Call it when the outcome of the rows is known.
  func endRows() {
    start += count
    count = 0
  }
}

/// Batches, if the driver accepts arrays for the single statement that does everything. If a row among them is refused
/// they all run again, one by one and in steps.
extension UpsertStatement: ArrayBindingStatement {
  func beginBatch() -> Bool {
    guard let statement = whole as? any ArrayBindingStatement, statement.beginBatch() else { return false }
    batch = UpsertBatch(statement, wasInTransaction: preparing.connection.isInTransaction)
    return true
  }

  func addElement() throws(DatabaseError) {
    guard let batch else { return }
    bindWhole(row: batch.count)
    batch.addRow()
    do throws(DatabaseError) {
      try batch.statement.addElement()
      if batch.count < UpsertBatch.most { return values.beginRow() }
      try runTogether(batch)
    } catch {
      try runOneByOne(batch, after: error)
    }
    _ = batch.statement.beginBatch()
  }

  func endBatch() throws(DatabaseError) -> Int {
    guard let batch else { return 0 }
    defer { self.batch = nil }
    do throws(DatabaseError) {
      try runTogether(batch)
    } catch {
      try runOneByOne(batch, after: error)
    }
    return batch.changed
  }

  private func runTogether(_ batch: UpsertBatch) throws(DatabaseError) {
    batch.changed += try batch.statement.endBatch()
    batch.endRows()
    values.removeAll()
  }

  /// Runs the rows passed to the driver in steps, in order. Those that it has already run are set to the values they
  /// have.
  private func runOneByOne(_ batch: UpsertBatch, after failure: DatabaseError) throws(DatabaseError) {
    batch.statement.reset()
    guard mayBeRunInSteps(after: failure, batch.wasInTransaction) else { throw failure }
    for row in 0..<batch.count {
      do throws(DatabaseError) {
        batch.changed += try runInSteps(row: row).changed ?? 0
      } catch {
        var error = error
        error.batchIndex = batch.start + row
        throw error
      }
    }
    endStep()
    batch.endRows()
    values.removeAll()
  }
}
