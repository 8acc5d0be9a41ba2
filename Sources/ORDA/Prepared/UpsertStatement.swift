/// An upsert on one connection: the driver's statements for it, one of which changes or inserts the row.
///
/// If the database has a single statement for everything, that runs first. It may be refused for something that does
/// not matter here: in an existing row, a column that is not named and requires a value. And some databases can't say
/// which key conflicted. So if the row is refused, it runs again in steps.
final class UpsertStatement {
  let upsert: ParsedUpsert
  let preparing: StatementPreparing
  let parameterCount: Int
  /// The single statement that does everything. It never changes, so using it for each value and row retains nothing.
  let whole: (any DriverStatement)?
  /// The same, if it takes each value in its place: then it gets them as they are bound.
  private let direct: (any DriverStatement)?
  /// For the steps.
  var update: (any DriverStatement)?
  var insertion: (any DriverStatement)?
  var search: (any DriverStatement)?
  /// The step that ran last; nil if none did. Only the connection's thread changes it, like all of these: for each row
  /// the run-time checks of exclusive access would cost as much as binding it.
  @exclusivity(unchecked) var lastStep: (any DriverStatement)?
  let values: UpsertValues
  @exclusivity(unchecked) private(set) var timeLimit: Duration?
  @exclusivity(unchecked) private var result = StatementOutcome(changed: nil, lastID: nil)
  @exclusivity(unchecked) var batch: UpsertBatch?

  /// - Throws: The database's errors about the single statement's text.
  init(_ upsert: ParsedUpsert, parameterCount: Int, _ preparing: StatementPreparing) throws(DatabaseError) {
    self.upsert = upsert
    self.preparing = preparing
    self.parameterCount = parameterCount
    values = UpsertValues(width: parameterCount)
    whole = try upsert.whole.map { (parsed) throws(DatabaseError) in
      try preparing.prepare(parsed, isKept: true, toRun: false)
    }
    let isDirect = upsert.whole.map { $0.parameters.isIdentity && $0.parameters.nativeCount == parameterCount } ?? false
    direct = isDirect ? whole : nil
  }

  private func run() throws(DatabaseError) -> StatementOutcome {
    guard whole != nil else { return try runInSteps(row: 0) }
    let wasInTransaction = preparing.connection.isInTransaction
    do throws(DatabaseError) {
      bindWhole(row: 0)
      while try whole?.step() ?? false {}
      let outcome = whole?.outcome()
      // The database does not always say whether it made a key.
      return StatementOutcome(changed: outcome?.changed, lastID: upsert.update == nil ? outcome?.lastID : nil)
    } catch {
      guard mayBeRunInSteps(after: error, wasInTransaction) else { throw error }
      whole?.reset()
      return try runInSteps(row: 0)
    }
  }

  /// Passes the values of a row to the single statement, unless it already has them.
  @inline(__always)
  func bindWhole(row: Int) {
    guard direct == nil, let whole, let parsed = upsert.whole else { return }
    bind(row: row, of: parsed, to: whole)
  }

  /// Binds the values of a row to a statement that takes them in another order, or not all of them.
  func bind(row: Int, of parsed: ParsedStatement, to statement: any DriverStatement) {
    for (index, source) in parsed.parameters.sources.enumerated() {
      if case .parameter(let column) = source { statement.bind(kept: values.value(column, ofRow: row), at: index) }
    }
  }
}

extension UpsertStatement: DriverStatement {
  var columnCount: Int { 0 }
  var columnNames: [String] { [] }
  func columns() throws(DatabaseError) -> [Column] { [] }

  func prepare() throws(DatabaseError) {
    if let update = upsert.update { _ = try prepared(update, &self.update) }
    _ = try prepared(upsert.insertion, &insertion)
  }

  func setTimeLimit(_ limit: Duration?) {
    timeLimit = limit
    whole?.setTimeLimit(limit)
  }

  func step() throws(DatabaseError) -> Bool {
    result = try run()
    return false
  }

  func outcome() -> StatementOutcome { result }

  var warningCount: Int {
    if let lastStep { return lastStep.warningCount }
    return whole?.warningCount ?? 0
  }

  func warnings() throws(DatabaseError) -> [DatabaseWarning] { try (lastStep ?? whole)?.warnings() ?? [] }

  func reset() {
    if lastStep != nil { endStep() } else { whole?.reset() }
    if timeLimit != nil { timeLimit = nil }
    if batch != nil { batch = nil }
    values.removeAll()
  }

  func close() {
    for statement in [whole, update, insertion, search] { statement?.close() }
    (update, insertion, search, lastStep) = (nil, nil, nil, nil)
  }

  func bindNull(at index: Int) {
    values.setNull(index)
    direct?.bindNull(at: index)
  }

  func bind(_ value: Int64, at index: Int) {
    values.set(index, value)
    direct?.bind(value, at: index)
  }

  func bind(_ value: Double, at index: Int) {
    values.set(index, value)
    direct?.bind(value, at: index)
  }

  func bind(_ value: String, at index: Int) {
    values.set(index, value)
    direct?.bind(value, at: index)
  }

  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
    values.set(index, bytes: bytes)
    direct?.bind(bytes: bytes, at: index)
  }

  func bind(_ value: Value, at index: Int) {
    values.set(index, value)
    direct?.bind(value, at: index)
  }

  func isNull(_ cell: Int) -> Bool { true }
  func int(_ cell: Int) -> Int64? { nil }
  func double(_ cell: Int) -> Double? { nil }
  func text(_ cell: Int) -> String? { nil }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { nil }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { nil }
  func value(_ cell: Int) -> Value { .null }
}
