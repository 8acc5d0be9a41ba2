internal import CSQLite

/// Finds out whether a statement made a key, which SQLite does not tell: the connection's last key may be an older one.
///
/// The last key is replaced by a marker before the statement and looked at afterwards. In SQL, `last_insert_rowid()`
/// is replaced by a function that knows of it, since `INSERT INTO child VALUES (last_insert_rowid())` must see the key
/// of the statement before, and so must triggers.
final class SQLiteLastKey {
  private let database: OpaquePointer
  /// The last key before the statement that runs.
  private var earlier: Int64 = 0

  /// No number that a table would count to.
  private static let marker: Int64 = -0x4F52_4441_6B65_7901

  init(database: OpaquePointer) { self.database = database }

  /// Has SQL ask this object; the connection must keep it.
  func install() {
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS
    sqlite3_create_function_v2(
      database, "last_insert_rowid", 0, flags, Unmanaged.passUnretained(self).toOpaque(), lastKeyCallback, nil, nil, nil
    )
  }

  /// To be called before a statement that may make a key.
  func begin() {
    earlier = visible
    sqlite3_set_last_insert_rowid(database, Self.marker)
  }

  /// To be called as soon as the statement has done its work, or failed: the key it made, if it made one.
  func end() -> Int64? {
    let last = sqlite3_last_insert_rowid(database)
    guard last == Self.marker else { return last }
    sqlite3_set_last_insert_rowid(database, earlier)
    return nil
  }

  /// What SQLite's own function would give.
  fileprivate var visible: Int64 {
    let last = sqlite3_last_insert_rowid(database)
    return last == Self.marker ? earlier : last
  }
}

/// Written in a nonisolated place, as every callback from C must be: SQLite calls it on whichever thread runs.
private func lastKeyCallback(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let user = sqlite3_user_data(context) else { return }
  sqlite3_result_int64(context, Unmanaged<SQLiteLastKey>.fromOpaque(user).takeUnretainedValue().visible)
}
