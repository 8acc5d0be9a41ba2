/// A row in steps: it is updated, and inserted if there is none. Each of these is a complete statement, at most one of
/// them changes anything, and the last one's error is thrown.
extension UpsertStatement {
  /// How often to look for a row that an insertion has met, and that is gone again.
  private static let mostRounds = 3

  /// True if a row was refused for its content, and nothing else has happened.
  func mayBeRunInSteps(after error: DatabaseError, _ wasInTransaction: Bool) -> Bool {
    let connection = preparing.connection
    guard connection.isInTransaction == wasInTransaction else { return false }
    if (connection as? any TransactionAbortingConnection)?.isTransactionAborted ?? false { return false }
    return DatabaseError.Kind.constraint.matches(error.kind) || error.kind == .outOfRange || error.kind == .other
  }

  /// Runs one of the kept rows; with nothing else open.
  func runInSteps(row: Int) throws(DatabaseError) -> StatementOutcome {
    var round = 1
    while true {
      if let update = upsert.update {
        let outcome = try run(update, &self.update, row: row)
        if outcome.changed ?? 0 > 0 { return outcome }
      }
      do throws(DatabaseError) {
        let outcome = try run(upsert.insertion, &insertion, row: row)
        return upsert.update == nil ? outcome : StatementOutcome(changed: outcome.changed, lastID: nil)
      } catch {
        guard DatabaseError.Kind.constraint(.unique).matches(error.kind) else { throw error }
        if (preparing.connection as? any TransactionAbortingConnection)?.isTransactionAborted ?? false { throw error }
        if upsert.update == nil, try isThere(row: row) { return StatementOutcome(changed: 0, lastID: nil) }
        // Somebody else may have inserted the row meanwhile, and then it can be updated; or it belongs to another key.
        if round == Self.mostRounds { throw error }
        round += 1
      }
    }
  }

  /// True if there is a row with the key.
  private func isThere(row: Int) throws(DatabaseError) -> Bool {
    let statement = try begin(upsert.search, &search, row: row)
    var isThere = false
    while try statement.step() { isThere = true }
    return isThere
  }

  private func run(
    _ parsed: ParsedStatement, _ statement: inout (any DriverStatement)?, row: Int
  ) throws(DatabaseError) -> StatementOutcome {
    let statement = try begin(parsed, &statement, row: row)
    while try statement.step() {}
    return statement.outcome()
  }

  /// Binds one of the statements, with nothing else open.
  private func begin(
    _ parsed: ParsedStatement, _ statement: inout (any DriverStatement)?, row: Int
  ) throws(DatabaseError) -> any DriverStatement {
    endStep()
    let chosen = try prepared(parsed, &statement)
    lastStep = chosen
    bind(row: row, of: parsed, to: chosen)
    if let timeLimit { chosen.setTimeLimit(timeLimit) }
    return chosen
  }

  /// Ends the step that ran last.
  func endStep() {
    lastStep?.reset()
    lastStep = nil
  }

  func prepared(
    _ parsed: ParsedStatement, _ statement: inout (any DriverStatement)?
  ) throws(DatabaseError) -> any DriverStatement {
    if let statement { return statement }
    let made = try preparing.prepare(parsed, isKept: true, toRun: false)
    statement = made
    return made
  }
}
