public import ORDA

extension ScriptedDatabase {
  /// Expects a statement.
  ///
  /// Interpolated values must be bound as they are. Values for other parameters are not checked, unless `values` lists
  /// them.
  ///
  /// ```swift
  /// script.expect("SELECT name FROM genre WHERE id = \(7)", answer: .rows(["name"], [["Jazz"]]))
  /// script.expect("DELETE FROM genre WHERE id = :id", with: [7], answer: .changes(1))
  /// ```
  ///
  /// - Parameters:
  ///   - sql: The text, compared according to ``TextMatching``.
  ///   - values: The values to be bound, in the order of the parameters; one for each name, and nil for NULL.
  ///   - answer: The answer.
  ///   - times: How often it comes, with the same answer.
  ///   - file: The test's file, for messages.
  ///   - line: The test's line.
  public func expect(
    _ sql: SQL, with values: [(any ValueConvertible)?]? = nil, answer: ScriptedAnswer = .nothing, times: Int = 1,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let pattern = pattern(sql, values, file, line) else { return }
    withScript { $0.expect(.statement(pattern), answer, times: times, file, line) }
  }

  /// Expects a statement that a closure recognises.
  ///
  /// - Parameters:
  ///   - description: What is expected, for messages.
  ///   - answer: The answer.
  ///   - times: How often it comes, with the same answer.
  ///   - file: The test's file, for messages.
  ///   - line: The test's line.
  ///   - isMeant: True for the statement. Called on any thread, one call at a time, also for other statements.
  public func expect(
    anything description: String, answer: ScriptedAnswer = .nothing, times: Int = 1, file: StaticString = #fileID,
    line: UInt = #line, where isMeant: @escaping @Sendable (ScriptedStatement) -> Bool
  ) {
    let pattern = StatementPattern(description, isMeant)
    withScript { $0.expect(.statement(pattern), answer, times: times, file, line) }
  }

  /// Expects a step of a connection: the beginning or end of a transaction, an opening, a ping.
  ///
  /// ```swift
  /// script.expect(.commit, answer: .fails(.busy))
  /// ```
  ///
  /// Only these parts of an answer to a step count: whether it fails, when, and whether it ends the transaction.
  public func expect(
    _ step: ScriptedStep, answer: ScriptedAnswer = .nothing, times: Int = 1, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    withScript { $0.expect(.step(step), answer, times: times, file, line) }
  }

  /// Answers a statement whenever it comes, if it comes, and no expectation is about it. Of two for the same statement
  /// the later counts.
  public func stub(
    _ sql: SQL, with values: [(any ValueConvertible)?]? = nil, answer: ScriptedAnswer,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let pattern = pattern(sql, values, file, line) else { return }
    withScript { $0.stub(pattern, answer, file, line) }
  }

  /// Answers whatever is neither expected nor stubbed, if the closure gives an answer; without a closure, and if it
  /// returns nil, the statement fails.
  ///
  /// The closure is also called when a statement is prepared, for its columns: then it has no values.
  public func answerOthers(_ answer: (@Sendable (ScriptedStatement) -> ScriptedAnswer?)?) {
    withScript { $0.otherwise = answer }
  }

  private func pattern(
    _ sql: SQL, _ values: [(any ValueConvertible)?]?, _ file: StaticString, _ line: UInt
  ) -> StatementPattern? {
    do throws(DatabaseError) {
      var given: [Value]?
      if let values {
        given = []
        for value in values { given?.append(try value?.value() ?? .null) }
      }
      return try StatementPattern(sql, with: given, matching: matching, dialect: dialect)
    } catch {
      report("the script is wrong: \(error.message): \(sql) (\(file):\(line))")
      return nil
    }
  }
}
