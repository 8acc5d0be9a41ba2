import ORDA
import Testing

@Suite("Upserts on SQLite") struct UpsertTests {
  /// SQLite checks the row that would be inserted, also where one is there: the one statement is refused then, and the row is
  /// updated.
  static let table: SQL = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, n, d REAL, s TEXT, b BLOB, u TEXT, kind TEXT DEFAULT 'none' CHECK (kind <> 'none'));
    INSERT INTO t (id, kind) VALUES (1, 'x'), (2, 'x'), (3, 'x')
    """
  static let columns = ["id", "n", "d", "s", "b", "u"]
  static let bytes = [UInt8](repeating: 9, count: 70_000)
  static let long = String(repeating: "läng", count: 30_000)

  private func values(_ db: any Governor) throws -> [[Value]] {
    try db.query("SELECT id, n, d, s, b, u FROM t ORDER BY id").rows.map { row in row.values }
  }

  @Test func `A row that runs again in steps has all of its values`() throws {
    for db in try TestDatabase.both(Self.table) {
      let save = try db.prepareUpsert(into: "t", columns: Self.columns, key: ["id"])
      let day = CivilDate(year: 2026, month: 2, day: 3)
      let rows: [Parameters] = [
        [1, -7, 0.5, Self.long, Self.bytes, day],
        [2, nil, 1e300, "", [UInt8](), nil],
        [3, 5, nil, "short", nil, day],
      ]
      let expected: [[Value]] = [
        [.int(1), .int(-7), .double(0.5), .text(Self.long), .bytes(Self.bytes), .text("2026-02-03")],
        [.int(2), .null, .double(1e300), .text(""), .bytes([]), .null],
        [.int(3), .int(5), .null, .text("short"), .null, .text("2026-02-03")],
      ]
      for row in rows { #expect(try save.execute(row).changed == 1) }
      #expect(try values(db) == expected)
      try db.execute("UPDATE t SET n = NULL, d = NULL, s = NULL, b = NULL, u = NULL")
      #expect(try save.executeMany(rows) == 3)
      #expect(try values(db) == expected)
    }
  }

  @Test func `What a row leaves unbound is NULL, whatever the row before had`() throws {
    for db in try TestDatabase.both(Self.table) {
      let save = try db.prepareUpsert(into: "t", columns: Self.columns, key: ["id"])
      let changed = try save.executeMany([1, 2, 3]) { id, parameters in
        try parameters.bind(id, at: 0)
        if id != 2 { try parameters.bind("text of \(id)", at: 3) }
      }
      #expect(changed == 3)
      #expect(try db.query(String?.self, "SELECT s FROM t ORDER BY id") == ["text of 1", nil, "text of 3"])
    }
  }

  @Test func `A row that is refused in steps too is named, and nothing is left`() throws {
    for db in try TestDatabase.both(Self.table) {
      let save = try db.prepareUpsert(into: "t", columns: Self.columns, key: ["id"])
      let error = try #require(
        #expect(throws: DatabaseError.self) {
          try save.executeMany([1, 4, 2]) { id, parameters in try parameters.bind(id, id, 0.5, "s") }
        })
      #expect(error.kind == .constraint(.check))
      #expect(error.batchIndex == 1)
      #expect(try db.first(Int.self, "SELECT count(s) FROM t") == 0)
    }
  }
}
