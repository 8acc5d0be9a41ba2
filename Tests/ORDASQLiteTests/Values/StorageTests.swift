import Foundation
import ORDA
import Testing

@Suite("How SQLite stores each type")
struct StorageTests {
  @Test("The storage class, the text and the way back", arguments: StorageTable.rows.indices)
  func storage(index: Int) throws {
    let row = StorageTable.rows[index]
    let db = try TestDatabase.memory("CREATE TABLE t (x)")
    for example in row.examples {
      try db.execute("DELETE FROM t")
      try db.execute("INSERT INTO t VALUES (?)", example.value)
      let stored = try #require(try db.first("SELECT x, typeof(x) FROM t"))
      if !row.storage.hasPrefix("its") { #expect(stored[1] == .text(row.storage)) }
      #expect(StorageTable.shown(stored[0]) == example.shown)
      #expect(try example.comesBack(stored))
      // Interpolated it is bound in the same way.
      let same = try #require(try db.first("SELECT \(example.value), typeof(\(example.value))"))
      #expect(same.values == stored.values)
    }
  }

  @Test("What a column's affinity makes of it", arguments: AffinityTable.rows.indices)
  func affinity(index: Int) throws {
    let row = AffinityTable.rows[index]
    for db in try TestDatabase.both("CREATE TABLE t (a INTEGER, b REAL, c NUMERIC, d TEXT, e BLOB, f)") {
      let parameters = Array(repeating: row.value as (any ValueConvertible)?, count: 6)
      try db.execute("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", Parameters(values: parameters))
      let read = try #require(try db.first("SELECT * FROM t"))
      let types = try #require(
        try db.first("SELECT typeof(a), typeof(b), typeof(c), typeof(d), typeof(e), typeof(f) FROM t"))
      #expect(zip(types.values, read.values).map { "\($0) \(StorageTable.shown($1))" } == row.stored)
      #expect((0..<6).map { row.reads(read, $0) } == row.comesBack)
    }
  }

  @Test func `The words for types that are NUMERIC`() throws {
    for type in ["DECIMAL(20, 5)", "NUMERIC", "BOOLEAN", "DATE", "DATETIME", "TIMESTAMP", "STRING", "UUID", "JSON"] {
      let db = try TestDatabase.memory(SQL(text: "CREATE TABLE t (x \(type))"))
      try db.execute("INSERT INTO t VALUES ('1.0')")
      #expect(try db.first(String.self, "SELECT typeof(x) FROM t") == "integer", "\(type)")
    }
  }

  @Test func `The documentation is the tables`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Drivers/SQLite/ORDASQLite/ORDASQLite.docc/Storage.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains(StorageTable.markdown), "the page should hold:\n\(StorageTable.markdown)")
    #expect(text.contains(AffinityTable.markdown), "the page should hold:\n\(AffinityTable.markdown)")
  }
}
