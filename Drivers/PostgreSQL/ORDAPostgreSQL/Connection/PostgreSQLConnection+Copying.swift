internal import CPostgreSQL
internal import ORDA

extension PostgreSQLConnection {
  /// Ends a COPY that a text has begun: nobody would send its rows, or take them.
  func refuseCopying(_ result: OpaquePointer) throws(DatabaseError) {
    switch PQresultStatus(result) {
    case PGRES_COPY_IN:
      guard PQputCopyEnd(handle, "use PostgreSQL.bulkLoad") >= 0 else {
        interrupter.line.cut()
        throw lost()
      }
    case PGRES_COPY_OUT:
      var content: UnsafeMutablePointer<CChar>?
      while true {
        let length = PQgetCopyData(handle, &content, 1)
        if let content { PQfreemem(content) }
        content = nil
        if length == 0 { try awaitInput() }
        if length < 0 { break }
      }
    default: return
    }
    throw DatabaseError(.unsupported, "COPY moves rows beside the statement: use PostgreSQL.bulkLoad or bulkRead")
  }
}
