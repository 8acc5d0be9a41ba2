import ORDA

/// What a fake database answers to one text.
struct FakeReply: Sendable {
  /// The names of the columns; none for a statement that gives no rows.
  var columns: [String] = []
  /// How many rows there are.
  var count = 0
  /// Makes a row, by its number from 0.
  var row: @Sendable (Int) -> [Value] = { _ in [] }
  var changed: Int?
  var lastID: Int64?
  var isReadOnly = false
  /// Thrown by prepare.
  var refusal: DatabaseError?
  /// Thrown by the step that would give this row.
  var failure: (row: Int, error: DatabaseError)?
  /// How long the first step takes; it can be interrupted.
  var delay: Duration = .zero
  /// True where the first step takes until it is interrupted.
  var waitsForCancel = false
  /// What is thrown where it was interrupted.
  var interruption = DatabaseError.Kind.cancelled
  /// True where the database ends the open transaction with the first step, whether that fails or not.
  var endsTransaction = false
  /// True where the first step leaves a transaction open, as a procedure may.
  var beginsTransaction = false
  /// Called by the first step, on the connection's thread, before anything else.
  var began: (@Sendable () -> Void)?
  /// A later version of the columns.
  var columnsVersion = 0
  /// Makes the reply of what is bound; runs where ``began`` does.
  var answer: (@Sendable ([Value]) throws(DatabaseError) -> FakeReply)?
  /// The results behind this one.
  var further: [FakeReply] = []
  /// What the database warns of, after the last row.
  var warnings: [DatabaseWarning] = []

  /// Rows that are all there.
  static func rows(_ columns: [String], _ rows: [[Value]]) -> FakeReply {
    FakeReply(columns: columns, count: rows.count, row: { rows[$0] }, isReadOnly: true)
  }

  /// So many rows of one column, `n`, counted from 0.
  static func numbers(_ count: Int) -> FakeReply {
    FakeReply(columns: ["n"], count: count, row: { [.int(Int64($0))] }, isReadOnly: true)
  }

  /// A change without rows.
  static func changes(_ changed: Int?, lastID: Int64? = nil) -> FakeReply {
    FakeReply(changed: changed, lastID: lastID)
  }

  /// An error at the first step.
  static func fails(_ error: DatabaseError, endsTransaction: Bool = false) -> FakeReply {
    FakeReply(failure: (0, error), endsTransaction: endsTransaction)
  }

  /// What a closure makes of the bound values.
  static func answering(
    isReadOnly: Bool = false, _ answer: @escaping @Sendable ([Value]) throws(DatabaseError) -> FakeReply
  ) -> FakeReply {
    var reply = FakeReply()
    reply.isReadOnly = isReadOnly
    reply.answer = answer
    return reply
  }

  /// Waits until it is interrupted.
  static let waiting = FakeReply(changed: 0, waitsForCancel: true)

  /// Takes a while, then does as a change of one row.
  static func slow(_ delay: Duration) -> FakeReply { FakeReply(changed: 1, delay: delay) }

  /// What is answered to a text that the script does not name.
  init(for keyword: StatementKeyword, sql: String, lastID: Int64) {
    switch keyword {
    case .select, .values, .explain: self = .numbers(1)
    case .with: self = sql.contains("DELETE") ? .changes(1) : .numbers(1)
    case .insert: self = .changes(1, lastID: lastID)
    case .update, .delete: self = .changes(1)
    default: self = .changes(0)
    }
  }

  init(
    columns: [String] = [], count: Int = 0, row: @escaping @Sendable (Int) -> [Value] = { _ in [] },
    changed: Int? = nil,
    lastID: Int64? = nil, isReadOnly: Bool = false, failure: (row: Int, error: DatabaseError)? = nil,
    delay: Duration = .zero, interruption: DatabaseError.Kind = .cancelled, waitsForCancel: Bool = false,
    endsTransaction: Bool = false
  ) {
    self.columns = columns
    self.count = count
    self.row = row
    self.changed = changed
    self.lastID = lastID
    self.isReadOnly = isReadOnly
    self.failure = failure
    self.delay = delay
    self.interruption = interruption
    self.waitsForCancel = waitsForCancel
    self.endsTransaction = endsTransaction
  }
}
