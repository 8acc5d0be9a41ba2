public import ORDA

/// Judges statements by a database's answers; it runs none.
public final class StatementJudge {
  private let database: any SQLExecutor
  private let language: DatabaseLanguage
  private let findings: SourceFindings
  private let facts: SchemaFacts
  private let changes: SchemaChanges

  /// A judge of the findings in sources.
  ///
  /// - Parameters:
  ///   - database: Prepares the statements; preferably a lent connection.
  ///   - language: How the database writes SQL.
  ///   - findings: What was found.
  /// - Throws: The database's errors about its tables.
  public init(_ database: any SQLExecutor, _ language: DatabaseLanguage, _ findings: SourceFindings) throws {
    self.database = database
    self.language = language
    self.findings = findings
    facts = SchemaFacts(names: try database.tables().map(\.name)) { try database.describe($0) }
    changes = SchemaChanges(findings, language.dialect)
  }

  /// Judges a statement.
  ///
  /// - Throws: The database's errors about itself, such as that it is gone.
  public func judge(_ statement: FoundStatement) throws -> Verdict {
    guard let sql = statement.literal.sql else { return .unjudged("part of it is made when the program runs") }
    let text = statement.literal.text(statement.literal.shown)
    guard statement.isScript else { return try judge(sql, text, statement, at: 0) }
    guard statement.literal.isPlain else { return .unjudged("a script with something interpolated") }
    return try judgeScript(text, statement)
  }

  /// Judges each statement of a script.
  private func judgeScript(_ text: String, _ statement: FoundStatement) throws -> Verdict {
    var splitter = StatementSplitter(dialect: language.dialect)
    splitter.append(text)
    var problems: [SourceProblem] = []
    var rest = text.startIndex
    func judge(_ part: StatementSplitter.Statement) throws {
      let range = text[rest...].firstRange(of: part.text) ?? rest..<rest
      rest = range.upperBound
      let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      if case .wrong(let found) = try self.judge(SQL(text: part.text), part.text, statement, at: offset) {
        problems += found
      }
    }
    do {
      while let part = try splitter.next() { try judge(part) }
      if let part = try splitter.finish() { try judge(part) }
    } catch let error as DatabaseError where error.kind == .syntax {
      problems.append(problem(Finding(error.kind, error.message), statement))
    }
    return problems.isEmpty ? .right : .wrong(problems)
  }

  private func judge(_ sql: SQL, _ text: String, _ statement: FoundStatement, at start: Int) throws -> Verdict {
    let text = StatementText(text, dialect: language.dialect)
    do {
      let parsed = try ParsedStatement.parse(
        sql.render(language.dialect), interpolations: sql.bindings.count, dialect: language.dialect)
      if parsed.keyword.definesSchema, parsed.isTemporary { return .unjudged("it makes what one connection has alone") }
      guard parsed.keyword.canBePrepared else { return .unjudged("\(parsed.keyword.rawValue) is not prepared") }
      let prepared = try database.prepare(sql)
      var found: [Finding] = []
      if !statement.isScript, !statement.literal.hasOpenLists,
        let finding = ParameterJudge.judge(statement.values, parsed)
      {
        found.append(finding)
      }
      if let type = statement.type { found += try judge(type, prepared, text, statement) }
      if found.isEmpty { return .right }
      return .wrong(found.map { problem($0, statement, at: start) })
    } catch let error as DatabaseError {
      let isDefinition = text.tokens.pieces.first.map { ["create", "alter", "drop"].contains($0.word) } ?? false
      let judge = ErrorJudge(
        error: error, tokens: text.tokens, facts: facts, literal: statement.literal, changes: changes,
        functions: findings.functions, isDefinition: isDefinition)
      let (finding, reason) = try judge.judge()
      return finding.map { .wrong([problem($0, statement, at: start)]) } ?? .unjudged(reason)
    }
  }

  private func judge(
    _ type: ReadType, _ prepared: any Statement, _ text: StatementText, _ statement: FoundStatement
  ) throws -> [Finding] {
    // An interpolation among the columns may be a list of them.
    if statement.literal.mayHoldSQL,
      text.shape.columns?.joined().contains(where: { $0.word == SQLLiteral.mark }) ?? true
    {
      return []
    }
    let judge = ResultJudge(
      columns: try prepared.columns(), text: text, facts: facts, types: findings.types,
      isStrict: language.driverName != "SQLite", path: statement.source.path, scope: statement.scope,
      keys: statement.keys)
    return try judge.judge(type)
  }

  private func problem(_ finding: Finding, _ statement: FoundStatement, at start: Int = 0) -> SourceProblem {
    let offset = finding.offset ?? (start > 0 ? 0 : nil)
    let source = offset.map { statement.literal.source(of: $0 + start, statement.literal.shown) }
    let place = statement.source.place(of: source ?? statement.literal.start)
    return SourceProblem(
      path: statement.source.path, line: place.line, column: place.column, kind: finding.kind.name,
      message: finding.message)
  }
}

extension SQLLiteral {
  fileprivate var hasOpenLists: Bool {
    parts.contains { if case .list(_, true) = $0 { true } else { false } }
  }
}

extension StatementKeyword {
  /// True for what a database prepares without doing anything. SQLite executes some PRAGMAs while it prepares them. An
  /// unknown word is a misspelt one.
  fileprivate var canBePrepared: Bool {
    switch self {
    case .select, .values, .with, .table, .insert, .update, .delete, .replace, .create, .alter, .drop, .explain, .other:
      true
    default: false
    }
  }
}
