import ORDA
import Testing

@Suite("Statements that give several results")
struct SeveralResultsTests {
  static let procedures: SQL = """
    CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(10));
    INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c');
    """

  private func database() throws -> TestDatabase {
    let test = try TestDatabase("pool.max=1", Self.procedures)
    try test.db.execute(
      """
      CREATE PROCEDURE both_of(IN least INT, OUT total INT, INOUT text VARCHAR(20))
      BEGIN
        SELECT id FROM t WHERE id >= least ORDER BY id;
        SELECT name, id FROM t WHERE id < least ORDER BY id;
        SELECT count(*) INTO total FROM t;
        SET text = concat(text, '!');
      END
      """)
    try test.db.execute("CREATE PROCEDURE quiet(IN least INT) BEGIN DELETE FROM t WHERE id >= least; END")
    try test.db.execute(
      "CREATE PROCEDURE failing() BEGIN SELECT id FROM t; INSERT INTO t VALUES (1, 'again'); SELECT 5; END")
    return test
  }

  @Test func `Queries in a procedure, and its OUT parameters`() throws {
    let test = try database()
    for _ in 1...3 {
      let result = try test.db.execute("CALL both_of(?, ?, ?)", 2, nil, "done")
      #expect(result.columns.map(\.name) == ["id"])
      #expect(try result["id"].get(as: Int.self) == [2, 3])
      #expect(result.further.count == 2)
      #expect(try result.further[0]["name"].get(as: String.self) == ["a"])
      #expect(result.further[1].columns.map(\.name) == ["total", "text"])
      #expect(result.further[1][0].values == [.int(3), .text("done!")])
      #expect(try test.db.first(Int.self, "SELECT 42") == 42)
    }
  }

  @Test func `A procedure without queries`() throws {
    let test = try database()
    let result = try test.db.execute("CALL quiet(?)", 2)
    #expect(result.columns == [])
    #expect(result.changed == 2)
    #expect(result.further.isEmpty)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 1)
  }

  @Test func `Reading only the first result leaves the connection usable`() throws {
    let test = try database()
    for _ in 1...3 {
      #expect(try test.db.query(Int.self, "CALL both_of(2, @total, @text)") == [2, 3])
      #expect(try test.db.first(Int.self, "CALL both_of(2, @total, @text)") == 2)
      #expect(try test.db.first(Int.self, "SELECT 42") == 42)
    }
    #expect(test.db.statistics.connections == 1)
  }

  @Test func `A failure in the middle is the statement's`() throws {
    let test = try database()
    #expect(try failure { try test.db.execute("CALL failing()") }.kind == .constraint(.primaryKey))
    #expect(try test.db.first(Int.self, "SELECT 42") == 42)
  }

  @Test func `A block of statements`() throws {
    let test = try database()
    let result = try test.db.execute("BEGIN NOT ATOMIC SELECT 1 AS a; SELECT 2 AS b, 3 AS c; END")
    #expect(result.columns.map(\.name) == ["a"])
    #expect(result.further.map { $0.columns.map(\.name) } == [["b", "c"]])
    #expect(result.further[0][0].values == [.int(2), .int(3)])
  }

  @Test func `Nothing runs beside a statement of several results`() throws {
    let test = try database()
    try test.db.withConnection { connection in
      let error = try failure {
        try connection.forEach("CALL both_of(1, @total, @text)") { _ in try connection.execute("SELECT 1") }
      }
      #expect(error.kind == .misuse)
      #expect(try connection.first(Int.self, "SELECT 42") == 42)
    }
  }

  @Test func `Other statements have one result`() throws {
    let test = try database()
    #expect(try test.db.query("SELECT 1").further.isEmpty)
    #expect(try test.db.execute("DELETE FROM t").further.isEmpty)
    #expect(test.db.capabilities.contains(.multipleResults))
  }
}
