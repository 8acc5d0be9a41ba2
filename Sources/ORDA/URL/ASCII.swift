/// The characters of the grammar of URLs, as bytes.
enum ASCII {
  static let nul = UInt8(0x00)
  static let number = UInt8(ascii: "#")
  static let percent = UInt8(ascii: "%")
  static let ampersand = UInt8(ascii: "&")
  static let plus = UInt8(ascii: "+")
  static let comma = UInt8(ascii: ",")
  static let dash = UInt8(ascii: "-")
  static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let question = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
  static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x41 &+ 10
    case 0x61...0x66: byte &- 0x61 &+ 10
    default: nil
    }
  }
}

/// The text with A to Z in lower case and nothing else changed, whatever the language.
func asciiLowercased(_ text: String) -> String {
  guard text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return text }
  var text = text
  return text.withUTF8 { asciiLowercased($0) }
}

/// The same for the bytes of a text. What is no UTF-8 in it becomes U+FFFD.
func asciiLowercased(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
  String(unsafeUninitializedCapacity: utf8.count) { room in
    for (index, byte) in utf8.enumerated() { room.initializeElement(at: index, to: ASCII.lowercased(byte)) }
    return utf8.count
  }
}

extension String {
  /// True if the bytes of another text are among this one's. For short ones it takes a hundredth of the time of `contains`,
  /// which first makes tables to search by.
  func hasBytes(of other: String) -> Bool {
    var (text, other) = (self, other)
    return text.withUTF8 { text in
      other.withUTF8 { other in
        var start = 0
        while start + other.count <= text.count {
          if text[start..<start + other.count].elementsEqual(other) { return true }
          start += 1
        }
        return false
      }
    }
  }
}

/// The text in single quotes for a message: shortened if it is long, control characters made visible.
func quoted(_ text: String) -> String {
  var shown = ""
  for (count, scalar) in text.unicodeScalars.enumerated() {
    if count == 60 {
      shown += "…"
      break
    }
    let category = scalar.properties.generalCategory
    if category == .control || category == .format || category == .lineSeparator || category == .paragraphSeparator {
      shown += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return "'\(shown)'"
}
