#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Instant: ValueConvertible, ColumnValue {
  /// The moment.
  public func value() throws(DatabaseError) -> Value { .instant(self) }

  /// From instants; from timestamps and text without a zone, taken as UTC; from text with a zone; from integers and
  /// doubles, taken as seconds since 1970.
  public init(value: Value) throws(DatabaseError) {
    self = try Instant.convert(value, as: Instant.self)
  }

  /// Reads text.
  public static func read(from source: any RowSource, at cell: Int) -> Instant? {
    guard let text = source.utf8(cell) else { return nil }
    return Instant(utf8: text)
  }

  /// The conversion that Instant and Date share.
  fileprivate static func convert(_ value: Value, as type: Any.Type) throws(DatabaseError) -> Instant {
    let instant: Instant?
    switch value {
    case .instant(let moment): instant = moment
    case .timestamp(let timestamp): instant = Instant(utc: timestamp)
    case .text(let text):
      guard let moment = Instant(text) else { throw .malformed(value, as: type) }
      instant = moment
    case .int(let seconds): instant = Instant(secondsSince1970: seconds)
    case .uint: instant = nil
    case .double(let seconds): instant = Instant(secondsSince1970: seconds)
    default: throw .mismatch(value, as: type)
    }
    guard let instant else { throw .outOfRange(value, as: type) }
    return instant
  }
}

extension Date: ValueConvertible, ColumnValue {
  /// The instant nearest to the date, to the microsecond.
  ///
  /// - Throws: `.outOfRange` outside the years -9999 to 9999.
  public func value() throws(DatabaseError) -> Value {
    guard let instant = Instant(self) else {
      throw DatabaseError(.outOfRange, "a Date outside the years -9999 to 9999 can't be stored")
    }
    return .instant(instant)
  }

  /// From what ``Instant`` is read from, to the microsecond.
  public init(value: Value) throws(DatabaseError) {
    self = try Instant.convert(value, as: Date.self).date
  }

  /// Reads text.
  public static func read(from source: any RowSource, at cell: Int) -> Date? {
    guard let text = source.utf8(cell) else { return nil }
    return Instant(utf8: text)?.date
  }
}
