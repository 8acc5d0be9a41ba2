import ORDA

/// A statement prepared on a ``ScriptedConnection``: it returns the rows of its answer.
class ScriptedHandle: DriverStatement {
  let request: PrepareRequest
  let connection: ScriptedConnection
  private let text: StatementText
  private var answer: ScriptedAnswer
  private(set) var columnsVersion = 0
  private var next = 0
  private var isRunning = false
  private var isClosed = false
  /// The values that are bound.
  var bound: [Value]
  /// The statement's current row, in memory that the next row reuses: cells are lent from here.
  let row = RowBuffer()

  init(_ request: PrepareRequest, on connection: ScriptedConnection) throws(DatabaseError) {
    self.request = request
    self.connection = connection
    text = StatementText(request.sql, dialect: connection.dialect)
    // A driver gets only those; a `:word` is a label.
    bound = Array(repeating: .null, count: text.parameters.count { $0 == .next })
    answer = ScriptedAnswer()
    let statement = ScriptedStatement(
      sql: request.sql, values: [], keyword: request.keyword, connection: connection.number,
      isInTransaction: connection.isInTransaction)
    answer = try connection.database.preview(statement, text) ?? ScriptedAnswer()
    columnsVersion = answer.columnsVersion
    connection.database.withRecord { $0.noteHandles(1) }
  }

  // MARK: What is known of it

  var parameterCount: Int { bound.count }
  var columnCount: Int { answer.columns.count }
  var columnNames: [String] { answer.columns.map(\.name) }
  func columns() throws(DatabaseError) -> [Column] {
    connection.database.faults.noteColumns()
    return answer.columns
  }
  var isReadOnly: Bool { answer.isReadOnly ?? (request.keyword.mayRead && answer.changed == nil) }

  // MARK: Running

  func step() throws(DatabaseError) -> Bool {
    if !isRunning {
      try begin()
      if !connection.database.capabilities.contains(.interleaving) { connection.reading = self }
    }
    row.removeAll()
    if let error = answer.error, next >= min(answer.errorRow, answer.rowCount) {
      endReading()
      connection.noteFailure()
      throw error
    }
    guard next < answer.rowCount else {
      if answer.further.isEmpty { endReading() }
      return false
    }
    let cells = answer.row(next)
    guard cells.count == answer.columns.count else {
      let fault =
        "the script is wrong: row \(next) of the answer to \(request.sql) has \(cells.count) values "
        + "for \(answer.columns.count) columns"
      connection.database.report(fault)
      throw DatabaseError(ScriptedDatabase.unexpected, fault)
    }
    for cell in cells { row.append(cell) }
    next += 1
    connection.database.withRecord { $0.counts.rows += 1 }
    return true
  }

  private func endReading() {
    if connection.reading === self { connection.reading = nil }
  }

  private func begin() throws(DatabaseError) {
    isRunning = true
    next = 0
    let statement = ScriptedStatement(
      sql: request.sql, values: bound, keyword: request.keyword, connection: connection.number,
      isInTransaction: connection.isInTransaction)
    connection.note(.run(statement))
    try connection.checkRuns()
    var answer = try connection.database.answer(to: statement, text)
    answer.began?()
    if let make = answer.answer { answer = try make(bound) }
    show(answer)
    switch request.keyword {
    case .set: connection.isSessionChanged = true
    case .begin: connection.isInTransaction = true
    case .commit, .rollback: connection.isInTransaction = false
    default: break
    }
    if answer.beginsTransaction { connection.isInTransaction = true }
    if answer.endsTransaction { connection.isInTransaction = false }
    if try connection.run.take(answer, running: statement) {
      connection.noteFailure()
      throw DatabaseError(answer.interruption, "interrupted")
    }
  }

  /// Goes on with an answer, whose columns may differ from the earlier ones.
  private func show(_ answer: ScriptedAnswer) {
    if answer.columns != self.answer.columns || answer.columnsVersion != self.answer.columnsVersion {
      columnsVersion += 1
    }
    self.answer = answer
  }

  func nextResult() throws(DatabaseError) -> Bool {
    guard var following = answer.further.first else { return false }
    following.further += answer.further.dropFirst()
    show(following)
    next = 0
    return true
  }

  func outcome() -> StatementOutcome { StatementOutcome(changed: answer.changed, lastID: answer.lastID) }

  var warningCount: Int { isRunning ? answer.warnings.count : 0 }
  func warnings() throws(DatabaseError) -> [DatabaseWarning] {
    connection.note(.warnings)
    return answer.warnings
  }

  func reset() {
    endReading()
    isRunning = false
    row.removeAll()
    for index in bound.indices { bound[index] = .null }
  }

  func close() {
    if isClosed { connection.database.report("a prepared statement was closed twice: \(request.sql)") }
    isClosed = true
    connection.note(.finalize(sql: request.sql))
    connection.database.withRecord { $0.noteHandles(-1) }
  }
}
