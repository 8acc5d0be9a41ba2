import ORDAImport

/// Other shells' commands: words with a backslash, and `help`, `quit` and `exit` alone on a line.
struct ForeignCommand {
  private let words: [Substring]

  /// - Returns: Nil for any other line.
  init?(_ line: String) {
    // Most lines are SQL, and are known by their first letter.
    let letters: (UInt8) -> Bool = { letter in
      switch letter | 0x20 {
      case UInt8(ascii: "h"), UInt8(ascii: "q"), UInt8(ascii: "e"): true
      default: letter == UInt8(ascii: "\\")
      }
    }
    guard line.hasFirst(where: letters) else { return nil }
    var words = line.split(whereSeparator: \.isWhitespace)
    guard let last = words.last, let first = words.first else { return nil }
    if last.hasSuffix(";") { words[words.count - 1] = last.dropLast() }
    if words.last?.isEmpty == true { words.removeLast() }
    let isPlain = words.count == 1 && ["help", "quit", "exit"].contains(words[0].lowercased())
    guard isPlain || first.hasPrefix("\\") else { return nil }
    self.words = words
  }

  /// The line that does the same here.
  ///
  /// - Throws: ``ShellError`` that says how to do it here, or that there is no such command.
  var line: String {
    get throws {
      let rest = words.dropFirst()
      let arguments = rest.map { " '\($0)'" }.joined()
      // psql shows more with a plus sign at the end.
      let name = words.first.map { $0.hasSuffix("+") ? String($0.dropLast()) : String($0) } ?? ""
      switch name {
      case "\\d": return rest.isEmpty ? ".tables" : ".describe\(arguments)"
      case "\\dt", "\\dv": return ".tables"
      case "\\di": return ".indexes\(arguments)"
      case "\\i", "\\.", "\\ir": return ".read\(arguments)"
      case "\\o": return ".output\(arguments)"
      case "\\s": return ".history"
      case "\\x": return ".format vertical"
      case "\\timing": return ".timing\(rest.isEmpty ? " on" : arguments)"
      case "\\l", "\\c", "\\connect", "\\u", "\\r":
        throw ShellError("a shell has one database open; .open URL opens another")
      case "\\copy": throw ShellError("use .import FILE TABLE or .export TABLE FILE")
      case "\\set": throw ShellError("use .param NAME=VALUE, and :NAME in statements")
      case "\\G", "\\g": throw ShellError("\(name) ends a statement, and there is none before it")
      default:
        switch name.lowercased() {
        case "\\q", "\\quit", "quit", "exit": return ".quit"
        case "\\?", "\\h", "\\help", "help": return ".help"
        default: throw ShellError("there is no command \(VisibleText.escaping(name)); .help lists all")
        }
      }
    }
  }
}

extension String {
  /// True if the first byte after white space is such a one, or if what there is first is no ASCII.
  func hasFirst(where fits: (UInt8) -> Bool) -> Bool {
    guard let first = utf8.first(where: { $0 > 0x20 }) else { return false }
    return first >= 0x80 || fits(first)
  }
}
