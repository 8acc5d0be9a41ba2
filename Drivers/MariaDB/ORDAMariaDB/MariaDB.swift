public import ORDA

/// The MariaDB driver: `mariadb://app@db.example.org/music`, and `mysql:` for the same.
///
/// ```swift
/// try MariaDB.register()
/// let db = try ORDA.open("mariadb://app@localhost/music?password-file=/run/secrets/music")
/// ```
public enum MariaDB {
  /// The scheme of its URLs; `mysql` means the same.
  public static let scheme = "mariadb"

  /// Registers the driver, in the shared registry or another; a second time changes nothing.
  ///
  /// - Throws: `DatabaseError` of kind `misuse` if another driver has one of the schemes.
  public static func register(with registry: Registry = ORDA.shared) throws {
    try registry.register(MariaDBDriver())
  }

  /// The driver itself, to open without a registry, or to wrap in another driver.
  public static var driver: any Driver { MariaDBDriver() }
}
