extension OptionDefinition {
  /// A value, read by its option's kind.
  enum Parsed: Sendable, Hashable {
    case text(String)
    case bool(Bool)
    case integer(Int)
    case duration(Duration)
    case size(Int)
    case choice(String)
  }

  /// The value of the text; nil if it has none.
  func parse(_ text: String) -> Parsed? {
    switch kind {
    case .text:
      return .text(text)
    case .bool:
      switch asciiLowercased(text) {
      case "true", "1": return .bool(true)
      case "false", "0": return .bool(false)
      default: return nil
      }
    case .integer(let range):
      let digits = text.utf8.first == ASCII.dash ? text.utf8.dropFirst() : text.utf8[...]
      guard digits.allSatisfy(ASCII.isDigit), let number = Int(text), range.contains(number) else { return nil }
      return .integer(number)
    case .duration:
      return OptionDefinition.duration(text).map(Parsed.duration)
    case .size:
      return OptionDefinition.size(text).map(Parsed.size)
    case .choice(let words):
      let folded = OptionDefinition.folded(text)
      return words.first { OptionDefinition.folded($0) == folded }.map(Parsed.choice)
    }
  }

  /// What a value must be, in words, with an example.
  public var expectation: String {
    switch kind {
    case .text: return "text"
    case .bool: return "true or false (or 1 or 0)"
    case .integer(let range):
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): return "a whole number, for example 10"
      case (let low, .max): return "a whole number from \(low) up, for example \(max(low, 10))"
      case (.min, let high): return "a whole number up to \(high)"
      case (let low, let high): return "a whole number from \(low) to \(high), for example \(min(max(low, 10), high))"
      }
    case .duration: return "a whole number and a unit (us, ms, s, m, h, d), for example 30s or 500ms"
    case .size: return "a number of bytes, for example 4096, 64KiB, 16MiB or 2GB"
    case .choice(let words): return "one of \(words.joined(separator: ", "))"
    }
  }

  /// A whole number and a unit; also nil for more than 36500 days, so that no later conversion can overflow.
  static func duration(_ text: String) -> Duration? {
    if text == "0" { return .zero }
    guard let (number, unit) = numberAndUnit(text) else { return nil }
    let microseconds: [String: Int64] = [
      "us": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000,
    ]
    guard let factor = microseconds[unit] else { return nil }
    let (product, overflow) = Int64(number).multipliedReportingOverflow(by: factor)
    guard !overflow, product <= 36_500 * 86_400_000_000 else { return nil }
    return .microseconds(product)
  }

  /// A number of bytes, with or without a unit.
  static func size(_ text: String) -> Int? {
    guard let (number, unit) = numberAndUnit(text) else { return nil }
    let factors: [String: Int] = [
      "": 1, "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
      "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
    ]
    guard let factor = factors[unit] else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }

  private static func numberAndUnit(_ text: String) -> (Int, String)? {
    let digits = text.utf8.prefix(while: ASCII.isDigit)
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    return (number, asciiLowercased(String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self)))
  }
}
