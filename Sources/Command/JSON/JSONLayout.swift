import ORDAImport

/// JSON with different whitespace: its names, strings and numbers stay the same byte by byte.
///
/// It only knows where strings in JSON begin and end, so use it for what ``JSONReader`` has read.
enum JSONLayout {
  /// On one line, without blanks.
  static func compact(_ json: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    forEachToken(json) { byte, _ in result.append(byte) }
    return result
  }

  /// One member or element a line, indented by its depth.
  static func indented(_ json: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var depth = 0
    // What has just begun and may be empty.
    var isOpen = false
    func breakLine() {
      result.append(0x0A)
      result.append(contentsOf: repeatElement(0x20, count: 2 * max(0, depth)))
    }
    forEachToken(json) { byte, isText in
      if isText {
        if isOpen { breakLine() }
        isOpen = false
        return result.append(byte)
      }
      switch byte {
      case 0x7D, 0x5D:
        depth -= 1
        if !isOpen { breakLine() }
        isOpen = false
        result.append(byte)
      case 0x2C:
        result.append(byte)
        breakLine()
      case 0x3A: result.append(contentsOf: [byte, 0x20])
      default:
        if isOpen { breakLine() }
        isOpen = byte == 0x7B || byte == 0x5B
        if isOpen { depth += 1 }
        result.append(byte)
      }
    }
    return result
  }

  /// The same JSON, safe for a terminal: what would draw on the screen is written as `\u202e`.
  static func visible(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar != "\n", VisibleText.mustBeSpelled(scalar) {
        let digits = String(scalar.value, radix: 16)
        result.append(contentsOf: "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)".utf8)
      } else {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return result
  }

  /// Calls a closure with each byte except whitespace between values, and whether it is part of a string.
  private static func forEachToken(_ json: some Sequence<UInt8>, _ body: (UInt8, Bool) -> Void) {
    var (isText, isEscaped) = (false, false)
    for byte in json {
      if isText {
        body(byte, true)
        isText = byte != 0x22 || isEscaped
        isEscaped = byte == 0x5C && !isEscaped
      } else if byte == 0x22 {
        isText = true
        body(byte, true)
      } else if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
        body(byte, false)
      }
    }
  }
}
