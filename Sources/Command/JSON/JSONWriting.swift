import ORDAImport

/// Writes JSON piece by piece. What JSON has no form for is tagged: `{"$bytes":"base64"}`, `{"$double":"inf"}`.
extension Output {
  /// Writes a JSON string.
  func writeJSON(text: String) {
    var text = text
    text.withUTF8 { writeJSON(utf8: $0) }
  }

  /// Writes a JSON string. Bytes that are not UTF-8 become U+FFFD.
  ///
  /// Whatever ``VisibleText`` escapes is escaped too, so the JSON can go to a terminal as it is.
  func writeJSON(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    write(0x22)
    var start = 0
    var index = 0
    func writeRun() { write(UnsafeBufferPointer(rebasing: bytes[start..<index])) }
    while index < bytes.count {
      let byte = bytes[index]
      if 0x20..<0x7F ~= byte, byte != 0x22, byte != 0x5C {
        index &+= 1
        continue
      }
      if byte < 0x80 {
        writeRun()
        writeJSON(escaped: byte)
        index &+= 1
        start = index
        continue
      }
      let (scalar, length) = UTF8Scalar.first(of: bytes, at: index)
      if let scalar, !VisibleText.mustBeSpelled(scalar) {
        index += length
        continue
      }
      writeRun()
      if let scalar { writeJSON(escaped: UInt16(truncatingIfNeeded: scalar.value)) } else { write("\u{FFFD}") }
      index += length
      start = index
    }
    writeRun()
    write(0x22)
  }

  /// Writes a number; what JSON has no number for is tagged: `{"$double":"inf"}`, `"-inf"`, `"nan"`.
  func writeJSON(double number: Double) {
    if number.isFinite { return write(number: number) }
    write(number.isNaN ? #"{"$double":"nan"}"# : number < 0 ? #"{"$double":"-inf"}"# : #"{"$double":"inf"}"#)
  }

  /// Writes a whole number.
  func writeJSON(int number: Int64) { write(number: number) }

  /// Writes bytes, tagged: `{"$bytes":"AAH/"}`.
  func writeJSON(bytes: UnsafeRawBufferPointer) {
    write(#"{"$bytes":""#)
    write(base64: bytes)
    write(#""}"#)
  }

  /// Writes base64 with its padding, in the alphabet with `+` and `/`.
  func write(base64 bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      let first = bytes[index]
      let second = count > 1 ? bytes[index + 1] : 0
      let third = count > 2 ? bytes[index + 2] : 0
      write(Self.base64Digit(first >> 2))
      write(Self.base64Digit((first & 3) << 4 | second >> 4))
      write(count > 1 ? Self.base64Digit((second & 15) << 2 | third >> 6) : 0x3D)
      write(count > 2 ? Self.base64Digit(third & 63) : 0x3D)
      index += count
    }
  }

  private static func base64Digit(_ number: UInt8) -> UInt8 {
    switch number {
    case 0..<26: 0x41 &+ number
    case 26..<52: 0x61 &+ (number &- 26)
    case 52..<62: 0x30 &+ (number &- 52)
    case 62: 0x2B
    default: 0x2F
    }
  }

  /// Writes an ASCII character that a string can't contain as it is.
  private func writeJSON(escaped byte: UInt8) {
    let short: UInt8? =
      switch byte {
      case 0x22, 0x5C: byte
      case 0x08: 0x62
      case 0x09: 0x74
      case 0x0A: 0x6E
      case 0x0C: 0x66
      case 0x0D: 0x72
      default: nil
      }
    guard let short else { return writeJSON(escaped: UInt16(byte)) }
    write(0x5C)
    write(short)
  }

  /// Writes `\u202e`.
  private func writeJSON(escaped unit: UInt16) {
    write(0x5C)
    write(0x75)
    for shift in [12, 8, 4, 0] { write(Self.hexDigit(UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 15)) }
  }
}
