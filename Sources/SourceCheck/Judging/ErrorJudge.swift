import ORDA

/// What a database's refusal of a statement means: a mistake, or something that the database can't know yet.
struct ErrorJudge {
  let error: DatabaseError
  let tokens: StatementTokens
  let facts: SchemaFacts
  let literal: SQLLiteral
  let changes: SchemaChanges
  /// The functions that the sources add, in small letters.
  let functions: Set<String>
  /// True for a statement that defines something: only its syntax can be judged.
  let isDefinition: Bool

  /// - Throws: The error, if it says nothing about the statement.
  func judge() throws -> (finding: Finding?, reason: String) {
    let message = error.message
    switch error.kind {
    case .noSuchTable:
      let table = error.table?.lowercased() ?? ""
      if isDefinition || changes.created.contains(table) { return (nil, "it needs a table that the sources make") }
      return (Finding(error.kind, message + hint(error.table, among: facts.names), at: place(error.table)), "")
    case .noSuchColumn:
      let isAltered = tokens.pieces.contains { $0.name.map(changes.altered.contains) ?? false }
      if isDefinition || isAltered { return (nil, "it needs what the sources make") }
      let columns = try facts.tables(in: tokens).flatMap { $0.columns.map(\.name) }
      return (Finding(error.kind, message + hint(error.column, among: columns), at: place(error.column)), "")
    case .syntax:
      if mayBeUnknown(message) { return (nil, message) }
      return (Finding(error.kind, message + advice(message), at: syntaxPlace(message)), "")
    case .misuse, .dataTooLong: return (Finding(error.kind, message), "")
    case .unsupported where error.vendorCode == 1295: return (nil, "the database can't prepare it")
    case .unsupported: return isDefinition ? (nil, message) : (Finding(error.kind, message), "")
    case .alreadyExists, .noSuchIndex, .noSuchConstraint, .noSuchTrigger:
      return (nil, "it needs what the sources make")
    default: throw error
    }
  }

  private func hint(_ name: String?, among names: [String]) -> String {
    guard let name, let near = nearestName(to: name, among: names), near.lowercased() != name.lowercased() else {
      return ""
    }
    return "; did you mean \(near)?"
  }

  private func place(_ name: String?) -> Int? {
    guard let name else { return nil }
    // `no such column: t.nmae` shows which table's.
    let qualified = error.message.split { $0.isWhitespace || $0 == "'" || $0 == "\"" || $0 == "`" }
      .first { $0.lowercased().hasSuffix(".\(name.lowercased())") }
    let qualifier = qualified?.split(separator: ".").dropLast().last.map(String.init)
    return tokens.place(ofName: name, qualifier: qualifier)
  }

  /// True for what the program may bring along: functions, collations, modules, and interpolated SQL.
  private func mayBeUnknown(_ message: String) -> Bool {
    if message.hasPrefix("no such collation") || message.hasPrefix("no such module") { return true }
    if message.hasPrefix("no such function: ") || message.hasPrefix("wrong number of arguments to function ") {
      let name = message.split(separator: " ").last?.lowercased().filter { $0 != "(" && $0 != ")" }
      return functions.contains("*") || name.map(functions.contains) ?? true
    }
    return literal.mayHoldSQL && isNearParameter(message)
  }

  private func isNearParameter(_ message: String) -> Bool {
    message.hasPrefix("near \"?\"") || message.contains("near '?")
  }

  private func advice(_ message: String) -> String {
    let hasValues = literal.parts.contains { if case .value = $0 { true } else { false } }
    guard isNearParameter(message), hasValues else { return "" }
    return "; a value can't stand for a name there: write \\(identifier:)"
  }

  private func syntaxPlace(_ message: String) -> Int? {
    if let start = message.firstRange(of: "near \"")?.upperBound,
      let end = message[start...].lastIndex(of: "\""), start < end
    {
      let text = String(message[start..<end])
      return tokens.place(ofText: text == "?" ? SQLLiteral.mark : text)
    }
    if let name = message.split(separator: " ").last, message.hasPrefix("no such function: ") {
      return tokens.place(ofName: String(name))
    }
    if message.hasPrefix("ambiguous column name: ") {
      return message.split(separator: " ").last.flatMap { tokens.place(ofName: String($0)) }
    }
    guard let start = message.firstRange(of: "near '")?.upperBound else { return nil }
    // MariaDB quotes the rest of the text from there.
    let rest = message[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return rest.isEmpty ? nil : tokens.place(ofText: String(rest))
  }
}
