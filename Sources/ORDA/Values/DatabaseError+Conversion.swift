extension DatabaseError {
  /// The error for a value of a type that can't be read as another: `typeMismatch`, or `typeMismatch.null` for NULL.
  ///
  /// It names both types and never the value, which may be a secret.
  public static func mismatch(_ value: Value, as type: Any.Type) -> DatabaseError {
    switch value {
    case .null: return DatabaseError(.unexpectedNull, "NULL can't be read as \(type)")
    case .other(Value.textTypeName, let bytes):
      return DatabaseError(
        .typeMismatch,
        "this text of \(bytes.count) bytes is no UTF-8 and can't be read as \(type); read it as [UInt8]")
    case .other("numeric", _):
      return DatabaseError(
        .outOfRange, "the numeric \(value) can't be read as \(type); read it as Double or String")
    case .other(let name, _) where ["date", "timestamp", "timestamptz"].contains(name):
      return DatabaseError(
        .outOfRange,
        "this \(name) is infinite or outside the years -9999 to 9999, and can't be read as \(type); read it as String")
    case .other(let name, _):
      return DatabaseError(
        .typeMismatch, "this value of type \(name) can't be read as \(type); read the database's text as String")
    default: break
    }
    return DatabaseError(.typeMismatch, "a value of type \(value.typeName) can't be read as \(type)")
  }

  /// The error for a value of the right type and the wrong form, such as a text that is not a date: `typeMismatch`.
  public static func malformed(_ value: Value, as type: Any.Type) -> DatabaseError {
    DatabaseError(.typeMismatch, "this value of type \(value.typeName) is no \(type)")
  }

  /// The error for a raw value that a type does not have: `typeMismatch`.
  @usableFromInline
  static func unknownRawValue<T: RawRepresentable>(_ value: Value, as type: T.Type) -> DatabaseError {
    var message = "\(shortened("\(value)")) is not the raw value of any \(type)"
    if let cases = (type as? any CaseIterable.Type)?.rawValues, !cases.isEmpty {
      let shown = cases.prefix(20).map { shortened($0) }.joined(separator: ", ")
      message += "; the raw values are \(shown)" + (cases.count > 20 ? " and \(cases.count - 20) more" : "")
    }
    return DatabaseError(.typeMismatch, message)
  }

  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }

  /// The error for a number that another type can't hold exactly: `outOfRange`. It contains the number, and nothing
  /// else.
  public static func outOfRange(_ value: Value, as type: Any.Type) -> DatabaseError {
    switch value {
    case .int, .uint, .double, .decimal:
      return DatabaseError(.outOfRange, "the \(value.typeName) \(value) does not fit \(type) exactly")
    default:
      return DatabaseError(.outOfRange, "a value of type \(value.typeName) does not fit \(type)")
    }
  }
}

extension CaseIterable {
  /// The texts of the cases' raw values. Empty for cases without raw values.
  fileprivate static var rawValues: [String] {
    allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
  }
}
