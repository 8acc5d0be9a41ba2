#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The forms that a text can have besides being a text.
struct TextForms: OptionSet, Hashable {
  let rawValue: UInt8

  static let date = TextForms(rawValue: 1 << 0)
  static let time = TextForms(rawValue: 1 << 1)
  static let timestamp = TextForms(rawValue: 1 << 2)
  /// A timestamp with a time zone.
  static let instant = TextForms(rawValue: 1 << 3)
  static let uuid = TextForms(rawValue: 1 << 4)
  static let json = TextForms(rawValue: 1 << 5)
  static let number = TextForms(rawValue: 1 << 6)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The forms worth looking for in a column of a type.
  init(askedFor type: ColumnType) {
    switch type {
    case .date, .timestamp, .instant: self = [.date, .timestamp, .instant]
    case .time: self = .time
    case .uuid: self = .uuid
    case .json: self = .json
    case .decimal: self = .number
    default: self = []
    }
  }

  /// Keeps the forms that a text has too.
  ///
  /// - Returns: The microseconds since 1970 of a date, a timestamp or an instant, those of a time, and the number, if the text
  ///   is one.
  mutating func keep(thoseOf text: UnsafeBufferPointer<UInt8>) -> (moment: Int64?, number: ExactDecimal?) {
    let number = contains(.number) ? ExactDecimal(utf8: text) : nil
    if number == nil { remove(.number) }
    if contains(.uuid), UUID(uuidString: String(decoding: text, as: UTF8.self)) == nil { remove(.uuid) }
    if contains(.json), !Self.isJSON(text) { remove(.json) }
    if contains(.time) {
      if Self.isExact(text), let time = CivilTime(utf8: text) { return (time.microseconds, number) }
      remove(.time)
    }
    return (moment(of: text), number)
  }

  private mutating func moment(of text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let all: TextForms = [.date, .timestamp, .instant]
    guard !isDisjoint(with: all) else { return nil }
    if let date = CivilDate(utf8: text) {
      subtract([.timestamp, .instant])
      return Int64(date.daysSince1970) * 86_400_000_000
    }
    if Self.isExact(text), let timestamp = CivilTimestamp(utf8: text) {
      subtract([.date, .instant])
      return timestamp.microsecondsSince1970
    }
    if Self.isExact(text), let instant = Instant(utf8: text) {
      subtract([.date, .timestamp])
      return instant.microsecondsSince1970
    }
    subtract(all)
    return nil
  }

  /// True if a fraction has no more than six digits, so reading it loses none.
  private static func isExact(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return true }
    return text[(point + 1)...].prefix { 0x30...0x39 ~= $0 }.count <= 6
  }

  private static func isJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (try? JSONDecoder().decode(AnyJSON.self, from: Data(text))) != nil
  }

  /// Any JSON at all: decoding it reads the whole text first.
  private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}
