#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A moment, the same everywhere: microseconds since 1970 began in Greenwich.
///
/// Exact to the microsecond, for the years -9999 to 9999. Leap seconds don't count, as on every computer's clock.
public struct Instant: Sendable, Hashable {
  /// The microseconds since 1970-01-01 00:00:00 UTC; negative before.
  public let microsecondsSince1970: Int64

  /// A moment by its distance from 1970-01-01 00:00:00 UTC; nil outside the years -9999 to 9999.
  public init?(microsecondsSince1970 microseconds: Int64) {
    guard microseconds >= CivilTimestamp.first, microseconds <= CivilTimestamp.last else { return nil }
    microsecondsSince1970 = microseconds
  }

  /// A moment by whole seconds since 1970; nil outside the years -9999 to 9999.
  public init?(secondsSince1970 seconds: Int64) {
    let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return nil }
    self.init(microsecondsSince1970: microseconds)
  }

  /// A moment by seconds since 1970, rounded to the nearest microsecond; nil outside the years -9999 to 9999, and for
  /// NaN.
  public init?(secondsSince1970 seconds: Double) {
    self.init(seconds: seconds, after: 0)
  }

  /// The moment at which a clock in Greenwich shows the timestamp.
  public init(utc timestamp: CivilTimestamp) { microsecondsSince1970 = timestamp.microsecondsSince1970 }

  /// The microsecond nearest to a date; nil outside the years -9999 to 9999.
  public init?(_ date: Date) {
    self.init(seconds: date.timeIntervalSinceReferenceDate, after: Self.referenceSeconds)
  }

  /// Whole seconds and fraction are separated first, since a product of the whole would lose microseconds.
  private init?(seconds: Double, after origin: Int64) {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let fraction = ((seconds - whole) * 1_000_000).rounded()
    self.init(microsecondsSince1970: (Int64(whole) + origin) * 1_000_000 + Int64(fraction))
  }

  /// The Date nearest to the moment. Converted back to an Instant, it is the same one.
  public var date: Date {
    let whole = microsecondsSince1970.flooredDividing(by: 1_000_000)
    let fraction = Double(microsecondsSince1970 - whole * 1_000_000) / 1_000_000
    return Date(timeIntervalSinceReferenceDate: Double(whole - Self.referenceSeconds) + fraction)
  }

  /// Now, by the computer's clock.
  public static var now: Instant { Instant(Date()) ?? .epoch }

  /// 1970-01-01 00:00:00 UTC.
  static let epoch = Instant()
  private init() { microsecondsSince1970 = 0 }

  /// From 1970 to 2001, where Date begins.
  private static let referenceSeconds: Int64 = 978_307_200
}

extension Instant: Comparable {
  /// The earlier is the smaller.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.microsecondsSince1970 < right.microsecondsSince1970
  }
}

extension Instant: LosslessStringConvertible {
  /// `2026-01-31 12:34:56.123456Z`, in UTC and always with six digits of fraction, so that text sorts as time does
  /// (from year 0 on).
  public var description: String { CivilWriter.text { $0.write(self) } }

  /// Reads `2026-01-31 12:34:56`, with a space or a `T`, up to nine digits of a fraction, rounded to six, and a zone of
  /// the form `Z`, `+hh:mm` or `+hhmm`; nil for all other text. Without a zone it is UTC, as in SQLite's own functions.
  public init?(_ description: String) {
    guard let instant = CivilScanner.read(description, { Instant(utf8: $0) }) else { return nil }
    self = instant
  }

  /// Reads the same text from bytes.
  public init?(utf8: UnsafeBufferPointer<UInt8>) {
    var scanner = CivilScanner(utf8)
    guard let timestamp = scanner.timestamp() else { return nil }
    var offset: Int64 = 0
    if !scanner.isAtEnd {
      guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
      offset = zone
    }
    self.init(microsecondsSince1970: timestamp.microsecondsSince1970 - offset * 1_000_000)
  }

  /// Lends the bytes of ``description`` without making a String.
  public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try CivilWriter.withBytes({ $0.write(self) }, body)
  }
}

extension Instant: Codable {
  /// Decodes the text of ``description``.
  public init(from decoder: any Decoder) throws { self = try Self.decodingText(from: decoder) }
  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}
