import ORDA
import Testing

@Suite("Prepared statements on MariaDB")
struct PreparedStatementTests {
  @Test func `However many texts there are, the server holds a bounded number`() throws {
    let test = try TestDatabase("statement-cache=20&pool.max=1")
    try test.db.withConnection { connection in
      func count(_ name: String) throws -> Int {
        let sql: SQL = """
          SELECT cast(variable_value AS INT) FROM information_schema.session_status WHERE variable_name = \(name)
          """
        return try connection.first(Int.self, sql) ?? -1
      }
      for number in 0..<2_000 {
        #expect(try connection.first(Int.self, SQL(text: "SELECT \(number)")) == number)
      }
      let prepared = try count("Com_stmt_prepare")
      let closed = try count("Com_stmt_close")
      #expect(prepared > 2_000)
      #expect(prepared - closed <= 25)
    }
  }

  @Test func `A table that changes under a statement`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (a INT); INSERT INTO t VALUES (1)")
    let other = try test.another()
    let all = try test.db.prepare("SELECT * FROM t")
    #expect(try all.query().columns.map(\.name) == ["a"])
    try other.execute("ALTER TABLE t ADD b VARCHAR(10) DEFAULT 'new'")
    let wide = try all.query()
    #expect(wide.columns.map(\.name) == ["a", "b"])
    #expect(wide[0].values == [.int(1), .text("new")])
    try other.execute("ALTER TABLE t MODIFY a VARCHAR(20)")
    #expect(try all.query()[0].values == [.text("1"), .text("new")])
    try other.execute("ALTER TABLE t DROP b")
    #expect(try all.query()[0].values == [.text("1")])
    try other.execute("DROP TABLE t")
    #expect(try failure { try all.query() }.kind == .noSuchTable)
    try other.execute("CREATE TABLE t (c DOUBLE, d INT)")
    #expect(try all.query().columns.map(\.name) == ["c", "d"])
  }

  @Test func `A column whose type changes from one execution to the next`() throws {
    let test = try TestDatabase(
      "pool.max=1", "CREATE TABLE t (a INT, b VARCHAR(10)); INSERT INTO t VALUES (7, 'seven')")
    try test.db.withConnection { connection in
      let echo = try connection.prepare("SELECT ? AS x, ? AS y")
      let table = try connection.prepare("SELECT a, b FROM t WHERE a = ?")
      let values: [Value] = [.int(1), .int(2), .text("three"), .double(4.5), .null, .int(6), .bytes([7]), .int(8)]
      for value in values + values.reversed() {
        #expect(try echo.query(value, value)[0].values == [value, value])
        #expect(try table.query(7)[0].values == [.int(7), .text("seven")])
      }
      try connection.execute("ALTER TABLE t MODIFY a VARCHAR(5)")
      #expect(try echo.query(1, "two")[0].values == [.int(1), .text("two")])
      #expect(try table.query(7)[0].values == [.text("7"), .text("seven")])
      #expect(try table.query(7)[0].values == [.text("7"), .text("seven")])
    }
  }

  @Test func `Parameters by place, by number and by name`() throws {
    let test = try TestDatabase()
    let db = test.db
    let pair = try db.first((Int, Int).self, "SELECT ?, ? + 1", 1, 2)
    #expect(pair?.1 == 3)
    #expect(try db.first(Int.self, "SELECT ?2 * 10 + ?1", 1, 2) == 21)
    #expect(try db.first(Int.self, "SELECT :a * :b + :a", ["a": 3, "b": 4]) == 15)
    let text = "'; DROP TABLE t; -- ?"
    #expect(try db.first(String.self, "SELECT \(text)") == text)
    #expect(try failure { try db.query("SELECT ?, ?", 1) }.kind == .misuse)
  }

  @Test func `Errors in the text are known when it is prepared`() throws {
    let test = try TestDatabase()
    let db = test.db
    #expect(try failure { try db.prepare("SELEC") }.kind == .syntax)
    #expect(try failure { try db.prepare("SELECT * FROM nothing") }.kind == .noSuchTable)
  }

  @Test func `What the server can't prepare is sent as text`() throws {
    let test = try TestDatabase("pool.max=1")
    try test.db.withConnection { connection in
      try connection.execute("PREPARE p FROM 'SELECT 1 AS one, ''two'' AS two, x''0102'' AS three'")
      for _ in 1...2 {
        let result = try connection.query("EXECUTE p")
        #expect(result.columns.map(\.name) == ["one", "two", "three"])
        #expect(result[0].values == [.int(1), .text("two"), .bytes([1, 2])])
      }
      #expect(try connection.first(String.self, "EXECUTE IMMEDIATE 'SELECT ''text'''") == "text")
      #expect(try failure { try connection.execute("EXECUTE nothing") }.vendorCode == 1243)
      #expect(try connection.execute("DEALLOCATE PREPARE p").changed == 0)
    }
  }

  @Test func `A batch is all or nothing, and names the element that failed`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))")
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?)")
    let changed = try insert.executeMany(1...500) { id, parameters in try parameters.bind(id, "name \(id)") }
    #expect(changed == 500)
    let error = try failure {
      try insert.executeMany([1000, 1001, 7, 1002]) { id, parameters in try parameters.bind(id, "x") }
    }
    #expect(error.kind == .constraint(.primaryKey))
    #expect(error.batchIndex == 2)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 500)
  }
}
