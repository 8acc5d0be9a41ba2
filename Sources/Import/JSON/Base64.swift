/// Base64 with the usual alphabet and its padding (RFC 4648, section 4).
package enum Base64 {
  /// The bytes of a Base64 string; nil for any other.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8
    guard digits.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for digit in digits {
      if digit == 0x3D {
        padding += 1
        bits <<= 6
      } else {
        guard padding == 0, let value = value(digit) else { return nil }
        bits = bits << 6 | UInt32(value)
      }
      count += 1
      if count.isMultiple(of: 4) {
        for shift in [16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        bits = 0
      }
    }
    guard padding <= 2 else { return nil }
    // The padding bits must be 0, or two strings would mean the same bytes.
    for _ in 0..<padding where bytes.popLast() != 0 { return nil }
    return bytes.count.isMultiple(of: 3) || isEndClean(digits, padding) ? bytes : nil
  }

  /// Whether the last digit before the padding has no surplus bits set.
  private static func isEndClean(_ digits: String.UTF8View, _ padding: Int) -> Bool {
    guard let last = digits.dropLast(padding).last, let value = value(last) else { return false }
    return value & (padding == 2 ? 0x0F : 0x03) == 0
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x41...0x5A: digit &- 0x41
    case 0x61...0x7A: digit &- 0x61 &+ 26
    case 0x30...0x39: digit &- 0x30 &+ 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
