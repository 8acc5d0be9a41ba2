extension String: ValueConvertible, ColumnValue {
  /// The text.
  @inlinable
  public func value() throws(DatabaseError) -> Value { .text(self) }

  /// Binds the text.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) { target.bind(self, at: index) }

  /// From text and JSON.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .text(let text), .json(let text): self = text
    default: throw .mismatch(value, as: String.self)
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

  /// From text and JSON.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .text(let text), .json(let text): self = text[...]
    default: throw .mismatch(value, as: Substring.self)
    }
  }

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
