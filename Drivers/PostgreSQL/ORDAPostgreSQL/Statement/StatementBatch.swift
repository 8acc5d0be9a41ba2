internal import CPostgreSQL
internal import ORDA

/// The executions of one statement that are under way together.
struct StatementBatch {
  let prepared: PreparedText
  /// How the elements are sent as INSERTs of several rows; nil where each is sent by itself.
  var rows: BatchRows?
  /// The commands that were sent, the answered ones among them.
  var commands: [BatchCommand] = []
  /// The number of answered commands.
  var answeredCommands = 0
  /// How many elements were added.
  var added = 0
  /// How many have been answered.
  var answered = 0
  var changed = 0
  /// The error of the first element that failed; those behind it don't run.
  var failure: DatabaseError?
  /// How many bytes were sent since the answers were last looked at.
  var sentBytes = 0
  /// Whether an element before had JSON for a value, so that array types among the parameters are known.
  var bindsJSON = false
  /// True while the commands are under way.
  var isBegun = false
}

extension PostgreSQLStatement: ArrayBindingStatement {
  func beginBatch() -> Bool {
    guard isDescribed, request.lists.isEmpty else { return false }
    switch request.keyword {
    case .insert, .update, .delete, .merge: break
    default: return false
    }
    isBatch = true
    batch = nil
    return true
  }

  func addElement() throws(DatabaseError) {
    do throws(DatabaseError) {
      try add()
    } catch {
      try? endAnswers()
      forgetGroups()
      isBatch = false
      throw try connection.explained(error)
    }
    for index in bound.indices { bound[index] = .null }
  }

  private func add() throws(DatabaseError) {
    let index = batch?.added ?? 0
    if let bindFailure { throw failing(bindFailure, index) }
    let isReady = batch.map { connection.takes($0.prepared, bound) && bindsJSON == $0.bindsJSON } ?? false
    if !isReady { try change() }
    guard let prepared = batch?.prepared else { return }
    if batch?.failure != nil { return }
    if batch?.rows != nil { try collect(prepared) } else { try sendElement(prepared) }
    if let sentBytes = batch?.sentBytes, sentBytes > 1 << 15 {
      batch?.sentBytes = 0
      if PQsendFlushRequest(connection.handle) == 0 { throw connection.lost() }
      try takeAnswers(all: false)
      if batch?.rows?.isRefused == true {
        try endRoundTrip()
        try repeatOneByOne()
      }
      if let failure = batch?.failure { throw failure }
    }
  }

  private func sendElement(_ prepared: PreparedText) throws(DatabaseError) {
    encode(bound, prepared.parameters)
    let handle = connection.handle
    let isSent = sent.withPointers { count, values, lengths, formats in
      PQsendQueryPrepared(handle, prepared.name, count, values, lengths, formats, 1) == 1
    }
    if !isSent { throw connection.lost() }
    batch?.commands.append(.element)
    batch?.added += 1
    batch?.sentBytes += sent.size + 64
  }

  /// Begins to send; after a value that the server would not take, with the statement prepared anew for it.
  private func change() throws(DatabaseError) {
    let old = batch
    try endAnswers()
    let groups = batch?.rows != nil
    forgetGroups()
    if let failure = batch?.failure { throw failure }
    try connection.makeFree()
    keyColumn = nil
    let prepared: PreparedText
    do throws(DatabaseError) { prepared = try beginVerified(isFirst: old == nil) } catch {
      throw failing(error, old?.added ?? 0)
    }
    var batch = StatementBatch(prepared: prepared)
    batch.added = old?.added ?? 0
    batch.answered = batch.added
    batch.changed = self.batch?.changed ?? 0
    batch.isBegun = true
    if old == nil || groups { batch.rows = groupedRows(of: prepared, after: batch) }
    batch.bindsJSON = bindsJSON
    self.batch = batch
    connection.reading = self
  }

  /// How the elements are sent as INSERTs of several rows; nil if the statement can't be sent so.
  ///
  /// A savepoint needs a transaction, and an INSERT of several rows a name.
  private func groupedRows(of prepared: PreparedText, after batch: StatementBatch) -> BatchRows? {
    guard insertion != nil, connection.stands, connection.settings.prepares else { return nil }
    let insert = MultiRowInsert(prepared.sql, dialect: PostgreSQLDialect.dialect)
    var rows = BatchRows(insert, parameterCount: prepared.parameters.count)
    rows?.safe = (batch.answered, batch.changed)
    return rows
  }

  /// Begins a round trip in which the statement has the parameter types that its columns have now.
  private func beginVerified(isFirst: Bool) throws(DatabaseError) -> PreparedText {
    if isFirst, prepared?.hasGivenTypes == true { forget() }
    for _ in 0..<Self.mostDescriptions {
      try makeReady(returningKeys: false)
      guard let prepared else { throw DatabaseError(.misuse, "the statement was closed") }
      guard let fresh = try connection.beginPipeline(connection.preludes(), verifying: prepared) else {
        return prepared
      }
      use(fresh)
    }
    throw Self.changingTables(sql)
  }

  func endBatch() throws(DatabaseError) -> Int {
    defer {
      isBatch = false
      forgetGroups()
      batch = nil
      // Alone, an INSERT returns its key again.
      if insertion != nil { forget() }
    }
    try endAnswers()
    if let failure = batch?.failure { throw try connection.explained(failure) }
    return batch?.changed ?? 0
  }

  /// Ends what is under way, and takes all answers.
  private func endAnswers() throws(DatabaseError) {
    guard batch?.isBegun == true else { return }
    try endGroups()
    try sendCommitQuery()
    try endRoundTrip()
    guard batch?.rows?.isRefused == true, batch?.failure == nil else { return }
    try repeatOneByOne()
    try sendCommitQuery()
    try endRoundTrip()
  }

  private func sendCommitQuery() throws(DatabaseError) {
    if let query = connection.commitQuery(behind: request), !connection.sendAlong(query) { throw connection.lost() }
  }

  private func endRoundTrip() throws(DatabaseError) {
    guard PQpipelineSync(connection.handle) == 1 else { throw connection.lost() }
    try takeAnswers(all: true)
    batch?.isBegun = false
    connection.reading = nil
    try connection.endPipeline()
  }

  /// Takes the answers that have come, or waits for all.
  func takeAnswers(all: Bool) throws(DatabaseError) {
    let handle = connection.handle
    // Between two results there may be an end of one command.
    var ends = 0
    while let batch, batch.answeredCommands < batch.commands.count {
      if !all {
        if PQflush(handle) > 0 { try connection.awaitInput() }
        if PQconsumeInput(handle) == 0 { throw connection.lost() }
        if PQisBusy(handle) != 0 {
          // What is sent has gone, and no answer is there yet.
          if PQflush(handle) == 0 { return }
          continue
        }
      }
      guard let result = try connection.nextResult() else {
        ends += 1
        if ends > 16 { throw connection.incompleteAnswers() }
        continue
      }
      ends = 0
      if PQresultStatus(result) == PGRES_PIPELINE_SYNC {
        PQclear(result)
        throw connection.incompleteAnswers()
      }
      note(result)
      PQclear(result)
      while let more = try connection.nextResult() { PQclear(more) }
      self.batch?.answeredCommands += 1
    }
    batch?.commands.removeAll(keepingCapacity: true)
    batch?.answeredCommands = 0
  }

  private func note(_ result: OpaquePointer) {
    guard let batch, batch.failure == nil, batch.rows?.isRefused != true else { return }
    let command = batch.commands[batch.answeredCommands]
    if let error = connection.error(in: result, sql: sql) {
      switch command {
      case .rows where error.mayNameRow, .other where error.mayNameRow: self.batch?.rows?.isRefused = true
      default: self.batch?.failure = failing(error, batch.answered)
      }
      return
    }
    switch command {
    case .element:
      self.batch?.answered += 1
      self.batch?.changed += max(0, Int(orda_pq_count(result)))
    case .rows(let count):
      self.batch?.answered += count
      self.batch?.changed += max(0, Int(orda_pq_count(result)))
    case .savepoint(let groups):
      self.batch?.rows?.kept.removeFirst(groups)
      self.batch?.rows?.safe = (batch.answered, batch.changed)
    case .other: break
    }
  }

  private func failing(_ error: DatabaseError, _ index: Int) -> DatabaseError {
    var error = error.naming(statement: sql)
    if error.kind != .connectionLost, error.kind != .cancelled, error.kind != .timeout { error.batchIndex = index }
    return error
  }
}

extension DatabaseError {
  /// Whether one row may have caused the error. A lost connection and a limit end the batch, and so do conflicts of transactions.
  fileprivate var mayNameRow: Bool {
    guard let sqlState, kind != .connectionLost, kind != .cancelled, kind != .timeout else { return false }
    return !sqlState.hasPrefix("40") && !sqlState.hasPrefix("57") && !sqlState.hasPrefix("53")
  }
}
