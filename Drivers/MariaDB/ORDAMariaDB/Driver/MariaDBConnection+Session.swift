internal import CMariaDB
internal import ORDA

/// How a session is set up, and set up again after a user who left something in it.
extension MariaDBConnection {
  /// Connects to the first available host, and sets the session up.
  ///
  /// - Parameters:
  ///   - role: What the connection is for.
  ///   - asksGrants: Whether to find out ``mayReadLog``, in the same round trip.
  /// - Throws: `cannotOpen`, `authentication`, and the server's errors about the URL's session variables.
  static func open(
    _ settings: MariaDBSettings, as role: ConnectionRole = .writer, asksGrants: Bool = false
  ) throws(DatabaseError) -> MariaDBConnection {
    try MariaDBOpening(settings: settings, role: role).connect { (made) throws(DatabaseError) in
      let connection = MariaDBConnection(made, settings, role)
      do throws(DatabaseError) {
        try connection.setUp(asksGrants: asksGrants && connection.isMariaDB)
      } catch {
        mysql_close(connection.handle)
        throw error
      }
      return connection
    }
  }

  /// Sends the statement that sets the session up together with the question about the result, in one round trip.
  ///
  /// - Parameter asksGrants: Whether to ask for the account's grants, too.
  func setUp(asksGrants: Bool) throws(DatabaseError) {
    try setUp(after: [], asking: asksGrants ? [LogGrants.question] : [])
    if asksGrants { try readGrants() }
  }

  private func readGrants() throws(DatabaseError) {
    let question = LogGrants.question
    do throws(DatabaseError) {
      if mysql_read_query_result(handle) != 0 { throw error(sql: question) }
      mayReadLog = LogGrants.mayRead(by: try answeredTexts(question))
    } catch {
      // A server started without grants refuses to show any; others may answer with something else.
      if let code = error.vendorCode, MariaDBCode.isLost(code) || MariaDBCode.isOfLibrary(code) { throw error }
    }
  }

  /// The server forgets the session, and it is set up again, in one round trip. Prepared statements are gone: each is
  /// prepared again when it is next used.
  ///
  /// If only a lock may have been taken, the server is only asked about that.
  func reset() throws(DatabaseError) -> Bool {
    try makeFree()
    if isOnlyLockUnsure {
      guard try heldLocks() else { return false }
      isSessionChanged = true
    }
    var texts: [String] = []
    if hasLeftDatabase {
      guard let database = settings.database else {
        throw DatabaseError(.unsupported, "no database was the current one, which can't be brought about again")
      }
      // Ending the session leaves the current database as it is.
      texts = ["USE \(dialect.quoted(identifier: database))"]
    }
    let role = session.role
    generation &+= 1
    try setUp(after: texts, isReset: true)
    transactionBegan()
    hasLeftDatabase = false
    // Nor does it reset a role.
    if session.role != role {
      try run("SET ROLE " + (role.map { dialect.quoted(identifier: $0) } ?? "NONE"))
      session.role = role
    }
    return true
  }

  /// Releases the named locks; true if there were any, or if the server can't release all.
  private func heldLocks() throws(DatabaseError) -> Bool {
    guard releasesAllLocks else { return true }
    return try texts("SELECT RELEASE_ALL_LOCKS()").first?.first != "0"
  }

  /// - Parameter more: Questions whose answers remain to be read.
  private func setUp(
    after texts: [String], isReset: Bool = false, asking more: [String] = []
  ) throws(DatabaseError) {
    // A replica must not get what its primary does not have, even from an account that may write to it.
    let protection = role == .reader ? ["SET SESSION TRANSACTION READ ONLY"] : []
    let texts = texts + protection + [MariaDBSession.setUp(settings, isTracked: tracksSession)]
    let question = MariaDBSession.question(isMariaDB: isMariaDB)
    guard sendTogether(texts + [question] + more, afterReset: isReset) else { throw error(sql: texts.last) }
    if isReset, mysql_read_query_result(handle) != 0 { throw error(sql: nil) }
    for text in texts where mysql_read_query_result(handle) != 0 { throw error(sql: text) }
    guard mysql_read_query_result(handle) == 0, let result = mysql_store_result(handle) else {
      throw error(sql: question)
    }
    defer { mysql_free_result(result) }
    guard let row = mysql_fetch_row(result) else { throw error(sql: question) }
    let count = Int(mysql_num_fields(result))
    session = MariaDBSession { index in index < count ? row[index].map { String(cString: $0) } : nil }
    interrupter.note(session.server)
  }

  /// Sends several texts before any is answered; false if that failed.
  ///
  /// - Parameter afterReset: True if the server must forget the session first, which has its own answer.
  func sendTogether(_ texts: [String], afterReset: Bool = false) -> Bool {
    orda_mariadb_hold(handle, &methods.pointee.transport)
    defer { orda_mariadb_let_go(handle, &methods.pointee.transport) }
    if afterReset, orda_mariadb_send_reset(handle) != 0 { return false }
    return texts.allSatisfy { text in
      text.withCString { mysql_send_query(handle, $0, UInt(text.utf8.count)) == 0 }
    }
  }
}
