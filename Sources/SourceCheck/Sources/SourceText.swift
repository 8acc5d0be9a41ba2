/// A file's text, and the pieces of it that are Swift.
public struct SourceText: Sendable {
  /// The file's name in messages.
  public let path: String
  /// Its bytes.
  public let bytes: [UInt8]

  /// A text that has been read.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// A byte's place, as compilers count: from line 1 and column 1, a column being a byte.
  public func place(of offset: Int) -> (line: Int, column: Int) {
    let before = bytes.prefix(max(0, offset))
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (1 + before.count { $0 == 0x0A }, before.count - start + 1)
  }

  /// The ranges of bytes that are Swift: all of a source, and the blocks of a Markdown page that are marked as Swift.
  var swift: [Range<Int>] { path.hasSuffix(".md") ? MarkdownBlocks(bytes).swift : [bytes.indices] }

  /// True if it contains a text; faster than asking a String.
  func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start + wanted.count <= bytes.count {
        guard let found = bytes[start...].firstIndex(of: first), found + wanted.count <= bytes.count else {
          return false
        }
        if bytes[found..<found + wanted.count].elementsEqual(wanted) { return true }
        start = found + 1
      }
      return false
    }
  }
}
