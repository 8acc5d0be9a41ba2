extension Bool: ValueConvertible, ColumnValue {
  /// 1 or 0.
  @inlinable
  public func value() throws(DatabaseError) -> Value { .int(self ? 1 : 0) }

  /// Binds 1 or 0.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    target.bind(self ? 1 as Int64 : 0, at: index)
  }

  /// Only from the integers 0 and 1.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .int(0): self = false
    case .int(1): self = true
    case .int, .uint: throw .outOfRange(value, as: Bool.self)
    default: throw .mismatch(value, as: Bool.self)
    }
  }

  /// Reads the integers 0 and 1.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Bool? {
    switch source.int(cell) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// True for what the database converts to an integer other than 0.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Bool? {
    guard let number = source.uncheckedInt(cell) else { return nil }
    return number != 0
  }
}
