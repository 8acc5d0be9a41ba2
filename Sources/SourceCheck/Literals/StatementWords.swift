import ORDA

/// Whether a text is SQL, judging by its first words.
enum StatementWords {
  /// True if it begins like a statement. A misspelt keyword counts as one if the rest suggests so.
  static func begin(_ text: String) -> Bool {
    let words = firstWords(of: text)
    guard let first = words.first else { return false }
    guard let keyword = keywords[first.lowercased()] else { return isMisspelled(words, text) }
    // `Select All` is a button's title.
    guard first == first.uppercased() || first == first.lowercased() else { return false }
    let second = words.count > 1 ? words[1].lowercased() : ""
    guard keyword.isEmpty || keyword.contains(second) else { return false }
    return first == first.uppercased() || isSaid(text, first.lowercased())
  }

  /// What may follow a statement's first word; empty if anything may.
  private static let keywords: [String: Set<String>] = [
    "select": [], "with": [], "values": [], "update": [], "explain": [], "pragma": [], "delete": [],
    "insert": ["into", "or", "ignore", "low_priority", "high_priority", "delayed"],
    "replace": ["into", "low_priority", "delayed"],
    "create": ["table", "view", "index", "unique", "trigger", "temp", "temporary", "virtual", "or", "sequence", "if"],
    "drop": ["table", "view", "index", "trigger", "temporary", "sequence"],
    "alter": ["table", "view", "ignore", "online"],
    "truncate": [],
  ]

  /// Texts in small letters must meet more conditions, since people write sentences like that.
  private static func isSaid(_ text: String, _ first: String) -> Bool {
    let words = Set(text.lowercased().split { !$0.isLetter && $0 != "_" }.prefix(400).map(String.init))
    return switch first {
    case "select": words.contains("from") || text.contains { $0.isNumber || $0 == "(" || $0 == "?" }
    case "with": words.contains("as") && words.contains("select")
    case "update": words.contains("set")
    case "delete": words.contains("from")
    case "values": text.contains("(")
    case "explain": words.contains("select") || words.contains("from")
    case "pragma", "truncate": words.count < 5
    default: true
    }
  }

  private static func isMisspelled(_ words: [Substring], _ text: String) -> Bool {
    guard let first = words.first, first.count > 3, first == first.uppercased(), first != first.lowercased() else {
      return false
    }
    let meant = nearestName(to: String(first), among: ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE"])
    guard let meant else { return false }
    let rest = text.split { !$0.isLetter }
    return switch meant {
    case "SELECT", "DELETE": rest.contains("FROM")
    case "UPDATE": rest.contains("SET")
    default: rest.contains("INTO")
    }
  }

  /// The first two words, skipping comments and parentheses.
  private static func firstWords(of text: String) -> [Substring] {
    let bytes = text.utf8
    var rest = bytes[...]
    // By bytes, since this is asked of each literal: that takes a tenth of the time.
    while let first = rest.first {
      if first <= 0x20 || first == UInt8(ascii: "(") {
        rest = rest.dropFirst()
      } else if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != 0x0A }
      } else if rest.starts(with: "/*".utf8) {
        guard let end = text[rest.startIndex...].firstRange(of: "*/") else { return [] }
        rest = rest[end.upperBound...]
      } else {
        break
      }
    }
    var words: [Substring] = []
    while words.count < 2 {
      let end = rest.firstIndex { !(0x41...0x5A ~= $0 & 0xDF) && $0 != UInt8(ascii: "_") } ?? rest.endIndex
      guard end > rest.startIndex else { break }
      words.append(text[rest.startIndex..<end])
      rest = rest[end...]
      guard rest.first.map({ $0 <= 0x20 || $0 == UInt8(ascii: "(") }) ?? true else { break }
      rest = rest.drop { $0 <= 0x20 }
    }
    return words
  }
}
