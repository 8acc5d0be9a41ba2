import ORDA

/// Cells of a row that is lent, written without a copy of what they hold.
extension JSONText {
  /// Writes what a cell holds, as ``value(_:)`` does.
  ///
  /// - Parameter longest: How many characters of a text are written, or how many bytes.
  mutating func cell(_ index: Int, of row: borrowing Row, longest: Int) throws {
    let isWritten = try row.withValue(index) { value in
      switch value {
      case .null: raw("null")
      case .int(let number): raw(number)
      case .double(let number) where number.isFinite: raw(finite: number)
      case .double(let number): self.value(.double(number))
      case .text(let utf8): text(lent: Self.beginning(of: utf8, longest))
      case .bytes(let bytes): self.value(.bytes(Array(bytes.prefix(longest))))
      case .other: return false
      }
      return true
    }
    if !isWritten { value(try row[index]) }
  }

  private mutating func text(lent utf8: UnsafeBufferPointer<UInt8>) {
    // Of what is not ASCII it is unknown whether it is UTF-8.
    if PlainText.isPlain(utf8, asciiOnly: true) { text(plain: utf8) } else { value(TextDecoding.value(utf8)) }
  }

  /// So many characters of a text.
  private static func beginning(of utf8: UnsafeBufferPointer<UInt8>, _ longest: Int) -> UnsafeBufferPointer<UInt8> {
    guard utf8.count > longest else { return utf8 }
    var left = longest
    let end = utf8.firstIndex { byte in
      // Those after a character's first byte.
      if byte & 0xC0 == 0x80 { return false }
      left -= 1
      return left < 0
    }
    return UnsafeBufferPointer(rebasing: utf8[..<(end ?? utf8.endIndex)])
  }
}
