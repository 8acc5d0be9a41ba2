internal import CPostgreSQL
internal import ORDA

/// A statement on one connection. The first execution prepares it, when the bound values are known: with a name, or in each
/// execution without a name if the URL says `prepare=off`.
final class PostgreSQLStatement: UnreadStatement {
  let connection: PostgreSQLConnection
  /// The text that the core gave.
  let request: PrepareRequest
  var sql: String { request.sql }
  let parameterCount: Int
  /// Whether the server describes the statement before it runs. Utility statements without parameters are sent as they are, and so
  /// are statements with too many parameters.
  let isDescribed: Bool
  /// What an INSERT says of the key that it makes; nil for anything else, and where it returns rows itself.
  let insertion: Insertion?
  /// What it may leave in the session; nil for nothing.
  let words: SessionWords?
  @exclusivity(unchecked) var prepared: PreparedText?
  /// The column whose value an INSERT returns unasked.
  @exclusivity(unchecked) var keyColumn: KeyColumn?
  /// The column that the prepared text returns.
  @exclusivity(unchecked) var preparedKey: KeyColumn?
  /// When the column was asked for, by the connection's count.
  @exclusivity(unchecked) var keyEpoch = -1

  // MARK: Bound
  @exclusivity(unchecked) var bound: [BoundValue] = []
  @exclusivity(unchecked) var boundLists: [Int: ValueList] = [:]
  /// The types of lists' columns that the server was asked for, by the lists' parameters.
  var learnedListTypes: [Int: [String?]] = [:]
  /// True once the server refused a list as an array: then each value is a parameter.
  var writesListsOut = false
  @exclusivity(unchecked) var bindFailure: DatabaseError?
  /// Whether a value was JSON, which becomes an array for a parameter of an array type.
  @exclusivity(unchecked) var bindsJSON = false
  let sent = SentParameters()

  // MARK: Running
  enum Phase { case idle, reading, done }
  @exclusivity(unchecked) var phase = Phase.idle
  /// How long the next execution may take; nil for any time.
  @exclusivity(unchecked) var limit: Duration?
  /// True while several commands are under way together.
  @exclusivity(unchecked) var isPipelined = false
  /// True while one of them does more than serve this statement.
  @exclusivity(unchecked) var hasCompany = false
  /// True once it was prepared again, since its tables had changed.
  @exclusivity(unchecked) var ranAnew = false
  /// The result that holds the current row.
  @exclusivity(unchecked) var result: OpaquePointer?
  @exclusivity(unchecked) var row: Int32 = 0
  @exclusivity(unchecked) var rowCount: Int32 = 0
  /// True until the shape of the rows was compared with what the server had described.
  @exclusivity(unchecked) var isShapeUnknown = true
  /// The columns of the rows that come now.
  @exclusivity(unchecked) var columnsNow: [ResultColumn] = []
  @exclusivity(unchecked) var shapes: [CellShape] = []
  /// Where the cells of the current row lie, in the result that holds it; without an address for NULL, and on no row.
  @exclusivity(unchecked) var cells: [UnsafeRawBufferPointer] = []
  @exclusivity(unchecked) var kinds: [ColumnKind] = []
  @exclusivity(unchecked) var isBinary = true
  @exclusivity(unchecked) var changed: Int?
  @exclusivity(unchecked) var lastID: Int64?
  /// The column of the returned key, if it isn't the expected column.
  var strangeKey: ColumnPlace?
  var columnsVersion = 0
  /// The batch under way.
  @exclusivity(unchecked) var batch: StatementBatch?
  @exclusivity(unchecked) var isBatch = false

  init(_ request: PrepareRequest, on connection: PostgreSQLConnection) throws(DatabaseError) {
    self.connection = connection
    self.request = request
    insertion = request.keyword == .insert ? Insertion(request.sql, dialect: connection.dialect) : nil
    let words = SessionWords(request.sql, request.keyword)
    self.words = words.isEmpty ? nil : words
    let count = request.deferrableParameterCount
    if let count {
      parameterCount = count
    } else {
      parameterCount = try PostgreSQLDialect.parameterCount(of: request.sql)
    }
    isDescribed =
      !(count ?? 0 == 0 && request.keyword.isUtility)
      && parameterCount <= PostgreSQLDialect.mostDescribedParameters
    try PostgreSQLDialect.check(parameterCount: parameterCount, of: request.sql)
    bound = Array(repeating: .null, count: parameterCount)
    if count == nil { try prepare() }
  }

  /// Columns that were not asked for are not shown.
  var columnCount: Int {
    describe()
    return keyColumn == nil ? columnsNow.count : 0
  }

  var columnNames: [String] {
    describe()
    return keyColumn == nil ? columnsNow.map(\.name) : []
  }

  /// Whoever asks for columns needs them before the first row; running it throws what is wrong with the text.
  private func describe() {
    if isDescribed, prepared == nil, phase == .idle, connection.reading == nil { try? prepare() }
  }

  /// Has the server describe the text, for whoever asks before it is run.
  func prepare() throws(DatabaseError) {
    guard isDescribed, prepared == nil, phase == .idle, !connection.isAborted else { return }
    if !request.lists.isEmpty { try checkLists() }
    try findKeyColumn()
    let prepared = try connection.prepareUnbound(try text(), parameterCount: parameterCount + extraParameterCount)
    self.prepared = prepared
    preparedKey = keyColumn
    note(prepared.columns, isBinary: prepared.isBinary)
  }

  func note(_ columns: [ResultColumn], isBinary: Bool) {
    self.isBinary = isBinary
    if columns == columnsNow { return }
    columnsVersion += 1
    columnsNow = columns
    kinds = columns.map(\.kind)
    shapes = columns.map { CellShape($0) }
    cells = kinds.map { _ in nothing }
  }

  // MARK: Rows

  func step() throws(DatabaseError) -> Bool {
    if row + 1 < rowCount {
      row += 1
      try findCells()
      return true
    }
    switch phase {
    case .idle: try begin()
    case .reading: break
    case .done: return false
    }
    return try nextRow()
  }

  /// The first row of the next result that has some.
  private func nextRow() throws(DatabaseError) -> Bool {
    releaseResult()
    do throws(DatabaseError) {
      while let next = try connection.nextResult() {
        guard try take(next) else { continue }
        try findCells()
        return true
      }
    } catch {
      try runAnew(after: error)
      return try nextRow()
    }
    try finish()
    return false
  }

  /// Looks at a result; true if it has rows to be read.
  private func take(_ next: OpaquePointer) throws(DatabaseError) -> Bool {
    if orda_pq_is_some_rows(next) != 0 || (PQresultStatus(next) == PGRES_TUPLES_OK && PQntuples(next) > 0) {
      result = next
      row = 0
      rowCount = PQntuples(next)
      if isShapeUnknown { try checkShape(of: next) }
      if keyColumn == nil { return rowCount > 0 }
      try noteKeys()
      releaseResult()
      return false
    }
    defer { PQclear(next) }
    try connection.refuseCopying(next)
    if let error = connection.error(in: next, sql: sql) { throw error }
    noteOutcome(of: next)
    return false
  }

  /// The end of the answer.
  private func finish() throws(DatabaseError) {
    phase = .done
    connection.reading = nil
    if isPipelined {
      isPipelined = false
      do throws(DatabaseError) { try connection.endPipeline() } catch {
        throw try explained(error)
      }
    } else {
      connection.noteTransaction()
      connection.commitMayHaveEnded()
      do throws(DatabaseError) { try connection.checkReplication() } catch { throw error.naming(statement: sql) }
    }
    if strangeKey != nil { try checkKey() }
  }

  /// Takes what is left of the answer, and throws it away.
  ///
  /// - Parameter time: For how long, from the first wait on; nil for as long as it takes.
  /// - Returns: False if that was too short.
  @discardableResult
  func drain(within time: Duration? = nil) throws(DatabaseError) -> Bool {
    guard connection.reading === self else { return true }
    releaseResult()
    var deadline: ContinuousClock.Instant?
    var count = 0
    while true {
      count += 1
      // What has come already is taken without looking at the clock, but not for ever.
      if let time, count % 64 == 0 || PQisBusy(connection.handle) != 0 {
        let end = deadline ?? .now + time
        deadline = end
        guard try connection.hasInput(until: end) else { return false }
      }
      guard let next = try connection.nextResult() else { break }
      try? connection.refuseCopying(next)
      let isLost = PQstatus(connection.handle) != CONNECTION_OK
      PQclear(next)
      if isLost { throw connection.lost() }
    }
    try finish()
    return true
  }

  func releaseResult() {
    guard let held = result else { return }
    for index in 0..<cells.count { cells[index] = nothing }
    PQclear(held)
    result = nil
    row = 0
    rowCount = 0
  }

  // MARK: The end

  func outcome() -> StatementOutcome { StatementOutcome(changed: changed, lastID: lastID) }

  func reset() {
    if connection.reading === self { connection.abandon(self) }
    releaseResult()
    phase = .idle
    limit = nil
    ranAnew = false
    changed = nil
    lastID = nil
    bindFailure = nil
    sent.releaseLarge()
    for index in bound.indices { bound[index] = .null }
    if !boundLists.isEmpty { boundLists = [:] }
  }

  func close() {
    if connection.reading === self { connection.abandon(self) }
    releaseResult()
    forget()
  }

  /// The server's statement is no longer needed.
  func forget() {
    if let prepared {
      connection.names.forget(prepared.name)
      if case .named(let name) = prepared.typeGuard { connection.names.forget(name) }
    }
    prepared = nil
  }

  deinit { if let result { PQclear(result) } }
}

/// Where nothing lies.
var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

extension StatementKeyword {
  /// True for statements that the server does not plan: they return no rows, or only texts.
  var isUtility: Bool {
    switch self {
    case .create, .alter, .drop, .rename, .truncate, .begin, .commit, .rollback, .savepoint, .release, .set,
      .setTransaction, .grant, .revoke, .analyze, .vacuum, .reindex, .show, .explain, .lockTables:
      true
    default: false
    }
  }
}
