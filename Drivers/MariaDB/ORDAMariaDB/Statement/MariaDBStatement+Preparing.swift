internal import CMariaDB
internal import ORDA

/// How the server gets the text: before the first execution, or with it in one round trip.
extension MariaDBStatement {
  /// A statement that is prepared when it is first run; nil if it has to be prepared at once.
  convenience init?(deferring request: PrepareRequest, connection: MariaDBConnection) {
    guard let count = request.deferrableParameterCount, connection.executesDirectly,
      connection.methods.pointee.last_statement != 0, Self.isDeferrable(request.keyword),
      !request.sql.hasUnclearParameters,
      request.sql.utf8.count < connection.session.largestContent,
      let handle = mysql_stmt_init(connection.handle)
    else { return nil }
    self.init(
      request.sql, keyword: request.keyword, parameterCount: count, connection: connection, handle: handle)
  }

  /// True for statements that the server can prepare, and that have one result at a time. The others run too seldom for
  /// a round trip to matter.
  private static func isDeferrable(_ keyword: StatementKeyword) -> Bool {
    switch keyword {
    case .select, .with, .insert, .update, .delete, .replace: true
    default: false
    }
  }

  static func checkLength(of sql: String, _ connection: MariaDBConnection) throws(DatabaseError) {
    guard sql.utf8.count < connection.session.largestContent else {
      throw connection.session.tooLong("the statement has \(sql.utf8.count) bytes", sql: nil)
    }
  }

  func prepare() throws(DatabaseError) {
    if isPrepared { return }
    try prepareAnew()
    try connection.askForTransaction(afterPreparing: keyword)
  }

  /// Asks for the columns before the first execution; that throws an error of the text.
  @inline(__always)
  func describe() {
    if !isPrepared { try? prepareAnew() }
  }

  /// Makes sure that the statement can be sent.
  ///
  /// - Parameter toRun: True if it is run once next, and need not be prepared before.
  func makeReady(toRun: Bool = false) throws(DatabaseError) {
    try connection.makeFree()
    let isCurrent = generation == connection.generation && preparedLimit == limit
    if isCurrent, isPrepared { return }
    guard toRun, connection.executesDirectly, Self.isDeferrable(keyword), !sql.hasUnclearParameters else {
      return try prepareAnew()
    }
    if !isCurrent { try forget() }
  }

  /// Replaces the handle by one that the server does not know.
  private func forget() throws(DatabaseError) {
    connection.close(handle)
    guard let empty = mysql_stmt_init(connection.handle) else {
      throw DatabaseError(.outOfMemory, "there is no memory for a statement", sql: sql)
    }
    handle = empty
    isPrepared = false
    generation = connection.generation
    bound.isChanged = true
  }

  func prepareAnew() throws(DatabaseError) {
    // If preparing fails, a fresh handle replaces the one that is gone.
    try forget()
    let made = try Self.prepared(text, of: sql, on: connection)
    mysql_stmt_close(handle)
    handle = made
    isPrepared = true
    preparedLimit = limit
    try checkParameterCount()
    readKinds()
  }

  private func checkParameterCount() throws(DatabaseError) {
    let found = Int(mysql_stmt_param_count(handle))
    if found != parameterCount { throw .parameters(found: found, expected: parameterCount, sql: sql) }
  }

  /// Sends the text and the values at once; false if that failed.
  func executeDirectly() throws(DatabaseError) -> Bool {
    let text = text
    try Self.checkLength(of: text, connection)
    var count = UInt32(truncatingIfNeeded: parameterCount)
    mysql_stmt_attr_set(handle, STMT_ATTR_PREBIND_PARAMS, &count)
    if parameterCount > 0 { mysql_stmt_bind_param(handle, bound.binds) }
    bound.isChanged = false
    preparedLimit = limit
    let code = orda_mariadb_execute_directly(handle, connection.methods, text, text.utf8.count)
    isPrepared = handle.pointee.state.rawValue >= MYSQL_STMT_PREPARED.rawValue
    let error = code == 0 ? nil : reportedError
    if code == ORDA_MARIADB_MISCOUNTED || error?.vendorCode == Int(CR_INVALID_PARAMETER_NO) {
      // The server read the values as another number of parameters, and more is on its way than is known here.
      connection.interrupter.cut()
      try forget()
      throw .parameters(found: nil, expected: parameterCount, sql: sql)
    }
    if let error, !isPrepared {
      try forget()
      if error.isOfFullServer, connection.makeRoom() { return try executeDirectly() }
      throw connection.noteError(error)
    }
    return error == nil
  }
}

extension MariaDBStatement: ForgettableStatement {
  func letGo() -> Bool {
    guard isIdle else { return false }
    do throws(DatabaseError) {
      try forget()
      return true
    } catch {
      return false
    }
  }
}

extension DatabaseError {
  /// True if the server holds as many prepared statements as it allows.
  var isOfFullServer: Bool { vendorCode == Int(ER_MAX_PREPARED_STMT_COUNT_REACHED) }
}

extension MariaDBConnection {
  /// A statement that is prepared now, or when it is first run.
  func statement(of request: PrepareRequest) throws(DatabaseError) -> MariaDBStatement {
    if let deferred = MariaDBStatement(deferring: request, connection: self) { return deferred }
    let statement = try MariaDBStatement(request.sql, keyword: request.keyword, connection: self)
    // If it is run next, the answer to that tells.
    if request.deferrableParameterCount != nil { return statement }
    do throws(DatabaseError) {
      try askForTransaction(afterPreparing: request.keyword)
    } catch {
      statement.close()
      throw error
    }
    return statement
  }
}

extension String {
  /// True if it depends on the session's SQL mode, or on the server's version, which signs are parameters: backslashes
  /// may escape a quote, brackets may enclose a name, and a comment may be executed. The number of parameters must be
  /// certain before values are sent: the server would read them by its own.
  fileprivate var hasUnclearParameters: Bool {
    var before = UInt8(ascii: " ")
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "["): return true
      case UInt8(ascii: "*") where before == UInt8(ascii: "/"): return true
      default: before = byte
      }
    }
    return false
  }
}
