/// An upsert on one connection: the driver's statements for it, of which one changes or inserts the row.
///
/// Where the database has one statement for it all, that runs first. It may be refused for what is no matter here: a column
/// that is not named and needs a value, in a row that is there. And of another key's conflict some databases can't tell which
/// key it was. So where the row is refused, the row is updated, and inserted where there is none: each of these is a whole
/// statement of its own, one of them at most changes anything, and what the last one says is what is thrown.
final class UpsertStatement {
  /// How often a row is looked for that an insertion has met, and that is gone again.
  private static let mostRounds = 3

  let upsert: ParsedUpsert
  let preparing: StatementPreparing
  let parameterCount: Int
  /// Changed in place by the connection's thread alone, as all of these: for each row the run-time checks of exclusive access
  /// would cost as much as binding it.
  @exclusivity(unchecked) var whole: (any DriverStatement)?
  private var update: (any DriverStatement)?
  private var insertion: (any DriverStatement)?
  private var search: (any DriverStatement)?
  /// The one that ran last.
  @exclusivity(unchecked) var current: (any DriverStatement)?
  @exclusivity(unchecked) var bound: [Value]
  @exclusivity(unchecked) private var timeLimit: Duration?
  @exclusivity(unchecked) private var result = StatementOutcome(changed: nil, lastID: nil)
  var batch: UpsertBatch?

  init(_ upsert: ParsedUpsert, parameterCount: Int, _ preparing: StatementPreparing) {
    self.upsert = upsert
    self.preparing = preparing
    self.parameterCount = parameterCount
    bound = Array(repeating: .null, count: parameterCount)
  }

  // MARK: One row

  private func run() throws(DatabaseError) -> StatementOutcome {
    guard let parsed = upsert.whole else { return try runInSteps() }
    let wasInTransaction = preparing.connection.isInTransaction
    do throws(DatabaseError) {
      let outcome = try run(parsed, &whole)
      // What the database made a key for, it does not always tell.
      return upsert.update == nil ? outcome : StatementOutcome(changed: outcome.changed, lastID: nil)
    } catch {
      guard mayBeRunInSteps(after: error, wasInTransaction) else { throw error }
      return try runInSteps()
    }
  }

  /// True where a row was refused for what is in it, and nothing else has happened.
  func mayBeRunInSteps(after error: DatabaseError, _ wasInTransaction: Bool) -> Bool {
    let connection = preparing.connection
    guard connection.isInTransaction == wasInTransaction else { return false }
    if (connection as? any TransactionAbortingConnection)?.isTransactionAborted ?? false { return false }
    return DatabaseError.Kind.constraint.matches(error.kind) || error.kind == .outOfRange || error.kind == .other
  }

  func runInSteps() throws(DatabaseError) -> StatementOutcome {
    var round = 1
    while true {
      if let update = upsert.update {
        let outcome = try run(update, &self.update)
        if outcome.changed ?? 0 > 0 { return outcome }
      }
      do throws(DatabaseError) {
        let outcome = try run(upsert.insertion, &insertion)
        return upsert.update == nil ? outcome : StatementOutcome(changed: outcome.changed, lastID: nil)
      } catch {
        guard DatabaseError.Kind.constraint(.unique).matches(error.kind) else { throw error }
        if (preparing.connection as? any TransactionAbortingConnection)?.isTransactionAborted ?? false { throw error }
        if upsert.update == nil, try isThere() { return StatementOutcome(changed: 0, lastID: nil) }
        // Somebody else may have inserted the row meanwhile, and then it is there to be updated; or it is another key's.
        if round == Self.mostRounds { throw error }
        round += 1
      }
    }
  }

  /// True where there is a row with the key.
  private func isThere() throws(DatabaseError) -> Bool {
    let statement = try begin(upsert.search, &search)
    var isThere = false
    while try statement.step() { isThere = true }
    return isThere
  }

  private func run(
    _ parsed: ParsedStatement, _ statement: inout (any DriverStatement)?
  ) throws(DatabaseError) -> StatementOutcome {
    let statement = try begin(parsed, &statement)
    while try statement.step() {}
    return statement.outcome()
  }

  /// Binds one of the statements, with nothing else open.
  private func begin(
    _ parsed: ParsedStatement, _ statement: inout (any DriverStatement)?
  ) throws(DatabaseError) -> any DriverStatement {
    current?.reset()
    current = nil
    let chosen = try prepared(parsed, &statement)
    current = chosen
    bind(parsed, to: chosen)
    if let timeLimit { chosen.setTimeLimit(timeLimit) }
    return chosen
  }

  func prepared(
    _ parsed: ParsedStatement, _ statement: inout (any DriverStatement)?
  ) throws(DatabaseError) -> any DriverStatement {
    if let statement { return statement }
    let made = try preparing.prepare(parsed, isKept: true, toRun: false)
    statement = made
    return made
  }

  func bind(_ parsed: ParsedStatement, to statement: any DriverStatement) {
    for (index, source) in parsed.parameters.sources.enumerated() {
      if case .parameter(let column) = source { statement.bind(kept: bound[column], at: index) }
    }
  }
}

extension UpsertStatement: DriverStatement {
  var columnCount: Int { 0 }
  var columnNames: [String] { [] }
  func columns() throws(DatabaseError) -> [Column] { [] }

  func prepare() throws(DatabaseError) {
    if let whole = upsert.whole { _ = try prepared(whole, &self.whole) }
    if let update = upsert.update { _ = try prepared(update, &self.update) }
    _ = try prepared(upsert.insertion, &insertion)
  }

  func setTimeLimit(_ limit: Duration?) { timeLimit = limit }

  func step() throws(DatabaseError) -> Bool {
    result = try run()
    return false
  }

  func outcome() -> StatementOutcome { result }
  var warningCount: Int { current?.warningCount ?? 0 }
  func warnings() throws(DatabaseError) -> [DatabaseWarning] { try current?.warnings() ?? [] }

  func reset() {
    current?.reset()
    current = nil
    timeLimit = nil
    batch = nil
    for index in bound.indices { bound[index] = .null }
  }

  func close() {
    for statement in [whole, update, insertion, search] { statement?.close() }
    (whole, update, insertion, search, current) = (nil, nil, nil, nil, nil)
  }

  func bindNull(at index: Int) { bound[index] = .null }
  func bind(_ value: Int64, at index: Int) { bound[index] = .int(value) }
  func bind(_ value: Double, at index: Int) { bound[index] = .double(value) }
  func bind(_ value: String, at index: Int) { bound[index] = .text(value) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bound[index] = .bytes([UInt8](bytes)) }
  func bind(_ value: Value, at index: Int) { bound[index] = value }

  func isNull(_ cell: Int) -> Bool { true }
  func int(_ cell: Int) -> Int64? { nil }
  func double(_ cell: Int) -> Double? { nil }
  func text(_ cell: Int) -> String? { nil }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { nil }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { nil }
  func value(_ cell: Int) -> Value { .null }
}
