import ORDA

/// One connection of a ``SlowDriver``.
final class SlowConnection: DriverConnection {
  private let running: Duration
  private(set) var isInTransaction = false

  init(_ running: Duration) { self.running = running }

  var dialect: Dialect { Dialect() }
  var canceller: any DriverCanceller { SlowCanceller() }
  var leavesTransactionOpen: Bool { false }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement { SlowStatement(running) }

  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    isInTransaction = true
    return .serializable
  }
  func commit() throws(DatabaseError) { isInTransaction = false }
  func rollback() throws(DatabaseError) { isInTransaction = false }

  func ping() throws(DatabaseError) {}
  func isBroken(by error: DatabaseError) -> Bool { false }
  func tables(schema: String?) throws(DatabaseError) -> [TableName] { [] }
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? { nil }
  func close() {}
}

/// Nothing of it is ever stopped.
private struct SlowCanceller: DriverCanceller {
  func cancel() {}
}
