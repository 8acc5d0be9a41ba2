internal import CPostgreSQL
internal import ORDA
internal import ORDAThreads

/// One connection to a server, used by one thread at a time.
///
/// This is what it consists of, and how it waits; the rest is on higher floors.
final class PostgreSQLConnection {
  let handle: OpaquePointer
  let settings: PostgreSQLSettings
  let interrupter: PostgreSQLCanceller
  /// The connection's share of its host.
  let use: HostUse
  let notices = Notices()
  /// The statement whose rows are not all read yet; nothing else may be sent before they are.
  @exclusivity(unchecked) var reading: (any UnreadStatement)?
  /// True while a transaction is open, as the server said last.
  @exclusivity(unchecked) var stands = false
  /// True while that transaction refuses everything.
  @exclusivity(unchecked) var isAborted = false
  /// Whether the open transaction was begun to read only.
  @exclusivity(unchecked) var isReadOnly = false
  /// True while rows are restored, whose foreign keys are to be checked later.
  @exclusivity(unchecked) var isRestoring = false
  /// The tables that got rows meanwhile, as SQL writes them.
  var restoredTables: Set<String> = []
  /// Changes when the transaction's locks may have ended, or the connection has changed tables itself.
  @exclusivity(unchecked) private(set) var lockEpoch = 0
  /// How a statement can be undone alone.
  @exclusivity(unchecked) var protection = StatementProtection()
  /// The names of prepared statements.
  @exclusivity(unchecked) var names = PreparedNames()
  /// How often something came.
  @exclusivity(unchecked) private(set) var received = 0
  @exclusivity(unchecked) var session = SessionState()
  /// Who hears of what this connection commits.
  @exclusivity(unchecked) var changes: (any CommitListener)?
  /// The commit that is under way.
  @exclusivity(unchecked) var pendingCommit = PendingCommit()
  /// True while the transaction that is open counts among those of the governor.
  @exclusivity(unchecked) var isCounted = false
  /// How long the server may be silent, where that is not what the URL says.
  @exclusivity(unchecked) var patience: Duration?
  /// The types that the server has beside those that every server has.
  var types = TypeNames()
  /// The tables that columns come from.
  var origins: [UInt32: TableOrigin] = [:]
  /// The columns that get a key by themselves, by the table's name as it was written; nil for a table without one.
  var keyColumns: [String: KeyColumn?] = [:]
  /// The number of times that the key columns were discarded.
  @exclusivity(unchecked) var keyEpoch = 0
  /// The types of columns that lists are compared with.
  var listTypes: [ColumnName: String] = [:]
  /// True if the last error said that a statement has to be prepared again.
  @exclusivity(unchecked) var wasPlanStale = false
  /// Whether statements have to set how the server writes values as texts.
  var needsTextForms = false
  /// When the last exchange with the server began.
  @exclusivity(unchecked) private(set) var begun = MonotonicTime.now
  /// The time that the last statement took if the server stopped it, and not at this driver's request.
  @exclusivity(unchecked) var stopped: Duration?
  /// The unique key that the last failed statement has violated.
  var violatedKey: QualifiedConstraint?
  /// Whether constraints are primary keys.
  var primaryKeys: [QualifiedConstraint: Bool] = [:]

  init(_ made: PostgreSQLOpening.Made, _ settings: PostgreSQLSettings) throws(DatabaseError) {
    handle = made.handle
    use = made.use
    self.settings = settings
    interrupter = try PostgreSQLCanceller(made)
    notices.listen(to: handle)
  }

  /// A statement may change tables: what is known of them is asked again.
  func forgetSchema() {
    locksMayHaveEnded()
    origins = [:]
    forgetKeyColumns()
    listTypes = [:]
    primaryKeys = [:]
  }

  /// The transaction, or a part of it, has ended: its locks, and settings that it has made.
  func locksMayHaveEnded() {
    lockEpoch &+= 1
    guard session.hasPassingSettings else { return }
    forgetKeyColumns()
    if !stands { session.hasPassingSettings = false }
  }

  // MARK: Waiting

  /// The next result of what was sent; nil at its end.
  func nextResult() throws(DatabaseError) -> OpaquePointer? {
    while PQisBusy(handle) != 0 { try awaitInput() }
    guard let result = PQgetResult(handle) else { return nil }
    try checkSense(of: result)
    return result
  }

  /// While rows are copied the library gives the same result again and again. Where several commands are under way none
  /// is ever begun.
  private func checkSense(of result: OpaquePointer) throws(DatabaseError) {
    switch PQresultStatus(result) {
    case PGRES_COPY_IN, PGRES_COPY_OUT: if PQpipelineStatus(handle) == PQ_PIPELINE_OFF { return }
    case PGRES_COPY_BOTH: break
    default: return
    }
    PQclear(result)
    interrupter.line.cut()
    throw DatabaseError(.protocolViolation, "the server copies rows that nobody asked for")
  }

  /// Waits until something has come, and sends meanwhile what is still to be sent.
  func awaitInput() throws(DatabaseError) {
    let unsent = PQflush(handle)
    if unsent < 0 { throw lost() }
    let limit = patience ?? (unsent > 0 ? settings.writeLimit ?? settings.readLimit : settings.readLimit)
    let readiness = ServerLine.wait(
      PQsocket(handle), forWriting: unsent > 0, milliseconds: limit?.roundedMilliseconds ?? -1)
    guard let readiness else { throw lost() }
    if readiness.isEmpty {
      // A signal may have woken it, where there is no limit.
      guard let limit else { return }
      interrupter.line.cut()
      throw DatabaseError(.connectionLost, "the server was silent for \(limit), and the connection was given up")
    }
    if readiness.contains(.reading) { try receive() }
  }

  /// Waits for a result, or the end of them, that can be taken without waiting; false if none came in time.
  func hasInput(until deadline: ContinuousClock.Instant) throws(DatabaseError) -> Bool {
    while PQisBusy(handle) != 0 {
      let left = deadline - .now
      guard left > .zero else { return false }
      let readiness = ServerLine.wait(PQsocket(handle), forWriting: false, milliseconds: left.roundedMilliseconds)
      guard let readiness else { throw lost() }
      if readiness.contains(.reading) { try receive() }
    }
    return ContinuousClock.now < deadline
  }

  /// Takes what has come from the socket.
  func receive() throws(DatabaseError) {
    received &+= 1
    if PQconsumeInput(handle) == 0 { throw lost() }
  }

  /// The error of a connection that has broken.
  func lost() -> DatabaseError {
    if interrupter.line.isCut {
      return DatabaseError(.connectionLost, "the connection was cut, for the server did not answer")
    }
    if let end = notices.sessionEnd {
      // Nothing runs in a session that has ended.
      var error = DatabaseError(.connectionLost, end.message, sqlState: end.state)
      error.isRetryable = true
      return error
    }
    let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let line = words.split(separator: "\n").first.map(String.init) ?? "the connection was lost"
    return DatabaseError(.connectionLost, line)
  }

  /// Throws the error with which the server ended the session, if the error has arrived.
  ///
  /// Sending to a session that has ended may discard the error. The outcome of a COMMIT would then be unknown.
  func checkSessionEnd() throws(DatabaseError) {
    guard let readiness = ServerLine.wait(PQsocket(handle), forWriting: false, milliseconds: 0),
      readiness.contains(.reading)
    else { return }
    // The library passes the error on as a notice when it looks for the end of an answer.
    let isConnected = PQconsumeInput(handle) == 1
    _ = PQisBusy(handle)
    if notices.sessionEnd != nil || !isConnected { throw lost() }
  }

  /// Makes sure that nothing is being read, before anything is sent.
  func makeFree() throws(DatabaseError) {
    begun = .now
    if reading != nil {
      throw DatabaseError(.misuse, "the rows of another statement are not all read yet")
    }
    guard !interrupter.line.isCut, PQstatus(handle) == CONNECTION_OK else {
      var error = lost()
      error.isRetryable = true
      throw error
    }
  }

  /// Notes what the server said of the transaction with its last answer.
  func noteTransaction() {
    let stood = stands
    defer {
      if stands != stood { locksMayHaveEnded() }
      if !stands { isReadOnly = false }
    }
    switch PQtransactionStatus(handle) {
    case PQTRANS_IDLE:
      stands = false
      isAborted = false
      protection = StatementProtection()
      if isCounted { transactionMayHaveEnded() }
    case PQTRANS_INTRANS:
      stands = true
      isAborted = false
    case PQTRANS_INERROR:
      stands = true
      isAborted = true
    case PQTRANS_UNKNOWN:
      stands = false
      isAborted = false
    default: break
    }
  }

  // MARK: The end

  /// Logs off from the server if that needs no waiting: unread answers are not read, and a server that takes nothing,
  /// frozen or behind a dead network, is left without a word.
  func close() {
    if reading != nil || PQflush(handle) != 0 { interrupter.cut() }
    reading = nil
    forgetAnnouncement()
    transactionMayHaveEnded()
    PQfinish(handle)
  }
}
