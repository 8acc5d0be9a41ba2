extension JSONReader {
  /// Reads a string; ``position`` is at its opening quote.
  mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    let first = position
    while let byte = next {
      switch byte {
      case 0x22:
        position += 1
        return try Self.text(UnsafeBufferPointer(rebasing: bytes[first..<position - 1]), openedAt: start)
      case 0x5C: return try stringWithEscapes(from: first, openedAt: start)
      case 0..<0x20: throw controlCharacter(byte)
      default: position += 1
      }
    }
    throw neverClosed(start)
  }

  /// Continues at the text's first backslash.
  private mutating func stringWithEscapes(from first: Int, openedAt start: Int) throws(JSONError) -> String {
    unescaped.removeAll(keepingCapacity: true)
    unescaped.append(contentsOf: bytes[first..<position])
    while let byte = next {
      switch byte {
      case 0x22:
        position += 1
        return try unescaped.withUnsafeBufferPointer { (bytes) throws(JSONError) in
          try Self.text(bytes, openedAt: start)
        }
      case 0x5C: try escape()
      case 0..<0x20: throw controlCharacter(byte)
      default:
        unescaped.append(byte)
        position += 1
      }
    }
    throw neverClosed(start)
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, openedAt start: Int) throws(JSONError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONError(at: start, "the text that begins here is not valid UTF-8")
    }
    return text
  }

  /// `\n`, `\u00e9` or a pair of surrogates.
  private mutating func escape() throws(JSONError) {
    let start = position
    position += 1
    let byte = next
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: unescaped.append(byte ?? 0)
    case 0x62: unescaped.append(0x08)
    case 0x66: unescaped.append(0x0C)
    case 0x6E: unescaped.append(0x0A)
    case 0x72: unescaped.append(0x0D)
    case 0x74: unescaped.append(0x09)
    case 0x75:
      unescaped.append(contentsOf: UTF8.encode(try scalar(escapedAt: start)) ?? UTF8.encodedReplacementCharacter)
    default:
      position = start
      throw JSONError(at: start, "a backslash is followed by one of \"\\/bfnrtu")
    }
  }

  private mutating func scalar(escapedAt start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, next == 0x5C, position + 1 < bytes.count, bytes[position + 1] == 0x75 {
      position += 2
      let low = try codeUnit()
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
      {
        return scalar
      }
    }
    throw JSONError(at: start, "half of a surrogate pair is no character")
  }

  /// Four hexadecimal digits.
  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Unicode.Scalar(byte).hexDigit else {
        throw expected("a hexadecimal digit", next)
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  private func controlCharacter(_ byte: UInt8) -> JSONError {
    JSONError(at: position, "\(Self.shown(byte)) in a text must be escaped")
  }

  private func neverClosed(_ start: Int) -> JSONError {
    JSONError(at: start, "the text that begins here is never closed")
  }
}

extension Unicode.Scalar {
  /// The value of 0-9, a-f and A-F.
  fileprivate var hexDigit: UInt16? {
    switch value {
    case 0x30...0x39: UInt16(truncatingIfNeeded: value &- 0x30)
    case 0x41...0x46: UInt16(truncatingIfNeeded: value &- 0x37)
    case 0x61...0x66: UInt16(truncatingIfNeeded: value &- 0x57)
    default: nil
    }
  }
}
