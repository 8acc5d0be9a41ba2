import ORDA

extension StatementExecution {
  /// Runs the statement to its end and writes its rows.
  ///
  /// - Parameters:
  ///   - makeWriter: Makes the writer of the rows; called only if there are columns.
  ///   - onRow: Called after each row; an error ends the writing.
  /// - Returns: How many rows there were; nil if the statement returns none.
  /// - Throws: `DatabaseError`, and what the writer and `onRow` throw.
  func writeRows(
    _ makeWriter: () throws -> any RowWriter, onRow: (Int) throws -> Void = { _ in }
  ) throws -> Int? {
    // The columns are certain once the statement has begun to run.
    var hasRow = try step()
    let columns = columnNames
    if columns.isEmpty { return nil }
    var writer = try makeWriter()
    try writer.begin(columns)
    var rows = 0
    while hasRow {
      try writer.write(row())
      rows += 1
      try onRow(rows)
      hasRow = try step()
    }
    try writer.end()
    return rows
  }
}
