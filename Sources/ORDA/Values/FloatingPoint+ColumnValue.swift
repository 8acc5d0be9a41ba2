extension Double: ValueConvertible, ColumnValue {
  /// The number.
  @inlinable
  public func value() throws(DatabaseError) -> Value { .double(self) }

  /// Binds the number.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) { target.bind(self, at: index) }

  /// Reads doubles, integers that a Double holds exactly, decimals that it prints as, and the `numeric` NaN and infinities.
  ///
  /// - Throws: ``DatabaseError`` of kind `outOfRange` for any other number.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .double(let number): self = number
    case .int(let integer):
      guard let number = Double(exactly: integer) else { throw .outOfRange(value, as: Double.self) }
      self = number
    case .uint(let integer):
      guard let number = Double(exactly: integer) else { throw .outOfRange(value, as: Double.self) }
      self = number
    case .decimal(let decimal): self = try decimal.double()
    case .other("numeric", _):
      switch value.otherText {
      case "NaN": self = .nan
      case "Infinity": self = .infinity
      case "-Infinity": self = -.infinity
      default: throw .outOfRange(value, as: Double.self)
      }
    default: throw .mismatch(value, as: Double.self)
    }
  }

  /// Reads a floating-point number.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Double? { source.double(cell) }

  /// Reads what the database converts to a floating-point number.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Double? {
    source.uncheckedDouble(cell)
  }
}

extension Float: ValueConvertible, ColumnValue {
  /// The same number as a double, which holds every Float.
  @inlinable
  public func value() throws(DatabaseError) -> Value { .double(Double(self)) }

  /// Binds the same number as a double.
  @inlinable
  public func bind(to target: any BindTarget, at index: Int) throws(DatabaseError) {
    target.bind(Double(self), at: index)
  }

  /// Like Double, and only if the number is a Float exactly; otherwise `.outOfRange`.
  public init(value: Value) throws(DatabaseError) {
    if case .decimal(let decimal) = value {
      // A decimal is accepted if the Float prints as it, as with a Double.
      guard let number = Float(decimal.description), number.isFinite,
        ExactDecimal(number.description) == decimal
      else { throw .outOfRange(value, as: Float.self) }
      self = number
      return
    }
    let wide: Double
    switch value {
    case .double, .int, .uint, .other: wide = try Double(value: value)
    default: throw .mismatch(value, as: Float.self)
    }
    guard let number = Float(exact: wide) else { throw .outOfRange(value, as: Float.self) }
    self = number
  }

  /// Reads a floating-point number that is a Float exactly.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Float? {
    guard let number = source.double(cell) else { return nil }
    return Float(exact: number)
  }

  /// Reads the Float nearest to what the database converts to a floating-point number.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Float? {
    guard let number = source.uncheckedDouble(cell) else { return nil }
    return Float(number)
  }

  /// The same number, including NaN; nil if it is not a Float.
  @usableFromInline
  init?(exact number: Double) {
    let narrow = Float(number)
    guard Double(narrow) == number || number.isNaN else { return nil }
    self = narrow
  }
}
