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
}
