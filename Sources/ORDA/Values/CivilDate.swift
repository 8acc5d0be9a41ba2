/// A day of the calendar, in no time zone.
///
/// The calendar is the proleptic Gregorian one: its rules apply to all years, -9999 to 9999, and there is a year 0.
public struct CivilDate: Sendable, Hashable {
  private let storedYear: Int16
  private let storedMonth: Int8
  private let storedDay: Int8

  /// The year, -9999 to 9999.
  public var year: Int { Int(storedYear) }
  /// The month, 1 to 12.
  public var month: Int { Int(storedMonth) }
  /// The day of the month, 1 to 31.
  public var day: Int { Int(storedDay) }

  /// A day by its parts; nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard year >= -9999, year <= 9999, month >= 1, month <= 12, day >= 1 else { return nil }
    guard day <= 28 || day <= Self.days(inMonth: month, year: year) else { return nil }
    self.init(checkedYear: year, month: month, day: day)
  }

  /// A day whose parts are known to exist.
  private init(checkedYear year: Int, month: Int, day: Int) {
    storedYear = Int16(truncatingIfNeeded: year)
    storedMonth = Int8(truncatingIfNeeded: month)
    storedDay = Int8(truncatingIfNeeded: day)
  }

  /// A day by its distance from 1970-01-01; nil outside the years -9999 to 9999.
  public init?(daysSince1970 days: Int) {
    guard days >= Self.firstDay, days <= Self.lastDay else { return nil }
    // Years are counted from March, so that the leap day is the last of its year, in cycles of 400 years.
    let sinceCycles = days + 719_468
    let cycle = (sinceCycles >= 0 ? sinceCycles : sinceCycles - 146_096) / 146_097
    let dayOfCycle = sinceCycles - cycle * 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      checkedYear: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// The distance from 1970-01-01 in days; negative before.
  public var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let cycle = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
    let yearOfCycle = yearFromMarch - cycle * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }

  /// The day that many days later, or earlier if the number is negative; nil outside the years -9999 to 9999.
  public func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CivilDate(daysSince1970: sum)
  }

  /// 1970-01-01.
  static let epoch = CivilDate(checkedYear: 1970, month: 1, day: 1)

  /// -9999-01-01 and 9999-12-31.
  static let firstDay = -4_371_587
  static let lastDay = 2_932_896

  private static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: Comparable {
  /// The earlier day is the smaller.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    if left.storedYear != right.storedYear { return left.storedYear < right.storedYear }
    if left.storedMonth != right.storedMonth { return left.storedMonth < right.storedMonth }
    return left.storedDay < right.storedDay
  }
}

extension CivilDate: LosslessStringConvertible {
  /// `2026-01-31`; a year before 0 begins with a minus sign. From year 0 on, text sorts as days do.
  public var description: String { CivilWriter.text { $0.write(self) } }

  /// Reads `2026-01-31` or `-0044-03-15`; nil for all other text and for a day that does not exist.
  public init?(_ description: String) {
    guard let date = CivilScanner.read(description, { CivilDate(utf8: $0) }) else { return nil }
    self = date
  }

  /// Reads the same text from bytes.
  public init?(utf8: UnsafeBufferPointer<UInt8>) {
    var scanner = CivilScanner(utf8)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  /// Lends the bytes of ``description`` without making a String.
  public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try CivilWriter.withBytes({ $0.write(self) }, body)
  }
}

extension CivilDate: Codable {
  /// Decodes the text of ``description``.
  public init(from decoder: any Decoder) throws { self = try Self.decodingText(from: decoder) }
  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}
