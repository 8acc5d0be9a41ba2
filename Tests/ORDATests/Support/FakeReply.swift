import Dispatch
import ORDA

extension ScriptedAnswer {
  /// So many rows of one column, `n`, counted from 0.
  static func numbers(_ count: Int) -> FakeReply {
    FakeReply(columns: ["n"], count: count, row: { [.int(Int64($0))] }, isReadOnly: true)
  }

  /// What a closure makes of the bound values, of a statement that is said to read, or not to.
  static func answering(
    isReadOnly: Bool, _ answer: @escaping @Sendable ([Value]) throws(DatabaseError) -> FakeReply
  ) -> FakeReply {
    var reply = FakeReply.answering(answer)
    reply.isReadOnly = isReadOnly
    return reply
  }

  /// An error at the first step.
  static func fails(_ error: DatabaseError, endsTransaction: Bool) -> FakeReply {
    var reply = FakeReply.fails(error)
    reply.endsTransaction = endsTransaction
    return reply
  }

  /// Waits until it is interrupted.
  static let waiting = FakeReply.waits

  /// The same, and so much time passes as soon as it runs.
  func letting(_ clock: TestClock, pass duration: Duration) -> FakeReply {
    var reply = self
    reply.began = { clock.advance(by: duration) }
    return reply
  }

  /// The same, and an event happens as soon as it runs.
  func signalling(_ event: Event) -> FakeReply {
    var reply = self
    reply.began = { event.signal() }
    return reply
  }

  /// A change of one row that takes until another thread has had its turn.
  static var brief: FakeReply { .answering { _ in FakeReply.changes(1).afterATurn() } }

  /// The same after another thread has had its turn, which begins now.
  func afterATurn() -> FakeReply {
    let gate = AnswerGate()
    DispatchQueue.global().async { gate.open() }
    return once(gate)
  }

  /// What is answered to a text that the script does not name.
  static func usual(for statement: ScriptedStatement, _ madeKeys: Shared<Int64>) -> FakeReply {
    switch statement.keyword {
    case .select, .values, .explain: .numbers(1)
    case .with: statement.sql.contains("DELETE") ? .changes(1) : .numbers(1)
    case .insert:
      .answering { _ in
        .changes(
          1,
          lastID: madeKeys.with {
            $0 += 1
            return $0
          })
      }
    case .update, .delete: .changes(1)
    default: .changes(0)
    }
  }

  /// Thrown by prepare.
  var refusal: DatabaseError? {
    get { failsWhenPrepared ? error : nil }
    set {
      error = newValue
      failsWhenPrepared = newValue != nil
    }
  }

  init(
    columns: [String] = [], count: Int = 0, row: @escaping @Sendable (Int) -> [Value] = { _ in [] },
    changed: Int? = nil,
    lastID: Int64? = nil, isReadOnly: Bool = false, failure: (row: Int, error: DatabaseError)? = nil,
    delay: Duration = .zero, interruption: DatabaseError.Kind = .cancelled, waitsForCancel: Bool = false,
    endsTransaction: Bool = false
  ) {
    self = .rows(columns, count: count, row)
    self.changed = changed
    self.lastID = lastID
    self.isReadOnly = isReadOnly
    error = failure?.error
    errorRow = failure?.row ?? 0
    self.delay = delay
    self.interruption = interruption
    self.waitsForCancel = waitsForCancel
    self.endsTransaction = endsTransaction
  }
}
