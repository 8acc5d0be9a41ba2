/// A place in a text, as an editor counts: from line 1 and column 1, a column being a Unicode scalar.
struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  var line: Int
  var column: Int

  /// The place of a byte. Runs over the text up to there, so use it for errors.
  init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    line = 1
    column = 1
    for byte in bytes.prefix(Swift.max(0, offset)) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  var description: String { "line \(line), column \(column)" }
}
