internal import CPostgreSQL
internal import ORDA

/// How a statement is sent.
extension PostgreSQLStatement {
  func begin() throws(DatabaseError) {
    if let bindFailure { throw bindFailure }
    try connection.makeFree()
    try connection.deallocateForgotten()
    try connection.prepareProtection()
    if let words {
      if connection.settings.poolsTransactions, !connection.stands, words.changes || words.prepares {
        throw DatabaseError(
          .unsupported,
          "the statement changes its session, and with pooler=transaction other clients get that session; use a transaction with "
            + "SET LOCAL and pg_advisory_xact_lock, or connect without the pooler", sql: sql)
      }
      connection.noteSession(words)
    }
    if request.keyword.definesSchema { connection.forgetSchema() }
    if request.keyword == .rollback { connection.locksMayHaveEnded() }
    isShapeUnknown = true
    do throws(DatabaseError) {
      if !isDescribed {
        try sendText()
      } else {
        try sendDescribed()
      }
    } catch {
      throw error.naming(statement: sql)
    }
  }

  /// Sends the execution of a prepared statement with the encoded values; false if that failed.
  func execute(_ prepared: PreparedText) -> Bool {
    let handle = connection.handle
    return sent.withPointers { count, values, lengths, formats in
      PQsendQueryPrepared(handle, prepared.name, count, values, lengths, formats, prepared.isBinary ? 1 : 0) == 1
    }
  }

  /// Sends the text with what is bound, without a name. All is text, for which no types have to be known before.
  private func sendText() throws(DatabaseError) {
    if !request.lists.isEmpty { try checkLists() }
    let handle = connection.handle
    let values = try runningValues()
    let types = values.map { $0.isReadByServer ? 0 : $0.ownType }
    let text = try text()
    sent.removeAll()
    for (value, type) in zip(values, types) { sent.append(value, as: type) }
    note([], isBinary: false)
    _ = try send {
      sent.withPointers { count, values, lengths, formats in
        PQsendQueryParams(handle, text, count, types, values, lengths, formats, 0) == 1
      }
    }
  }

  /// Sends one command, and what has to run before it in the same round trip.
  ///
  /// - Parameter typeGuard: The name of the statement's type guard, if it has to run, too.
  /// - Returns: False if the type guard failed. Then the command has not run.
  func send(typeGuard: String? = nil, _ command: () -> Bool) throws(DatabaseError) -> Bool {
    // Asking for the session's own may need what has to run before.
    let limitText = try limit.flatMap { (limit) throws(DatabaseError) in
      request.keyword.takesLimit ? try connection.limitText(for: limit) : nil
    }
    var preludes = connection.preludes()
    let commitQuery = connection.commitQuery(behind: request)
    hasCompany = !preludes.isEmpty || commitQuery != nil
    if !isBinary, connection.needsTextForms, request.keyword.takesLimit {
      preludes.append(PostgreSQLSettings.textForms)
    }
    if let limitText { preludes.append(limitText) }
    if preludes.isEmpty, commitQuery == nil, typeGuard == nil {
      connection.notices.removeAll()
      guard command() else { throw connection.lost() }
      connection.reading = self
    } else {
      try connection.beginPipeline(preludes) {
        (typeGuard.map { connection.sendPrepared($0) } ?? true) && command()
          && (limitText == nil || connection.sendAlong(PostgreSQLConnection.limitReset))
          && (commitQuery.map { connection.sendAlong($0) } ?? true)
      }
      guard PQpipelineSync(connection.handle) == 1 else { throw connection.lost() }
      isPipelined = true
      connection.reading = self
      try takePreludes(preludes.count)
      if typeGuard != nil, let error = try takePrelude() {
        _ = try? drain()
        phase = .idle
        guard error.isFromTypeGuard else { throw error }
        return false
      }
    }
    _ = orda_pq_stream_rows(connection.handle)
    phase = .reading
    return true
  }

  private func takePreludes(_ count: Int) throws(DatabaseError) {
    var failure: DatabaseError?
    for _ in 0..<count {
      let error = try takePrelude()
      failure = failure ?? error
    }
    guard let failure else { return connection.protection.ran() }
    if failure.sqlState == "26000" { connection.names.doubt() }
    _ = try? drain()
    throw failure
  }

  /// Takes the answer to one prelude; returns its error.
  private func takePrelude() throws(DatabaseError) -> DatabaseError? {
    var failure: DatabaseError?
    while let result = try connection.nextResult() {
      failure = failure ?? connection.error(in: result, sql: nil)
      PQclear(result)
    }
    return failure
  }

  func encode(_ values: [BoundValue], _ types: [UInt32]) {
    sent.removeAll()
    append(values, types, to: sent)
  }

  /// Appends values in the forms of their parameters' types.
  func append(_ values: [BoundValue], _ types: [UInt32], to sent: SentParameters) {
    for (index, value) in values.enumerated() {
      let type = index < types.count ? types[index] : 0
      sent.append(bindsJSON ? connection.arrayValue(of: value, as: type) : value, as: type)
    }
  }

  // MARK: Preparing

  /// Makes sure that the server has prepared the statement for values like these.
  ///
  /// - Parameter returningKeys: False if nobody asks for the key that an INSERT makes.
  func makeReady(returningKeys: Bool = true) throws(DatabaseError) {
    try prepareForBound(returningKeys: returningKeys)
    guard bindsJSON, let prepared else { return }
    // JSON becomes an array for a parameter of an array type.
    try connection.learnTypes(
      zip(prepared.parameters, bound).compactMap { type, value in
        guard case .value(.json) = value, ColumnKind(binary: type) == nil else { return nil }
        return ArrayType.numbered(type) == nil ? type : nil
      })
  }

  private func prepareForBound(returningKeys: Bool) throws(DatabaseError) {
    if connection.isRestoring, let insertion { connection.restoredTables.insert(insertion.table) }
    if insertion != nil, returningKeys, prepared == nil || keyEpoch != connection.keyEpoch { try findKeyColumn() }
    if let prepared, request.lists.isEmpty, connection.takes(prepared, bound),
      insertion == nil || (returningKeys && preparedKey == keyColumn)
    {
      return
    }
    if !request.lists.isEmpty { try checkLists() }
    let text = try text()
    let values = try runningValues()
    try PostgreSQLDialect.check(parameterCount: values.count, of: sql)
    let fresh: PreparedText
    if let prepared, prepared.sql == text, connection.takes(prepared, values) {
      preparedKey = keyColumn
      return
    }
    if let prepared, prepared.sql == text, prepared.declared.isEmpty {
      fresh = try connection.prepareAnew(prepared, for: values)
    } else {
      // Types that earlier values had say nothing about these.
      forget()
      fresh = try prepareFirst(text, values)
    }
    let count = try runningValues().count
    guard fresh.parameters.count == count else {
      connection.names.forget(fresh.name)
      prepared = nil
      throw DatabaseError(
        .misuse, "the server finds \(fresh.parameters.count) parameters where there are \(count)", sql: sql)
    }
    prepared = fresh
    preparedKey = keyColumn
    note(fresh.columns, isBinary: fresh.isBinary)
  }

  /// Whether the statement writes rows by its first word.
  private var writes: Bool {
    switch request.keyword {
    case .insert, .update, .delete, .merge: true
    default: false
    }
  }

  private func prepareFirst(_ text: String, _ values: [BoundValue]) throws(DatabaseError) -> PreparedText {
    do throws(DatabaseError) {
      return try connection.prepare(text, for: values, writes: writes)
    } catch {
      if error.isAboutTypes, !request.lists.isEmpty, !writesListsOut, boundLists.values.allSatisfy({ $0.count > 0 }) {
        writesListsOut = true
      } else if let old = keyColumn, let insertion, error.mayComeFromReturning {
        guard try connection.recover() else { throw error }
        connection.noteRefusedKey(of: insertion.table, error)
        try findKeyColumn()
        if keyColumn == old { keyColumn = nil }
      } else {
        throw error
      }
      guard try connection.recover() else { throw error }
      return try connection.prepare(try self.text(), for: try runningValues(), writes: writes)
    }
  }

  func findKeyColumn() throws(DatabaseError) {
    keyColumn = nil
    keyEpoch = connection.keyEpoch
    guard let insertion, insertion.isSingleRow, let column = try connection.keyColumn(of: insertion.table),
      insertion.returns(column)
    else { return }
    keyColumn = column
  }

  /// What the server gets.
  func text() throws(DatabaseError) -> String {
    var text = try textWithLists()
    if let insertion, let keyColumn { text += keyColumn.returning(from: insertion) }
    return text
  }

  /// Takes the rest of the answer after an error. If the statement's tables have changed since it was prepared, or the server has
  /// forgotten the statement, prepares it again and runs it once more.
  ///
  /// - Throws: The error, if it is any other.
  func runAnew(after error: DatabaseError) throws(DatabaseError) {
    let hasRows = row > 0 || rowCount > 0
    releaseResult()
    _ = try? drain()
    connection.reading = connection.reading === self ? nil : connection.reading
    phase = .done
    let isForgotten = error.sqlState == "26000" || (error.sqlState == "0A000" && connection.wasPlanStale)
    var isStale = isDescribed && !ranAnew && !hasRows
    let isReturningRefused = keyColumn != nil && error.mayComeFromReturning
    if isStale {
      isStale = isReturningRefused || (connection.settings.prepares && (isForgotten || error.mayComeFromOldTypes))
    }
    if isStale { isStale = try connection.recover() }
    if isStale, !isForgotten, !isReturningRefused { isStale = try hasOldTypes() }
    guard isStale else { throw try explained(error) }
    ranAnew = true
    if isReturningRefused, let insertion { connection.noteRefusedKey(of: insertion.table, error) }
    // One that the server has forgotten has no name there.
    if error.sqlState == "26000" { prepared = nil } else { forget() }
    learnedListTypes = [:]
    phase = .idle
    try begin()
  }

  /// Whether the server describes the statement in another way than when it was prepared, at an earlier execution.
  private func hasOldTypes() throws(DatabaseError) -> Bool {
    guard let prepared, prepared.runs > 1 else { return false }
    return try connection.attempt(
      { () throws(DatabaseError) in
        !prepared.isDescribed(like: try self.connection.prepare(prepared.sql, types: prepared.types, name: ""))
      }, orElse: { (_) throws(DatabaseError) in true })
  }

  // MARK: What it did

  func noteOutcome(of result: OpaquePointer) {
    // Found without looking at the server's words, which is worth it for what runs most.
    if isDescribed, request.keyword == .select {
      changed = nil
      return
    }
    let count = Int(orda_pq_count(result))
    let tag = PQcmdStatus(result).map { String(cString: $0) } ?? ""
    switch tag.prefix(while: { $0 != " " }) {
    case "INSERT", "UPDATE", "DELETE", "MERGE": changed = max(0, count)
    case "SELECT" where request.keyword == .create: changed = 0
    case "SELECT", "SHOW", "EXPLAIN", "FETCH", "VALUES", "TABLE", "": changed = nil
    default: changed = 0
    }
  }

  /// The key that the last of the rows got.
  func noteKeys() throws(DatabaseError) {
    guard rowCount > 0, kinds.count > 0 else { return }
    row = rowCount - 1
    try findCells()
    if kinds.count > 1, int(1) == 0 { return }
    lastID = int(0)
    let place = ColumnPlace(table: PQftable(result, 0), column: PQftablecol(result, 0))
    strangeKey = place == keyColumn?.place ? nil : place
  }

  /// Makes sure that the returned column is a key, if it is not the expected one: the statement has found another table of the same
  /// name, because the search path or a schema has changed.
  func checkKey() throws(DatabaseError) {
    guard let place = strangeKey else { return }
    strangeKey = nil
    connection.forgetKeyColumns()
    if try !connection.makesKeys(place) { lastID = nil }
  }
}

extension DatabaseError {
  /// The same, with the program's text.
  func naming(statement: String) -> DatabaseError {
    var error = self
    error.sql = statement
    return error
  }
}
