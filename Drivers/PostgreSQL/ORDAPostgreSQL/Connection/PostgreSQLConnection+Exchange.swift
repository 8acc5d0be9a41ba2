internal import CPostgreSQL
internal import ORDA
internal import ORDAThreads

/// What a connection sends, and how it takes the answers.
extension PostgreSQLConnection {
  /// What has to run before the next statement, in the same round trip.
  func preludes() -> [String] { protection.texts }

  /// Runs a text that returns no rows that matter: one statement, or several.
  func run(_ sql: String) throws(DatabaseError) {
    try makeFree()
    let preludes = preludes()
    try send(preludes.isEmpty ? sql : (preludes + [sql]).joined(separator: ";"))
    protection.ran()
    try finish(sql)
  }

  /// Runs a text as it is.
  func runAlone(_ sql: String) throws(DatabaseError) {
    try makeFree()
    try send(sql)
    try finish(sql)
  }

  private func send(_ sql: String) throws(DatabaseError) {
    notices.removeAll()
    if PQsendQuery(handle, sql) == 0 { throw lost() }
  }

  /// Takes all answers, and throws the first error among them.
  func finish(_ sql: String?) throws(DatabaseError) {
    var failure: DatabaseError?
    while let result = try nextResult() {
      do throws(DatabaseError) { try refuseCopying(result) } catch { failure = failure ?? error }
      failure = failure ?? error(in: result, sql: sql)
      PQclear(result)
    }
    noteTransaction()
    if let failure { throw failure }
    try checkReplication()
  }

  /// Throws `commitUnknown` if the server committed without waiting for its standby.
  func checkReplication() throws(DatabaseError) {
    guard notices.hasUnreplicatedCommit else { return }
    notices.removeAll()
    throw DatabaseError(
      .commitUnknown,
      "the server stopped waiting for a standby, and committed; whether the standby has the changes is not known")
  }

  /// Runs what has to run before a statement that can't be sent together with it.
  func runPreludes(_ preludes: [String]) throws(DatabaseError) {
    try send(preludes.joined(separator: ";"))
    try finish(nil)
    protection.ran()
  }

  /// The tag that the server gives a text when it is done: COMMIT, or ROLLBACK where that became of it.
  ///
  /// - Parameter each: Called with each result.
  func tag(of sql: String, each: (OpaquePointer) -> Void = { _ in }) throws(DatabaseError) -> String {
    try makeFree()
    try send(sql)
    var tag = ""
    var failure: DatabaseError?
    while let result = try nextResult() {
      do throws(DatabaseError) { try refuseCopying(result) } catch { failure = failure ?? error }
      failure = failure ?? error(in: result, sql: sql)
      tag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
      each(result)
      PQclear(result)
    }
    noteTransaction()
    if let failure { throw failure }
    try checkReplication()
    return tag
  }

  /// Runs a statement with values, all as texts, and keeps its rows.
  func texts(_ sql: String, _ values: [String?] = []) throws(DatabaseError) -> [[String?]] {
    try makeFree()
    let preludes = preludes()
    if !preludes.isEmpty { try runPreludes(preludes) }
    let parameters = SentParameters()
    for value in values {
      if let value { parameters.append(text: Array(value.utf8)) } else { parameters.appendNull() }
    }
    let isSent = parameters.withPointers { count, values, lengths, formats in
      PQsendQueryParams(handle, sql, count, nil, values, lengths, formats, 0)
    }
    if isSent == 0 { throw lost() }
    var rows: [[String?]] = []
    var failure: DatabaseError?
    while let result = try nextResult() {
      do throws(DatabaseError) { try refuseCopying(result) } catch { failure = failure ?? error }
      failure = failure ?? error(in: result, sql: sql)
      for row in 0..<PQntuples(result) { rows.append(Self.texts(of: result, row)) }
      PQclear(result)
    }
    noteTransaction()
    if let failure { throw failure }
    return rows
  }

  private static func texts(of result: OpaquePointer, _ row: Int32) -> [String?] {
    (0..<PQnfields(result)).map { column in
      PQgetisnull(result, row, column) != 0 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
    }
  }

  // MARK: Several commands in one round trip

  /// Sends commands together, and gives each one's last result to a closure.
  ///
  /// - Parameters:
  ///   - preludes: Texts that run before.
  ///   - count: How many commands `commands` sends; it returns false if that failed.
  /// - Throws: The first error.
  func pipeline(
    _ preludes: [String], sql: String?, count: Int, commands: () -> Bool, each: (Int, OpaquePointer) -> Void
  ) throws(DatabaseError) {
    try beginPipeline(preludes, commands)
    guard PQpipelineSync(handle) == 1 else { throw lost() }
    var failure: DatabaseError?
    for index in 0..<(preludes.count + count) {
      while let result = try nextResult() {
        if let error = error(in: result, sql: index < preludes.count ? nil : sql) {
          failure = failure ?? error
        } else if index >= preludes.count {
          each(index - preludes.count, result)
        }
        PQclear(result)
      }
      if index == preludes.count - 1, failure == nil { protection.ran() }
    }
    try endPipeline()
    if let failure { throw failure }
  }

  /// Sends commands without the end of the round trip.
  func beginPipeline(_ preludes: [String], _ commands: () -> Bool) throws(DatabaseError) {
    notices.removeAll()
    guard PQenterPipelineMode(handle) == 1 else { throw lost() }
    for text in preludes where !sendAlong(text) { throw lost() }
    guard commands() else { throw lost() }
  }

  /// Sends one more text in a round trip; false if that failed.
  func sendAlong(_ sql: String) -> Bool {
    if let name = names.name(of: sql) { return sendPrepared(name) }
    return PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 0) == 1
  }

  /// Sends the execution of a prepared statement without parameters; false if that failed.
  func sendPrepared(_ name: String) -> Bool { PQsendQueryPrepared(handle, name, 0, nil, nil, nil, 0) == 1 }

  /// Cuts the connection, because the server ended a round trip before it had answered all commands.
  func incompleteAnswers() -> DatabaseError {
    interrupter.line.cut()
    return DatabaseError(.protocolViolation, "the server ended a round trip without all of its answers")
  }

  /// Takes what is left of a round trip.
  func endPipeline() throws(DatabaseError) {
    // Between two results there may be an end of one command.
    var ends = 0
    var failure: DatabaseError?
    while true {
      guard let result = try nextResult() else {
        ends += 1
        if ends > 16 || PQstatus(handle) != CONNECTION_OK { throw lost() }
        if PQpipelineStatus(handle) == PQ_PIPELINE_OFF { break }
        continue
      }
      let status = PQresultStatus(result)
      noteCommit(result)
      // What ran alone is committed at the end of the round trip, where deferred constraints are checked.
      if status == PGRES_FATAL_ERROR { failure = failure ?? error(in: result, sql: nil) }
      PQclear(result)
      if status == PGRES_PIPELINE_SYNC { break }
    }
    guard PQexitPipelineMode(handle) == 1 else { throw lost() }
    noteTransaction()
    if let failure {
      forgetAnnouncement()
      throw failure
    }
    commitMayHaveEnded()
    try checkReplication()
  }

  // MARK: Errors

  /// Whether the program expects to write on this connection.
  private var mayWrite: Bool {
    if isReadOnly || session.isChanged { return false }
    switch settings.attributes {
    case .readOnly, .standby: return false
    case .any, .readWrite, .primary: return !settings.variables.contains { $0.name == "default_transaction_read_only" }
    }
  }

  /// The error that a result is; nil for any other.
  func error(in result: OpaquePointer, sql: String?) -> DatabaseError? {
    switch PQresultStatus(result) {
    case PGRES_FATAL_ERROR: return error(of: ErrorReport(result), sql: sql)
    case PGRES_BAD_RESPONSE:
      return DatabaseError(.protocolViolation, "the server's answer is none that the client library knows", sql: sql)
    case PGRES_PIPELINE_ABORTED:
      return DatabaseError(.other, "a statement sent before it failed", sql: sql)
    default: return nil
    }
  }

  private func error(of report: ErrorReport, sql: String?) -> DatabaseError {
    var error = report.error(sql: sql)
    wasPlanStale = report.function == "RevalidateCachedQuery"
    if report.state == "23505" { violatedKey = report.key }
    if PQstatus(handle) == CONNECTION_BAD, error.kind != .connectionLost {
      let wasRetryable = error.isRetryable
      error.kind = interrupter.line.isCut || report.state.isEmpty || report.isFatal ? .connectionLost : error.kind
      if wasRetryable { error.isRetryable = true }
    }
    if report.state.isEmpty, notices.sessionEnd != nil { return lost() }
    if report.state.isEmpty, error.kind == .other { error.kind = .protocolViolation }
    if report.state == "25006", use.hasAlternatives, mayWrite {
      // Another host may accept the transaction.
      error.isRetryable = true
      use.turned()
    }
    if report.state == "57014" { stopped = interrupter.isCancelled ? nil : MonotonicTime.now - begun }
    return error
  }
}
