internal import CSQLite

/// Finds out whether a statement made a key, which SQLite does not report: the connection's last key may be an older
/// one.
///
/// It replaces the last key by a marker before the statement and looks at it afterwards. In SQL, a function that knows
/// of the marker replaces `last_insert_rowid()`, since `INSERT INTO child VALUES (last_insert_rowid())` must see the
/// previous statement's key, and so must triggers.
final class SQLiteLastKey {
  private let database: OpaquePointer
  /// The last key before the statement that runs.
  private var earlier: Int64 = 0

  /// A number that no table would count to.
  private static let marker: Int64 = -0x4F52_4441_6B65_7901

  init(database: OpaquePointer) { self.database = database }

  /// Makes SQL ask this object; the connection must keep it.
  func install() {
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS
    sqlite3_create_function_v2(
      database, "last_insert_rowid", 0, flags, Unmanaged.passUnretained(self).toOpaque(), lastKeyCallback, nil, nil, nil
    )
  }

  /// Call this before a statement that may make a key.
  func begin() {
    earlier = visible
    sqlite3_set_last_insert_rowid(database, Self.marker)
  }

  /// Call this as soon as the statement has done its work, or failed. Returns the key it made, if any.
  func end() -> Int64? {
    let last = sqlite3_last_insert_rowid(database)
    guard last == Self.marker else { return last }
    sqlite3_set_last_insert_rowid(database, earlier)
    return nil
  }

  /// What SQLite's own function would return.
  fileprivate var visible: Int64 {
    let last = sqlite3_last_insert_rowid(database)
    return last == Self.marker ? earlier : last
  }
}

/// Declared nonisolated, as every callback from C must be: SQLite calls it on whichever thread is running.
private func lastKeyCallback(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let user = sqlite3_user_data(context) else { return }
  sqlite3_result_int64(context, Unmanaged<SQLiteLastKey>.fromOpaque(user).takeUnretainedValue().visible)
}
