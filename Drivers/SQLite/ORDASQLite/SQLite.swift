internal import CSQLite
public import ORDA

/// The SQLite driver: `sqlite:music.db`, `sqlite:/var/lib/music.db`, `sqlite::memory:`.
///
/// ```swift
/// try SQLite.register()
/// let db = try ORDA.open("sqlite:music.db")
/// ```
///
/// What only SQLite has is here too: functions, collations, backups, and the raw handle.
public enum SQLite {
  /// The scheme of its URLs.
  public static let scheme = "sqlite"

  /// Registers the driver, in the shared registry or another; a second time changes nothing.
  ///
  /// - Throws: `DatabaseError` of kind `misuse` if another driver has the scheme.
  public static func register(with registry: Registry = ORDA.shared) throws {
    try registry.register(SQLiteDriver())
  }

  /// Has SQLite count no more how much memory it takes, for the whole process.
  ///
  /// It counts under a lock that all connections share, twice for each piece of memory; a program that runs many small statements
  /// takes an eighth less time without. `sqlite3_memory_used()` and heap limits then tell and do nothing. SQLite's
  /// documentation recommends it, for a program that uses neither:
  /// https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus
  ///
  /// - Returns: False if it comes too late: it must be called before anything else uses SQLite. Apple's own library has
  ///   always been used before.
  @discardableResult
  package static func forgoMemoryStatistics() -> Bool { orda_sqlite3_forgo_memory_statistics() == SQLITE_OK }

  /// The driver itself, to open without a registry, or to wrap in another driver.
  public static var driver: any Driver { SQLiteDriver() }
}
