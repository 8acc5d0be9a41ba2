internal import CPostgreSQL
internal import ORDA

/// How the guards of prepared statements are made.
extension PostgreSQLConnection {
  /// The tables and views that the current transaction has locked, as SQL writes them.
  private static let lockedTables = """
    SELECT DISTINCT pg_catalog.format('%I.%I', n.nspname, c.relname)
    FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_class c ON c.oid = l.relation
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE l.pid = pg_catalog.pg_backend_pid() AND l.locktype = 'relation' AND c.oid >= 16384
      AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
    """

  /// Makes the guard of a statement.
  ///
  /// - Returns: Nil if the statement's description has changed already.
  func typeGuard(of prepared: PreparedText) throws(DatabaseError) -> TypeGuard? {
    try attempt(
      { () throws(DatabaseError) in try self.makeTypeGuard(of: prepared) },
      orElse: { (error) throws(DatabaseError) in
        guard error.sqlState != nil, error.kind != .connectionLost, error.kind != .cancelled, error.kind != .timeout
        else {
          throw error
        }
        return .unavailable
      })
  }

  /// Parses the statement without a name, which locks its tables, and prepares the guard while the locks last.
  private func makeTypeGuard(of prepared: PreparedText) throws(DatabaseError) -> TypeGuard? {
    try makeFree()
    if try beginPipeline(preludes(), verifying: prepared) != nil { return nil }
    guard sendAlong(Self.lockedTables), PQsendFlushRequest(handle) == 1 else { throw lost() }
    var tables: [String] = []
    var failure: DatabaseError?
    while let result = try nextResult() {
      failure = failure ?? error(in: result, sql: nil)
      for row in 0..<PQntuples(result) {
        if let name = PQgetvalue(result, row, 0) { tables.append(String(cString: name)) }
      }
      PQclear(result)
    }
    let name = names.next()
    if failure == nil, !tables.isEmpty {
      let sql = "SELECT * FROM \(tables.sorted().joined(separator: ", ")) WHERE false"
      // The execution checks whether the account may read the tables.
      guard PQsendPrepare(handle, name, sql, 0, nil) == 1, sendPrepared(name), PQsendFlushRequest(handle) == 1 else {
        throw lost()
      }
      for _ in 1...2 {
        while let result = try nextResult() {
          failure = failure ?? error(in: result, sql: nil)
          PQclear(result)
        }
      }
    }
    guard PQpipelineSync(handle) == 1 else { throw lost() }
    do throws(DatabaseError) { try endPipeline() } catch { failure = failure ?? error }
    if let failure { throw failure }
    return tables.isEmpty ? .unneeded : .named(name)
  }
}
