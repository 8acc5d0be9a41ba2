public import Foundation
public import ORDA

/// How a column stores a property.
public struct AttributeCoding<Property>: Sendable {
  /// The column's type.
  @usableFromInline let type: ColumnType
  /// True if nil is one of its values.
  @usableFromInline let isOptional: Bool
  @usableFromInline let encode: @Sendable (Property) throws(DatabaseError) -> Value
  @usableFromInline let decode: @Sendable (FetchedRow, Int) throws -> Property
  /// A value that was given by name, not read from a row.
  @usableFromInline let convert: @Sendable (Value) throws(DatabaseError) -> Property

  @usableFromInline
  init(
    type: ColumnType, isOptional: Bool, encode: @escaping @Sendable (Property) throws(DatabaseError) -> Value,
    decode: @escaping @Sendable (FetchedRow, Int) throws -> Property,
    convert: @escaping @Sendable (Value) throws(DatabaseError) -> Property
  ) {
    self.type = type
    self.isOptional = isOptional
    self.encode = encode
    self.decode = decode
    self.convert = convert
  }
}

extension AttributeCoding where Property: ColumnValue & ValueConvertible {
  /// As the database's own matching type.
  @inlinable static var plain: AttributeCoding {
    AttributeCoding(
      type: ColumnType(of: Property.self), isOptional: Property.self is any Nullable.Type,
      encode: { (value) throws(DatabaseError) in try finite(try value.value()) },
      decode: { try $0.get($1) }, convert: { (value) throws(DatabaseError) in try Property(value: value) })
  }
}

extension AttributeCoding where Property == Date {
  /// As seconds since the reference date, 2001-01-01 00:00 UTC, in a double, which every database keeps exactly.
  @inlinable public static var seconds: AttributeCoding {
    AttributeCoding(
      type: .double, isOptional: false,
      encode: { (date) throws(DatabaseError) in try finite(.double(date.timeIntervalSinceReferenceDate)) },
      decode: { Date(timeIntervalSinceReferenceDate: try $0.get($1)) },
      convert: { (value) throws(DatabaseError) in Date(timeIntervalSinceReferenceDate: try seconds(of: value)) })
  }
}

extension AttributeCoding where Property == Date? {
  /// As seconds since the reference date, 2001-01-01 00:00 UTC, in a double, or NULL.
  @inlinable public static var seconds: AttributeCoding {
    AttributeCoding(
      type: .double, isOptional: true,
      encode: { (date) throws(DatabaseError) in
        guard let date else { return .null }
        return try finite(.double(date.timeIntervalSinceReferenceDate))
      },
      decode: { try $0.get($1, as: Double?.self).map { Date(timeIntervalSinceReferenceDate: $0) } },
      convert: { (value) throws(DatabaseError) in
        if value.isNull { return nil }
        return Date(timeIntervalSinceReferenceDate: try AttributeCoding<Date>.seconds(of: value))
      })
  }
}

extension AttributeCoding where Property == Date {
  /// The seconds of a value: stored ones, or those of a date that the program gives.
  @usableFromInline static func seconds(of value: Value) throws(DatabaseError) -> Double {
    if case .instant = value { return try Date(value: value).timeIntervalSinceReferenceDate }
    return try Double(value: value)
  }
}

extension AttributeCoding where Property: Codable & Sendable {
  /// As JSON. Of an optional, nil is NULL.
  public static var json: AttributeCoding {
    AttributeCoding(
      type: .json, isOptional: Property.self is any Nullable.Type,
      encode: { (value) throws(DatabaseError) in isNil(value) ? .null : try JSON(value).value() },
      decode: {
        try decoded(from: $0[$1]) { (value) throws(DatabaseError) in try JSON<Property>(value: value).content }
      },
      convert: { (value) throws(DatabaseError) in
        try decoded(from: value) { (value) throws(DatabaseError) in try JSON<Property>(value: value).content }
      })
  }

  /// As a binary property list, in bytes. Of an optional, nil is NULL.
  public static var propertyList: AttributeCoding {
    AttributeCoding(
      type: .bytes, isOptional: Property.self is any Nullable.Type,
      encode: { (value) throws(DatabaseError) in isNil(value) ? .null : try list(of: value) },
      decode: { try decoded(from: $0[$1], content(of:)) },
      convert: { (value) throws(DatabaseError) in try decoded(from: value, content(of:)) })
  }

  private static func list(of value: Property) throws(DatabaseError) -> Value {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    // In an array, since a property list must have a container at the top.
    do { return .bytes([UInt8](try encoder.encode([value]))) } catch {
      throw DatabaseError(.typeMismatch, "\(Property.self) can't be written as a property list: \(error)")
    }
  }

  private static func content(of value: Value) throws(DatabaseError) -> Property {
    let data = try Data(value: value)
    do {
      if let first = try PropertyListDecoder().decode([Property].self, from: data).first { return first }
    } catch {
      throw DatabaseError(.typeMismatch, "the property list holds no \(Property.self): \(error)")
    }
    throw DatabaseError(.typeMismatch, "the property list is empty and holds no \(Property.self)")
  }

  private static func decoded(
    from value: Value, _ decode: (Value) throws(DatabaseError) -> Property
  ) throws(DatabaseError) -> Property {
    if value.isNull, let none = (Property.self as? any Nullable.Type)?.none as? Property { return none }
    return try decode(value)
  }
}

/// An optional, whose nil is NULL.
@usableFromInline
protocol Nullable {
  static var none: Self { get }
  var isNone: Bool { get }
}

extension Optional: Nullable {
  @usableFromInline
  var isNone: Bool { self == nil }
}

private func isNil(_ value: some Any) -> Bool { (value as? any Nullable)?.isNone ?? false }

/// Returns a value as it is, but refuses doubles that not every database keeps: -0.0, infinities and NaN.
@inlinable
func finite(_ value: Value) throws(DatabaseError) -> Value {
  if case .double(let number) = value, !number.isFinite || number == 0 && number.sign == .minus {
    throw DatabaseError(.outOfRange, "\(number) is a number that not every database keeps")
  }
  return value
}
