internal import ORDA

/// What a statement that the log has as text does, as far as it concerns those who follow rows.
enum LoggedStatement: Equatable {
  case begin, commit, rollback
  /// A savepoint is set or forgotten.
  case savepoint
  case rollbackToSavepoint
  case commitXA, rollbackXA
  /// Tables are made, altered or dropped, in the current schema and in those that are named.
  case definition(schemas: Set<String>)
  /// All rows of a table are removed.
  case truncation(TableName)
  /// Nothing that any table shows.
  case harmless
  /// It changes rows, and which ones can't be known; or it is not known at all.
  case other

  init(_ text: String) {
    var words = LoggedWords(text)
    switch words.nextWord() {
    case "BEGIN", "START": self = .begin
    case "COMMIT": self = .commit
    case "ROLLBACK": self = words.contains(word: "TO") ? .rollbackToSavepoint : .rollback
    case "SAVEPOINT", "RELEASE": self = .savepoint
    case "XA": self = Self.xa(words.nextWord())
    case "CREATE", "ALTER", "DROP", "RENAME": self = Self.definition(&words)
    case "TRUNCATE": self = Self.truncation(&words)
    case "SET": self = words.nextWord() == "STATEMENT" ? .other : .harmless
    case "GRANT", "REVOKE", "FLUSH", "ANALYZE", "OPTIMIZE", "REPAIR", "CHECK", "INSTALL", "UNINSTALL", "USE":
      self = .harmless
    default: self = .other
    }
  }

  private static func xa(_ word: String?) -> LoggedStatement {
    switch word {
    case "COMMIT": .commitXA
    case "ROLLBACK": .rollbackXA
    default: .harmless
    }
  }

  private static func truncation(_ words: inout LoggedWords) -> LoggedStatement {
    var name = words.nextName()
    if name?.isQuoted == false, name?.text.uppercased() == "TABLE" { name = words.nextName() }
    guard let first = name else { return .other }
    guard words.nextIsDot(), let second = words.nextName() else { return .truncation(TableName(name: first.text)) }
    return .truncation(TableName(schema: first.text, name: second.text))
  }

  private static func definition(_ words: inout LoggedWords) -> LoggedStatement {
    while let word = words.nextWord() {
      switch word {
      // Nobody else sees one, nor is it in the log what becomes of its rows.
      case "TEMPORARY": return .harmless
      case "TABLE", "TABLES", "VIEW", "INDEX", "SEQUENCE", "TRIGGER": return .definition(schemas: words.qualifiers())
      case "DATABASE", "SCHEMA":
        var name = words.nextName()
        while let found = name, !found.isQuoted, ["IF", "NOT", "EXISTS"].contains(found.text.uppercased()) {
          name = words.nextName()
        }
        return .definition(schemas: name.map { [$0.text] } ?? [])
      case "PROCEDURE", "FUNCTION", "EVENT", "USER", "ROLE", "SERVER", "PACKAGE", "TABLESPACE", "LOGFILE":
        return .harmless
      default: continue
      }
    }
    return .other
  }
}

/// The words and names of a statement, one after the other: texts and comments are passed over, and what stands in a comment
/// that the server executes is not.
struct LoggedWords {
  struct Name: Equatable {
    var text: String
    var isQuoted: Bool
  }

  private enum Token: Equatable {
    case name(Name)
    case dot
    case sign
  }

  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next word that is not quoted, in capitals.
  mutating func nextWord() -> String? {
    while let token = next() {
      if case .name(let name) = token, !name.isQuoted { return name.text.uppercased() }
    }
    return nil
  }

  /// The next word or quoted name.
  mutating func nextName() -> Name? {
    while let token = next() {
      if case .name(let name) = token { return name }
    }
    return nil
  }

  /// True where a dot follows, which is taken then.
  mutating func nextIsDot() -> Bool {
    let before = place
    if next() == .dot { return true }
    place = before
    return false
  }

  mutating func contains(word: String) -> Bool {
    while let next = nextWord() { if next == word { return true } }
    return false
  }

  /// All names that a dot follows: some of them are schemas.
  mutating func qualifiers() -> Set<String> {
    var found: Set<String> = []
    var last: Name?
    while let token = next() {
      if token == .dot, let last { found.insert(last.text) }
      if case .name(let name) = token { last = name } else { last = nil }
    }
    return found
  }

  private func byte(_ offset: Int = 0) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }

  private mutating func next() -> Token? {
    while place < bytes.count {
      let first = byte()
      switch first {
      case UInt8(ascii: "#"): skipLine()
      case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-") && byte(2) <= 0x20: skipLine()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "*") where byte(1) == UInt8(ascii: "/"): place += 2
      case UInt8(ascii: "'"): _ = quoted(by: first, escapes: true)
      case UInt8(ascii: "`"): return .name(Name(text: quoted(by: first, escapes: false), isQuoted: true))
      case UInt8(ascii: "\""): return .name(Name(text: quoted(by: first, escapes: true), isQuoted: true))
      case UInt8(ascii: "."):
        place += 1
        return .dot
      case 0...0x20: place += 1
      default:
        let start = place
        while place < bytes.count, Self.isNameByte(byte()) { place += 1 }
        if place > start {
          return .name(Name(text: String(decoding: bytes[start..<place], as: UTF8.self), isQuoted: false))
        }
        place += 1
        return .sign
      }
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF, UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: false
    }
  }

  private mutating func skipLine() {
    while place < bytes.count, byte() != 0x0A { place += 1 }
  }

  /// Passes over a comment, or into one that is executed: `/*!40005 TEMPORARY */`, `/*M!100300 … */`.
  private mutating func skipComment() {
    place += 2
    if byte() == UInt8(ascii: "!") || (byte() == UInt8(ascii: "M") && byte(1) == UInt8(ascii: "!")) {
      place += byte() == UInt8(ascii: "!") ? 1 : 2
      while (0x30...0x39).contains(byte()) { place += 1 }
      return
    }
    while place < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { place += 1 }
    place = min(place + 2, bytes.count)
  }

  /// What stands between two quotes, of which a doubled one is one.
  private mutating func quoted(by quote: UInt8, escapes: Bool) -> String {
    place += 1
    var text: [UInt8] = []
    while place < bytes.count {
      let next = byte()
      if next == quote {
        place += 1
        guard byte() == quote, place < bytes.count else { break }
      } else if escapes, next == UInt8(ascii: "\\") {
        place += 1
      }
      if place < bytes.count { text.append(byte()) }
      place += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
