/// Bytes as pairs of hexadecimal digits.
enum HexadecimalText {
  static let digits = Array("0123456789abcdef".utf8)

  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes; nil for anything but pairs of digits.
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let high = rest.popFirst() {
      guard let high = PercentCoding.digit(high), let low = rest.popFirst().flatMap(PercentCoding.digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

/// Bytes in Base64.
enum Base64Text {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var place = 0
    while place < bytes.count {
      let count = min(3, bytes.count - place)
      var bits = 0
      for offset in 0..<3 { bits = bits << 8 | (offset < count ? Int(bytes[place + offset]) : 0) }
      for digit in 0..<4 {
        text.append(digit <= count ? digits[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
      place += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
