#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Constants as SQL writes them.
enum SQLLiteral {
  /// The quoted text; nil for an unknown escape.
  static func text(_ literal: some Sequence<UInt8>, in dialect: Dialect) -> String? {
    var bytes = Array(literal)
    guard bytes.count >= 2, let quote = bytes.first, bytes.last == quote else { return nil }
    bytes = Array(bytes[1..<bytes.count - 1])
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == quote {
        index += 1
      } else if byte == UInt8(ascii: "\\"), dialect.backslashEscapes {
        guard index < bytes.count else { return nil }
        text += escaped(bytes[index])
        index += 1
        continue
      }
      text.append(byte)
    }
    return String(validating: text, as: UTF8.self)
  }

  /// The meaning of a letter after a backslash: usually the letter itself.
  private static func escaped(_ letter: UInt8) -> [UInt8] {
    switch letter {
    case UInt8(ascii: "0"): [0]
    case UInt8(ascii: "b"): [8]
    case UInt8(ascii: "n"): [10]
    case UInt8(ascii: "r"): [13]
    case UInt8(ascii: "t"): [9]
    case UInt8(ascii: "Z"): [26]
    // Before these the backslash stays, for LIKE.
    case UInt8(ascii: "%"), UInt8(ascii: "_"): [UInt8(ascii: "\\"), letter]
    default: [letter]
    }
  }

  /// A quoted text; nil for one with a NUL, which not every database accepts in a statement.
  static func quoted(_ text: String, in dialect: Dialect) -> String? {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar.value == 0 || scalar.value == UInt32(SQL.marker) { return nil }
      if scalar == "'" || scalar == "\\" && dialect.backslashEscapes { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }

  /// A value as a constant; nil if there is none that every database understands.
  static func constant(_ value: Value, in dialect: Dialect) -> String? {
    switch value {
    case .null: "NULL"
    case .int, .uint, .decimal: value.description
    case .double(let number): number.isFinite ? value.description : nil
    case .text(let text), .json(let text): quoted(text, in: dialect)
    case .bytes(let bytes): "x'\(bytes.map(hexadecimal).joined())'"
    case .uuid(let uuid): "'\(uuid.uuidString.lowercased())'"
    case .date, .time, .timestamp, .instant: "'\(value.description)'"
    case .other: nil
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
