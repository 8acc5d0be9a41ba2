import ORDA

/// A statement of a ``FakeConnection``: it gives the rows of its reply.
class FakeStatement: DriverStatement {
  private let request: PrepareRequest
  private let connection: FakeConnection
  private var reply: FakeReply
  private var next = 0
  private var cells: [Value] = []
  private var bound: [Value]
  private var isRunning = false
  private var isClosed = false

  init(_ request: PrepareRequest, _ connection: FakeConnection) {
    self.request = request
    self.connection = connection
    reply = connection.database.reply(to: request.sql, request.keyword)
    bound = Array(repeating: .null, count: request.sql.count { $0 == "?" })
    connection.database.noteHandle(1)
  }

  var parameterCount: Int { bound.count }
  var columnCount: Int { reply.columns.count }
  var columnsVersion: Int { reply.columnsVersion }
  var isReadOnly: Bool { reply.isReadOnly }
  var columnNames: [String] { reply.columns }
  func columns() throws(DatabaseError) -> [Column] {
    connection.database.noteColumns()
    return reply.columns.map { Column(name: $0) }
  }

  func step() throws(DatabaseError) -> Bool {
    if !isRunning {
      try start()
      if !connection.database.capabilities.contains(.interleaving) { connection.reading = self }
    }
    if let failure = reply.failure, failure.row == next {
      endReading()
      connection.noteFailure()
      throw failure.error
    }
    guard next < reply.count else {
      if reply.further.isEmpty { endReading() }
      return false
    }
    cells = reply.row(next)
    next += 1
    connection.database.noteStep()
    return true
  }

  private func endReading() {
    if connection.reading === self { connection.reading = nil }
  }

  private func start() throws(DatabaseError) {
    isRunning = true
    next = 0
    if request.keyword == .insert { connection.database.noteKey() }
    reply = connection.database.reply(to: request.sql, request.keyword)
    let values = bound.isEmpty ? "" : " \(bound)"
    connection.note("run \(request.sql)\(values)")
    try connection.checkRuns()
    reply.began?()
    if let answer = reply.answer { reply = try answer(bound) }
    switch request.keyword {
    case .set: connection.isSessionChanged = true
    case .begin: connection.isInTransaction = true
    case .commit, .rollback: connection.isInTransaction = false
    default: break
    }
    if reply.beginsTransaction { connection.isInTransaction = true }
    if reply.endsTransaction { connection.isInTransaction = false }
    guard reply.waitsForCancel || reply.delay > .zero else { return }
    let tag = if case .text(let tag)? = bound.first { tag } else { request.sql }
    if try connection.run.take(reply, running: tag) {
      connection.noteFailure()
      throw DatabaseError(reply.interruption, "interrupted")
    }
  }

  func nextResult() throws(DatabaseError) -> Bool {
    guard !reply.further.isEmpty else { return false }
    var following = reply.further
    var second = following.removeFirst()
    second.further = following
    second.columnsVersion = reply.columnsVersion + 1
    reply = second
    next = 0
    return true
  }

  var warningCount: Int { isRunning ? reply.warnings.count : 0 }
  func warnings() throws(DatabaseError) -> [DatabaseWarning] {
    connection.note("warnings")
    return reply.warnings
  }

  func outcome() -> StatementOutcome { StatementOutcome(changed: reply.changed, lastID: reply.lastID) }

  func reset() {
    endReading()
    isRunning = false
    bound = bound.map { _ in .null }
  }

  func close() {
    if isClosed { connection.note("CLOSED TWICE \(request.sql)") }
    isClosed = true
    connection.note("finalize \(request.sql)")
    connection.database.noteHandle(-1)
  }

  /// The values that are bound.
  var values: [Value] { bound }
  func note(_ call: String) { connection.note(call) }

  // MARK: Binding

  func bindNull(at index: Int) { bound[index] = .null }
  func bind(_ value: Int64, at index: Int) { bound[index] = .int(value) }
  func bind(_ value: Double, at index: Int) { bound[index] = .double(value) }
  func bind(_ value: String, at index: Int) { bound[index] = .text(value) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bound[index] = .bytes(Array(bytes)) }
  func bind(_ value: Value, at index: Int) { bound[index] = value }

  // MARK: Reading

  func isNull(_ cell: Int) -> Bool { cells[cell].isNull }
  func int(_ cell: Int) -> Int64? { if case .int(let number) = cells[cell] { number } else { nil } }
  func double(_ cell: Int) -> Double? { if case .double(let number) = cells[cell] { number } else { nil } }
  func text(_ cell: Int) -> String? { if case .text(let text) = cells[cell] { text } else { nil } }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? {
    guard case .text(let text) = cells[cell] else { return nil }
    return lend(Array(text.utf8))
  }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? {
    guard case .bytes(let bytes) = cells[cell] else { return nil }
    return UnsafeRawBufferPointer(lend(bytes))
  }
  func value(_ cell: Int) -> Value { cells[cell] }

  private var memory: UnsafeMutableBufferPointer<UInt8>?
  private func lend(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    memory?.deallocate()
    let made = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = made.initialize(from: bytes)
    memory = made
    return UnsafeBufferPointer(made)
  }
  deinit { memory?.deallocate() }
}
