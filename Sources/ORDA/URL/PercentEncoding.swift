/// The text that percent-encoded bytes stand for; a plus sign is a plus sign.
///
/// - Parameters:
///   - bytes: The bytes of the URL.
///   - part: What they are, for the message; the bytes themselves may be secret and are never shown.
/// - Throws: `badURL` for a `%` without two hexadecimal digits, for a NUL, and for bytes that are not UTF-8.
func percentDecoded(_ bytes: ArraySlice<UInt8>, _ part: @autoclosure () -> String) throws(DatabaseError) -> String {
  // A part of a text, cut at a character of one byte, is one itself; to have it proved takes longer than all the rest of a URL.
  guard bytes.contains(ASCII.percent) else {
    try refuseNUL(bytes, part())
    return String(decoding: bytes, as: UTF8.self)
  }
  var decoded: [UInt8] = []
  decoded.reserveCapacity(bytes.count)
  var rest = bytes
  while let byte = rest.popFirst() {
    guard byte == ASCII.percent else {
      decoded.append(byte)
      continue
    }
    guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue) else {
      throw badURL("in \(part()), a % is not followed by two hexadecimal digits; a plain % is written %25")
    }
    decoded.append(high << 4 | low)
  }
  try refuseNUL(decoded[...], part())
  guard let text = String(validating: decoded, as: UTF8.self) else { throw badURL("\(part()) is not UTF-8") }
  return text
}

private func refuseNUL(_ bytes: ArraySlice<UInt8>, _ part: @autoclosure () -> String) throws(DatabaseError) {
  if bytes.contains(ASCII.nul) { throw badURL("\(part()) holds a NUL (%00)") }
}

/// Writes text so that ``percentDecoded(_:_:)`` restores it.
///
/// Letters and digits of every script stay readable; everything else that is not ASCII, including invisible characters
/// and combining marks, is encoded, so that the text survives logs and clipboards.
///
/// - Parameters:
///   - text: The text.
///   - keeping: ASCII characters that may stay as they are, besides letters, digits and `-._~`.
func percentEncoded(_ text: String, keeping: StaticString) -> String {
  let kept = keeping.withUTF8Buffer { Array($0) } + Array("-._~".utf8)
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    let plain: Bool
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      plain = ASCII.isLetter(byte) || ASCII.isDigit(byte) || kept.contains(byte)
    } else {
      plain = scalar.properties.isAlphabetic && scalar.properties.generalCategory != .nonspacingMark
    }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      if plain {
        bytes.append(byte)
      } else {
        bytes.append(ASCII.percent)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
