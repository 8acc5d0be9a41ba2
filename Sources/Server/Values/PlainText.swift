/// Texts that can stand in JSON as they are.
enum PlainText {
  /// True where nothing has to be escaped.
  ///
  /// Eight bytes are looked at together, by the ways to find a byte below or equal to another one of Sean Eron Anderson, "Bit
  /// Twiddling Hacks", "Determine if a word has a byte less than n".
  ///
  /// - Parameter asciiOnly: True where what is beyond ASCII counts as not plain.
  static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>, asciiOnly: Bool) -> Bool {
    guard utf8.count >= 8, let start = UnsafeRawPointer(utf8.baseAddress) else {
      return utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && (!asciiOnly || $0 < 0x80) }
    }
    let beyond: UInt64 = asciiOnly ? signs : 0
    var found: UInt64 = 0
    var place = 0
    while place + 8 < utf8.count {
      found |= special(start.loadUnaligned(fromByteOffset: place, as: UInt64.self), beyond)
      place += 8
    }
    // The last eight may have been looked at in part.
    return found | special(start.loadUnaligned(fromByteOffset: utf8.count - 8, as: UInt64.self), beyond) == 0
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let signs: UInt64 = 0x8080_8080_8080_8080

  /// Not 0 where one of the bytes is a control character, a quote or a backslash, or has one of the bits `beyond`.
  @inline(__always)
  private static func special(_ word: UInt64, _ beyond: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let low = (word &- ones &* 0x20) & ~word
    return (low | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & signs | word & beyond
  }
}
