/// Breaks text into lines of a width.
enum TextWrap {
  /// The lines: broken at blanks, and within a word only if it is wider than a line. At least one.
  static func lines(_ text: String, width: Int) -> [String] {
    let width = max(1, width)
    if DisplayWidth.of(text) <= width { return [text] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let length = DisplayWidth.of(word)
      if !lines.isEmpty || !line.isEmpty {
        if used + 1 + length <= width {
          line += " "
          used += 1
        } else if !line.isEmpty {
          lines.append(line)
          (line, used) = ("", 0)
        }
      }
      if used + length <= width {
        line += word
        used += length
        continue
      }
      for character in word {
        let own = DisplayWidth.of(character)
        if used + own > width, !line.isEmpty {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += own
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
