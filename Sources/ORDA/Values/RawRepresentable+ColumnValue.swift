/// Makes `enum Color: String, ColumnValue, ValueConvertible` complete.
extension ValueConvertible where Self: RawRepresentable, RawValue: ValueConvertible {
  /// The raw value's.
  @inlinable
  public func value() throws(DatabaseError) -> Value { try rawValue.value() }

  /// Binds the raw value.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    try rawValue.bind(to: target, at: index)
  }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// Creates a value from its raw value.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch` for a raw value that the type does not have. The message names the raw
  ///   value, and the raw values of a type that is `CaseIterable`.
  @inlinable
  public init(value: Value) throws(DatabaseError) {
    guard let known = Self(rawValue: try RawValue(value: value)) else {
      throw .unknownRawValue(value, as: Self.self)
    }
    self = known
  }

  /// Reads a raw value.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Self? {
    guard let raw = RawValue.read(from: source, at: cell) else { return nil }
    return Self(rawValue: raw)
  }

  /// Reads a raw value as the database converts it.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Self? {
    guard let raw = RawValue.readUnchecked(from: source, at: cell) else { return nil }
    return Self(rawValue: raw)
  }
}
