import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// What the catalog says.
@Suite(.apart) struct SchemaTests {
  @Test("A schema is read while tables come and go") func changing() async throws {
    let db = try PostgreSQLServer.open()
    try await db.execute("CREATE SCHEMA passing")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask {
          let table = "t\(number)"
          while !Task.isCancelled {
            try await db.execute(
              "CREATE TABLE \(identifier: "passing", table) (a INT PRIMARY KEY, b INT CHECK (b > 0))")
            try await db.execute("CREATE INDEX ON \(identifier: "passing", table) ((a + b)) WHERE b > 1")
            try await Task.sleep(for: .milliseconds(10))
            try await db.execute("DROP TABLE \(identifier: "passing", table)")
          }
        }
      }
      for _ in 0..<300 { _ = try await db.schema(named: "passing") }
      group.cancelAll()
      // What is stopped too late, as on a machine that is busy, has its connection cut.
      let stopped: [DatabaseError.Kind] = [.cancelled, .connectionLost, .commitUnknown]
      while let result = await group.nextResult() {
        if case .failure(let error as DatabaseError) = result, !stopped.contains(error.kind) { throw error }
      }
    }
    try await db.execute("DROP SCHEMA passing CASCADE")
    try await db.close(within: .zero)
  }
}
