/// A time of day, or a duration: a signed number of microseconds, shown as hours, minutes and seconds.
///
/// MariaDB's TIME is a duration of up to 838:59:59.999999 in both directions; a time of day is one from 0 to below 24
/// hours.
public struct CivilTime: Sendable, Hashable {
  /// The whole of it in microseconds; negative for a duration backwards.
  public let microseconds: Int64

  /// A time by its microseconds since midnight, or a duration by its length.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// A time by its parts, all of them positive; nil if minutes or seconds exceed 59, microseconds exceed 999,999, a
  /// part is negative, or there are more than two thousand million hours.
  public init?(isNegative: Bool = false, hour: Int, minute: Int, second: Int = 0, microsecond: Int = 0) {
    guard hour >= 0, hour <= 2_000_000_000, minute >= 0, minute <= 59, second >= 0, second <= 59, microsecond >= 0,
      microsecond <= 999_999
    else { return nil }
    let seconds = Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    let magnitude = seconds * 1_000_000 + Int64(microsecond)
    microseconds = isNegative ? -magnitude : magnitude
  }

  /// True for a duration below zero; the parts are those of its magnitude.
  public var isNegative: Bool { microseconds < 0 }
  /// The hours, from 0, also above 23.
  public var hour: Int { Int(microseconds.magnitude / 3_600_000_000) }
  /// The minutes, 0 to 59.
  public var minute: Int { Int(microseconds.magnitude / 60_000_000 % 60) }
  /// The seconds, 0 to 59.
  public var second: Int { Int(microseconds.magnitude / 1_000_000 % 60) }
  /// The microseconds, 0 to 999,999.
  public var microsecond: Int { Int(microseconds.magnitude % 1_000_000) }
  /// True from 0 to below 24 hours.
  public var isTimeOfDay: Bool { microseconds >= 0 && microseconds < Self.microsecondsPerDay }

  static let microsecondsPerDay: Int64 = 86_400_000_000
}

extension CivilTime: Comparable {
  /// The earlier time or shorter duration is the smaller; negative ones come first.
  public static func < (left: CivilTime, right: CivilTime) -> Bool { left.microseconds < right.microseconds }
}

extension CivilTime: LosslessStringConvertible {
  /// `12:34:56`, or `12:34:56.000001` if there is a fraction, with a minus sign for a negative duration and more digits
  /// for more than 99 hours. Times of day sort as text.
  public var description: String { CivilWriter.text { $0.write(self) } }

  /// Reads `[-]HH:MM:SS` with two or more digits of hours and up to nine of a fraction, rounded to six; nil for all
  /// other text.
  public init?(_ description: String) {
    guard let time = CivilScanner.read(description, { CivilTime(utf8: $0) }) else { return nil }
    self = time
  }

  /// Reads the same text from bytes.
  public init?(utf8: UnsafeBufferPointer<UInt8>) {
    var scanner = CivilScanner(utf8)
    guard let time = scanner.duration(), scanner.isAtEnd else { return nil }
    self = time
  }

  /// Lends the bytes of ``description`` without making a String.
  public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try CivilWriter.withBytes({ $0.write(self) }, body)
  }
}

extension CivilTime: Codable {
  /// Decodes the text of ``description``.
  public init(from decoder: any Decoder) throws { self = try Self.decodingText(from: decoder) }
  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}
