internal import ORDA

/// Named locks belong to the session, so they end with it. Their names belong to the server and not to the database,
/// have 64 characters at most, and ignore case. So the server gets a hash of the database's name and the lock's.
extension MariaDBConnection: NamedLockConnection {
  /// A node of a Galera cluster keeps its locks to itself.
  func keepsLocks() throws(DatabaseError) -> Bool {
    try texts("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'").first?.last.flatMap { $0 } != "ON"
  }

  func lock(_ name: String, within limit: Duration) throws(DatabaseError) -> Bool {
    let milliseconds = limit >= .milliseconds(500) ? 500 : max(0, limit.components.attoseconds / 1_000_000_000_000_000)
    let padded = String(1000 + milliseconds).dropFirst()
    let answer = try number("SELECT GET_LOCK(\(Self.hashed(name)), 0.\(padded))")
    guard let answer else { throw DatabaseError(.other, "the server could not take a lock") }
    return answer == 1
  }

  func holdsLock(_ name: String) throws(DatabaseError) -> Bool {
    try number("SELECT IS_USED_LOCK(\(Self.hashed(name))) = CONNECTION_ID()") == 1
  }

  func unlock(_ name: String) throws(DatabaseError) { _ = try number("SELECT RELEASE_LOCK(\(Self.hashed(name)))") }

  private func number(_ sql: String) throws(DatabaseError) -> Int? {
    try texts(sql).first?.first.flatMap { $0 }.flatMap { Int($0) }
  }

  private static func hashed(_ name: String) -> String {
    let digits = Array("0123456789abcdef")
    let hexadecimal = name.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "CONCAT('orda_', MD5(CONCAT(COALESCE(DATABASE(), ''), '/', X'\(String(hexadecimal))')))"
  }
}
