public import ORDA

extension SQLite {
  /// Adds an order of strings, on every connection of a governor, present and future: `ORDER BY name COLLATE natural`.
  ///
  /// ```swift
  /// try SQLite.addCollation("natural", to: db) { $0.count < $1.count }
  /// ```
  ///
  /// Two strings neither of which comes first are equal to `=`, UNIQUE and GROUP BY under this collation. The predicate
  /// must always give the same answer: an index keeps the order in the file. If the order changes, or another program
  /// has another order under the same name, rows are not found. A predicate that contradicts itself gives a useless
  /// order and does no other harm. It runs in the middle of a statement, on any thread, and several may run at once: it
  /// must not use the governor.
  ///
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8; the case of ASCII letters does not count.
  ///   - db: A governor of this driver.
  ///   - areInIncreasingOrder: True if the first string comes before the second.
  /// - Throws: `DatabaseError` of kind `misuse` for a bad name, and for SQLite's own `BINARY`, `NOCASE` and `RTRIM`,
  ///   on which existing indexes rely; `unsupported` for another driver's governor; `busy` if a statement of the
  ///   caller's own closure still runs and the collation exists.
  public static func addCollation(
    _ name: String, to db: any Governor, _ areInIncreasingOrder: @escaping @Sendable (String, String) -> Bool
  ) throws {
    try checkName(name, of: "collation")
    if ["BINARY", "NOCASE", "RTRIM"].contains(where: { SQLiteName.equal($0, name) }) {
      throw DatabaseError(.misuse, "\(name) is SQLite's own collation; indexes that exist rely on its order")
    }
    try db.onConnect { connection in
      try connection.withDriver(SQLiteConnection.self) { driver in
        try SQLiteCollation(areInIncreasingOrder).register(name, on: driver)
      }
    }
  }
}
