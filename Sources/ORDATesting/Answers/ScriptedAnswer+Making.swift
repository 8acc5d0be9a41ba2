public import ORDA

extension ScriptedAnswer {
  /// Success, without rows and with nothing changed: the answer to a `CREATE TABLE`.
  public static var nothing: ScriptedAnswer { .changes(0) }

  /// Rows, with a value for each column.
  public static func rows(_ columns: [String], _ rows: [[Value]]) -> ScriptedAnswer {
    .rows(columns.map { Column(name: $0) }, count: rows.count) { rows[$0] }
  }

  /// A number of rows, each made on request, from its number, counted from 0.
  public static func rows(
    _ columns: [String], count: Int, _ row: @escaping @Sendable (Int) -> [Value]
  ) -> ScriptedAnswer {
    .rows(columns.map { Column(name: $0) }, count: count, row)
  }

  /// A number of rows, with columns of which more than the name is known.
  public static func rows(
    _ columns: [Column], count: Int, _ row: @escaping @Sendable (Int) -> [Value]
  ) -> ScriptedAnswer {
    var answer = ScriptedAnswer()
    answer.columns = columns
    answer.rowCount = max(count, 0)
    answer.row = row
    return answer
  }

  /// A change of a number of rows, and the key that the database made.
  public static func changes(_ changed: Int, lastID: Int64? = nil) -> ScriptedAnswer {
    var answer = ScriptedAnswer()
    answer.changed = changed
    answer.lastID = lastID
    return answer
  }

  /// An error of a kind.
  ///
  /// After `connectionLost` the connection is thrown away, as after any driver's. If a commit, or a statement outside
  /// of transactions that may write, fails like this, the program sees `commitUnknown`.
  public static func fails(_ kind: DatabaseError.Kind, _ message: String = "as the script says") -> ScriptedAnswer {
    .fails(DatabaseError(kind, message))
  }

  /// An error, with everything that a database may report.
  public static func fails(_ error: DatabaseError) -> ScriptedAnswer { ScriptedAnswer().failing(error) }

  /// Nothing, until the statement is cancelled or its time limit passes.
  public static var waits: ScriptedAnswer {
    var answer = ScriptedAnswer()
    answer.changed = 0
    answer.waitsForCancel = true
    return answer
  }

  /// Nothing, for good: the connection has to be cut, as when a server is frozen.
  public static var silence: ScriptedAnswer {
    var answer = ScriptedAnswer()
    answer.isSilent = true
    return answer
  }

  /// What a closure returns for the bound values, each time the statement runs.
  public static func answering(
    _ answer: @escaping @Sendable ([Value]) throws(DatabaseError) -> ScriptedAnswer
  ) -> ScriptedAnswer {
    var whole = ScriptedAnswer()
    whole.answer = answer
    return whole
  }

  // MARK: The same, and more

  /// Delays the answer by the governor's clock. Cancellation and time limits end the delay early.
  public func after(_ delay: Duration) -> ScriptedAnswer { with { $0.delay = delay } }

  /// Holds the answer back until a gate opens. Cancellation and time limits end the wait early.
  public func once(_ gate: AnswerGate) -> ScriptedAnswer { with { $0.gate = gate } }

  /// The same up to a row, counted from 0, and then an error of a kind.
  public func failing(_ kind: DatabaseError.Kind, atRow row: Int) -> ScriptedAnswer {
    failing(DatabaseError(kind, "as the script says"), atRow: row)
  }

  /// The same up to a row, counted from 0, and then an error.
  public func failing(_ error: DatabaseError, atRow row: Int = 0) -> ScriptedAnswer {
    with {
      $0.error = error
      $0.errorRow = row
    }
  }

  /// The same, but its error is already thrown when the statement is prepared.
  public func whenPrepared() -> ScriptedAnswer { with { $0.failsWhenPrepared = true } }

  /// The same, but the database also ends the open transaction.
  public func endingTransaction() -> ScriptedAnswer { with { $0.endsTransaction = true } }

  /// The same with a warning.
  public func warning(_ message: String, code: Int = 0) -> ScriptedAnswer {
    with { $0.warnings.append(DatabaseWarning(level: .warning, code: code, message: message)) }
  }

  /// The same, followed by another result, as a procedure may return several.
  public func followed(by next: ScriptedAnswer) -> ScriptedAnswer { with { $0.further.append(next) } }

  private func with(_ change: (inout ScriptedAnswer) -> Void) -> ScriptedAnswer {
    var answer = self
    change(&answer)
    return answer
  }
}
