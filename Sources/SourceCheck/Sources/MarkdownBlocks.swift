/// The blocks of code in a page of Markdown.
struct MarkdownBlocks {
  /// The bytes between the fences of each block of Swift.
  private(set) var swift: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    var start = 0
    var open: (isSwift: Bool, start: Int)?
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { start = line.endIndex + 1 }
      let words = String(decoding: line.prefix(64), as: UTF8.self).trimmingPrefix { $0 == " " }
      guard words.hasPrefix("```") else { continue }
      if let block = open {
        if block.isSwift { swift.append(block.start..<start) }
        open = nil
      } else {
        open = (words.dropFirst(3).prefix { $0.isLetter } == "swift", min(line.endIndex + 1, bytes.count))
      }
    }
  }
}
