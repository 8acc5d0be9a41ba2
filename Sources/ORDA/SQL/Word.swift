/// A short word of a text in lower case, as plain numbers: compared and looked up without making a String.
///
/// Of a word with more than 15 bytes, which is not a keyword, nothing is kept: it equals the empty one.
struct Word: Equatable, ExpressibleByStringLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// No word.
  static let none = Word()

  private init() {}

  /// The word of these bytes, whose letters may be capitals.
  init(_ bytes: some Collection<UInt8>) {
    guard bytes.count <= 15 else { return }
    var place: UInt64 = 0
    for byte in bytes {
      let lower = UInt64(byte | 0x20)
      if place < 64 { low |= lower &<< place } else { high |= lower &<< (place &- 64) }
      place &+= 8
    }
  }

  /// A word in lower case.
  init(stringLiteral word: StaticString) {
    self.init(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// True for `table` and all words that begin with it.
  var beginsWithTable: Bool { low & 0xFF_FFFF_FFFF == Self.table.low }

  private static let table: Word = "table"
}
