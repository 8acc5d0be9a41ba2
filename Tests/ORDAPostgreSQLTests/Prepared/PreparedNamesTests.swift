import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// The names of prepared statements, and what becomes of those that are no longer needed.
@Suite(.ownThread) struct PreparedNamesTests {
  private func names(_ db: any Governor) throws -> Set<String> {
    try db.withConnection { connection in
      for _ in 1...2 { _ = try connection.first(Int.self, "SELECT ? + 1", 1) }
      return Set(try connection.query(String.self, "SELECT name FROM pg_prepared_statements"))
    }
  }

  @Test("Two connections give their statements different names")
  func names() throws {
    let (one, other) = (try PostgreSQLServer.open("pool.max=1"), try PostgreSQLServer.open("pool.max=1"))
    defer {
      try? one.close(within: .zero)
      try? other.close(within: .zero)
    }
    let (first, second) = (try names(one), try names(other))
    #expect(!first.isEmpty && !second.isEmpty)
    #expect(first.isDisjoint(with: second))
  }

  @Test(
    "Statements that can't share a round trip run after a batch, and after hundreds of other statements",
    arguments: [
      "VACUUM housekeeping", "CREATE INDEX CONCURRENTLY IF NOT EXISTS housekeeping_n ON housekeeping (n)",
      "REINDEX TABLE CONCURRENTLY housekeeping", "CALL housekeeping_commit()",
    ])
  func alone(_ sql: String) throws {
    let own = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open("pool.max=1", database: own.name)
    defer { try? db.close(within: .zero) }
    try db.executeScript(
      """
      CREATE TABLE housekeeping (id SERIAL PRIMARY KEY, n INT);
      CREATE PROCEDURE housekeeping_commit() LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO housekeeping (n) VALUES (99); COMMIT; INSERT INTO housekeeping (n) VALUES (100); END $$
      """)
    let insert = try db.prepare("INSERT INTO housekeeping (n) VALUES (?)")
    for _ in 1...20 {
      try insert.executeMany([1, 2, 3]) { n, binder in try binder.bind(n) }
      try db.execute(SQL(text: sql))
    }
    for number in 0..<600 { _ = try db.query(SQL(text: "SELECT \(number)")) }
    try db.execute(SQL(text: sql))
  }

  @Test("The server keeps few statements of a connection that prepares very many")
  func bounded() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    defer { try? db.close(within: .zero) }
    for number in 0..<2000 { _ = try db.first(Int.self, SQL(text: "SELECT \(number) + ?"), 1) }
    let count = try db.first(Int.self, "SELECT count(*) FROM pg_prepared_statements")
    #expect(count ?? .max < 600)
    try db.transaction { tx in
      for number in 2000..<5000 { _ = try tx.first(Int.self, SQL(text: "SELECT \(number) + ?"), 1) }
      #expect(try tx.first(Int.self, "SELECT count(*) FROM pg_prepared_statements") ?? .max < 2000)
    }
  }

  @Test("The error for too many parameters names the limit", arguments: ["prepare=on", "prepare=off"])
  func tooMany(_ options: String) throws {
    let db = try PostgreSQLServer.open("pool.max=1&" + options)
    defer { try? db.close(within: .zero) }
    let sql = SQL(text: "SELECT " + Array(repeating: "?", count: 65_536).joined(separator: ", "))
    let error = try failure { try db.query(sql, Parameters(values: Array(repeating: 1, count: 65_536))) }
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("at most 65535 parameters"))
    let most = SQL(text: "SELECT 1 WHERE 0 IN (" + Array(repeating: "?", count: 65_535).joined(separator: ", ") + ")")
    #expect(try db.query(most, Parameters(values: Array(repeating: 1, count: 65_535))).isEmpty)
  }

  @Test("Numbered parameters of PREPARE and of routines reach the server as they are")
  func ownParameters() throws {
    let own = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open("pool.max=1", database: own.name)
    defer { try? db.close(within: .zero) }
    try db.withConnection { connection in
      try connection.execute("PREPARE doubled AS SELECT $1::int * 2")
      #expect(try connection.first(Int.self, "EXECUTE doubled(21)") == 42)
    }
    try db.execute(
      "CREATE FUNCTION tripled(int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT $1 * 3; END")
    try db.execute("CREATE OR REPLACE FUNCTION quadrupled(int) RETURNS int LANGUAGE sql RETURN $1 * 4")
    #expect(
      try db.query((Int, Int).self, "SELECT tripled(?), quadrupled(?)", 2, 3).first.map { [$0.0, $0.1] } == [6, 12])
  }
}
