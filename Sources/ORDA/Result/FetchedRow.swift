/// A row that can be kept, copied and passed between tasks.
///
/// It shares the memory of the rows that it was fetched with, and keeps all of them alive.
public struct FetchedRow: Sendable {
  @usableFromInline let buffer: RowBuffer
  @usableFromInline let base: Int
  @usableFromInline let names: ColumnNames

  @inlinable
  init(buffer: RowBuffer, base: Int, names: ColumnNames) {
    self.buffer = buffer
    self.base = base
    self.names = names
  }
}

extension FetchedRow {
  /// How many columns the row has.
  public var count: Int { names.count }
  /// The names of the columns, in order.
  public var columnNames: [String] { names.names }
  /// The values of the columns, in order.
  public var values: [Value] { (0..<count).map { buffer.value(base + $0) } }

  /// Reads a column by its index, from 0, strictly.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `outOfRange` or `noSuchColumn`, naming the column.
  @inlinable
  public func get<T: ColumnValue>(_ index: Int, as type: T.Type = T.self) throws -> T {
    if UInt(bitPattern: index) < UInt(bitPattern: names.count), let value = T.read(from: buffer, at: base &+ index) {
      return value
    }
    return try withRow { try $0.get(index) }
  }

  /// Reads a column by its name; if several have it, the first.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `outOfRange` or `noSuchColumn`, naming the column.
  @inlinable
  public func get<T: ColumnValue>(_ name: String, as type: T.Type = T.self) throws -> T {
    guard let index = names.index(of: name) else { throw names.unknown(name) }
    return try get(index)
  }

  /// Reads a column by its name.
  @inlinable
  public subscript<T: ColumnValue>(name: String) -> T {
    get throws { try get(name) }
  }

  /// Reads a column by its name as the database stores it.
  public subscript(name: String) -> Value {
    get throws {
      guard let index = names.index(of: name) else { throw names.unknown(name) }
      return buffer.value(base + index)
    }
  }

  /// Reads a column by its index as the database stores it.
  ///
  /// - Precondition: `0..<count` contains the index; ``get(_:as:)-(Int,_)`` throws instead.
  public subscript(index: Int) -> Value {
    precondition(index >= 0 && index < count, "column \(index) of a row of \(count)")
    return buffer.value(base + index)
  }

  /// The row as a dictionary; if several columns have one name, the first.
  public var dictionary: [String: Value] {
    Dictionary(zip(columnNames, values), uniquingKeysWith: { first, _ in first })
  }

  /// Reads the row as a whole.
  @inlinable
  public func decode<T: RowDecodable>(_ type: T.Type = T.self) throws -> T { try withRow { try T(row: $0) } }

  /// Reads the columns in order as a tuple, which may have fewer elements than the row has columns.
  @inlinable
  public func tuple<each T: ColumnValue>(_ type: (repeat each T).Type) throws -> (repeat each T) {
    try withRow { try $0.tuple(type) }
  }

  /// Reads the row as a Codable value, whose keys are column names.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type = T.self, strategy: RowCodingStrategy = .exact) throws -> T {
    try decodeRow(type, from: buffer, base: base, names: names, strategy: strategy)
  }

  @inlinable
  func withRow<R>(_ body: (borrowing Row) throws -> R) throws -> R {
    let row = Row(source: buffer, base: base, count: names.count, loan: Loan(names: names))
    return try body(row)
  }
}

extension FetchedRow: CustomStringConvertible {
  /// `[id: 1, name: Jazz]`
  public var description: String {
    "[" + zip(columnNames, values).map { "\($0): \($1)" }.joined(separator: ", ") + "]"
  }
}
