import ORDA

/// Copies the rows of one table, as one batch.
struct TableCopy {
  let table: CopyTable
  let origin: Transaction
  let destination: Transaction
  let progress: CopyProgress

  /// Copies them.
  ///
  /// - Returns: The checksum of what was read.
  /// - Throws: ``CopyFailure`` that names the row, `DatabaseError`, ``Interrupted``.
  func run() throws -> RowChecksum {
    if table.columns.isEmpty { return RowChecksum() }
    var checksum = RowChecksum()
    do {
      let insert = try destination.prepare(table.insert)
      let rows = SourceRows(try origin.rows(table.select), progress)
      try insert.executeMany(rows) { _, parameters in checksum.add(try rows.bind(table, to: parameters)) }
      if let failure = rows.failure { throw failure }
    } catch let error as DatabaseError {
      guard let index = error.batchIndex else { throw CopyFailure(table: table.name, row: nil, error: error) }
      throw CopyFailure(table: table.name, row: try? key(ofRow: index), error: error)
    }
    return checksum
  }

  private struct Found: Error {}

  /// The key of a row by its place. The source is read again: its transaction gives the same rows in the same order.
  private func key(ofRow index: Int) throws -> String? {
    var key: String?
    var number = 0
    do {
      try origin.forEach(table.select) { row in
        if number == index {
          key = try table.key(of: row, number: number + 1)
          throw Found()
        }
        number += 1
      }
    } catch is Found {}
    return key
  }
}
