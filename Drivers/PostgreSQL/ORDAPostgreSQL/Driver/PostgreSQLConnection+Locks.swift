internal import ORDA

/// Named locks are advisory locks of the session, one for each database: numbers, made from the names by a hash of 64
/// bits.
extension PostgreSQLConnection: NamedLockConnection {
  /// Behind a pooler a session is not the connection's own.
  func keepsLocks() throws(DatabaseError) -> Bool { settings.prepares }

  private static let number = "pg_catalog.hashtextextended('orda/' || $1, 0)"

  func lock(_ name: String, within limit: Duration) throws(DatabaseError) -> Bool {
    if try texts("SELECT pg_catalog.pg_try_advisory_lock(\(Self.number))", [key(name)]).first?.first == "t" {
      return true
    }
    let milliseconds = min(500, limit.roundedMilliseconds)
    if limit <= .zero { return false }
    try runAlone("SET lock_timeout = \(milliseconds)")
    do throws(DatabaseError) {
      _ = try texts("SELECT pg_catalog.pg_advisory_lock(\(Self.number))", [key(name)])
    } catch {
      guard error.sqlState == "55P03" else { throw error }
      return false
    }
    return true
  }

  func holdsLock(_ name: String) throws(DatabaseError) -> Bool {
    try texts(
      """
      SELECT EXISTS (
        SELECT FROM pg_catalog.pg_locks, (SELECT \(Self.number) AS n) AS wanted
        WHERE locktype = 'advisory' AND objsubid = 1 AND pid = pg_catalog.pg_backend_pid() AND granted
          AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
          AND (classid::bigint << 32) | objid::bigint = n)
      """, [key(name)]
    ).first?.first == "t"
  }

  func unlock(_ name: String) throws(DatabaseError) {
    _ = try texts("SELECT pg_catalog.pg_advisory_unlock(\(Self.number))", [key(name)])
  }

  /// A text without the NULs that the server's texts don't have.
  private func key(_ name: String) -> String {
    name.utf8.contains(0) || name.contains("%")
      ? name.unicodeScalars.map { $0.value == 0 ? "%00" : $0 == "%" ? "%25" : String($0) }.joined() : name
  }
}
