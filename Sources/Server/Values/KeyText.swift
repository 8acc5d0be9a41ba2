import ORDA

/// Values as text that stands in addresses and in the page, from which exactly the same values come back: `i5`, `tJazz,i7`.
enum KeyText {
  static func encoded(_ values: [Value]) -> String { values.map(encoded).joined(separator: ",") }

  static func encoded(_ value: Value) -> String {
    switch value {
    case .null: "n"
    case .int(let number): "i\(number)"
    case .uint(let number): "I\(number)"
    case .double(let number): "d\(number)"
    case .decimal(let number): "m\(number)"
    case .text(let text): "t" + PercentCoding.encoded(text)
    case .bytes(let bytes): "b" + HexadecimalText.encoded(bytes)
    case .date(let date): "D" + PercentCoding.encoded(date.description)
    case .time(let time): "T" + PercentCoding.encoded(time.description)
    case .timestamp(let timestamp): "S" + PercentCoding.encoded(timestamp.description)
    case .instant(let instant): "Z" + PercentCoding.encoded(instant.description)
    case .uuid(let uuid): "u" + UUIDText.text(uuid)
    case .json(let text): "j" + PercentCoding.encoded(text)
    case .other(let type, let bytes): "o\(PercentCoding.encoded(type)):\(HexadecimalText.encoded(bytes))"
    }
  }

  /// The values; nil for what is no such text, as an address may have been changed by hand.
  static func values(_ text: String) -> [Value]? {
    var values: [Value] = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let part = String(part), let value = value(part) else { return nil }
      values.append(value)
    }
    return values
  }

  static func value(_ text: String) -> Value? {
    // By bytes: all first letters are ASCII.
    guard let first = text.utf8.first, first < 0x80 else { return nil }
    let rest = text[text.utf8.index(after: text.startIndex)...]
    switch Unicode.Scalar(first) {
    case "n": return rest.isEmpty ? .null : nil
    case "i": return Int64(rest).map { .int($0) }
    case "I": return UInt64(rest).map { .uint($0) }
    case "d": return Double(rest).map { .double($0) }
    case "m": return ExactDecimal(String(rest)).map { .decimal($0) }
    case "t": return .text(PercentCoding.decoded(rest))
    case "b": return HexadecimalText.decoded(rest).map { .bytes($0) }
    case "D": return CivilDate(PercentCoding.decoded(rest)).map { .date($0) }
    case "T": return CivilTime(PercentCoding.decoded(rest)).map { .time($0) }
    case "S": return CivilTimestamp(PercentCoding.decoded(rest)).map { .timestamp($0) }
    case "Z": return Instant(PercentCoding.decoded(rest)).map { .instant($0) }
    case "u": return UUIDText.value(String(rest))
    case "j": return .json(PercentCoding.decoded(rest))
    case "o":
      guard let colon = rest.firstIndex(of: ":") else { return nil }
      return HexadecimalText.decoded(rest[rest.index(after: colon)...]).map {
        .other(type: PercentCoding.decoded(rest[..<colon]), bytes: $0)
      }
    default: return nil
    }
  }
}
