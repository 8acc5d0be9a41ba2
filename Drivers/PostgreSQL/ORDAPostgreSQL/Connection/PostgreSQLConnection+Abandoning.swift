internal import CPostgreSQL
internal import ORDA

/// What becomes of rows that nobody reads.
extension PostgreSQLConnection {
  /// How much is read past before the server is asked to stop.
  private static let patience = Duration.milliseconds(20)

  /// Takes the rest of a statement's answer. Where that is long, the server is asked to stop; in a transaction it is not,
  /// since what it has done for the statement, such as locks on its rows, would be undone.
  func abandon(_ statement: PostgreSQLStatement) {
    let mayStop = !stands && statement.request.keyword.mayRead && !statement.isPipelined
    let start = ContinuousClock.now
    var isAsked = false
    do throws(DatabaseError) {
      try statement.drain {
        guard mayStop, !isAsked, start.duration(to: .now) > Self.patience else { return }
        isAsked = true
        interrupter.stop()
      }
    } catch {
      interrupter.line.cut()
      reading = nil
    }
  }

  /// Ends a COPY that a text has begun: nobody would send its rows, or take them.
  func refuseCopying(_ result: OpaquePointer) throws(DatabaseError) {
    switch PQresultStatus(result) {
    case PGRES_COPY_IN: PQputCopyEnd(handle, "use PostgreSQL.bulkLoad")
    case PGRES_COPY_OUT:
      var content: UnsafeMutablePointer<CChar>?
      while true {
        let length = PQgetCopyData(handle, &content, 1)
        if let content { PQfreemem(content) }
        content = nil
        if length == 0 { try awaitInput() }
        if length < 0 { break }
      }
    case PGRES_COPY_BOTH: interrupter.line.cut()
    default: return
    }
    throw DatabaseError(.unsupported, "COPY moves rows beside the statement: use PostgreSQL.bulkLoad")
  }

  /// Makes a transaction that a failed statement has aborted usable again, by the savepoint before the statement.
  ///
  /// - Returns: False if there is none.
  func recover() throws(DatabaseError) -> Bool {
    guard PQstatus(handle) == CONNECTION_OK, reading == nil else { return false }
    guard stands, isAborted else { return true }
    guard protection.isSet else { return false }
    try runAlone("ROLLBACK TO SAVEPOINT \(StatementProtection.name)")
    return true
  }
}
