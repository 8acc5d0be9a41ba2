internal import ORDA

/// The server's text of days and times that ORDA's types don't hold: infinity, and years outside -9999 to 9999.
enum ServerDate {
  /// The text of a day, counted from 1 January 2000: `infinity`, `10000-01-01`, `10001-12-31 BC`.
  static func text(ofDay day: Int32) -> String {
    if day == .max { return "infinity" }
    if day == .min { return "-infinity" }
    let (date, era) = parts(ofDay: Int(day))
    return date + era
  }

  /// The text of a time, counted in microseconds from the beginning of 1 January 2000.
  ///
  /// - Parameter zone: The time zone after the time of day, such as `+00`, or an empty text.
  static func text(ofMicrosecond microsecond: Int64, zone: String) -> String {
    if microsecond == .max { return "infinity" }
    if microsecond == .min { return "-infinity" }
    let perDay: Int64 = 86_400_000_000
    var day = microsecond / perDay
    var rest = microsecond % perDay
    if rest < 0 {
      rest += perDay
      day -= 1
    }
    let (date, era) = parts(ofDay: Int(day))
    let seconds = rest / 1_000_000
    var text = "\(date) \(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    if rest % 1_000_000 != 0 {
      var fraction = padded(rest % 1_000_000, 6)
      while fraction.last == "0" { fraction.removeLast() }
      text += ".\(fraction)"
    }
    return text + zone + era
  }

  /// The date of a day, counted from 1 January 2000. The calendar repeats after 400 years,
  /// so `CivilDate` calculates the month and the day.
  private static func parts(ofDay day: Int) -> (date: String, era: String) {
    let days = day + BinaryCell.epochDays
    let cycle = (days >= 0 ? days : days - 146_096) / 146_097
    // Within 400 years of 1970, so that CivilDate has the day.
    guard let date = CivilDate(daysSince1970: days - cycle * 146_097) else { return ("", "") }
    let year = date.year + cycle * 400
    let shown = year > 0 ? year : 1 - year
    return ("\(padded(shown, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))", year > 0 ? "" : " BC")
  }

  private static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
