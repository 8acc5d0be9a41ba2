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

  /// Makes the driver known to the program, or to a registry of its own; a second time changes nothing.
  ///
  /// - Throws: `DatabaseError` of kind `misuse` if another driver has the scheme.
  public static func register(with registry: Registry = ORDA.shared) throws {
    try registry.register(SQLiteDriver())
  }

  /// The driver itself, to be opened without a registry, or wrapped in another.
  public static var driver: any Driver { SQLiteDriver() }
}
