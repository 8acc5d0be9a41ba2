public import ORDA

/// The PostgreSQL driver, and what only PostgreSQL can do.
///
/// ```swift
/// try PostgreSQL.register()
/// let db = try ORDA.open("postgresql://ada@localhost/music")
/// ```
public enum PostgreSQL {
  /// The scheme of its URLs; `postgres` is an alias.
  public static let scheme = "postgresql"

  /// Makes the driver known to the program, or to a registry of its own; a second time changes nothing.
  ///
  /// - Throws: `DatabaseError` of kind `misuse` where another driver has one of the schemes.
  public static func register(with registry: Registry = ORDA.shared) throws { try registry.register(driver) }

  /// The driver itself, to be opened without a registry, or to be checked.
  public static var driver: any Driver { PostgreSQLDriver() }
}
