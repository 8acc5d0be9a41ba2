internal import CMariaDB
internal import ORDA

/// A statement that the server has prepared.
///
/// Its rows are read in the packet that the library received: nothing is bound, and nothing is copied. If another
/// statement has to run meanwhile, the remaining rows are fetched first; see ``keepRest()``.
final class MariaDBStatement: DriverStatement, UnreadStatement {
  let connection: MariaDBConnection
  let sql: String
  let keyword: StatementKeyword
  var handle: UnsafeMutablePointer<MYSQL_STMT>
  let parameterCount: Int
  /// False if the server did not get the text yet.
  @exclusivity(unchecked) var isPrepared = true
  /// How long the next execution may take on the server.
  @exclusivity(unchecked) var limit: Duration?
  /// The limit in the text that the server has prepared.
  @exclusivity(unchecked) var preparedLimit: Duration?
  /// When the execution with a limit began.
  var limitStart: ContinuousClock.Instant?
  @exclusivity(unchecked) var bound: BoundParameters
  /// What was wrong with a bound value; the first step throws it.
  @exclusivity(unchecked) var bindFailure: DatabaseError?
  @exclusivity(unchecked) private(set) var kinds: [ColumnKind] = []
  /// The columns whose cells are checked before they are read.
  var checkedColumns: [Int] = []
  private(set) var columnsVersion = 0
  private var knownColumns: (version: Int, columns: [Column])?
  @exclusivity(unchecked) private var state = State.fresh
  /// How many rows of the result have been read.
  private(set) var rowCount = 0
  /// True if rows were fetched at once, and take memory.
  private var hasStored = false
  /// The current row, if another statement has run since it was read.
  @exclusivity(unchecked) private var keptRow: [UnsafeMutableRawPointer] = []
  var generation: Int
  /// The running batch, by arrays.
  @exclusivity(unchecked) var batch: MariaDBBatch?
  @exclusivity(unchecked) var warningCount = 0
  /// Warnings that had to be fetched before they were wanted.
  var keptWarnings: [DatabaseWarning]?
  /// True while a value is sent in parts, which the server keeps for the execution.
  var sendsParts = false
  /// Set if the server turned out not to run this statement for arrays.
  var refusesArrays = false
  /// What it may leave in the session without the server reporting it.
  private let untold: UntoldChanges

  private enum State {
    case fresh
    /// Rows are on their way, and nothing else may be sent.
    case reading
    /// All rows are here.
    case stored
    /// A result has ended, and another is on its way.
    case between
    case done
  }

  init(_ sql: String, keyword: StatementKeyword, connection: MariaDBConnection) throws(DatabaseError) {
    self.sql = sql
    self.keyword = keyword
    self.connection = connection
    untold = UntoldChanges(keyword, sql)
    generation = connection.generation
    handle = try Self.prepared(sql, of: sql, on: connection)
    parameterCount = Int(mysql_stmt_param_count(handle))
    bound = BoundParameters(count: parameterCount)
    readKinds()
    connection.note(self)
  }

  /// A statement that the server gets when it is first run.
  init(
    _ sql: String, keyword: StatementKeyword, parameterCount: Int, connection: MariaDBConnection,
    handle: UnsafeMutablePointer<MYSQL_STMT>
  ) {
    self.sql = sql
    self.keyword = keyword
    self.connection = connection
    untold = UntoldChanges(keyword, sql)
    self.handle = handle
    self.parameterCount = parameterCount
    generation = connection.generation
    bound = BoundParameters(count: parameterCount)
    isPrepared = false
    connection.note(self)
  }

  deinit { freeKeptRow() }

  static func prepared(
    _ text: String, of sql: String, on connection: MariaDBConnection
  ) throws(DatabaseError) -> UnsafeMutablePointer<MYSQL_STMT> {
    try checkLength(of: text, connection)
    try connection.makeFree()
    guard let handle = mysql_stmt_init(connection.handle) else {
      throw DatabaseError(.outOfMemory, "there is no memory for a statement", sql: sql)
    }
    if orda_mariadb_prepare(handle, connection.methods, text, UInt(text.utf8.count)) != 0 {
      let error = MariaDBErrors.error(of: handle, sql: sql)
      mysql_stmt_close(handle)
      if error.isOfFullServer, connection.makeRoom() { return try prepared(text, of: sql, on: connection) }
      throw connection.noteError(error)
    }
    return handle
  }

  // MARK: Running

  func step() throws(DatabaseError) -> Bool {
    switch state {
    case .fresh:
      try begin()
      return state == .done ? false : try fetch()
    case .reading, .stored: return try fetch()
    case .between, .done: return false
    }
  }

  private func begin() throws(DatabaseError) {
    if let failure = bindFailure {
      bindFailure = nil
      throw failure
    }
    guard bound.size < connection.session.largestContent else {
      throw connection.session.tooLong("the values have \(bound.size) bytes", sql: sql)
    }
    try makeReady(toRun: true)
    if limit != nil { noteLimit() } else if !keyword.mayRead { connection.tellLimit() }
    connection.note(untold)
    if keyword == .setTransaction { connection.session.hasNextIsolation = true }
    connection.commitMayBegin(keyword, callsRoutine: untold.mayLock)
    do throws(DatabaseError) {
      try execute(again: true)
    } catch {
      connection.commitMayHaveEnded(nil)
      throw error
    }
    rowCount = 0
    if descriptions != connection.methods.pointee.descriptions { readKinds() }
    if limit != nil { connection.hasUntoldLimit = !kinds.isEmpty && connection.tracksSession }
    if kinds.isEmpty {
      noteWarnings(mysql_warning_count(connection.handle))
      noteSession(connection.handle.pointee.server_status)
      endReading()
      if state == .done {
        connection.commitMayHaveEnded(connection.answeredTransaction)
        if untold.hasPassingValues { makeSessionSure() }
      }
      try checkStopped()
      return
    }
    state = .reading
    connection.reading = self
    if connection.settings.fetchMode == .store, !hasMoreResults { try keepRest() }
  }

  func nextResult() throws(DatabaseError) -> Bool {
    while state == .between {
      let code = mysql_stmt_next_result(handle)
      if code > 0 {
        let error = reportedError
        state = .done
        connection.reading = nil
        throw connection.noteError(error, of: keyword, hadLimit: limit != nil)
      }
      rowCount = 0
      readKinds()
      if code == 0, !kinds.isEmpty {
        state = .reading
        return true
      }
      // An answer without columns is the answer to the statement as a whole.
      noteWarnings(mysql_warning_count(connection.handle))
      noteSession(connection.handle.pointee.server_status)
      endReading()
      if state == .done {
        connection.commitMayHaveEnded(connection.answeredTransaction)
        if untold.hasPassingValues { makeSessionSure() }
      }
    }
    return false
  }

  /// Makes the server run the statement; prepares it again if its table has changed.
  private func execute(again: Bool) throws(DatabaseError) {
    guard isPrepared else {
      if try executeDirectly() { return }
      return try failed(again: again)
    }
    if bound.isChanged, parameterCount > 0 {
      mysql_stmt_bind_param(handle, bound.binds)
      bound.isChanged = false
    }
    if orda_mariadb_execute(handle, connection.methods) == 0 { return }
    try failed(again: again)
  }

  private func failed(again: Bool) throws(DatabaseError) {
    let error = reportedError
    guard error.isOfStaleStatement, again else {
      state = .done
      // An error does not say what was done before it.
      if keyword == .call || keyword == .block {
        connection.isSessionChanged = true
        connection.session.isUnsure = true
      }
      throw connection.noteError(error, of: keyword, hadLimit: limit != nil)
    }
    // The rows of the new shape are on their way; they go with the old handle.
    try prepareAnew()
    try execute(again: false)
  }

  private func fetch() throws(DatabaseError) -> Bool {
    let code = mysql_stmt_fetch(handle)
    if code == 0 {
      rowCount &+= 1
      if !checkedColumns.isEmpty { try checkCells() }
      return true
    }
    if code == MYSQL_NO_DATA, state == .reading {
      noteWarnings(orda_mariadb_warnings_at_end(connection.handle))
      noteEndOfRows()
    }
    let failure: DatabaseError? =
      switch code {
      case MYSQL_NO_DATA: nil
      case MYSQL_DATA_MALFORMED:
        DatabaseError(.protocolViolation, "the server sent a row whose cells do not lie within it", sql: sql)
      default: reportedError
      }
    // Nothing follows an error, though the library relies on what was announced before.
    if failure != nil { connection.forgetFurtherResults() }
    endReading()
    let noted = failure.map { connection.noteError($0, of: keyword, hadLimit: limit != nil) }
    if state == .done, keyword != .call {
      connection.commitMayHaveEnded(failure == nil ? connection.lastTransaction : nil)
    }
    if let noted { throw noted }
    try checkStopped()
    return false
  }

  private func endReading() {
    if state != .stored, hasMoreResults {
      state = .between
      connection.reading = self
      return
    }
    if connection.reading === self { connection.reading = nil }
    connection.restoreStatus()
    state = .done
  }

  /// Frees rows that were fetched at once. The library believes that a result not read to its end is still on its way,
  /// and would wait for it, or discard another statement's rows.
  private func forgetStored() {
    hasStored = false
    while mysql_stmt_fetch(handle) == 0 {}
    // The library frees the memory only for a result that is not at its end; and it believes that an empty one is still
    // on its way.
    if connection.reading == nil, handle.pointee.result.data != nil {
      mysql_stmt_data_seek(handle, 0)
      mysql_stmt_free_result(handle)
    }
    connection.restoreStatus()
  }

  /// A stopped statement may end as if it had succeeded, with a row too many or some too few.
  private func checkStopped() throws(DatabaseError) {
    guard connection.interrupter.isCancelled || isBeyondLimit else { return }
    switch keyword {
    case .insert, .update, .delete, .replace, .load:
      guard connection.interrupter.isCancelled, !connection.isInTransaction, connection.waitsForReplicas else { return }
      throw DatabaseError(
        .commitUnknown,
        "the server was stopped while it waited for a replica, and committed; whether a replica has the changes is not known",
        sql: sql)
    default: throw restated(DatabaseError(.cancelled, "the statement was stopped", sql: sql))
    }
  }

  func outcome() -> StatementOutcome {
    switch keyword {
    case .insert, .replace: return insertOutcome()
    case .call, .block:
      return StatementOutcome(changed: kinds.isEmpty ? affected : nil, lastID: nil)
    case .update: return StatementOutcome(changed: affected ?? rowCount, lastID: updatedKey)
    case .delete, .load: return StatementOutcome(changed: affected ?? rowCount, lastID: nil)
    default:
      return StatementOutcome(changed: kinds.isEmpty ? 0 : nil, lastID: nil)
    }
  }

  func reset() {
    if state == .reading || state == .between { connection.abandon(self) }
    if hasStored { forgetStored() }
    if !keptRow.isEmpty { freeKeptRow() }
    if parameterCount > 0 { bound.reset() }
    if bindFailure != nil { bindFailure = nil }
    if batch != nil { batch = nil }
    sendsParts = false
    if limit != nil { setTimeLimit(nil) }
    if warningCount != 0 {
      warningCount = 0
      keptWarnings = nil
    }
    state = .fresh
    if connection.reading == nil { connection.commitMayHaveEnded(connection.lastTransaction) }
  }

  func close() {
    if state == .reading || state == .between { connection.abandon(self) }
    connection.forget(self)
    connection.close(handle)
  }

  /// True if it is prepared, and is neither run, nor read, nor sent a value in parts.
  var isIdle: Bool {
    isPrepared && state == .fresh && batch == nil && !sendsParts && generation == connection.generation
  }

  // MARK: Reading beside others

  /// Fetches the remaining rows, so that the connection is free for another statement. The current row stays.
  func keepRest() throws(DatabaseError) {
    guard state == .reading || state == .between else { return }
    if connection.settings.fetchMode == .stream {
      throw DatabaseError(
        .misuse, "rows are still being read, and fetch=stream keeps none; read them to their end first: \(sql)")
    }
    guard !hasMoreResults else {
      throw DatabaseError(
        .misuse, "a statement that gives several results is being read; read it to its end first: \(sql)")
    }
    keepRow()
    let code = mysql_stmt_store_result(handle)
    hasStored = true
    if connection.reading === self { connection.reading = nil }
    state = .stored
    if code != 0 {
      state = .done
      throw connection.noteError(reportedError)
    }
    noteSession(atEndOfRows: connection.handle.pointee.server_status)
    try keepWarnings(mysql_warning_count(connection.handle))
  }

  /// Notes what an answer reports about the session.
  @inline(__always)
  func noteSession(_ status: UInt32) {
    // To the server the statement's own limit is a change, which it undoes. Calling a procedure may have made others.
    if limit == nil || keyword == .call || keyword == .block {
      connection.noteSession(status: status, hasPassingValues: untold.hasPassingValues)
    }
  }

  /// Asks for values that were reported only in passing, unless that would lose the warnings: then the next transaction
  /// does.
  private func makeSessionSure() {
    if connection.session.isUnsure, warningCount == 0 { try? connection.makeSure() }
  }

  /// Notes what the end of rows read one by one reports: about the session, and whether the transaction still stands.
  func noteEndOfRows() { noteSession(atEndOfRows: orda_mariadb_note_status_at_end(connection.handle)) }

  /// Notes what the end of rows reports about the session: only that something changed. After a statement that writes
  /// this is a variable or the like, which a trigger set. But outside a transaction, if the server has a log, it is
  /// most likely the name of the transaction that the statement committed.
  private func noteSession(atEndOfRows status: UInt32) {
    if status & UInt32(SERVER_SESSION_STATE_CHANGED) == 0 { return }
    switch keyword {
    case .insert, .update, .delete, .replace:
      if status & UInt32(SERVER_STATUS_IN_TRANS) == 0, connection.session.hasLog { return }
    default: break
    }
    if limit == nil || keyword == .call || keyword == .block {
      connection.isSessionChanged = true
      connection.session.isUnsure = true
    }
  }

  /// What the library has just reported about the statement.
  var reportedError: DatabaseError { restated(MariaDBErrors.error(of: handle, sql: sql)) }

  /// True if more results follow the current one.
  var hasMoreResults: Bool { mysql_stmt_more_results(handle) != 0 }

  /// Copies the current row out of the library's buffer, which the next answer overwrites.
  private func keepRow() {
    guard rowCount > 0 else { return }
    freeKeptRow()
    for index in kinds.indices {
      let column = UInt32(truncatingIfNeeded: index)
      guard let cell = orda_mariadb_cell(handle, column) else { continue }
      let size = cellSize(cell, index)
      let copy = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 1)
      copy.copyMemory(from: cell, byteCount: size)
      keptRow.append(copy)
      orda_mariadb_set_cell(handle, column, copy.assumingMemoryBound(to: UInt8.self))
    }
  }

  private func freeKeptRow() {
    for cell in keptRow { cell.deallocate() }
    keptRow = []
  }

  // MARK: Columns

  var isReadOnly: Bool {
    var sql = sql
    return keyword.mayRead && sql.withUTF8 { SQLBytes($0).isPureQuery }
  }
  var columnCount: Int {
    describe()
    return kinds.count
  }
  var columnNames: [String] {
    describe()
    return fields.map { $0.name.map { String(cString: $0) } ?? "" }
  }

  func columns() throws(DatabaseError) -> [Column] {
    try prepare()
    if let knownColumns, knownColumns.version == columnsVersion { return knownColumns.columns }
    let columns = fields.map(Column.init(mariadb:))
    knownColumns = (columnsVersion, columns)
    return columns
  }

  var fields: UnsafeBufferPointer<MYSQL_FIELD> {
    UnsafeBufferPointer(start: handle.pointee.fields, count: Int(mysql_stmt_field_count(handle)))
  }

  /// Types may change with each execution: a parameter's, and a table's.
  func readKinds() {
    descriptions = connection.methods.pointee.descriptions
    let fields = fields
    var isSame = fields.count == kinds.count && changes == connection.methods.pointee.changes
    changes = connection.methods.pointee.changes
    if isSame {
      for index in fields.indices where isSame { isSame = knownTypes[index] == FieldType(fields[index]) }
    }
    if isSame { return }
    kinds = fields.map { ColumnKind($0) }
    knownTypes = fields.map { FieldType($0) }
    checkedColumns = kinds.indices.filter { kinds[$0].isChecked }
    columnsVersion &+= 1
  }

  private var knownTypes: [FieldType] = []
  /// How many answers had described columns when the kinds were read: these hold until there are more.
  private var descriptions = UInt.max
  /// The connection's count of changed column descriptions when the kinds were read.
  private var changes: UInt = 0

  /// What decides a column's kind.
  private struct FieldType: Equatable {
    let type: UInt32
    let flags: UInt32
    let charset: UInt32

    init(_ field: MYSQL_FIELD) {
      type = field.type.rawValue
      flags = field.flags
      charset = field.charsetnr
    }
  }
}

extension DatabaseError {
  /// True if the server's statement is for the tables as they were; it has to be prepared again.
  var isOfStaleStatement: Bool {
    vendorCode == Int(CR_NEW_STMT_METADATA) || vendorCode == Int(ER_NEED_REPREPARE)
  }
}
