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

  /// The driver itself, to open without a registry, or to wrap in another driver.
  public static var driver: any Driver { SQLiteDriver() }
}
