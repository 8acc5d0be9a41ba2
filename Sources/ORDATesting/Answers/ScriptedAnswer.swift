public import ORDA

/// The answer of a scripted database: rows, a change, or an error, at once or after a while.
///
/// ```swift
/// .rows(["id", "name"], [[1, "Jazz"], [2, "Blues"]])
/// .changes(1, lastID: 7)
/// .fails(.constraint(.unique), "Jazz is there already")
/// .rows(["n"], count: 1_000_000) { [.int(Int64($0))] }.failing(.connectionLost, atRow: 500)
/// .changes(1).after(.seconds(2))
/// ```
public struct ScriptedAnswer: Sendable {
  /// The columns; none for a statement without rows.
  public var columns: [Column] = []
  /// The number of rows.
  public var rowCount = 0
  /// Makes a row from its number, counted from 0: a value for each column.
  public var row: @Sendable (Int) -> [Value] = { _ in [] }
  /// How many rows the statement changed; nil for one that only reads.
  public var changed: Int?
  /// The key that the database made for the last inserted row.
  public var lastID: Int64?
  /// What goes wrong, and nil if nothing does.
  public var error: DatabaseError?
  /// The row before which it fails, from 0; after the last one if there are fewer.
  public var errorRow = 0
  /// True if it already fails when the statement is prepared.
  public var failsWhenPrepared = false
  /// The delay of the first row or the end, by the governor's clock. Cancellation and time limits end the delay early.
  public var delay: Duration = .zero
  /// The gate, if any, that holds back the first row or the end. Cancellation and time limits end the wait early.
  public var gate: AnswerGate?
  /// True if only cancelling, or a time limit, ends the wait.
  public var waitsForCancel = false
  /// True if only cutting the connection ends the wait: the database does not answer, and does not listen.
  public var isSilent = false
  /// True if the database ends the open transaction, whether the statement fails or not, as after a deadlock.
  public var endsTransaction = false
  /// True if the statement leaves a transaction open, as a procedure may.
  public var beginsTransaction = false
  /// The database's warnings.
  public var warnings: [DatabaseWarning] = []
  /// The results that follow this one, as a procedure returns them.
  public var further: [ScriptedAnswer] = []
  /// Called when the statement begins, on the connection's thread.
  public var began: (@Sendable () -> Void)?
  /// Makes the answer from the bound values. Until then this answer's columns and its claims about reading apply.
  public var answer: (@Sendable ([Value]) throws(DatabaseError) -> ScriptedAnswer)?

  /// Whether the database confirms that the statement only reads; nil to decide by its first word.
  package var isReadOnly: Bool?
  /// A later version of the columns.
  package var columnsVersion = 0
  /// What is thrown if it was cancelled.
  package var interruption = DatabaseError.Kind.cancelled

  /// An answer without rows or changes.
  public init() {}
}
