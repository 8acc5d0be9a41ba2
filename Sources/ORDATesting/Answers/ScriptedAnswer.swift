public import ORDA

/// What a scripted database answers: rows, a change, or an error, at once or after a while.
///
/// ```swift
/// .rows(["id", "name"], [[1, "Jazz"], [2, "Blues"]])
/// .changes(1, lastID: 7)
/// .fails(.constraint(.unique), "Jazz is there already")
/// .rows(["n"], count: 1_000_000) { [.int(Int64($0))] }.failing(.connectionLost, atRow: 500)
/// .changes(1).after(.seconds(2))
/// ```
public struct ScriptedAnswer: Sendable {
  /// The columns; none for a statement that gives no rows.
  public var columns: [Column] = []
  /// How many rows there are.
  public var rowCount = 0
  /// Makes a row, by its number from 0: a value for each column.
  public var row: @Sendable (Int) -> [Value] = { _ in [] }
  /// How many rows the statement changed; nil for one that only reads.
  public var changed: Int?
  /// The key that the database made for the last inserted row.
  public var lastID: Int64?
  /// What goes wrong, and nil where nothing does.
  public var error: DatabaseError?
  /// Before which row it goes wrong, from 0; after the last one where there are not so many.
  public var errorRow = 0
  /// True where it goes wrong already when the statement is prepared.
  public var failsWhenPrepared = false
  /// How long the first row, or the end, is waited for. Cancelling and time limits end the wait.
  public var delay: Duration = .zero
  /// True where the wait ends only by being cancelled, or by a time limit.
  public var waitsForCancel = false
  /// True where the wait ends only with the connection's being cut: the database is silent, and deaf.
  public var isSilent = false
  /// True where the database ends the open transaction, whether the statement fails or not, as after a deadlock.
  public var endsTransaction = false
  /// True where the statement leaves a transaction open, as a procedure may.
  public var beginsTransaction = false
  /// What the database warns of.
  public var warnings: [DatabaseWarning] = []
  /// The results behind this one, as a procedure gives them.
  public var further: [ScriptedAnswer] = []
  /// Called when the statement begins, on the connection's thread.
  public var began: (@Sendable () -> Void)?
  /// Makes the answer from the bound values. What this answer says of columns and of reading holds until then.
  public var answer: (@Sendable ([Value]) throws(DatabaseError) -> ScriptedAnswer)?

  /// Whether the database confirms that the statement only reads; nil to take its first word's for it.
  package var isReadOnly: Bool?
  /// A later version of the columns.
  package var columnsVersion = 0
  /// What is thrown where it was cancelled.
  package var interruption = DatabaseError.Kind.cancelled

  /// An answer that gives no rows and changes nothing.
  public init() {}
}
