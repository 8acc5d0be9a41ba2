internal import CPostgreSQL
internal import ORDA

/// The executions of one statement that are under way together.
struct StatementBatch {
  let prepared: PreparedText
  /// How many elements were added.
  var added = 0
  /// How many have been answered.
  var answered = 0
  var changed = 0
  /// The error of the first element that failed; those behind it don't run.
  var failure: DatabaseError?
  /// How many bytes were sent since the answers were last looked at.
  var sentBytes = 0
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
      isBatch = false
      throw try connection.explained(error)
    }
    for index in bound.indices { bound[index] = .null }
  }

  private func add() throws(DatabaseError) {
    let index = batch?.added ?? 0
    if let bindFailure { throw failing(bindFailure, index) }
    if let prepared = batch?.prepared, connection.takes(prepared, bound) {} else { try change() }
    guard let prepared = batch?.prepared else { return }
    if batch?.failure != nil { return }
    encode(bound, prepared.parameters)
    let handle = connection.handle
    let isSent = sent.withPointers { count, values, lengths, formats in
      PQsendQueryPrepared(handle, prepared.name, count, values, lengths, formats, 1) == 1
    }
    if !isSent { throw connection.lost() }
    batch?.added += 1
    batch?.sentBytes += sent.size + 64
    if let sentBytes = batch?.sentBytes, sentBytes > 1 << 15 {
      batch?.sentBytes = 0
      if PQsendFlushRequest(handle) == 0 { throw connection.lost() }
      try takeAnswers(all: false)
      if let failure = batch?.failure { throw failure }
    }
  }

  /// Begins to send; after a value that the server would not take, with the statement prepared anew for it.
  private func change() throws(DatabaseError) {
    let old = batch
    try endAnswers()
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
    self.batch = batch
    connection.reading = self
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
    if let query = connection.commitQuery(behind: request), !connection.sendAlong(query) {
      throw connection.lost()
    }
    guard PQpipelineSync(connection.handle) == 1 else { throw connection.lost() }
    try takeAnswers(all: true)
    batch?.isBegun = false
    connection.reading = nil
    try connection.endPipeline()
  }

  /// Takes the answers that have come, or waits for all.
  private func takeAnswers(all: Bool) throws(DatabaseError) {
    let handle = connection.handle
    // Between two results there may be an end of one command.
    var ends = 0
    while let batch, batch.answered < batch.added {
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
      self.batch?.answered += 1
    }
  }

  private func note(_ result: OpaquePointer) {
    guard let answered = batch?.answered else { return }
    if let error = connection.error(in: result, sql: sql) {
      if batch?.failure == nil { batch?.failure = failing(error, answered) }
      return
    }
    batch?.changed += max(0, Int(orda_pq_count(result)))
  }

  private func failing(_ error: DatabaseError, _ index: Int) -> DatabaseError {
    var error = error.naming(statement: sql)
    if error.kind != .connectionLost, error.kind != .cancelled, error.kind != .timeout { error.batchIndex = index }
    return error
  }
}
