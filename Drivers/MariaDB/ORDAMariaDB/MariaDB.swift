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

  /// Makes the driver known to the program, or to a registry of its own; a second time changes nothing.
  ///
  /// - Throws: `DatabaseError` of kind `misuse` if another driver has one of the schemes.
  public static func register(with registry: Registry = ORDA.shared) throws {
    try registry.register(MariaDBDriver())
  }

  /// The driver itself, to be opened without a registry, or wrapped in another.
  public static var driver: any Driver { MariaDBDriver() }
}
