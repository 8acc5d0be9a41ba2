public import ORDA

/// A span of time as PostgreSQL has it: months and days, which are not all of one length, beside a time.
///
/// An untyped read of an `interval` gives its text, `P1M2DT3H`, as `Value.other`.
public struct PostgreSQLInterval: Sendable, Hashable {
  /// Whole months.
  public var months: Int
  /// Whole days.
  public var days: Int
  /// The rest.
  public var microseconds: Int64

  /// A span of its parts, each of which may be negative.
  public init(months: Int = 0, days: Int = 0, microseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.microseconds = microseconds
  }
}

extension PostgreSQLInterval: LosslessStringConvertible {
  /// As ISO 8601 writes it: `P1Y2M3DT4H5M6.5S`; `PT0S` for nothing.
  public var description: String {
    var date = ""
    if months / 12 != 0 { date += "\(months / 12)Y" }
    if months % 12 != 0 { date += "\(months % 12)M" }
    if days != 0 { date += "\(days)D" }
    var time = ""
    let (hours, minutes) = (microseconds / 3_600_000_000, microseconds / 60_000_000 % 60)
    let (seconds, rest) = (microseconds / 1_000_000 % 60, microseconds % 1_000_000)
    if hours != 0 { time += "\(hours)H" }
    if minutes != 0 { time += "\(minutes)M" }
    if seconds != 0 || rest != 0 {
      time += microseconds < 0 ? "-\(seconds.magnitude)" : "\(seconds)"
      if rest != 0 {
        var fraction = String(1_000_000 + rest.magnitude).dropFirst()
        while fraction.hasSuffix("0") { fraction.removeLast() }
        time += ".\(fraction)"
      }
      time += "S"
    }
    if date.isEmpty && time.isEmpty { return "PT0S" }
    return "P" + date + (time.isEmpty ? "" : "T" + time)
  }

  /// Reads what ``description`` writes; nil for any other text, and for parts out of range.
  public init?(_ description: String) {
    self.init()
    var rest = Substring(description)
    guard rest.popFirst() == "P" else { return nil }
    var isTime = false
    while !rest.isEmpty {
      if rest.first == "T" {
        guard !isTime else { return nil }
        isTime = true
        rest.removeFirst()
        continue
      }
      let number = rest.prefix { $0 == "-" || $0 == "+" || $0 == "." || $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(number.count)
      guard let unit = rest.popFirst(), add(number, unit, isTime: isTime) else { return nil }
    }
  }

  private mutating func add(_ number: Substring, _ unit: Character, isTime: Bool) -> Bool {
    if isTime, unit == "S" { return addSeconds(number) }
    guard let count = Int64(number) else { return false }
    func sum(_ old: Int, _ factor: Int64) -> Int? {
      let (product, tooLarge) = count.multipliedReportingOverflow(by: factor)
      let (sum, tooLargeStill) = Int64(old).addingReportingOverflow(product)
      return tooLarge || tooLargeStill ? nil : Int(exactly: sum)
    }
    let time = Int(microseconds)
    switch (isTime, unit) {
    case (false, "Y"): return sum(months, 12).map { months = $0 } != nil
    case (false, "M"): return sum(months, 1).map { months = $0 } != nil
    case (false, "W"): return sum(days, 7).map { days = $0 } != nil
    case (false, "D"): return sum(days, 1).map { days = $0 } != nil
    case (true, "H"): return sum(time, 3_600_000_000).map { microseconds = Int64($0) } != nil
    case (true, "M"): return sum(time, 60_000_000).map { microseconds = Int64($0) } != nil
    default: return false
    }
  }

  private mutating func addSeconds(_ number: Substring) -> Bool {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]) else { return false }
    var fraction: Int64 = 0
    if parts.count == 2 {
      let digits = parts[1].prefix(6)
      guard let read = Int64(digits), read >= 0, parts[1].allSatisfy(\.isNumber) else { return false }
      fraction = read
      for _ in digits.count..<6 { fraction *= 10 }
    }
    let (product, tooLarge) = whole.multipliedReportingOverflow(by: 1_000_000)
    let (seconds, overflow) = product.addingReportingOverflow(number.hasPrefix("-") ? -fraction : fraction)
    let (sum, overflowStill) = microseconds.addingReportingOverflow(seconds)
    if tooLarge || overflow || overflowStill { return false }
    microseconds = sum
    return true
  }
}

extension PostgreSQLInterval: ColumnValue, ValueConvertible {
  /// The text, which the server reads.
  public func value() throws(DatabaseError) -> Value { .other(type: "interval", bytes: Array(description.utf8)) }

  /// Reads an interval, or the text of one.
  ///
  /// - Throws: `typeMismatch`.
  public init(value: Value) throws(DatabaseError) {
    let text: String? =
      switch value {
      case .other("interval", let bytes): String(decoding: bytes, as: UTF8.self)
      case .text(let text): text
      default: nil
      }
    if case .time(let time) = value {
      self.init(microseconds: time.microseconds)
      return
    }
    guard let text, let interval = PostgreSQLInterval(text) else {
      throw DatabaseError(.typeMismatch, "a value of type \(value.typeName) can't be read as an interval")
    }
    self = interval
  }
}
