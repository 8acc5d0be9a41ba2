public import ORDA

extension ScriptedAnswer {
  /// Success, without rows and with nothing changed: what a `CREATE TABLE` answers.
  public static var nothing: ScriptedAnswer { .changes(0) }

  /// Rows, a value for each column.
  public static func rows(_ columns: [String], _ rows: [[Value]]) -> ScriptedAnswer {
    .rows(columns.map { Column(name: $0) }, count: rows.count) { rows[$0] }
  }

  /// So many rows, each made when it is asked for, from its number from 0.
  public static func rows(
    _ columns: [String], count: Int, _ row: @escaping @Sendable (Int) -> [Value]
  ) -> ScriptedAnswer {
    .rows(columns.map { Column(name: $0) }, count: count, row)
  }

  /// So many rows of columns of which more is known than the name.
  public static func rows(
    _ columns: [Column], count: Int, _ row: @escaping @Sendable (Int) -> [Value]
  ) -> ScriptedAnswer {
    var answer = ScriptedAnswer()
    answer.columns = columns
    answer.rowCount = max(count, 0)
    answer.row = row
    return answer
  }

  /// A change of so many rows, and the key that the database made.
  public static func changes(_ changed: Int, lastID: Int64? = nil) -> ScriptedAnswer {
    var answer = ScriptedAnswer()
    answer.changed = changed
    answer.lastID = lastID
    return answer
  }

  /// An error of a kind.
  ///
  /// After `connectionLost` the connection is thrown away, as after any driver's. A statement that may write, outside of
  /// transactions, and a commit that fail so are told to the program as `commitUnknown`.
  public static func fails(_ kind: DatabaseError.Kind, _ message: String = "as the script says") -> ScriptedAnswer {
    .fails(DatabaseError(kind, message))
  }

  /// An error, with all that a database may tell of it.
  public static func fails(_ error: DatabaseError) -> ScriptedAnswer { ScriptedAnswer().failing(error) }

  /// Nothing, until the statement is cancelled or its time limit passes.
  public static var waits: ScriptedAnswer {
    var answer = ScriptedAnswer()
    answer.changed = 0
    answer.waitsForCancel = true
    return answer
  }

  /// Nothing, for good: the connection has to be cut, as where a server is frozen.
  public static var silence: ScriptedAnswer {
    var answer = ScriptedAnswer()
    answer.isSilent = true
    return answer
  }

  /// What a closure makes of the bound values, each time the statement runs.
  public static func answering(
    _ answer: @escaping @Sendable ([Value]) throws(DatabaseError) -> ScriptedAnswer
  ) -> ScriptedAnswer {
    var whole = ScriptedAnswer()
    whole.answer = answer
    return whole
  }

  // MARK: The same, and more

  /// The same after a while, which cancelling and time limits cut short.
  public func after(_ delay: Duration) -> ScriptedAnswer { with { $0.delay = delay } }

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

  /// The same, with its error thrown already when the statement is prepared.
  public func whenPrepared() -> ScriptedAnswer { with { $0.failsWhenPrepared = true } }

  /// The same, with the database ending the open transaction.
  public func endingTransaction() -> ScriptedAnswer { with { $0.endsTransaction = true } }

  /// The same with a warning.
  public func warning(_ message: String, code: Int = 0) -> ScriptedAnswer {
    with { $0.warnings.append(DatabaseWarning(level: .warning, code: code, message: message)) }
  }

  /// The same with another result behind it, as a procedure gives several.
  public func followed(by next: ScriptedAnswer) -> ScriptedAnswer { with { $0.further.append(next) } }

  private func with(_ change: (inout ScriptedAnswer) -> Void) -> ScriptedAnswer {
    var answer = self
    change(&answer)
    return answer
  }
}
