import ORDA

/// A line whose last statement ends with `\G` or `\g` instead of `;`: with the first its rows come with one value a
/// line.
struct StatementEnd {
  /// The line with a semicolon in place of that.
  let text: String
  let isVertical: Bool
  /// How many statements end in it; this belongs to the last.
  let count: Int

  /// - Parameter splitter: What has come before the line.
  /// - Returns: Nil for other lines, and if this is in quotes.
  init?(_ line: String, after splitter: @autoclosure () -> StatementSplitter) {
    // Most lines end otherwise, which one letter tells.
    guard let last = line.utf8.last(where: { $0 > 0x20 }), last >= 0x80 || last | 0x20 == UInt8(ascii: "g") else {
      return nil
    }
    let line = line.dropLast { $0.isWhitespace }
    guard line.hasSuffix("\\G") || line.hasSuffix("\\g") else { return nil }
    isVertical = line.last == "G"
    text = line.dropLast(2) + ";"
    var probe = splitter()
    probe.append(line: text)
    var count = 0
    do { while try probe.next() != nil { count += 1 } } catch { return nil }
    if count == 0 || probe.isInsideStatement { return nil }
    self.count = count
  }
}

extension String {
  fileprivate func dropLast(while fits: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !fits($0) }.map { index(after: $0) } ?? startIndex)]
  }
}
