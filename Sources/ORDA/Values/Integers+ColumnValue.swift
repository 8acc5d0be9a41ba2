extension ValueConvertible where Self: FixedWidthInteger {
  /// The number.
  ///
  /// - Throws: `.outOfRange` for integers of more than 64 bits that don't fit into 64.
  @inlinable
  public func value() throws(DatabaseError) -> Value {
    if let signed = Int64(exactly: self) { return .int(signed) }
    if let unsigned = UInt64(exactly: self) { return .uint(unsigned) }
    throw DatabaseError(.outOfRange, "the integer \(self) does not fit 64 bits")
  }

  /// Binds the number.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    if let signed = Int64(exactly: self) {
      target.bind(signed, at: index)
    } else {
      target.bind(try value(), at: index)
    }
  }
}

extension ColumnValue where Self: FixedWidthInteger {
  /// From integers, and from whole doubles and decimals; `.outOfRange` if the number does not fit.
  public init(value: Value) throws(DatabaseError) {
    let number: Self? =
      switch value {
      case .int(let number): Self(exactly: number)
      case .uint(let number): Self(exactly: number)
      case .double(let number): Self(exactly: number)
      case .decimal(let number): Self(exactly: number)
      default: throw .mismatch(value, as: Self.self)
      }
    guard let number else { throw .outOfRange(value, as: Self.self) }
    self = number
  }

  /// Reads an integer that fits.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Self? {
    guard let number = source.int(cell) else { return nil }
    return Self(exactly: number)
  }

  /// Reads what the database converts to an integer, if it fits.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Self? {
    guard let number = source.uncheckedInt(cell) else { return nil }
    return Self(exactly: number)
  }
}

extension Int: ValueConvertible, ColumnValue {}
extension Int8: ValueConvertible, ColumnValue {}
extension Int16: ValueConvertible, ColumnValue {}
extension Int32: ValueConvertible, ColumnValue {}
extension Int64: ValueConvertible, ColumnValue {}
extension UInt: ValueConvertible, ColumnValue {}
extension UInt8: ValueConvertible, ColumnValue {}
extension UInt16: ValueConvertible, ColumnValue {}
extension UInt32: ValueConvertible, ColumnValue {}
extension UInt64: ValueConvertible, ColumnValue {}
extension Int128: ValueConvertible, ColumnValue {}
extension UInt128: ValueConvertible, ColumnValue {}
