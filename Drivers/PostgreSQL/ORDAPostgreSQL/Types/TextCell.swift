#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

/// A cell in the server's text form, with the settings that every session begins with.
struct TextCell {
  let bytes: UnsafeBufferPointer<UInt8>

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value by its kind; nil for what is none, such as a date that no calendar has.
  func value(_ kind: ColumnKind) -> Value? {
    switch kind {
    case .bool: boolean.map { .int($0) }
    case .int2, .int4, .int8, .oid: integer.map { .int($0) }
    case .float4: float.map { .double(Double($0)) }
    case .float8: double.map { .double($0) }
    case .numeric: number
    case .text: TextDecoding.value(bytes)
    case .json, .jsonb: TextDecoding.string(bytes).map { .json($0) } ?? TextDecoding.value(bytes)
    case .bytes: byteString.map { .bytes($0) }
    case .date:
      (isBeforeChrist ? signed { CivilDate(utf8: $0).map { .date($0) } } : CivilDate(utf8: bytes).map { .date($0) })
        ?? uncommonDate("date")
    case .time: CivilTime(utf8: bytes).map { .time($0) }
    case .timestamp:
      (isBeforeChrist
        ? signed { CivilTimestamp(utf8: $0).map { .timestamp($0) } }
        : CivilTimestamp(utf8: bytes).map { .timestamp($0) }) ?? uncommonDate("timestamp")
    case .instant:
      (isBeforeChrist ? signed { TextCell(bytes: $0).instant.map { .instant($0) } } : instant.map { .instant($0) })
        ?? uncommonDate("timestamptz")
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .timetz: .other(type: "timetz", bytes: Array(bytes))
    case .interval: .other(type: "interval", bytes: Array(bytes))
    case .void: .text("")
    case .other(let type): .other(type: type, bytes: Array(bytes))
    }
  }

  /// A date or a time that ORDA's types don't hold: infinity, or a year outside -9999 to 9999; nil for any other text.
  private func uncommonDate(_ type: String) -> Value? {
    let year = bytes.prefix { (0x30...0x39).contains($0) }.count
    let isInfinite = bytes.elementsEqual("infinity".utf8) || bytes.elementsEqual("-infinity".utf8)
    guard isInfinite || year > 4 else { return nil }
    return .other(type: type, bytes: Array(bytes))
  }

  /// Whether a year is counted backward: `0044-03-15 BC`.
  private var isBeforeChrist: Bool { bytes.count > 3 && bytes.suffix(3).elementsEqual(" BC".utf8) }

  /// Reads the same text with a year as ISO 8601 counts it, where 1 BC is the year 0.
  private func signed(_ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    guard let year = Int(String(decoding: digits, as: UTF8.self)), year > 0, year <= 10_000 else { return nil }
    let number = String(year - 1)
    let padded = (year > 1 ? "-" : "") + String(repeating: "0", count: max(0, 4 - number.count)) + number
    return (Array(padded.utf8) + bytes[digits.endIndex...].dropLast(3)).withUnsafeBufferPointer(read)
  }

  /// The server writes the zone's hours alone, `+02`, where its minutes are 0.
  private var instant: Instant? {
    if let instant = Instant(utf8: bytes) { return instant }
    guard let sign = bytes.lastIndex(where: { $0 == 0x2B || $0 == 0x2D }), bytes.count - sign == 3 else { return nil }
    return Instant(text + ":00")
  }

  var boolean: Int64? {
    switch bytes.first {
    case 0x74: 1
    case 0x66: 0
    default: nil
    }
  }

  var integer: Int64? { Int64(text) }
  private var float: Float? { text == "NaN" ? .nan : Float(text) }
  var double: Double? { text == "NaN" ? .nan : Double(text) }

  private var number: Value? {
    if let number = ExactDecimal(utf8: bytes) { return .decimal(number) }
    let isNumber = bytes.first { $0 != 0x2D }.map { (0x30...0x39).contains($0) } ?? false
    guard isNumber || ["NaN", "Infinity", "-Infinity"].contains(text) else { return nil }
    return .other(type: "numeric", bytes: Array(bytes))
  }

  /// `\x` and two digits for each byte.
  var byteString: [UInt8]? {
    guard bytes.count >= 2, bytes[0] == 0x5C, bytes[1] == 0x78, bytes.count.isMultiple(of: 2) else { return nil }
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x61...0x66: byte - 0x57
      case 0x41...0x46: byte - 0x37
      default: nil
      }
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count / 2)
    for place in stride(from: 2, to: bytes.count, by: 2) {
      guard let high = digit(bytes[place]), let low = digit(bytes[place + 1]) else { return nil }
      decoded.append(high << 4 | low)
    }
    return decoded
  }
}
