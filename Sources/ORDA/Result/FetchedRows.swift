/// All rows of a result, as a collection.
public struct FetchedRows: RandomAccessCollection, Sendable {
  let buffer: RowBuffer
  let names: ColumnNames
  /// How many rows there are.
  public let count: Int

  static let none = FetchedRows(
    buffer: RowBuffer(cellCapacity: 1, contentCapacity: 1), names: ColumnNames([]), count: 0)

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The count.
  public var endIndex: Int { count }

  /// A row by its position.
  public subscript(position: Int) -> FetchedRow {
    precondition(position >= 0 && position < count, "row \(position) of a result of \(count)")
    return FetchedRow(buffer: buffer, base: position * names.count, names: names)
  }

  /// The names of the columns, in order.
  public var columnNames: [String] { names.names }

  /// A column's values, by its name.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`.
  public func column(_ name: String) throws -> ColumnValues {
    guard let index = names.index(of: name) else { throw names.unknown(name) }
    return ColumnValues(rows: self, column: index)
  }
}

/// The values of one column of a result, in the order of the rows.
public struct ColumnValues: RandomAccessCollection, Sendable {
  let rows: FetchedRows
  let column: Int

  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many rows there are.
  public var endIndex: Int { rows.count }

  /// The value in a row.
  public subscript(position: Int) -> Value {
    precondition(position >= 0 && position < rows.count, "row \(position) of a result of \(rows.count)")
    return rows.buffer.value(position * rows.names.count + column)
  }

  /// All values as one type.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch` or `outOfRange`, naming the column.
  public func get<T: ColumnValue>(as type: T.Type = T.self) throws -> [T] {
    try rows.map { try $0.get(column) }
  }
}
