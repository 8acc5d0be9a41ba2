internal import CMariaDB
internal import ORDA

/// How a session is set up, and set up anew after a user who left something in it.
extension MariaDBConnection {
  /// Sends the statement that sets the session up and the question what it is like then together, in one round trip.
  ///
  /// - Parameter asksGrants: Whether the account's grants are asked for, too.
  func setUp(asksGrants: Bool) throws(DatabaseError) {
    try setUp(after: [], asking: asksGrants ? [LogConditions.grantsQuestion] : [])
    if asksGrants { try readGrants() }
  }

  private func readGrants() throws(DatabaseError) {
    let question = LogConditions.grantsQuestion
    do throws(DatabaseError) {
      if mysql_read_query_result(handle) != 0 { throw error(sql: question) }
      mayReadLog = LogConditions.mayRead(by: try answeredTexts(question))
    } catch {
      // A server that was started without grants refuses to show any; others may answer what is none.
      if let code = error.vendorCode, MariaDBCode.isLost(code) || MariaDBCode.isOfLibrary(code) { throw error }
    }
  }

  /// The server forgets the session, and it is set up again, in one round trip. Prepared statements are gone: each is
  /// prepared again when it is next used.
  func reset() throws(DatabaseError) -> Bool {
    try makeFree()
    var texts: [String] = []
    if hasLeftDatabase {
      guard let database = settings.database else {
        throw DatabaseError(.unsupported, "no database was the current one, which can't be brought about again")
      }
      // What ends the session leaves the current database as it is.
      texts = ["USE \(dialect.quoted(identifier: database))"]
    }
    generation &+= 1
    try setUp(after: texts, isReset: true)
    transactionBegan()
    hasLeftDatabase = false
    return true
  }

  /// - Parameter more: Questions whose answers are left to be read.
  private func setUp(
    after texts: [String], isReset: Bool = false, asking more: [String] = []
  ) throws(DatabaseError) {
    let texts = texts + [MariaDBSession.setUp(settings, isTracked: tracksSession)]
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
  }

  /// Sends texts before any of them is answered; false where that failed.
  ///
  /// - Parameter afterReset: True where the server is to forget the session before; that has an answer of its own.
  func sendTogether(_ texts: [String], afterReset: Bool = false) -> Bool {
    orda_mariadb_hold(handle, &methods.pointee.transport)
    defer { orda_mariadb_let_go(handle, &methods.pointee.transport) }
    if afterReset, orda_mariadb_send_reset(handle) != 0 { return false }
    return texts.allSatisfy { mysql_send_query(handle, $0, UInt($0.utf8.count)) == 0 }
  }

  // MARK: What changes it

  /// Notes what the server has just told of the session.
  @inline(__always)
  func noteSession() { noteSession(status: handle.pointee.server_status) }

  @inline(__always)
  func noteSession(status: UInt32) {
    if status & UInt32(SERVER_SESSION_STATE_CHANGED) != 0 { sessionWasChanged() }
  }

  /// The server tells by the same sign of the transaction that a statement committed.
  private func sessionWasChanged() {
    var name: UnsafePointer<CChar>?
    var length = 0
    if mysql_session_track_get_first(handle, SESSION_TRACK_STATE_CHANGE, &name, &length) == 0 {
      isSessionChanged = true
    }
    if mysql_session_track_get_first(handle, SESSION_TRACK_SCHEMA, &name, &length) == 0 {
      isSessionChanged = true
      hasLeftDatabase = true
    }
  }
}

extension StatementKeyword {
  /// True for a statement that may leave something in the session of which the server does not tell.
  ///
  /// It tells of temporary tables, of variables, of statements that a text prepared and of the current database, also
  /// where a trigger or a procedure changed them. It does not tell of locks, of handlers, of the isolation of the next
  /// transaction, nor of variables that a query set.
  func leavesUntold(_ sql: String) -> Bool {
    switch self {
    case .lockTables, .unlockTables, .setTransaction, .xa, .other: true
    case .load: sql.utf8.contains(UInt8(ascii: "@"))
    case .select, .with, .values: sql.setsVariable || sql.takesLock || sql.givesToVariable
    case .insert, .update, .delete, .replace, .explain, .call: sql.setsVariable || sql.takesLock
    default: false
    }
  }
}

extension String {
  /// `@name := value`
  fileprivate var setsVariable: Bool { contains(":=") { _ in true } }

  /// `GET_LOCK('name', 10)`
  fileprivate var takesLock: Bool { contains("get_lock") { _ in true } }

  /// `SELECT … INTO @name`
  fileprivate var givesToVariable: Bool { contains("into") { $0.contains(UInt8(ascii: "@")) } }

  /// True where it holds some lower-case letters and signs, in whichever case, and the rest behind them is as asked for.
  private func contains(
    _ word: StaticString, _ isMeant: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool
  ) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      word.withUTF8Buffer { word in
        guard bytes.count >= word.count, let first = word.first else { return false }
        for start in 0...(bytes.count - word.count) where bytes[start] | 0x20 == first | 0x20 {
          let end = start + word.count
          if bytes[start..<end].elementsEqual(word, by: { $0 == $1 || $0 | 0x20 == $1 }) {
            return isMeant(bytes[end...])
          }
        }
        return false
      }
    }
  }
}
