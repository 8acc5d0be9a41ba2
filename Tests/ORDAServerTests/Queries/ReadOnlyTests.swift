import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// What runs, and what doesn't, where nothing may be written.
@Suite struct ReadOnlyTests {
  private static let script: SQL = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO genre VALUES (1, 'Jazz'), (2, 'Blues');
    """

  @Test(arguments: [
    "INSERT INTO genre VALUES (3, 'x')", "UPDATE genre SET name = 'x'", "DELETE FROM genre", "DROP TABLE genre",
    "CREATE TABLE a (b)", "PRAGMA user_version = 5", "PRAGMA journal_mode = delete", "ATTACH '/tmp/a.db' AS a",
    "DETACH main",
    "VACUUM", "VACUUM INTO '/tmp/a.db'", "SELECT 1; DELETE FROM genre", "SELECT 1;SELECT 2", "BEGIN", "COMMIT",
    "WITH a AS (SELECT 1) DELETE FROM genre", "WITH a AS (SELECT 3) INSERT INTO genre SELECT *, 'x' FROM a",
    "SELECT load_extension('/tmp/a.so')", "REINDEX", "ANALYZE", "REPLACE INTO genre VALUES (1, 'x')", "", ";",
    "-- nothing",
    "/* SELECT */ DELETE FROM genre",
  ])
  func writesAreRefused(_ sql: String) async throws {
    let served = try await ServedSite(Self.script)
    for path in ["/api/query?sql=", "/music/sql?sql=", "/music/download?sql="] {
      let reply = try? await served.get(path + PercentCoding.encoded(sql))
      let isEmptyPage = path.contains("/sql?") && sql.allSatisfy(\.isWhitespace)
      #expect((reply?.status ?? 400) >= 400 || isEmptyPage, "\(path) \(sql): \(reply?.text ?? "")")
    }
    let names = try await served.db.query("SELECT name FROM genre ORDER BY id").rows.map {
      try $0.get("name", as: Value.self)
    }
    #expect(names == [.text("Jazz"), .text("Blues")])
  }

  /// Nothing of the server's stands between: what gets past its checks is refused by the database.
  @Test(arguments: [
    "INSERT INTO genre VALUES (3, 'x')", "DELETE FROM genre", "ATTACH '/tmp/a.db' AS a", "VACUUM INTO '/tmp/a.db'",
    "DROP TABLE genre", "PRAGMA cache_size = 5", "PRAGMA query_only = 0", "SELECT * FROM pragma_optimize(2)",
  ])
  func theDatabaseItselfRefuses(_ sql: String) async throws {
    let served = try await ServedSite(Self.script)
    let db = served.site.databases[0].governor
    let error = await #expect(throws: DatabaseError.self) { try await db.query(SQL(text: sql)) }
    #expect(error?.kind == .permission, "\(sql): \(String(describing: error))")
    #expect(try await served.get("/music/table/genre").status == 200)
  }

  @Test(arguments: [
    "SELECT name FROM genre", "WITH a AS (SELECT 1 AS b) SELECT b FROM a", "VALUES (1), (2)", "EXPLAIN SELECT 1",
    "EXPLAIN QUERY PLAN SELECT * FROM genre", "SELECT 1;", "SELECT upper(name) FROM genre WHERE name LIKE 'J%'",
  ])
  func whatReadsRuns(_ sql: String) async throws {
    let served = try await ServedSite(Self.script)
    let reply = try await served.get("/api/query?sql=" + PercentCoding.encoded(sql))
    #expect(reply.status == 200, "\(reply.text)")
  }

  private func refusal(_ sql: String, _ kind: DatabaseKind, _ dialect: Dialect = .standard) -> Bool {
    (try? ReadOnlyCheck(dialect: dialect, kind: kind).check(sql)) == nil
  }

  @Test(arguments: [
    "SELECT 1 INTO OUTFILE '/tmp/a'", "SELECT name INTO @a FROM genre", "SELECT * FROM genre FOR UPDATE",
    "SELECT * FROM genre LOCK IN SHARE MODE", "SELECT load_file('/etc/passwd')", "SELECT sleep(5)",
    "SELECT benchmark(1, 1)",
    "SELECT get_lock('a', 1)", "SELECT mine(1)", "SELECT music.lower('a')", "SELECT nextval(a)", "SELECT \"mine\"(1)",
    "SHOW TABLES; DROP TABLE a", "SET GLOBAL a = 1", "CALL mine()", "SELECT mine (1)",
    "SELECT * FROM (SELECT mine(1)) a",
    "SELECT * FROM genre PROCEDURE ANALYSE()", "DO sleep(1)", "HANDLER a OPEN", "TABLE a",
  ])
  func onMariaDBMoreIsRefused(_ sql: String) { #expect(refusal(sql, .mariadb)) }

  @Test(arguments: [
    "SELECT nextval('a')", "SELECT setval('a', 1)", "SELECT pg_terminate_backend(1)", "SELECT pg_read_file('a')",
    "SELECT lo_export(1, 'a')", "SELECT dblink('a', 'b')", "SELECT set_config('a', 'b', false)",
    "SELECT * INTO a FROM b",
    "SELECT * FROM a FOR NO KEY UPDATE", "SELECT * FROM a FOR SHARE", "SELECT mine(1)", "SELECT public.lower('a')",
    "COPY a TO '/tmp/a'", "SELECT * FROM f() AS (a int)", "SELECT pg_sleep(1)", "LISTEN a", "LOCK a",
  ])
  func onPostgreSQLMoreIsRefused(_ sql: String) { #expect(refusal(sql, .postgresql)) }

  @Test(arguments: [
    "SELECT count(*), max(a) FROM b WHERE c IN (1, 2) GROUP BY d HAVING sum(e) > 1",
    "WITH a (b, c) AS (SELECT 1, 2) SELECT * FROM a",
    "SELECT CAST(a AS decimal(10, 2)) FROM b", "SELECT * FROM a JOIN b USING (c)",
    "SELECT row_number() OVER (PARTITION BY a) FROM b",
    "SELECT a FROM b WHERE EXISTS (SELECT 1)", "EXPLAIN SELECT 1", "SELECT 'into' AS a, \"into\" FROM b",
    "SELECT 'FOR UPDATE', 'mine(1)' -- INTO mine(1)",
  ])
  func whatIsHarmlessIsNotRefused(_ sql: String) {
    #expect(!refusal(sql, .mariadb))
    #expect(!refusal(sql, .postgresql))
  }

  @Test func parametersBecomeFields() async throws {
    let served = try await ServedSite(Self.script)
    let asked = try await served.get(
      "/music/sql?sql=" + PercentCoding.encoded("SELECT name FROM genre WHERE id = :wanted"))
    #expect(asked.text.contains("name=\"p.wanted\""))
    #expect(!asked.text.contains("Jazz"))
    let told = try await served.get(
      "/music/sql?p.wanted=1&sql=" + PercentCoding.encoded("SELECT name FROM genre WHERE id = :wanted"))
    #expect(told.text.contains("Jazz"))
    let counted = try await served.get(
      "/api/query?p.1=2&sql=" + PercentCoding.encoded("SELECT name FROM genre WHERE id = ?"))
    #expect(try counted.json["rows"] == .array([.array([.text("Blues")])]))
  }

  @Test func endlessStatementsAreStopped() async throws {
    let served = try await ServedSite(Self.script, limit: .milliseconds(300))
    let sql = "WITH RECURSIVE a (b) AS (SELECT 1 UNION ALL SELECT b + 1 FROM a) SELECT count(*) FROM a"
    let reply = try await served.get("/api/query?sql=" + PercentCoding.encoded(sql))
    #expect(reply.status == 504)
    #expect(try reply.json["error"]["kind"] == .text("timeout"))
    #expect(try await served.get("/music/table/genre").status == 200)
  }

  @Test func endlessRowsAreCut() async throws {
    let served = try await ServedSite(Self.script, rowLimit: 50)
    let sql = "WITH RECURSIVE a (b) AS (SELECT 1 UNION ALL SELECT b + 1 FROM a) SELECT b FROM a"
    let reply = try await served.get("/api/query?sql=" + PercentCoding.encoded(sql))
    #expect(try reply.json["rows"].array.count == 50)
    #expect(try reply.json["more"] == .bool(true))
  }

  @Test func aStatementIsStoppedByItsId() async throws {
    let served = try await ServedSite(Self.script, limit: .seconds(100))
    let sql = "WITH RECURSIVE a (b) AS (SELECT 1 UNION ALL SELECT b + 1 FROM a) SELECT count(*) FROM a"
    async let reply = served.get("/music/sql?run-id=mine&sql=" + PercentCoding.encoded(sql))
    #expect(await eventually { !served.site.statements.running(on: "music").isEmpty })
    #expect(try await served.get("/music").text.contains("value=\"mine\""))
    #expect(try await served.post("/music/stop", ["run": "mine"]).status == 303)
    #expect(try await reply.status == 504)
    #expect(served.site.statements.running(on: "music").isEmpty)
  }

  @Test func theEndStopsWhatRuns() async throws {
    let served = try await ServedSite(Self.script, limit: .seconds(100))
    let sql = "WITH RECURSIVE a (b) AS (SELECT 1 UNION ALL SELECT b + 1 FROM a) SELECT count(*) FROM a"
    async let reply = served.get("/api/query?sql=" + PercentCoding.encoded(sql))
    #expect(await eventually { !served.site.statements.running(on: "music").isEmpty })
    served.site.end()
    #expect(try await reply.status == 504)
    #expect(try await served.get("/api/query?sql=SELECT+1").status == 503)
  }
}
