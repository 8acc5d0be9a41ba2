import ORDA
import ORDAMariaDB
import ORDASQLite
import Testing

@Suite("Registering the drivers") struct RegistryTests {
  @Test("twice makes one entry each, found by every scheme")
  func twice() throws {
    let registry = Registry()
    for _ in 1...2 {
      try SQLite.register(with: registry)
      try MariaDB.register(with: registry)
    }
    #expect(registry.drivers.map(\.name) == ["SQLite", "MariaDB"])
    #expect(SQLite.scheme == "sqlite")
    #expect(MariaDB.scheme == "mariadb")
    for scheme in ["sqlite", "sqlite3", "SQLite"] { #expect(registry.driver(for: scheme)?.name == "SQLite") }
    for scheme in ["mariadb", "mysql", "MySQL"] { #expect(registry.driver(for: scheme)?.name == "MariaDB") }
    #expect(registry.driver(for: "oracle") == nil)
  }

  @Test("A governor tells which driver it has, and hides its password", arguments: Database.allCases)
  func governor(_ database: Database) throws {
    let test = try database.opened()
    let name = [Database.sqlite: "SQLite", .mariadb: "MariaDB", .postgresql: "PostgreSQL"][database]
    #expect(test.db.driverName == name)
    #expect(test.db.url.scheme == database.rawValue)
    try test.db.ping()
  }
}
