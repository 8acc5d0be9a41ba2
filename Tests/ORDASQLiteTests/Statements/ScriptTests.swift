import ORDA
import Testing

@Suite("Several statements in one text")
struct ScriptTests {
  /// R5.
  @Test func `Each has its own result, and the second may need the first`() throws {
    for db in try TestDatabase.both("") {
      let results = try db.executeScript(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a);
        INSERT INTO t (a) VALUES (1), (2); -- a comment; with a semicolon
        SELECT a FROM t ORDER BY a;
        DELETE FROM t WHERE a = 1;
        ;;
        """)
      #expect(results.count == 4)
      #expect(results.map(\.changed) == [0, 2, nil, 1])
      #expect(results.map(\.lastID) == [nil, 2, nil, nil])
      #expect(try results[2]["a"].get(as: Int.self) == [1, 2])
    }
  }

  @Test func `Elsewhere more than one is refused, and none runs`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a)")
    let text: SQL = "INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)"
    for call: () throws -> Void in [
      { try db.execute(text) }, { _ = try db.query(text) }, { _ = try db.prepare(text) },
      { try db.forEach(text) { _ in } },
    ] {
      let error = try #require(#expect(throws: DatabaseError.self) { try call() })
      #expect(error.kind == .misuse)
      #expect(error.message.contains("executeScript"))
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
    try db.execute("INSERT INTO t VALUES (1) ; -- only one\n")
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
  }

  @Test func `A failure names its line; what came before stays, but for an open transaction`() throws {
    for db in try TestDatabase.both("") {
      let error = try #require(
        #expect(throws: DatabaseError.self) {
          try db.executeScript("CREATE TABLE t (a);\nINSERT INTO t VALUES (1);\n\nINSERT INTO nope VALUES (1);")
        })
      #expect(error.kind == .noSuchTable)
      #expect(error.message.hasSuffix("(line 4 of the script)"))
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
      _ = #expect(throws: DatabaseError.self) {
        try db.executeScript("BEGIN; INSERT INTO t VALUES (2); INSERT INTO nope VALUES (1); COMMIT;")
      }
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
      let open = try #require(
        #expect(throws: DatabaseError.self) { try db.executeScript("BEGIN; INSERT INTO t VALUES (2);") })
      #expect(open.kind == .misuse)
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
      try db.executeScript("BEGIN; INSERT INTO t VALUES (2); COMMIT;")
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 2)
    }
  }

  @Test func `Triggers with bodies, strings with semicolons`() throws {
    let db = try TestDatabase.memory()
    let results = try db.executeScript(
      """
      CREATE TABLE t (a); CREATE TABLE log (x);
      CREATE TRIGGER tr AFTER INSERT ON t BEGIN
        INSERT INTO log VALUES ('a;b'); INSERT INTO log SELECT CASE WHEN 1 THEN 2 END;
      END;
      INSERT INTO t VALUES ('x;''y;');
      """)
    #expect(results.count == 4)
    #expect(try db.query("SELECT x FROM log").rows.map { $0[0] } == ["a;b", 2])
  }

  @Test func `In a transaction it is part of it, and may not end it`() throws {
    struct Undo: Error {}
    for db in try TestDatabase.both("CREATE TABLE t (a)") {
      do {
        try db.transaction { tx in
          try tx.executeScript("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
          let error = try failure { try tx.executeScript("INSERT INTO t VALUES (3); COMMIT") }
          #expect(error.kind == .misuse)
          throw Undo()
        }
      } catch is Undo {}
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
    }
  }

  @Test func `Parameters and values have no place in it`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a)")
    for script: SQL in [
      "INSERT INTO t VALUES (?)", "INSERT INTO t VALUES (\(1))", "INSERT INTO t VALUES (:a); SELECT 1",
    ] {
      let error = try #require(#expect(throws: DatabaseError.self) { try db.executeScript(script) })
      #expect(error.kind == .misuse)
    }
    #expect(try db.executeScript("").isEmpty)
    #expect(try db.executeScript(" ; -- nothing\n ; ").isEmpty)
  }
}
