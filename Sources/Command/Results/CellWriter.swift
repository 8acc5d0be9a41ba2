import ORDA

/// A writer that takes one value after another, without a copy of the row.
protocol CellWriter: RowWriter {
  /// Writes what comes before a row's first value.
  mutating func beginRow()
  /// Writes a lent value, never ``BorrowedValue/other``.
  mutating func write(_ cell: BorrowedValue, at column: Int)
  /// Writes a value of any other type.
  mutating func write(other value: Value, at column: Int)
  /// Writes what comes after a row's last value.
  mutating func endRow()
}

extension CellWriter {
  mutating func write(_ row: borrowing Row) throws {
    beginRow()
    for column in 0..<row.count {
      let isWritten = try row.withValue(column) { cell in
        if case .other = cell { return false }
        write(cell, at: column)
        return true
      }
      // Some values can't be read in place, for example bytes of a row that the server sent as text.
      if !isWritten { write(try row[column], at: column) }
    }
    endRow()
  }

  mutating func write(_ values: [Value]) throws {
    beginRow()
    for (column, value) in values.enumerated() { write(value, at: column) }
    endRow()
  }

  private mutating func write(_ value: Value, at column: Int) {
    switch value {
    case .null: write(.null, at: column)
    case .int(let number): write(.int(number), at: column)
    case .double(let number): write(.double(number), at: column)
    case .text(var text): text.withUTF8 { write(.text($0), at: column) }
    case .bytes(let bytes): bytes.withUnsafeBytes { write(.bytes($0), at: column) }
    default: write(other: value, at: column)
    }
  }
}
