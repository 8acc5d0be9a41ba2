import Foundation
import ORDA
import Testing

@Suite("Large values on SQLite") struct LargeValueTests {
  @Test(
    "Tables and columns of every sort",
    arguments: [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB)", "CREATE TABLE t (id TEXT PRIMARY KEY, b BLOB)",
      "CREATE TABLE t (id PRIMARY KEY, b BLOB) WITHOUT ROWID", "CREATE TABLE t (id PRIMARY KEY, b BLOB UNIQUE)",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB) STRICT",
      "CREATE TABLE t (rowid TEXT, _rowid_ TEXT, id TEXT PRIMARY KEY, b)",
      "CREATE TABLE t (rowid TEXT, _rowid_ TEXT, oid TEXT, id TEXT PRIMARY KEY, b)",
    ] as [SQL])
  func tables(_ schema: SQL) throws {
    let test = try TestDatabase("", schema)
    try test.db.execute("INSERT INTO t (id, b) VALUES (1, x'01'), (2, x'02')")
    let place = ValuePlace("b", in: "t", key: ["id": 1])
    for announced in [3, nil] {
      try test.db.writeValue(at: place, count: announced) { try $0.write([1, 2, 3]) }
      var all: [UInt8] = []
      #expect(try test.db.readValue(at: place, chunkSize: 2) { all += $0 } == 3)
      #expect(all == [1, 2, 3])
    }
    #expect(try test.db.first([UInt8].self, "SELECT b FROM t WHERE id = 2") == [2])
  }

  @Test("Nothing is written when SQLite itself rolled the transaction back in between", arguments: [nil, 8])
  func rolledBack(_ count: Int?) throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB); INSERT INTO t VALUES (1, x'01')")
    let place = ValuePlace("b", in: "t", key: ["id": 1])
    let error = databaseError {
      try test.db.transaction { tx in
        try tx.writeValue(at: place, count: count) { writer in
          try writer.write([1, 2, 3, 4])
          _ = try? tx.execute("INSERT OR ROLLBACK INTO t VALUES (1, NULL)")
          try writer.write([5, 6, 7, 8])
        }
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(try test.db.first([UInt8].self, "SELECT b FROM t") == [1])
  }

  @Test("A temporary table and an attached database are found")
  func schemas() throws {
    let test = try TestDatabase("readers=0", "CREATE TABLE t (id INTEGER PRIMARY KEY, b)")
    try test.db.withConnection { connection in
      try connection.execute("CREATE TEMP TABLE t (id INTEGER PRIMARY KEY, b)")
      try connection.execute("INSERT INTO temp.t VALUES (1, NULL)")
      try connection.execute("INSERT INTO main.t VALUES (1, x'0909')")
      try connection.writeValue(at: ValuePlace("b", in: "t", key: ["id": 1]), count: 1) { try $0.write([5]) }
      let main = ValuePlace("b", in: TableName(schema: "main", name: "t"), key: ["id": 1])
      var all: [UInt8] = []
      try connection.readValue(at: main) { all += $0 }
      #expect(all == [9, 9])
      let temporary = try connection.first([UInt8].self, "SELECT b FROM temp.t")
      #expect(temporary == [5])
    }
  }

  @Test("A row that is changed between two chunks ends the reading")
  func changed() throws {
    let test = try TestDatabase(
      "", "CREATE TABLE t (id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, zeroblob(99))")
    let place = ValuePlace("b", in: "t", key: ["id": 1])
    let error = try failure {
      try test.db.transaction { tx in
        try tx.readValue(at: place, chunkSize: 10) { _ in try tx.execute("UPDATE t SET b = x'01'") }
      }
    }
    #expect(error.kind == .misuse)
    #expect(error.message.contains("changed"))
  }

  @Test("Those who listen hear of it once")
  func events() async throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, NULL)")
    let changes = try await test.db.changes(of: "t")
    try await test.db.writeValue(at: ValuePlace("b", in: "t", key: ["id": 1]), count: 3) { try $0.write([1, 2, 3]) }
    var iterator = changes.makeAsyncIterator()
    let batch = try #require(await iterator.next())
    #expect(Set(batch.rows.map(\.kind)) == [.update])
    #expect(batch.rows.allSatisfy { $0.columns == ["b"] })
  }

  @Test("A time limit holds for the whole")
  func limit() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, x'01')")
    let error = try failure {
      try test.db.writeValue(at: ValuePlace("b", in: "t", key: ["id": 1]), timeout: .milliseconds(50)) { writer in
        while true { try writer.write([1]) }
      }
    }
    #expect(error.kind == .timeout)
    #expect(try test.db.first([UInt8].self, "SELECT b FROM t") == [1])
  }
}
