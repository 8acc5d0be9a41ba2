import ORDA

/// A statement that somebody has written, with values for its parameters.
struct StatementRun: Sendable {
  let database: ServedDatabase
  let statement: SingleStatement
  let parameters: Parameters
  let isReading: Bool

  /// - Parameter mayWrite: False for a page that is only looked at, which writes nothing on any server.
  /// - Throws: ``Problem`` for what may not run here.
  init(_ text: String, _ values: [String: String], on database: ServedDatabase, mayWrite: Bool) throws {
    self.database = database
    let check = ReadOnlyCheck(dialect: database.governor.dialect, kind: database.kind)
    statement = try SingleStatement(text, dialect: database.governor.dialect)
    if database.isWritable, mayWrite {
      guard !statement.keyword.controlsTransaction, !statement.keyword.changesSession else {
        throw Problem(
          .unprocessable,
          "Each statement here has a connection of its own: a transaction or a setting would end with it.")
      }
      isReading = (try? check.check(text)) != nil
    } else {
      try check.check(text)
      isReading = true
    }
    let names = statement.parameters
    let given = names.map { Self.value(values[$0]) }
    let isNumbered = !names.isEmpty && statement.tokens.contains { $0.kind == .parameter && $0.text == "?" }
    parameters =
      isNumbered
      ? Parameters(values: given) : Parameters(pairs: zip(names, given).map { ($0, $1) })
  }

  /// A field that is left empty is an empty text; without one the value is NULL. Numbers are numbers.
  private static func value(_ text: String?) -> Value {
    guard let text else { return .null }
    if let number = Int64(text) { return .int(number) }
    if let number = Double(text), number.isFinite { return .double(number) }
    return .text(text)
  }

  /// Runs it, and reads as much of its result as is shown.
  func run(_ limits: ResultLimits) async throws -> QueryOutcome {
    let (sql, parameters, limit) = (SQL(text: statement.text), parameters, database.limit)
    let begin = ContinuousClock.now
    let outcome: QueryOutcome
    if isReading {
      outcome = try await database.governor.transaction(readOnly: true, timeout: limit, deadline: limit) {
        transaction in
        let result = OutcomePlace()
        try transaction.withExecution(of: sql, parameters, timeout: limit) { result.outcome = try limits.read($0) }
        return result.outcome
      }
    } else {
      let found = try await database.governor.withConnection(.writer, timeout: limit) { connection in
        let result = OutcomePlace()
        try connection.withExecution(of: sql, parameters, timeout: limit) { execution in
          result.outcome = try limits.read(execution)
          if result.outcome.columns.isEmpty { result.outcome.changed = execution.outcome().changed }
        }
        return result.outcome
      }
      outcome = found
      database.forgetCatalog()
    }
    var timed = outcome
    timed.took = begin.duration(to: .now)
    return timed
  }

  /// The statement that tells how it would be run.
  static func explaining(_ text: String, _ kind: DatabaseKind) -> String {
    (kind == .sqlite ? "EXPLAIN QUERY PLAN " : "EXPLAIN ") + text
  }
}

/// Where a closure leaves what it has read.
private final class OutcomePlace {
  var outcome = QueryOutcome()
}
