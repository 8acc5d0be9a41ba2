public import ORDA

extension ScriptedDatabase {
  /// The kind of error for a statement that the script does not expect. Its message names the statement, its values,
  /// and what was expected instead.
  public static let unexpected = DatabaseError.Kind(name: "unexpectedStatement")

  /// The answer to a statement that is run now.
  func answer(to statement: ScriptedStatement, _ text: StatementText) throws(DatabaseError) -> ScriptedAnswer {
    if let found = deciding({ findAnswer(to: statement, text) }) { return found }
    if let otherwise = withScript({ $0.otherwise }), let answer = otherwise(statement) { return answer }
    let explanation = withScript { $0.explanation(of: statement, text) }
    report(explanation)
    throw DatabaseError(ScriptedDatabase.unexpected, explanation)
  }

  /// Searches expectations and stubs; it holds no lock of the script while it calls a test's closure.
  private func findAnswer(to statement: ScriptedStatement, _ text: StatementText) -> ScriptedAnswer? {
    // The list is released before it changes, so that it need not be copied.
    let found = withScript { $0.current }.first { !$0.isMet && $0.pattern?.matches(statement, text) ?? false }
    if let found {
      withScript { $0.use(found) }
      return found.answer
    }
    return withScript { $0.stubs }.last { $0.pattern?.matches(statement, text) ?? false }?.answer
  }

  /// The answer to a step; nil if nothing is said about it, so that it succeeds.
  func answer(to step: ScriptedStep) -> ScriptedAnswer? {
    deciding { withScript { $0.answer(to: step) } }
  }

  /// The probable answer to a statement being prepared; nil if only running it will show.
  ///
  /// - Throws: What the script says about preparing it, which uses up an expectation.
  func preview(_ statement: ScriptedStatement, _ text: StatementText) throws(DatabaseError) -> ScriptedAnswer? {
    let found = deciding {
      withScript { script in
        let found = script.preview(statement.sql, text)
        if let failing = found?.failing { script.use(failing) }
        return found?.answer
      }
    }
    let answer = found ?? withScript { $0.otherwise }?(statement)
    if let answer, answer.failsWhenPrepared, let error = answer.error { throw error }
    return answer
  }

  /// Notes a fault, and reports it.
  func report(_ fault: String) {
    withScript { $0.faults.append(fault) }
    onUnexpected?(fault)
  }

  /// Throws if something unexpected came, or something expected did not; for the end of a test.
  ///
  /// - Throws: ``ScriptFailure``, which lists everything.
  public func verify() throws {
    let failures = withScript { $0.failures }
    if !failures.isEmpty { throw ScriptFailure(failures: failures) }
  }
}
