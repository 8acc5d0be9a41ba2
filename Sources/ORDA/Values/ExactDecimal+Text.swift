extension ExactDecimal: LosslessStringConvertible {
  /// The number written out, never with an exponent: `-0.00120`.
  public var description: String {
    withDigits { digits in
      // 0.001 has more places than digits: zeros are prepended.
      let lead = max(0, scale + 1 - digits.count)
      let count = (isNegative ? 1 : 0) + lead + digits.count + (scale > 0 ? 1 : 0)
      return String(unsafeUninitializedCapacity: count) { bytes in
        var position = 0
        func put(_ byte: UInt8) {
          bytes[position] = byte
          position += 1
        }
        if isNegative { put(0x2D) }
        let whole = lead + digits.count - scale
        for index in 0..<lead + digits.count {
          if index == whole { put(0x2E) }
          put(index < lead ? 0x30 : 0x30 &+ digits[index - lead])
        }
        return position
      }
    }
  }

  /// Reads `12.30`, `-.5`, `+7.` or `1.5e-3`: the exponent moves the point, and all digits are kept. Nil for all other
  /// text, and above ``maximumDigits``.
  public init?(_ description: String) {
    var description = description
    guard let number = description.withUTF8({ ExactDecimal(utf8: $0) }) else { return nil }
    self = number
  }

  /// Reads the same text from bytes.
  public init?(utf8: UnsafeBufferPointer<UInt8>) {
    var position = 0
    let negative = utf8.first == 0x2D
    if negative || utf8.first == 0x2B { position = 1 }
    var small: UInt64 = 0
    var large: [UInt8] = []
    var significant = 0
    var seen = 0
    var scale: Int?
    scan: while position < utf8.count {
      let byte = utf8[position]
      switch byte {
      case 0x30...0x39:
        let digit = byte &- 0x30
        seen += 1
        if significant > 0 || digit != 0 { significant += 1 }
        if significant <= Self.smallDigits {
          small = small &* 10 &+ UInt64(digit)
        } else {
          guard significant <= 2 * Self.maximumDigits else { return nil }
          large.append(digit)
        }
        scale = scale.map { $0 + 1 }
      case 0x2E:
        guard scale == nil else { return nil }
        scale = 0
      case 0x45, 0x65: break scan
      default: return nil
      }
      position += 1
    }
    guard seen > 0 else { return nil }
    var places = scale ?? 0
    if position < utf8.count {
      guard let exponent = Self.exponent(utf8, after: position) else { return nil }
      places -= exponent
    }
    guard places <= Self.maximumDigits else { return nil }
    if large.isEmpty && places >= 0 {
      guard significant - places <= Self.maximumDigits else { return nil }
      self.init(isNegative: negative, small: small, scale: places)
      return
    }
    if significant == 0 {
      self.init(isNegative: false, small: 0, scale: 0)
      return
    }
    // The exponent may ask for zeros that were not written.
    guard significant - places <= Self.maximumDigits else { return nil }
    let zeros = places < 0 ? -places : 0
    let head = ExactDecimal(isNegative: false, small: small, scale: 0).digits
    self.init(
      isNegative: negative, digits: (head + large + repeatElement(0, count: zeros))[...], scale: max(0, places))
  }

  /// The signed number after an `e`, clamped to what shows that it is too large.
  private static func exponent(_ utf8: UnsafeBufferPointer<UInt8>, after start: Int) -> Int? {
    var position = start + 1
    guard position < utf8.count else { return nil }
    let negative = utf8[position] == 0x2D
    if negative || utf8[position] == 0x2B { position += 1 }
    guard position < utf8.count else { return nil }
    var number = 0
    while position < utf8.count {
      let digit = utf8[position] &- 0x30
      guard digit <= 9 else { return nil }
      number = min(number * 10 + Int(digit), 1_000_000_000)
      position += 1
    }
    return negative ? -number : number
  }
}

extension ExactDecimal: Codable {
  /// Decodes the text of ``description``.
  public init(from decoder: any Decoder) throws { self = try Self.decodingText(from: decoder) }
  /// Encodes ``description``, as text: most coders' numbers would lose digits.
  public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}
