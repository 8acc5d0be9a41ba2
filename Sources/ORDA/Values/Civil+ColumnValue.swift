extension CivilDate: ValueConvertible, ColumnValue {
  /// The day.
  public func value() throws(DatabaseError) -> Value { .date(self) }

  /// From dates, and from text of the form `2026-01-31`.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .date(let date): self = date
    case .text(let text):
      guard let date = CivilDate(text) else { throw .malformed(value, as: CivilDate.self) }
      self = date
    default: throw .mismatch(value, as: CivilDate.self)
    }
  }

  /// Reads text of that form.
  public static func read(from source: any RowSource, at cell: Int) -> CivilDate? {
    guard let text = source.utf8(cell) else { return nil }
    return CivilDate(utf8: text)
  }
}

extension CivilTime: ValueConvertible, ColumnValue {
  /// The time.
  public func value() throws(DatabaseError) -> Value { .time(self) }

  /// From times, and from text of the form `12:34:56.123456`.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .time(let time): self = time
    case .text(let text):
      guard let time = CivilTime(text) else { throw .malformed(value, as: CivilTime.self) }
      self = time
    default: throw .mismatch(value, as: CivilTime.self)
    }
  }

  /// Reads text of that form.
  public static func read(from source: any RowSource, at cell: Int) -> CivilTime? {
    guard let text = source.utf8(cell) else { return nil }
    return CivilTime(utf8: text)
  }
}

extension CivilTimestamp: ValueConvertible, ColumnValue {
  /// The timestamp.
  public func value() throws(DatabaseError) -> Value { .timestamp(self) }

  /// From timestamps, and from text of the form `2026-01-31 12:34:56.123456` that names no time zone.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .timestamp(let timestamp): self = timestamp
    case .text(let text):
      guard let timestamp = CivilTimestamp(text) else { throw .malformed(value, as: CivilTimestamp.self) }
      self = timestamp
    default: throw .mismatch(value, as: CivilTimestamp.self)
    }
  }

  /// Reads text of that form.
  public static func read(from source: any RowSource, at cell: Int) -> CivilTimestamp? {
    guard let text = source.utf8(cell) else { return nil }
    return CivilTimestamp(utf8: text)
  }
}
