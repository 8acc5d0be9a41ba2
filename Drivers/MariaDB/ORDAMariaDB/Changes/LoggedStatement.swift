internal import ORDA

/// What a statement in the log does, as far as it concerns those who follow rows.
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
  /// It changes unknown rows; or the statement itself is unknown.
  case other

  /// A statement whose words can't be separated is unknown.
  init(_ text: String) {
    var words = LoggedWords(text)
    self = (try? Self.read(&words)) ?? .other
  }

  private static func read(_ words: inout LoggedWords) throws(DatabaseError) -> LoggedStatement {
    switch try words.nextWord() {
    case "BEGIN", "START": .begin
    case "COMMIT": .commit
    case "ROLLBACK": try words.contains(word: "TO") ? .rollbackToSavepoint : .rollback
    case "SAVEPOINT", "RELEASE": .savepoint
    case "XA": xa(try words.nextWord())
    case "CREATE", "ALTER", "DROP", "RENAME": try definition(&words)
    case "TRUNCATE": try truncation(&words)
    case "SET": try words.nextWord() == "STATEMENT" ? .other : .harmless
    case "GRANT", "REVOKE", "FLUSH", "ANALYZE", "OPTIMIZE", "REPAIR", "CHECK", "INSTALL", "UNINSTALL", "USE": .harmless
    default: .other
    }
  }

  private static func xa(_ word: String?) -> LoggedStatement {
    switch word {
    case "COMMIT": .commitXA
    case "ROLLBACK": .rollbackXA
    default: .harmless
    }
  }

  private static func truncation(_ words: inout LoggedWords) throws(DatabaseError) -> LoggedStatement {
    var name = try words.nextName()
    if name?.isQuoted == false, name?.text.uppercased() == "TABLE" { name = try words.nextName() }
    guard let first = name else { return .other }
    guard try words.nextIsDot(), let second = try words.nextName() else {
      return .truncation(TableName(name: first.text))
    }
    return .truncation(TableName(schema: first.text, name: second.text))
  }

  private static func definition(_ words: inout LoggedWords) throws(DatabaseError) -> LoggedStatement {
    while let word = try words.nextWord() {
      switch word {
      // Nobody else sees one, and the log does not have its rows.
      case "TEMPORARY": return .harmless
      case "TABLE", "TABLES", "VIEW", "INDEX", "SEQUENCE", "TRIGGER":
        return .definition(schemas: try words.qualifiers())
      case "DATABASE", "SCHEMA":
        var name = try words.nextName()
        while let found = name, !found.isQuoted, ["IF", "NOT", "EXISTS"].contains(found.text.uppercased()) {
          name = try words.nextName()
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

/// The words and names of a statement, one after another: strings and comments are skipped, except comments that the
/// server executes.
struct LoggedWords {
  struct Name: Equatable {
    var text: String
    var isQuoted: Bool
  }

  private enum Part: Equatable {
    case name(Name)
    case dot
    case sign
  }

  private var tokens: SQLTokens
  /// The rest of a token that is more than one name: `1a.2b` contains two.
  private var rest: Substring = ""

  /// The log does not say what double quotes meant to the author: they count as a name's.
  init(_ text: String) { tokens = SQLTokens(text, dialect: .mariadb(modes: "ANSI_QUOTES")) }

  /// The next unquoted word, in capitals.
  mutating func nextWord() throws(DatabaseError) -> String? {
    while let part = try next() {
      if case .name(let name) = part, !name.isQuoted { return name.text.uppercased() }
    }
    return nil
  }

  /// The next word or quoted name.
  mutating func nextName() throws(DatabaseError) -> Name? {
    while let part = try next() {
      if case .name(let name) = part { return name }
    }
    return nil
  }

  /// True if a dot follows, which is then consumed.
  mutating func nextIsDot() throws(DatabaseError) -> Bool {
    let before = self
    if try next() == .dot { return true }
    self = before
    return false
  }

  mutating func contains(word: String) throws(DatabaseError) -> Bool {
    while let next = try nextWord() { if next == word { return true } }
    return false
  }

  /// All names that a dot follows: some of them are schemas.
  mutating func qualifiers() throws(DatabaseError) -> Set<String> {
    var found: Set<String> = []
    var last: Name?
    while let part = try next() {
      if part == .dot, let last { found.insert(last.text) }
      if case .name(let name) = part { last = name } else { last = nil }
    }
    return found
  }

  private mutating func next() throws(DatabaseError) -> Part? {
    if !rest.isEmpty { return nextOfRest() }
    while let token = try tokens.next() {
      switch token.kind {
      case .string, .blob, .executableComment: continue
      case .quotedName: return .name(Name(text: token.name, isQuoted: true))
      case .word, .number:
        rest = token.text
        return nextOfRest()
      default: return token.text == "." ? .dot : .sign
      }
    }
    return nil
  }

  private mutating func nextOfRest() -> Part {
    let name = rest.prefix { $0 != "." }
    if name.isEmpty {
      rest.removeFirst()
      return .dot
    }
    rest = rest[name.endIndex...]
    return .name(Name(text: String(name), isQuoted: false))
  }
}
