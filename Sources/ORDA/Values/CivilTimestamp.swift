/// A day and a time of day as a calendar and a wall clock show them, in no time zone.
///
/// Exact to the microsecond, for the years -9999 to 9999.
public struct CivilTimestamp: Sendable, Hashable {
  /// The microseconds since 1970-01-01 00:00:00 on the same wall clock; negative before.
  public let microsecondsSince1970: Int64

  /// A timestamp by its distance from 1970-01-01 00:00:00; nil outside the years -9999 to 9999.
  public init?(microsecondsSince1970 microseconds: Int64) {
    guard microseconds >= Self.first, microseconds <= Self.last else { return nil }
    microsecondsSince1970 = microseconds
  }

  /// A day and a time; nil if the time is not a time of day.
  public init?(date: CivilDate, time: CivilTime) {
    guard time.isTimeOfDay else { return nil }
    microsecondsSince1970 = Int64(date.daysSince1970) * CivilTime.microsecondsPerDay + time.microseconds
  }

  /// A timestamp by its parts; nil if calendar or clock can't show it.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
  ) {
    guard let date = CivilDate(year: year, month: month, day: day),
      let time = CivilTime(hour: hour, minute: minute, second: second, microsecond: microsecond)
    else { return nil }
    self.init(date: date, time: time)
  }

  /// What a clock in Greenwich shows at a moment.
  public init(utc instant: Instant) { microsecondsSince1970 = instant.microsecondsSince1970 }

  /// The day.
  public var date: CivilDate {
    // Both initializers keep the range, so the fallback is never taken.
    CivilDate(daysSince1970: Int(wholeDays)) ?? .epoch
  }
  /// The time of day.
  public var time: CivilTime {
    CivilTime(microseconds: microsecondsSince1970 - wholeDays * CivilTime.microsecondsPerDay)
  }

  private var wholeDays: Int64 { microsecondsSince1970.flooredDividing(by: CivilTime.microsecondsPerDay) }

  /// 1970-01-01 00:00:00.
  static let epoch = CivilTimestamp(utc: .epoch)

  /// -9999-01-01 00:00:00 and 9999-12-31 23:59:59.999999.
  static let first = Int64(CivilDate.firstDay) * CivilTime.microsecondsPerDay
  static let last = (Int64(CivilDate.lastDay) + 1) * CivilTime.microsecondsPerDay - 1
}

extension Int64 {
  /// The quotient, rounded down and not towards zero; the divisor is positive.
  func flooredDividing(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension CivilTimestamp: Comparable {
  /// The earlier is the smaller.
  public static func < (left: CivilTimestamp, right: CivilTimestamp) -> Bool {
    left.microsecondsSince1970 < right.microsecondsSince1970
  }
}

extension CivilTimestamp: LosslessStringConvertible {
  /// `2026-01-31 12:34:56.123456`, always with six digits of fraction, so that text sorts as time does (from year 0 on).
  public var description: String { CivilWriter.text { $0.write(self) } }

  /// Reads `2026-01-31 12:34:56`, with a space or a `T` and up to nine digits of a fraction, rounded to six; nil for all
  /// other text, and for text with a time zone, which is an ``Instant``.
  public init?(_ description: String) {
    guard let timestamp = CivilScanner.read(description, { CivilTimestamp(utf8: $0) }) else { return nil }
    self = timestamp
  }

  /// Reads the same text from bytes.
  public init?(utf8: UnsafeBufferPointer<UInt8>) {
    var scanner = CivilScanner(utf8)
    guard let timestamp = scanner.timestamp(), scanner.isAtEnd else { return nil }
    self = timestamp
  }

  /// Lends the bytes of ``description`` without making a String.
  public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try CivilWriter.withBytes({ $0.write(self) }, body)
  }
}

extension CivilTimestamp: Codable {
  /// Decodes the text of ``description``.
  public init(from decoder: any Decoder) throws { self = try Self.decodingText(from: decoder) }
  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}
