import ORDA

/// Writes rows in one format, while they arrive.
///
/// The order is ``begin(_:)``, rows, ``end()``. Each writer gets its output when it is made.
protocol RowWriter {
  /// Writes what comes before the first row.
  mutating func begin(_ columns: [String]) throws
  /// Writes a row that a statement lends.
  mutating func write(_ row: borrowing Row) throws
  /// Writes a row that the command itself composes, with a value for each column.
  mutating func write(_ values: [Value]) throws
  /// Writes what comes after the last row.
  mutating func end() throws
}

extension RowWriter {
  /// Writes a row by its values.
  mutating func write(_ row: borrowing Row) throws { try write(try row.fetched().values) }
}
