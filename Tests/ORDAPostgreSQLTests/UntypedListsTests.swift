import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Lists whose type says nothing of their values, as those of a program's own types.
@Suite(.ownThread, .serialized) struct UntypedListsTests {
  /// A key of a program's own.
  private struct Key: ValueConvertible {
    var byte: UInt8
    func value() throws(DatabaseError) -> Value { .bytes([byte]) }
  }

  private func made(_ options: String) throws -> any Governor {
    let db = try PostgreSQLServer.open(options)
    try db.execute("DROP TABLE IF EXISTS untyped")
    try db.execute("CREATE TABLE untyped (id INT PRIMARY KEY, key BYTEA, day DATE, note VARCHAR(10), sort BIGINT)")
    try db.execute("INSERT INTO untyped VALUES (1, '\\x01', '2026-01-31', 'a', 10)")
    try db.execute("INSERT INTO untyped VALUES (2, '\\x02', '2026-02-01', 'b', 20)")
    return db
  }

  @Test("are of their column's type before any is bound, and without a value", arguments: ["", "prepare=off"])
  func types(_ options: String) throws {
    let db = try made(options)
    let keys = try db.prepare("SELECT id FROM untyped WHERE key IN \(list: Key.self) ORDER BY id")
    #expect(try keys.query(Int.self, ValueList([Key]())) == [])
    #expect(try keys.query(Int.self, ValueList([Key(byte: 2), Key(byte: 3)])) == [2])
    #expect(try keys.query(Int.self, ValueList([Key]())) == [])
    let others = try db.prepare("SELECT id FROM untyped WHERE key NOT IN \(list: Key.self) ORDER BY id")
    #expect(try others.query(Int.self, ValueList([Key]())) == [1, 2])
    #expect(try others.query(Int.self, ValueList([Key(byte: 2)])) == [1])
  }

  @Test("without a value, or with none but NULL, go with any column", arguments: ["id", "key", "day", "note", "sort"])
  func empty(_ column: String) throws {
    let db = try made("")
    let name = SQL(text: column)
    let none: [any ValueConvertible] = []
    #expect(try db.query(Int.self, "SELECT id FROM untyped WHERE \(name) IN \(list: none)") == [])
    #expect(try db.query(Int.self, "SELECT id FROM untyped WHERE \(name) NOT IN \(list: none) ORDER BY id") == [1, 2])
    #expect(try db.query(Int.self, "SELECT id FROM untyped WHERE \(name) IN \(list: [Value.null])") == [])
    try db.transaction { tx in
      try #expect(tx.query(Int.self, "SELECT id FROM untyped WHERE \(name) IN \(list: none)") == [])
      try #expect(tx.query(Int.self, "SELECT id FROM untyped ORDER BY id") == [1, 2])
    }
  }

  @Test("of rows, too") func rows() throws {
    let db = try made("")
    func found(_ rows: [[(any ValueConvertible)?]]) throws -> [Int] {
      try db.query(
        Int.self, "SELECT id FROM untyped WHERE (key, note) IN \(list: ValueList(rows: rows, columns: 2)) ORDER BY id")
    }
    #expect(try found([]) == [])
    #expect(try found([[Key(byte: 1), "a"], [Key(byte: 2), "x"]]) == [1])
    #expect(try found([[Key(byte: 1), nil]]) == [])
  }

  @Test("stand where a table may, and behind ANY") func elsewhere() throws {
    let db = try made("pool.max=1")
    let keys: [any ValueConvertible] = [Key(byte: 2)]
    let none: [any ValueConvertible] = []
    try db.transaction { tx in
      for (list, expected) in [(keys, [2]), (none, [])] {
        try #expect(tx.query(Int.self, "SELECT id FROM untyped WHERE key = ANY \(list: list)") == expected)
      }
      try #expect(tx.query(Int.self, "SELECT count(*) FROM \(list: keys) AS one") == [1])
      try #expect(tx.query(Int.self, "SELECT count(*) FROM \(list: none) AS one") == [0])
      try #expect(tx.query(Int.self, "SELECT id FROM untyped ORDER BY id") == [1, 2])
    }
  }
}
