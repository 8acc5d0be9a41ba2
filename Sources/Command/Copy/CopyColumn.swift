import ORDA

/// A column to copy: read, converted to the form of the target's column, and bound.
struct CopyColumn {
  /// The name in the source, and in the target.
  let source: String
  let target: String
  /// What the target's column holds; ``ColumnType/other(_:)`` if values are copied as they are.
  let type: ColumnType
  /// What the target is restricted to.
  private let limits: SchemaLimits
  /// What is copied directly.
  private let takesIntegers: Bool
  private let takesDoubles: Bool
  private let takesTexts: Bool
  private let takesBytes: Bool

  init(source: String, target: String, type: ColumnType, limits: SchemaLimits) {
    self.source = source
    self.target = target
    self.type = type
    self.limits = limits
    var takes = (integers: false, doubles: false, texts: false, bytes: false)
    switch type {
    case .other: takes = (true, true, true, true)
    case .boolean, .integer: takes.integers = true
    case .float, .double: takes.doubles = true
    case .text, .json: takes.texts = true
    case .bytes: takes.bytes = true
    default: break
    }
    (takesIntegers, takesDoubles, takesTexts, takesBytes) = takes
  }

  /// Passes on a cell in the column's form.
  ///
  /// - Throws: `DatabaseError` that names the column where the value has no such form.
  @inline(__always)
  func read(_ row: borrowing Row, at index: Int, _ body: (CopyCell) throws -> Void) throws {
    let isRead = try row.withValue(index) { lent in
      switch lent {
      case .null: try body(.null)
      case .int(let number) where takesIntegers: try body(.integer(number))
      case .double(let number) where takesDoubles: try body(.double(number))
      case .text(let text) where takesTexts: try body(.text(text))
      case .bytes(let bytes) where takesBytes: try body(.bytes(bytes))
      default: return false
      }
      return true
    }
    if !isRead { try body(.value(try converted(try row[index]))) }
  }

  /// Refuses a number that the target can't store, so that the error names the column.
  fileprivate func check(_ number: Double) throws(DatabaseError) {
    guard limits.isFinite, !number.isFinite else { return }
    throw DatabaseError(.outOfRange, "the target has no number that is \(number)", column: source)
  }

  /// The same.
  fileprivate func check(_ value: Value) throws(DatabaseError) {
    guard case .uint(let number) = value, let largest = limits.largestInteger, number > largest else { return }
    throw DatabaseError(
      .outOfRange, "\(number) is above \(largest), the largest integer of the target", column: source)
  }

  private func converted(_ value: Value) throws(DatabaseError) -> Value {
    do throws(DatabaseError) {
      return try type.value(from: value)
    } catch {
      var error = error
      error.column = source
      throw error
    }
  }
}

/// One cell of a row on its way; valid only during a call.
enum CopyCell {
  case null
  case integer(Int64)
  case double(Double)
  case text(UnsafeBufferPointer<UInt8>)
  case bytes(UnsafeRawBufferPointer)
  case value(Value)

  /// Binds it.
  ///
  /// - Throws: `typeMismatch` for a string that is not UTF-8, which no other database could store.
  @inline(__always)
  func bind(to parameters: borrowing ParameterBinder, at index: Int, of column: CopyColumn) throws {
    switch self {
    case .null: break
    case .integer(let number): try parameters.bind(number, at: index)
    case .double(let number):
      try column.check(number)
      try parameters.bind(number, at: index)
    case .text(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw DatabaseError(
          .typeMismatch, "this text is no UTF-8; correct it, or store it as bytes", column: column.source)
      }
      try parameters.bind(text, at: index)
    case .bytes(let bytes): try parameters.bind(Array(bytes), at: index)
    case .value(let value):
      try column.check(value)
      try parameters.bind(value, at: index)
    }
  }
}
