import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// What the catalog says.
@Suite(.ownThread) struct SchemaTests {
  @Test("A schema is read while tables come and go") func changing() async throws {
    let db = try PostgreSQLServer.open()
    try await db.execute("CREATE SCHEMA passing")
    let isRead = Shared(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask {
          let table = "t\(number)"
          while !isRead.current {
            try await db.execute(
              "CREATE TABLE \(identifier: "passing", table) (a INT PRIMARY KEY, b INT CHECK (b > 0))")
            try await db.execute("CREATE INDEX ON \(identifier: "passing", table) ((a + b)) WHERE b > 1")
            try await db.execute("DROP TABLE \(identifier: "passing", table)")
          }
        }
      }
      do {
        defer { isRead.current = true }
        for _ in 0..<300 { _ = try await db.schema(named: "passing") }
      }
      try await group.waitForAll()
    }
    try await db.execute("DROP SCHEMA passing CASCADE")
    try await db.close(within: .zero)
  }

  /// The first line of pg_dump's files empties the search path.
  @Test("A migration whose step empties the search path is remembered") func emptySearchPath() throws {
    let db = try PostgreSQLServer.open()
    let steps = [
      Migration(
        "baseline",
        sql: "SELECT pg_catalog.set_config('search_path', '', false); CREATE TABLE public.located (id INT);",
        down: "SELECT pg_catalog.set_config('search_path', '', false); DROP TABLE public.located;")
    ]
    #expect(try db.migrate(steps).map(\.name) == ["baseline"])
    #expect(try db.migrate(steps).isEmpty)
    #expect(try db.first(String.self, "SELECT state FROM public.orda_migrations WHERE name = 'baseline'") == "applied")
    let migrator = try Migrator(db, steps)
    #expect(try migrator.down().map(\.name) == ["baseline"])
    #expect(try db.first(Int.self, "SELECT count(*) FROM public.orda_migrations") == 0)
    try db.close(within: .zero)
  }
}
