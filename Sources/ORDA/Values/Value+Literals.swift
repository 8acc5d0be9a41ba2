extension Value: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// NULL.
  @inlinable
  public init(nilLiteral: ()) { self = .null }
  /// A whole number.
  @inlinable
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A binary floating-point number.
  @inlinable
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Text.
  @inlinable
  public init(stringLiteral value: String) { self = .text(value) }
  /// 1 or 0: databases have no truth values of their own.
  @inlinable
  public init(booleanLiteral value: Bool) { self = .int(value ? 1 : 0) }
}

extension Value: ValueConvertible, ColumnValue {
  /// Itself.
  @inlinable
  public func value() throws(DatabaseError) -> Value { self }

  /// Binds itself.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) { target.bind(self, at: index) }

  /// The value itself, including NULL.
  @inlinable
  public init(value: Value) throws(DatabaseError) { self = value }

  /// The cell as the database stores it. NULL is left to ``init(value:)``, so that `Value?` reads it as nil.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Value? {
    let value = source.value(cell)
    // A bare nil beside a Value would be the literal for NULL.
    return value.isNull ? Value?.none : value
  }
}
