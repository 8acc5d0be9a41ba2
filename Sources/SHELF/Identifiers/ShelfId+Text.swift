internal import Foundation

extension ShelfId: CustomStringConvertible, LosslessStringConvertible {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes in Base64, without the two padding characters: 22 characters, as in JSON.
  public var description: String {
    String(unsafeUninitializedCapacity: 22) { text in
      // 22 digits of six bits are 132: the last digit has two bits, followed by four zeros.
      for index in 0..<22 {
        let shift = 122 - 6 * index
        let bits =
          if shift >= 64 { high >> UInt64(shift - 64) } else if shift >= 0 {
            shift > 58 ? high << UInt64(64 - shift) | low >> UInt64(shift) : low >> UInt64(shift)
          } else { low << UInt64(-shift) }
        text[index] = Self.digits[Int(bits & 0x3F)]
      }
      return 22
    }
  }

  /// The id in a string: the 22 characters of ``description``, or a UUID in upper or lower case, with hyphens or
  /// without. Nil for any other string.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    switch bytes.count {
    case 22, 24:
      guard let id = Self.readBase64(bytes) else { return nil }
      self = id
    case 32, 36:
      guard let id = Self.readHexadecimal(bytes) else { return nil }
      self = id
    default: return nil
    }
  }

  private static func readBase64(_ bytes: [UInt8]) -> ShelfId? {
    guard bytes.dropFirst(22).allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.prefix(22).enumerated() {
      guard let digit = digit(byte) else { return nil }
      // The last digit has two bits, and no others: each id has exactly one text.
      if index == 21, digit & 0xF != 0 { return nil }
      let (value, width) = index == 21 ? (digit >> 4, UInt64(2)) : (digit, UInt64(6))
      high = high << width | low >> (64 - width)
      low = low << width | value
    }
    return ShelfId(high: high, low: low)
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private static func readHexadecimal(_ bytes: [UInt8]) -> ShelfId? {
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if bytes.count == 36, index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt64
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt64(byte - UInt8(ascii: "A") + 10)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt64(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
      high = high << 4 | low >> 60
      low = low << 4 | digit
    }
    return ShelfId(high: high, low: low)
  }

  /// The UUID in capital letters: the name of the object's file.
  public var uuidText: String {
    String(unsafeUninitializedCapacity: 36) { text in
      var place = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          text[place] = UInt8(ascii: "-")
          place += 1
        }
        let word = index < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index % 16))) & 0xF
        text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
        place += 1
      }
      return 36
    }
  }
}

extension ShelfId: Codable {
  /// Reads it from a string, like ``init(_:)-(String)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = ShelfId(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text.prefix(80))' is no ShelfId")
    }
    self = id
  }

  /// Writes its 22 characters.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
