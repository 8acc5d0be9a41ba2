/// The layout of INET4 and INET6 in the log, and the text that the server makes of them.
enum LoggedAddress {
  /// - Parameter cell: 4 or 16 bytes; nil for any other number.
  static func text(_ cell: [UInt8]) -> String? {
    switch cell.count {
    case 4: dotted(cell[...])
    case 16: colons(cell)
    default: nil
    }
  }

  private static func dotted(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map(String.init).joined(separator: ".")
  }

  private static func colons(_ cell: [UInt8]) -> String {
    let words = (0..<8).map { UInt16(cell[2 * $0]) << 8 | UInt16(cell[2 * $0 + 1]) }
    // The longest run of zeros is omitted; the first, if there are several.
    var gap = 0..<0
    var start = 0
    while start < 8 {
      let end = words[start...].firstIndex { $0 != 0 } ?? 8
      if end - start > gap.count { gap = start..<end }
      start = end + 1
    }
    var text = ""
    var index = 0
    while index < 8 {
      if index == gap.lowerBound, !gap.isEmpty {
        text += index == 0 ? "::" : ":"
        index = gap.upperBound
        continue
      }
      // An IPv4 address is written as such.
      if index == 6, gap.lowerBound == 0, gap.count == 6 || (gap.count == 5 && words[5] == 0xFFFF) {
        return text + dotted(cell[12...])
      }
      text += String(words[index], radix: 16)
      index += 1
      if index < 8 { text += ":" }
    }
    return text
  }
}
