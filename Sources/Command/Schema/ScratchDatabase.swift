import ORDA

/// An empty database that exists as long as a closure runs.
enum ScratchDatabase {
  /// Makes a database like another one, in memory or on the same server, and lends it.
  ///
  /// Names on a server begin with `orda_scratch_`. One stays there if the process is killed, or can't drop it.
  ///
  /// - Throws: `unsupported` for an unknown driver; the database's errors, and what the body throws.
  static func with<R>(like database: any Governor, _ body: (any Governor) throws -> R) throws -> R {
    switch database.url.location {
    case .file, .memory:
      let scratch = try openDatabase("\(database.url.scheme)::memory:")
      defer { try? scratch.close(within: .zero) }
      return try body(scratch)
    case .server(let server):
      guard let settings = try settings(of: database) else {
        throw DatabaseError(.unsupported, "\(database.driverName) has no database here that is made for a moment")
      }
      return try with(on: server, database, settings, body)
    }
  }

  private static func with<R>(
    on server: DatabaseURL.Server, _ database: any Governor, _ settings: SQL, _ body: (any Governor) throws -> R
  ) throws -> R {
    let name = "orda_scratch_" + String(UInt64.random(in: .min ... .max), radix: 16)
    var place = server
    place.database = name
    let url = try DatabaseURL(
      scheme: database.url.scheme, mode: database.url.mode, location: .server(place), options: database.url.options)
    try database.execute("CREATE DATABASE \(identifier: name)\(settings)")
    defer { _ = try? database.execute("DROP DATABASE IF EXISTS \(identifier: name)") }
    let scratch = try openDatabase(url.textWithSecrets)
    defer { try? scratch.close(within: .zero) }
    return try body(scratch)
  }

  /// What makes a database that compares columns as another does by default; nil for an unknown driver.
  private static func settings(of database: any Governor) throws -> SQL? {
    switch database.driverName {
    case "MariaDB":
      let defaults = try database.first(
        (String, String).self,
        """
        SELECT DEFAULT_CHARACTER_SET_NAME, DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA
        WHERE SCHEMA_NAME = DATABASE()
        """)
      return defaults.map { " CHARACTER SET \(raw: $0.0) COLLATE \(raw: $0.1)" } ?? ""
    case "PostgreSQL":
      let defaults = try database.first(
        (String, String).self,
        "SELECT datcollate, datctype FROM pg_catalog.pg_database WHERE datname = current_database()")
      // Nobody connects to template0; others can't be copied while somebody does.
      func quoted(_ name: String) -> String { "'" + name.replacing("'", with: "''") + "'" }
      let locale: SQL = defaults.map { " LC_COLLATE \(raw: quoted($0.0)) LC_CTYPE \(raw: quoted($0.1))" } ?? ""
      return " TEMPLATE template0\(locale)"
    default: return nil
    }
  }
}
