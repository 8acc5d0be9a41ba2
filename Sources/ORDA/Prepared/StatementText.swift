internal import ORDAPlatform

/// A statement's text as a key: one different byte makes another statement.
///
/// To a String two ways of writing a letter are equal, and the database would get the one for the other.
struct StatementText: Equatable {
  let sql: String
  /// How many values were interpolated.
  let interpolations: Int

  static func == (left: StatementText, right: StatementText) -> Bool {
    guard left.interpolations == right.interpolations, left.sql.utf8.count == right.sql.utf8.count else { return false }
    var (sql, other) = (left.sql, right.sql)
    return sql.withUTF8 { bytes in
      other.withUTF8 { others in
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return true }
        return memcmp(start, otherStart, min(bytes.count, others.count)) == 0
      }
    }
  }

  /// A number for looking it up, which differs in each run of the program.
  var hash: Int {
    var hasher = Hasher()
    var sql = sql
    sql.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }
}
