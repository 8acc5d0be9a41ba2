internal import ORDAPlatform

/// A statement's text as a key: one different byte makes another statement.
///
/// To a String two ways of writing a letter are equal, and the database would get the one for the other.
struct StatementText: Equatable {
  let sql: String
  /// How many values were interpolated.
  let interpolations: Int

  static func == (left: StatementText, right: StatementText) -> Bool { left.isText(right.sql, right.interpolations) }

  /// True if it is this text.
  func isText(_ other: String, _ interpolations: Int) -> Bool {
    guard self.interpolations == interpolations, sql.utf8.count == other.utf8.count else { return false }
    // Variables of their own, which `withUTF8` needs, would retain the texts.
    let areEqual = sql.utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { others in
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return true }
        return memcmp(start, otherStart, min(bytes.count, others.count)) == 0
      }
    }
    return areEqual.flatMap { $0 } ?? sql.utf8.elementsEqual(other.utf8)
  }

  /// A number for looking it up, which differs in each run of the program.
  var hash: Int {
    var hasher = Hasher()
    var sql = sql
    sql.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return hasher.finalize()
  }
}
