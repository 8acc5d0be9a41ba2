/// Follows the body of a `CREATE TRIGGER … BEGIN … END` and similar statements, whose semicolons do not end the
/// statement.
///
/// A block's `END` always follows a semicolon, or the `BEGIN` of an empty block; the `END` of a `CASE` within an
/// expression never does. That distinguishes them without counting CASEs, and a column may be called `begin` or `end`.
/// `END IF`, `END LOOP` and so on close what was never counted as opened.
///
/// The commands of PostgreSQL's `CREATE RULE` are in parentheses, with semicolons between them.
struct CompoundBody {
  private enum Header { case awaitsCreate, awaitsObject, awaitsNot, isCompound, isRule, isPlain }
  private enum Previous { case semicolon, begin, opener, dot, other }

  /// What has an END of its own that closes no block.
  private static let closed: [Word] = ["if", "case", "loop", "while", "repeat", "for"]

  private let isEnabled: Bool
  private let nests: Bool
  private let isAtomic: Bool
  private var header = Header.awaitsCreate
  private var previous = Previous.other
  private var sawEnd = false
  private var depth = 0

  init(dialect: Dialect) {
    isEnabled = dialect.compoundTriggers || dialect.atomicBodies
    isAtomic = !dialect.compoundTriggers
    // A block that begins after THEN, ELSE or DO; on SQLite that would be a column called `begin`.
    nests = dialect.executableComments
  }

  /// True if the next token's word makes a difference.
  var wantsWords: Bool { isEnabled && header != .isPlain }
  /// True for a statement that may hold others.
  var isCompound: Bool { header == .isCompound }
  /// True if a semicolon does not end the statement.
  var isOpen: Bool { depth > 0 && !sawEnd || depth > 1 }

  /// Notes the statement's next token, its first byte, and the word in lower case if it is one.
  mutating func note(_ token: Token, word: Word, first: UInt8) {
    guard wantsWords, token.kind != .executableComment else { return }
    switch header {
    case .awaitsCreate where token.kind == .word:
      header = word == "create" ? .awaitsObject : word == "begin" ? .awaitsNot : .isPlain
    case .awaitsNot:
      header = word == "not" ? .isCompound : .isPlain
      depth = word == "not" ? 1 : 0
    case .awaitsObject:
      noteObject(token, word)
    case .isCompound:
      noteBody(token, word)
    case .isRule where token.kind == .punctuation:
      // A rule's commands are in parentheses: `DO ALSO (INSERT …; DELETE …)`.
      if first == UInt8(ascii: "(") { depth += 1 } else if first == UInt8(ascii: ")") { depth -= 1 }
    default: break
    }
    if header != .isPlain { previous = after(token, word, first) }
  }

  private mutating func noteObject(_ token: Token, _ word: Word) {
    guard token.kind == .word else { return }
    switch word {
    case "trigger", "procedure", "function", "event", "package": header = .isCompound
    case "rule": header = isAtomic ? .isRule : .isPlain
    case "table", "index", "view", "unique", "virtual", "database", "schema", "user", "role", "sequence", "server":
      header = .isPlain
    default: break  // OR REPLACE, TEMPORARY, DEFINER = somebody
    }
  }

  private mutating func noteBody(_ token: Token, _ word: Word) {
    if sawEnd {
      sawEnd = false
      let closesOther = token.kind == .word && Self.closed.contains(word)
      if !closesOther { depth -= 1 }
      if depth == 0 { return }
    }
    guard token.kind == .word else { return }
    if isAtomic, depth == 0 {
      // Elsewhere `begin` is a name like others.
      if word == "atomic", previous == .begin { depth = 1 }
      return
    }
    if word == "begin", previous != .dot {
      let nested = previous == .semicolon || previous == .begin || (nests && previous == .opener)
      if depth == 0 || nested { depth += 1 }
    } else if word == "end", previous == .semicolon || previous == .begin {
      sawEnd = depth > 0
    }
  }

  private func after(_ token: Token, _ word: Word, _ first: UInt8) -> Previous {
    switch token.kind {
    case .semicolon: return .semicolon
    case .word:
      switch word {
      case "begin": return previous == .dot ? .other : .begin
      case "atomic": return previous == .begin ? .begin : .other
      case "then", "else", "do", "loop", "repeat": return .opener
      default: return .other
      }
    // A block may begin after its label.
    case .punctuation where nests && first == UInt8(ascii: ":"): return .opener
    case .punctuation: return first == UInt8(ascii: ".") ? .dot : .other
    default: return .other
    }
  }
}
