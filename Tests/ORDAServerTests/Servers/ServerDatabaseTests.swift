import MariaDBTestServer
import ORDA
import PostgreSQLTestServer
import TestSupport
import Testing

@testable import ORDAServer

/// The same pages on servers.
@Suite struct ServerDatabaseTests {
  private func mariadb(_ body: (ServedSite) async throws -> Void) async throws {
    let database = try ServerDatabase()
    let db = try TestServer.open("/\(database.name)")
    try await body(ServedSite(serving: db))
    try await db.close(within: .seconds(1))
  }

  private func postgresql(_ body: (ServedSite) async throws -> Void) async throws {
    let database = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open(database: database.name)
    try await body(ServedSite(serving: db))
    try await db.close(within: .seconds(1))
  }

  @Test func everyRowComesOnceOnMariaDB() async throws {
    try await mariadb { served in
      try await served.db.executeScript(PagingTests.script)
      try await PagingTests.fill(served.db)
      try await PagingTests.walkAll(served)
    }
  }

  @Test func everyRowComesOnceOnPostgreSQL() async throws {
    try await postgresql { served in
      try await served.db.executeScript(PagingTests.script)
      try await PagingTests.fill(served.db)
      try await PagingTests.walkAll(served)
    }
  }

  @Test func pagesAreThereOnMariaDB() async throws {
    try await mariadb { served in
      try await served.db.executeScript(PagingTests.script)
      try await PagingTests.fill(served.db)
      for address in [
        "", "/schema", "/table/plain?facet=name&q=1", "/row/plain?key=i1", "/sql?sql=SELECT+1&plan=1", "/changes",
        "/sql?sql=SHOW+TABLES",
      ] {
        let reply = try await served.get("/\(served.name)\(address)")
        #expect(reply.status == 200, "\(address): \(reply.text)")
      }
      #expect(try await served.get("/\(served.name)").text.contains("37"))
    }
  }

  @Test func pagesAreThereOnPostgreSQL() async throws {
    try await postgresql { served in
      try await served.db.executeScript(PagingTests.script)
      try await served.db.executeScript(
        "CREATE TABLE kinds (id uuid PRIMARY KEY, j jsonb, t timestamptz, b bytea, a int[], f boolean, n numeric(10, 2))"
      )
      try await served.db.execute(
        "INSERT INTO kinds VALUES ('0d7a3f0e-7c1b-4c39-9a54-2f6c1b1d0001', '{\"a\": 1}', now(), '\\x00', '{1,2}', true, 1.50)"
      )
      try await PagingTests.fill(served.db)
      let key = "u0D7A3F0E-7C1B-4C39-9A54-2F6C1B1D0001"
      for address in [
        "", "/schema", "/table/plain?facet=name&q=1", "/row/plain?key=i1", "/sql?sql=SELECT+1&plan=1", "/changes",
        "/table/kinds?q=1",
        "/table/kinds?c=j&o=contains&v=a", "/row/kinds?key=\(key)", "/table/kinds?c=f&o=eq&v=true",
        "/table/kinds?c=n&o=lt&v=2",
      ] {
        let reply = try await served.get("/\(served.name)\(address)")
        #expect(reply.status == 200, "\(address): \(reply.text)")
      }
    }
  }

  @Test func nothingIsWrittenOnMariaDB() async throws {
    try await mariadb { served in
      try await served.db.execute("CREATE TABLE genre (id INT PRIMARY KEY, name VARCHAR(20))")
      try await served.db.execute("INSERT INTO genre VALUES (1, 'Jazz')")
      try await served.db.execute("CREATE FUNCTION mine() RETURNS INT BEGIN DELETE FROM genre; RETURN 1; END")
      try await served.db.execute("CREATE SEQUENCE counter")
      for sql in [
        "DELETE FROM genre", "SELECT mine()", "SELECT `mine`()",
        "SELECT * FROM genre INTO OUTFILE '/tmp/orda-serve-test'",
        "SELECT NEXT VALUE FOR counter", "SELECT nextval(counter)",
        "SELECT 1 /*! INTO OUTFILE '/tmp/orda-serve-test' */",
        "SET GLOBAL general_log = 1", "SELECT * FROM genre FOR UPDATE", "EXPLAIN DELETE FROM genre",
        "ANALYZE DELETE FROM genre",
      ] {
        let reply = try await served.get("/api/query?sql=" + PercentCoding.encoded(sql))
        // A plan is only a plan.
        #expect(reply.status >= 400 || sql.hasPrefix("EXPLAIN"), "\(sql): \(reply.text)")
      }
      #expect(try await served.db.first("SELECT name FROM genre")?.values == ["Jazz"])
    }
  }

  @Test func nothingIsWrittenOnPostgreSQL() async throws {
    try await postgresql { served in
      try await served.db.execute("CREATE TABLE genre (id INT PRIMARY KEY, name VARCHAR(20))")
      try await served.db.execute("INSERT INTO genre VALUES (1, 'Jazz')")
      try await served.db.execute("CREATE SEQUENCE counter")
      try await served.db.execute(
        "CREATE FUNCTION mine() RETURNS INT AS $$ DELETE FROM genre; SELECT 1 $$ LANGUAGE sql")
      // What no text shows: a view that calls it.
      try await served.db.execute("CREATE VIEW hidden AS SELECT mine() AS a")
      for sql in [
        "DELETE FROM genre", "SELECT mine()", "SELECT * FROM hidden", "SELECT nextval('counter')",
        "SELECT * INTO other FROM genre",
        "WITH a AS (DELETE FROM genre RETURNING *) SELECT * FROM a", "EXPLAIN ANALYZE DELETE FROM genre",
        "COPY genre TO '/tmp/orda-serve-test'",
      ] {
        let reply = try await served.get("/api/query?sql=" + PercentCoding.encoded(sql))
        #expect(reply.status >= 400, "\(sql): \(reply.text)")
      }
      #expect(try await served.db.first("SELECT name FROM genre")?.values == ["Jazz"])
    }
  }

  @Test func statementsAreStoppedOnServers() async throws {
    let database = try ServerDatabase()
    let db = try TestServer.open("/\(database.name)")
    let served = ServedSite(serving: db, limit: .milliseconds(500))
    let sql = """
      SELECT /* endless */ sum(a.ordinal_position + b.ordinal_position) FROM information_schema.columns a
      JOIN information_schema.columns b JOIN information_schema.columns c JOIN information_schema.columns d
      """
    let reply = try await served.get("/api/query?sql=" + PercentCoding.encoded(sql))
    #expect(reply.status == 504, "\(reply.text)")
    #expect(try await eventually { try await TestServer.running("endless") == 0 })
    try await db.close(within: .seconds(1))
  }
}
