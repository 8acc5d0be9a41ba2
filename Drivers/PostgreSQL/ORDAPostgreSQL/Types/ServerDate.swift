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

  /// The date of a day in the Gregorian calendar, by the algorithm at https://howardhinnant.github.io/date_algorithms.html.
  private static func parts(ofDay day: Int) -> (date: String, era: String) {
    // Counted from 1 March of the year 0, so that a leap day ends a year.
    let count = day + BinaryCell.epochDays + 719_468
    let cycle = (count >= 0 ? count : count - 146_096) / 146_097
    let dayOfCycle = count - cycle * 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * shifted + 2) / 5 + 1
    let shown = year > 0 ? year : 1 - year
    return ("\(padded(shown, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))", year > 0 ? "" : " BC")
  }

  private static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
