extension Registry {
  /// The drivers that come with ORDA, to distinguish a forgotten registration from a misspelt scheme.
  private static let known: [(scheme: String, module: String, type: String)] = [
    ("sqlite", "ORDASQLite", "SQLite"), ("sqlite3", "ORDASQLite", "SQLite"),
    ("mariadb", "ORDAMariaDB", "MariaDB"), ("mysql", "ORDAMariaDB", "MariaDB"),
    ("postgresql", "ORDAPostgreSQL", "PostgreSQL"), ("postgres", "ORDAPostgreSQL", "PostgreSQL"),
  ]

  /// The error for a scheme without driver, with what to do about it.
  func missingDriver(_ scheme: String) -> DatabaseError {
    let registered = drivers.flatMap { $0.schemes.map(asciiLowercased) }
    var message = "no driver is registered for the scheme \(quoted(scheme)) "
    message += registered.isEmpty ? "(none is registered)" : "(registered: \(registered.joined(separator: ", ")))"
    if let known = Registry.known.first(where: { $0.scheme == scheme }) {
      message += "; import \(known.module) and call try \(known.type).register()"
    } else if scheme == "file" {
      message += "; a SQLite file is opened by sqlite:///folder/music.db"
    } else if let nearest = nearestName(to: scheme, among: registered + Registry.known.map(\.scheme)) {
      message += "; did you mean '\(nearest)'?"
    }
    return DatabaseError(.missingDriver, message)
  }
}
