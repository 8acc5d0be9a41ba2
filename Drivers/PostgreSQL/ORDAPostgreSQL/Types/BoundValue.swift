#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

/// A value that was bound, until it is known which type the server wants.
enum BoundValue {
  case null
  case int(Int64)
  case double(Double)
  case text(String)
  case bytes([UInt8])
  /// Any other.
  case value(Value)

  /// The type of the server's that is the value's own; 0 where that can't be known.
  var ownType: UInt32 {
    switch self {
    case .null: 0
    case .int: ServerType.int8
    case .double: ServerType.float8
    case .text: ServerType.text
    case .bytes: ServerType.bytea
    case .value(let value): Self.ownType(of: value)
    }
  }

  private static func ownType(of value: Value) -> UInt32 {
    switch value {
    case .null: 0
    case .other(let type, _): ServerType.number(named: type) ?? 0
    case .int: ServerType.int8
    case .uint, .decimal: ServerType.numeric
    case .double: ServerType.float8
    case .text: ServerType.text
    case .bytes: ServerType.bytea
    case .date: ServerType.date
    case .time(let time): time.isTimeOfDay ? ServerType.time : ServerType.interval
    case .timestamp: ServerType.timestamp
    case .instant: ServerType.timestamptz
    case .uuid: ServerType.uuid
    case .json: ServerType.json
    }
  }

  /// Whether the value is an integer of 32 bits.
  var isNarrow: Bool {
    if case .int(let number) = self { return Int32(exactly: number) != nil }
    return false
  }

  /// Whether the value fits the type without further checks.
  @inline(__always)
  func fitsExactly(_ type: UInt32) -> Bool {
    switch self {
    case .null: true
    case .int(let number): type == ServerType.int8 || (type == ServerType.int4 && Int32(exactly: number) != nil)
    case .double: type == ServerType.float8
    case .text: type == ServerType.text || type == ServerType.varchar
    case .bytes: type == ServerType.bytea
    case .value: false
    }
  }

  /// True for a text, and an array: the server reads it as whatever it takes it for.
  var isReadByServer: Bool {
    switch self {
    case .text, .value(.other): true
    default: false
    }
  }

  /// True if the value can be sent as one of that type. If not, the statement is prepared again for the value's own.
  func fits(_ type: UInt32) -> Bool {
    // The server converts any text, and any value for an unknown type. A single value doesn't fit an array.
    guard ColumnKind(binary: type) != nil else {
      if ArrayType.numbered(type) == nil { return true }
      switch self {
      case .null, .text, .value(.other), .value(.json): return true
      default: return false
      }
    }
    switch self {
    case .null, .text: return true
    case .int(let number): return Self.fits(number, type)
    case .double:
      return type == ServerType.float8 || type == ServerType.float4 || type == ServerType.numeric
    case .bytes: return type == ServerType.bytea
    case .value(let value): return Self.fits(value, type)
    }
  }

  private static func fits(_ number: Int64, _ type: UInt32) -> Bool {
    switch type {
    case ServerType.int8, ServerType.numeric, ServerType.float8, ServerType.float4: true
    case ServerType.int4: Int32(exactly: number) != nil
    case ServerType.int2: Int16(exactly: number) != nil
    case ServerType.oid: UInt32(exactly: number) != nil
    case ServerType.bool: number == 0 || number == 1
    default: false
    }
  }

  private static func fits(_ value: Value, _ type: UInt32) -> Bool {
    switch value {
    case .other: return true
    case .uint, .decimal: return type == ServerType.numeric
    case .time:
      // A span is no time of day; the server would make one of it, and so gets the text, which it refuses.
      return type == ServerType.interval || type == ServerType.time
    case .json: return type == ServerType.json || type == ServerType.jsonb
    default: return ownType(of: value) == type
    }
  }

  /// Whether the server's conversion to any other type keeps the value exact, if the type of the parameter's column has changed.
  func keepsMeaning(as type: UInt32) -> Bool {
    switch self {
    case .null: return true
    case .int(let number):
      switch type {
      case ServerType.int8, ServerType.int4, ServerType.int2, ServerType.numeric, ServerType.text, ServerType.varchar:
        return true
      // As numeric, a number of these types has 15 digits, or 6.
      case ServerType.float8: return number.magnitude < 1_000_000_000_000_000
      case ServerType.float4: return number.magnitude < 1_000_000
      default: return false
      }
    case .double(let number):
      switch type {
      case ServerType.numeric, ServerType.text, ServerType.varchar: return true
      case ServerType.float8: return Self.hasDigits(number, atMost: 15)
      case ServerType.float4: return Double(Float(number)) == number && Self.hasDigits(number, atMost: 6)
      default: return false
      }
    case .text(let text):
      switch type {
      case ServerType.text, ServerType.varchar, ServerType.json: return true
      case ServerType.bpchar: return text.utf8.last != 0x20
      case ServerType.name: return text.utf8.count < 64
      default: return false
      }
    case .bytes: return type == ServerType.bytea
    case .value(let value):
      switch value {
      case .uint, .decimal: return type == ServerType.numeric
      case .json: return type == ServerType.json
      default: return false
      }
    }
  }

  /// Whether the shortest text of a number has at most `count` digits.
  private static func hasDigits(_ number: Double, atMost count: Int) -> Bool {
    if number.magnitude < 100_000, number == number.rounded() { return true }
    var digits = 0
    for byte in number.description.utf8 {
      // An exponent follows the digits.
      if byte == 0x65 { break }
      if (0x31...0x39).contains(byte) || (byte == 0x30 && digits > 0) { digits += 1 }
    }
    return digits <= count
  }

  /// The value as the server reads it for whatever type it takes it for.
  var text: [UInt8]? {
    switch self {
    case .null: nil
    case .int(let number): Array(String(number).utf8)
    case .double(let number): Array(Self.text(number).utf8)
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): Self.hexadecimal(bytes)
    case .value(let value): Self.text(value)
    }
  }

  /// The value as the server reads it for a type; ORDA's text of the value for a text.
  func text(as type: UInt32) -> [UInt8]? { ServerType.isText(type) ? text : serverText }

  /// The value's text as the server reads it for the value's type.
  var serverText: [UInt8]? { textOfDate ?? text }

  /// A date before the year 1 as the server writes it, `0044-03-15 BC`; nil for anything else.
  private var textOfDate: [UInt8]? {
    guard case .value(let value) = self else { return nil }
    let date: CivilDate
    switch value {
    case .date(let day): date = day
    case .timestamp(let timestamp): date = timestamp.date
    case .instant(let instant): date = CivilTimestamp(utc: instant).date
    default: return nil
    }
    guard date.year <= 0, let text else { return nil }
    let rest = text.drop { $0 == 0x2D }.drop { $0 != 0x2D }
    let year = String(1 - date.year)
    return Array((String(repeating: "0", count: max(0, 4 - year.count)) + year).utf8) + rest + Array(" BC".utf8)
  }

  /// The server's text for a text of ORDA's that the server refuses; nil for any other text.
  ///
  /// Files have such texts: `-0043-03-15` for a day before the year 1, and `1e999` for an infinite number.
  static func serverText(of text: String, as type: UInt32) -> [UInt8]? {
    switch type {
    case ServerType.date, ServerType.timestamp, ServerType.timestamptz:
      guard text.hasPrefix("-") || text.hasPrefix("0000-") else { return nil }
      let value: Value? =
        switch type {
        case ServerType.date: CivilDate(text).map { .date($0) }
        case ServerType.timestamp: CivilTimestamp(text).map { .timestamp($0) }
        default: Instant(text).map { .instant($0) }
        }
      return value.flatMap { BoundValue.value($0).serverText }
    case ServerType.float4, ServerType.float8:
      return text == "1e999" ? Array("Infinity".utf8) : text == "-1e999" ? Array("-Infinity".utf8) : nil
    default: return nil
    }
  }

  private static func text(_ value: Value) -> [UInt8]? {
    switch value {
    case .null: nil
    case .int(let number): Array(String(number).utf8)
    case .uint(let number): Array(String(number).utf8)
    case .double(let number): Array(text(number).utf8)
    case .decimal(let number): Array(number.description.utf8)
    case .text(let text), .json(let text): Array(text.utf8)
    case .bytes(let bytes): hexadecimal(bytes)
    case .date(let date): Array(date.description.utf8)
    case .time(let time): Array(time.description.utf8)
    case .timestamp(let timestamp): Array(timestamp.description.utf8)
    case .instant(let instant): Array(instant.description.utf8)
    case .uuid(let uuid): Array(uuid.uuidString.utf8)
    case .other(_, let bytes): bytes
    }
  }

  /// The shortest text that reads back as the same number.
  private static func text(_ number: Double) -> String {
    number.isNaN ? "NaN" : number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : number.description
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = Array("\\x".utf8)
    text.reserveCapacity(2 + 2 * bytes.count)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}
