import Foundation
import ORDA
import Testing

@Suite("Values in STRICT tables")
struct StrictTableTests {
  static let tables: SQL = "CREATE TABLE t (i INT, n INTEGER, r REAL, s TEXT, b BLOB, a ANY) STRICT"

  @Test(arguments: [
    ("n", 1.5 as any ValueConvertible), ("n", "Jazz"), ("n", [1] as [UInt8]), ("r", "Jazz"), ("b", "Jazz"), ("b", 1),
    ("n", Date(timeIntervalSince1970: 0)), ("s", [1] as [UInt8]), ("i", UUID()),
  ])
  func `A value of another type is refused, and the column named`(column: String, value: any ValueConvertible) throws {
    let db = try TestDatabase.memory(Self.tables)
    let error = try #require(
      #expect(throws: DatabaseError.self) {
        try db.execute("INSERT INTO t (\(identifier: column)) VALUES (\(value))")
      })
    #expect(error.kind == .constraint(.dataType))
    #expect(error.table == "t")
    #expect(error.column == column)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test func `What can be converted without loss is converted first`() throws {
    let db = try TestDatabase.memory(Self.tables)
    try db.execute("INSERT INTO t VALUES ('12', 3.0, ?, 12, ?, '007')", ExactDecimal("12.30"), [9] as [UInt8])
    let row = try #require(try db.first("SELECT * FROM t"))
    #expect(row.values == [.int(12), .int(3), .double(12.3), .text("12"), .bytes([9]), .text("007")])
  }

  @Test func `ANY keeps every type as it is`() throws {
    let db = try TestDatabase.memory(Self.tables)
    for row in StorageTable.rows {
      for example in row.examples {
        let stored = try #require(try db.first("INSERT INTO t (a) VALUES (?) RETURNING a", [example.value]))
        #expect(StorageTable.shown(stored[0]) == example.shown)
      }
    }
  }
}
