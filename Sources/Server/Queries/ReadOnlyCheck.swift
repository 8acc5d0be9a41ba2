import ORDA

/// Which statements run where nothing may be written.
///
/// A read-only transaction is not enough, and so this comes before it: on MariaDB `SELECT … INTO OUTFILE` writes a file under it, and
/// `SET GLOBAL` and CREATE pass; on SQLite `VACUUM INTO` writes beside a file that was opened to be read, unless the option
/// `confined` forbids it, and functions may do anything on any database.
struct ReadOnlyCheck: Sendable {
  let dialect: Dialect
  let kind: DatabaseKind

  /// - Throws: ``Problem`` for everything but one statement that only reads.
  func check(_ text: String) throws {
    let statement = try SingleStatement(text, dialect: dialect)
    switch statement.keyword {
    case .select, .values, .with, .explain, .show, .describe: break
    default:
      throw Self.refusal("only SELECT, WITH, VALUES, EXPLAIN, SHOW and DESCRIBE run here")
    }
    try checkTokens(statement.tokens)
  }

  static func refusal(_ reason: String) -> Problem {
    Problem(.forbidden, "Nothing may be written: \(reason). To write, start the server with --write.", kind: "readOnly")
  }

  private func checkTokens(_ tokens: [SQLToken]) throws {
    for (place, token) in tokens.enumerated() {
      let next = tokens.indices.contains(place + 1) ? tokens[place + 1] : nil
      switch token.kind {
      case .executableComment: throw Self.refusal("a comment that the server executes could be anything")
      case .word:
        let word = token.text.lowercased()
        if Self.writing.contains(word), !isName(place, tokens) { throw Self.refusal("\(word.uppercased()) writes") }
        if word == "for", let after = next?.text.lowercased(), Self.locks.contains(after) {
          throw Self.refusal("FOR \(after.uppercased()) locks rows")
        }
        if word == "lock", next?.text.lowercased() == "in" { throw Self.refusal("LOCK IN SHARE MODE locks rows") }
        if word == "procedure", next?.text.lowercased() == "analyse" {
          throw Self.refusal("procedures may do anything")
        }
        if next?.text == "(" { try checkCall(word, place, tokens) }
      case .quotedName:
        if next?.text == "(" { try checkCall(token.name, place, tokens, isQuoted: true) }
      case .sign where token.text == ":=": throw Self.refusal("variables are set by :=")
      default: break
      }
    }
  }

  /// A word with parentheses behind it is a function's call, unless it names a table of WITH.
  private func checkCall(_ name: String, _ place: Int, _ tokens: [SQLToken], isQuoted: Bool = false) throws {
    // SQLite has only the functions that its library and the program have added: none that write is among them.
    if kind == .sqlite {
      if name.lowercased() == "load_extension" { throw Self.refusal("load_extension runs code of a file") }
      return
    }
    let isQualified = place > 0 && tokens[place - 1].text == "."
    if !isQuoted, !isQualified, HarmlessFunctions.names.contains(name.lowercased()) { return }
    if isTable(place, tokens) { return }
    throw Self.refusal("\(name) is a function that is not known to only read")
  }

  /// True for `name (columns) AS (SELECT …`, which defines a table of WITH.
  private func isTable(_ place: Int, _ tokens: [SQLToken]) -> Bool {
    var place = place + 1
    var depth = 0
    while tokens.indices.contains(place) {
      if tokens[place].text == "(" { depth += 1 }
      if tokens[place].text == ")" {
        depth -= 1
        if depth == 0 { break }
      }
      place += 1
    }
    let rest = tokens.dropFirst(place + 1).prefix(3).map { $0.text.lowercased() }
    return rest.count == 3 && rest[0] == "as" && rest[1] == "("
      && ["select", "values", "with", "table"].contains(rest[2])
  }

  /// True for a word that is a column's name, as in `t.into`, or `AS into`.
  private func isName(_ place: Int, _ tokens: [SQLToken]) -> Bool {
    place > 0 && (tokens[place - 1].text == ".")
  }

  private static let writing: Set = ["into"]
  private static let locks: Set = ["update", "share", "no", "key"]
}

/// A text that is one statement.
struct SingleStatement: Sendable {
  let text: String
  let keyword: StatementKeyword
  let tokens: [SQLToken]

  /// - Throws: ``Problem`` for none, and for several.
  init(_ text: String, dialect: Dialect) throws {
    var splitter = StatementSplitter(dialect: dialect)
    splitter.append(text)
    var statements: [StatementSplitter.Statement] = []
    do {
      while let statement = try splitter.next() { statements.append(statement) }
      if let statement = try splitter.finish() { statements.append(statement) }
    } catch {
      throw Problem(error)
    }
    guard let statement = statements.first else { throw Problem(.badRequest, "There is no statement.") }
    guard statements.count == 1 else {
      throw Problem(.badRequest, "One statement at a time: there are \(statements.count).")
    }
    self.text = statement.text
    keyword = statement.keyword
    var reader = SQLTokens(statement.text, dialect: dialect)
    var tokens: [SQLToken] = []
    do {
      while let token = try reader.next() { tokens.append(token) }
    } catch {
      throw Problem(error)
    }
    self.tokens = tokens
  }

  /// The names of the parameters, each once; those without a name by their number.
  var parameters: [String] {
    var names: [String] = []
    var number = 0
    for token in tokens where token.kind == .parameter {
      let name: String
      if token.text == "?" {
        number += 1
        name = String(number)
      } else {
        name = String(token.text.dropFirst())
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
