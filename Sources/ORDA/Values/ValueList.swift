/// A list of values, or of rows of them, that is bound as one parameter: made by `\(list:)`, so that a statement has
/// one text for lists of any length.
///
/// ```swift
/// let ids = try db.query(Int.self, "SELECT id FROM track WHERE seconds > 600")
/// try db.execute("DELETE FROM play WHERE track IN \(list: ids)")
///
/// let named = try db.prepare("SELECT id FROM genre WHERE name IN \(list: String.self)")
/// let found = try named.query(ValueList(["Jazz", "Blues"]))
/// ```
///
/// It only fits where a text has a `\(list:)`; bound elsewhere it is an error.
public struct ValueList: Sendable {
  /// How many columns its rows have, and of which kinds.
  public let shape: ListShape
  /// How many rows it has.
  public let count: Int
  private let content: any ListContent

  /// A list of values.
  public init<Values: Sequence>(_ values: Values) where Values.Element: ValueConvertible {
    let values = Array(values)
    self.init(
      ListShape(kinds: [ParameterKind(ofAll: Values.Element.self)]), count: values.count, ListOfValues(values: values))
  }

  /// A list of values of any types.
  @_disfavoredOverload
  public init(_ values: [any ValueConvertible]) {
    self.init(ListShape(kinds: [nil]), count: values.count, ListOfRows(columnCount: 1, values: values))
  }

  /// A list of rows, such as the keys of a table whose key has several columns.
  ///
  /// - Parameters:
  ///   - rows: The rows' values, each with one for every column; nil is NULL.
  ///   - columns: How many columns there are, from 1.
  /// - Throws: ``DatabaseError`` of kind `misuse` if a row has a different number of values.
  public init(rows: some Sequence<[(any ValueConvertible)?]>, columns: Int) throws {
    try self.init(rows: rows, shape: ListShape(kinds: Array(repeating: nil, count: max(columns, 1))))
  }

  /// A list of rows of given types.
  @_disfavoredOverload
  public init<each T: ValueConvertible>(rows: some Sequence<(repeat each T)>) {
    var kinds: [ParameterKind?] = []
    for type in repeat (each T).self { kinds.append(ParameterKind(ofAll: type)) }
    var values: [(any ValueConvertible)?] = []
    var count = 0
    for row in rows {
      for value in repeat each row { values.append(value) }
      count += 1
    }
    self.init(ListShape(kinds: kinds), count: count, ListOfRows(columnCount: kinds.count, values: values))
  }

  /// A list of rows of a shape that the caller knows.
  init(rows: some Sequence<[(any ValueConvertible)?]>, shape: ListShape) throws {
    var values: [(any ValueConvertible)?] = []
    var count = 0
    for row in rows {
      guard row.count == shape.columnCount else {
        throw DatabaseError(
          .misuse, "row \(count + 1) of a list has \(row.count) values, and the list \(shape.columnCount) columns")
      }
      values += row
      count += 1
    }
    self.init(shape, count: count, ListOfRows(columnCount: shape.columnCount, values: values))
  }

  private init(_ shape: ListShape, count: Int, _ content: any ListContent) {
    self.shape = shape
    self.count = count
    self.content = content
  }

  /// Binds every value to a target of the driver's own, row by row; the index is that of the value's column, from 0.
  ///
  /// - Throws: ``DatabaseError`` if a value has no form that can be bound.
  public func bindValues(to target: any BindTarget) throws(DatabaseError) { try content.bind(to: target) }
}

extension ValueList: ValueConvertible {
  /// Its values as text, for logs and tests: `[1, 2, 3]`.
  public func value() throws(DatabaseError) -> Value {
    let writer = ListWriter(columnCount: shape.columnCount)
    try content.bind(to: writer)
    return .text("[\(writer.rows.joined(separator: ", "))]")
  }

  /// Binds the list as one parameter.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if no list belongs there.
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) { try target.bind(self, at: index) }
}

extension BindTarget {
  /// Accepts no lists.
  public func bind(_ list: ValueList, at index: Int) throws(DatabaseError) {
    throw .listInPlaceOfValue(at: index)
  }
}

/// The values of a list.
private protocol ListContent: Sendable {
  func bind(to target: any BindTarget) throws(DatabaseError)
}

/// Values of one type, none of them boxed.
private struct ListOfValues<T: ValueConvertible>: ListContent {
  let values: [T]

  func bind(to target: any BindTarget) throws(DatabaseError) {
    for value in values { try value.bind(to: target, at: 0) }
  }
}

/// Values of any types, row by row.
private struct ListOfRows: ListContent {
  let columnCount: Int
  let values: [(any ValueConvertible)?]

  func bind(to target: any BindTarget) throws(DatabaseError) {
    var column = 0
    for value in values {
      if let value { try value.bind(to: target, at: column) } else { target.bindNull(at: column) }
      column = column + 1 == columnCount ? 0 : column + 1
    }
  }
}

/// Writes a list's values as text.
private final class ListWriter: BindTarget {
  private let columnCount: Int
  private(set) var rows: [String] = []
  private var row: [String] = []

  init(columnCount: Int) { self.columnCount = columnCount }

  func bindNull(at index: Int) { add(.null, at: index) }
  func bind(_ value: Int64, at index: Int) { add(.int(value), at: index) }
  func bind(_ value: Double, at index: Int) { add(.double(value), at: index) }
  func bind(_ value: String, at index: Int) { add(.text(value), at: index) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { add(.bytes(Array(bytes)), at: index) }
  func bind(_ value: Value, at index: Int) { add(value, at: index) }

  private func add(_ value: Value, at index: Int) {
    row.append("\(value)")
    guard index + 1 == columnCount else { return }
    rows.append(columnCount == 1 ? row[0] : "(\(row.joined(separator: ", ")))")
    row = []
  }
}
