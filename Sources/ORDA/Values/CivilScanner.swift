/// Reads the documented forms of dates and times from bytes, from left to right.
///
/// Each step returns nil if the bytes are something else; its position does not matter then, since the text is refused.
struct CivilScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Lends a text's bytes, without a copy where the text is native.
  static func read<T>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> T?) -> T? {
    var text = text
    return text.withUTF8(body)
  }

  var isAtEnd: Bool { position == bytes.count }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Exactly this many digits, at most nine.
  private mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var number = 0
    for index in position..<position + count {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return nil }
      number = number &* 10 &+ Int(digit)
    }
    position += count
    return number
  }

  /// `[-]YYYY-MM-DD`
  mutating func date() -> CivilDate? {
    let beforeZero = skip(0x2D)
    guard let year = digits(4), skip(0x2D), let month = digits(2), skip(0x2D), let day = digits(2) else { return nil }
    if beforeZero && year == 0 { return nil }
    return CivilDate(year: beforeZero ? -year : year, month: month, day: day)
  }

  /// `MM:SS[.fffffffff]` in microseconds; the fraction may round it up to an hour.
  private mutating func minutesAndSeconds() -> Int64? {
    guard let minute = digits(2), minute <= 59, skip(0x3A), let second = digits(2), second <= 59,
      let fraction = fraction()
    else { return nil }
    return Int64(minute * 60 + second) * 1_000_000 + Int64(fraction)
  }

  /// `.f` to `.fffffffff` in microseconds, halves rounded up; 0 if there is none.
  private mutating func fraction() -> Int? {
    guard skip(0x2E) else { return 0 }
    var nanoseconds = 0
    var count = 0
    while let byte = next, byte &- 0x30 <= 9 {
      guard count < 9 else { return nil }
      nanoseconds = nanoseconds * 10 + Int(byte &- 0x30)
      count += 1
      position += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<9 { nanoseconds *= 10 }
    return (nanoseconds + 500) / 1000
  }

  /// `YYYY-MM-DD HH:MM:SS[.fffffffff]`, with a `T` or a space between.
  mutating func timestamp() -> CivilTimestamp? {
    guard let date = date(), skip(0x20) || skip(0x54), let hour = digits(2), hour <= 23, skip(0x3A),
      let rest = minutesAndSeconds()
    else { return nil }
    let days = Int64(date.daysSince1970) * CivilTime.microsecondsPerDay
    return CivilTimestamp(microsecondsSince1970: days + Int64(hour) * 3_600_000_000 + rest)
  }

  /// `[-]HH:MM:SS[.fffffffff]` with two to ten digits of hours.
  mutating func duration() -> CivilTime? {
    let negative = skip(0x2D)
    var hours: Int64 = 0
    var count = 0
    while let byte = next, byte &- 0x30 <= 9 {
      guard count < 10 else { return nil }
      hours = hours * 10 + Int64(byte &- 0x30)
      count += 1
      position += 1
    }
    guard count >= 2, skip(0x3A), let rest = minutesAndSeconds() else { return nil }
    // Summed as a negative number, since these have room for one more.
    let (whole, tooLong) = hours.multipliedReportingOverflow(by: -3_600_000_000)
    let (sum, tooLongStill) = whole.subtractingReportingOverflow(rest)
    guard !tooLong, !tooLongStill, negative || sum > .min else { return nil }
    return CivilTime(microseconds: negative ? sum : -sum)
  }

  /// `Z`, `+hh:mm` or `+hhmm`, as seconds east of Greenwich.
  mutating func zone() -> Int64? {
    if skip(0x5A) { return 0 }
    let west = skip(0x2D)
    guard west || skip(0x2B), let hours = digits(2), hours <= 23 else { return nil }
    _ = skip(0x3A)
    guard let minutes = digits(2), minutes <= 59 else { return nil }
    let seconds = Int64(hours * 3600 + minutes * 60)
    return west ? -seconds : seconds
  }
}
