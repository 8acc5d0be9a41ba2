extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  /// The value, or NULL.
  @inlinable
  public func value() throws(DatabaseError) -> Value {
    switch self {
    case .some(let wrapped): try wrapped.value()
    case .none: .null
    }
  }

  /// Binds the value, or NULL.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    switch self {
    case .some(let wrapped): try wrapped.bind(to: target, at: index)
    case .none: target.bindNull(at: index)
    }
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// NULL is nil; everything else as the wrapped type reads it.
  @inlinable
  public init(value: Value) throws(DatabaseError) {
    if case .null = value { self = .none } else { self = .some(try Wrapped(value: value)) }
  }

  /// Reads a value, or nil from NULL.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Self? {
    if let wrapped = Wrapped.read(from: source, at: cell) { return .some(.some(wrapped)) }
    return source.isNull(cell) ? .some(.none) : nil
  }

  /// Reads a value, or nil from NULL.
  ///
  /// There is one version for all types that an Optional may wrap. If it did what the default does, it would ask the runtime for
  /// the type of an Optional's Optional with each call, which takes a thousand instructions.
  @inlinable
  public static func decode(from source: any RowSource, at cell: Int) throws(DatabaseError) -> Self {
    // Some types have a value for NULL, as an Optional of an Optional.
    source.isNull(cell) ? Wrapped.read(from: source, at: cell) : try Wrapped.decode(from: source, at: cell)
  }

  /// Reads a value as the database converts it, or nil from NULL.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Self? {
    if let wrapped = Wrapped.readUnchecked(from: source, at: cell) { return .some(.some(wrapped)) }
    return source.isNull(cell) ? .some(.none) : nil
  }
}
