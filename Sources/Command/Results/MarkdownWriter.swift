import ORDA
import ORDAImport

/// Writes rows as a Markdown table (GitHub's), aligned in its source too.
///
/// Markdown's own characters are escaped, line ends become `<br>`, and control characters are escaped.
struct MarkdownWriter: RowWriter {
  private let output: Output
  private var renderer: TableRenderer?

  init(output: Output) { self.output = output }

  mutating func begin(_ columns: [String]) {
    var options = TableRenderer.Options()
    options.rules = .markdown
    renderer = TableRenderer(columns: columns.map { Self.escaping($0) }, options: options) { [output] in
      output.write($0)
    }
  }

  mutating func write(_ values: [Value]) {
    renderer?.add(
      values.map { value in
        switch value {
        case .text(let text), .json(let text):
          return Cell(kind: .text, text: Self.escaping(text == "NULL" ? "'NULL'" : text))
        default:
          let cell = Cell(value)
          return Cell(kind: cell.kind, text: Self.escaping(cell.text))
        }
      })
  }

  mutating func end() {
    renderer?.finish()
    renderer = nil
  }

  /// Escapes text, so that Markdown shows it as it is.
  static func escaping(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0.isNewline && $0.utf8.first ?? 0 < 0x80 }
      .map { Self.escaped(line: VisibleText.escaping(String($0))) }.joined(separator: "<br>")
  }

  private static func escaped(line: String) -> String {
    func isInWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
    var result = ""
    var before: Character?
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\", "|", "`", "*", "[", "]", "<", "&", "~": result += "\\"
      // Within a word it means nothing, and names are full of it.
      case "_" where !isInWord(before) || !isInWord(rest.first): result += "\\"
      default: break
      }
      result.append(character)
      before = character
    }
    return result
  }
}
