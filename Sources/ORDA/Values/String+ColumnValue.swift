extension String: ValueConvertible, ColumnValue {
  /// The text.
  @inlinable
  public func value() throws(DatabaseError) -> Value { .text(self) }

  /// Binds the text.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) { target.bind(self, at: index) }

  /// Reads text, JSON, and the database's text of a value without a Swift counterpart.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .text(let text), .json(let text): self = text
    default:
      guard let text = value.otherText else { throw .mismatch(value, as: String.self) }
      self = text
    }
  }

  /// Reads text.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> String? { source.text(cell) }

  /// Reads what the database converts to text.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> String? { source.uncheckedText(cell) }
}

extension Substring: ValueConvertible, ColumnValue {
  /// The text.
  @inlinable
  public func value() throws(DatabaseError) -> Value { .text(String(self)) }

  /// Binds the text.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    target.bind(String(self), at: index)
  }

  /// Reads what `String` reads.
  public init(value: Value) throws(DatabaseError) { self = try String(value: value)[...] }

  /// Reads text.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Substring? {
    guard let text = source.text(cell) else { return nil }
    return text[...]
  }

  /// Reads what the database converts to text.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Substring? {
    guard let text = source.uncheckedText(cell) else { return nil }
    return text[...]
  }
}
