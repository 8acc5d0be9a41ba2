internal import ORDAThreads

extension AsyncTransaction {
  /// Opens rows that are read chunk by chunk as a part of the transaction.
  func openRows(_ statement: BoundStatement) async throws -> any RowChunks {
    let opened = Handover<TransactionRows?>(nil)
    try await onConnection { [self] in
      try scope.checkUsable()
      opened.value = TransactionRows(self, try governor.openRows(statement, inScope: scope))
    }
    guard let rows = opened.value else { throw DatabaseError(.misuse, "the rows were not opened") }
    return rows
  }
}

/// Rows read chunk by chunk in a transaction that lasts across suspensions.
///
/// Each chunk is fetched like a statement of the transaction: it is refused if that is over or was rolled back, and
/// counts as a use, so that the transaction is not idle. The rows end with the transaction at the latest.
private final class TransactionRows: RowChunks, @unchecked Sendable {
  // Proof: `rows`, `size` and `failure` are touched only on the connection's own thread.
  private let transaction: AsyncTransaction
  private var rows: OpenRows?
  private var size = 64
  /// What comes after the rows that were fetched before it.
  private var failure: (any Error)?

  fileprivate init(_ transaction: AsyncTransaction, _ rows: OpenRows) {
    self.transaction = transaction
    self.rows = rows
  }

  func next() async throws -> RowChunk? {
    let chunk = Handover<RowChunk?>(nil)
    try await transaction.onConnection { [self] in
      try transaction.scope.checkUsable()
      chunk.value = try fetched()
    }
    return chunk.value
  }

  private func fetched() throws -> RowChunk? {
    if let failure { throw failure }
    guard let rows else { return nil }
    let buffer = RowBuffer(cellCapacity: size * 4, contentCapacity: size * 16)
    var names: ColumnNames?
    var count = 0
    do {
      while count < size, RowChunk.hasRoom(buffer) {
        guard try rows.advance() else {
          self.rows = nil
          break
        }
        if names == nil { names = rows.execution.names }
        rows.execution.driver.appendRow(to: buffer)
        count += 1
      }
    } catch {
      self.rows = nil
      if count == 0 { throw error }
      failure = error
    }
    size = min(size * 4, RowChunk.largest)
    guard let names, count > 0 else { return nil }
    return RowChunk(buffer: buffer, names: names, count: count)
  }

  func abandon() {
    transaction.scope.connection.thread.submit { [self] in
      _ = rows?.finish(nil)
      rows = nil
    }
  }
}
