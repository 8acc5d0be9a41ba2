/// A statement's text as traces show it.
///
/// Values that are bound are not in a text anyway. What is written into it as a literal is replaced by `?`, and comments are
/// left out.
final class TracedText: Sendable {
  /// The text without literals, cut where it gets long.
  let text: String
  /// The first word, in capitals.
  let operation: String
  /// The operation and the tables that follow, which is the same for many texts: `INSERT genre SELECT track`.
  let summary: String

  private static let longestText = 4096
  private static let longestSummary = 255

  init(_ sql: String, in dialect: Dialect) {
    var reading = Reading()
    var tokens = SQLTokens(sql, dialect: dialect)
    do throws(DatabaseError) {
      while let token = try tokens.next() {
        reading.add(token)
        if reading.text.utf8.count > Self.longestText {
          reading.text += " …"
          break
        }
      }
    } catch {
      // What can't be read may end anywhere in a literal; what was read before is fine.
      reading.text += " …"
    }
    text = reading.text
    operation = reading.operation ?? "OTHER"
    if reading.summary.isEmpty { reading.summary = ["OTHER"] }
    summary = String(reading.summary.joined(separator: " ").prefix(Self.longestSummary))
  }

  /// What was read so far.
  private struct Reading {
    var text = ""
    var operation: String?
    var summary: [String] = []
    private var end: String.Index?
    /// What the next word may be.
    private var expected = Expected.anything
    /// True while nothing was read but a table's name.
    private var isTable = false

    private enum Expected {
      case anything
      /// A table's name.
      case table
      /// What follows the dot in one.
      case rest
    }

    mutating func add(_ token: SQLToken) {
      if let end, end < token.text.startIndex { text += " " }
      end = token.text.endIndex
      switch token.kind {
      case .string, .number, .blob: text += "?"
      // In these a text may stand in double quotes.
      case .quotedName where operation == "PRAGMA" || operation == "ATTACH": text += "?"
      default: text += token.text
      }
      summarize(token)
    }

    private mutating func summarize(_ token: SQLToken) {
      switch token.kind {
      case .word: summarize(word: token.text.uppercased(), token)
      case .quotedName: name(token.name)
      case .sign where token.text == "." && isTable: expected = .rest
      case .executableComment: break
      default:
        isTable = false
        expected = .anything
      }
    }

    private mutating func summarize(word: String, _ token: SQLToken) {
      guard operation != nil else {
        operation = word
        summary = [word]
        if Self.takesTable.contains(word) { expected = .table }
        return
      }
      switch word {
      case "IF", "NOT", "EXISTS", "ONLY", "LOW_PRIORITY", "IGNORE", "OR",
        "TABLE" where expected == .table:
        break
      case "FROM", "INTO", "JOIN", "TABLE":
        isTable = false
        expected = .table
      case "SELECT":
        isTable = false
        expected = .anything
        summary.append(word)
      default: name(String(token.text))
      }
    }

    /// A name, or a word that means nothing here.
    private mutating func name(_ name: String) {
      switch expected {
      case .anything: isTable = false
      case .table:
        summary.append(name)
        isTable = true
      case .rest: summary[summary.count - 1] += "." + name
      }
      expected = .anything
    }

    private static let takesTable: Set<String> = ["UPDATE", "TABLE", "DESCRIBE", "DESC", "TRUNCATE"]
  }
}
