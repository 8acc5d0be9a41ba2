import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Changes in bounded memory") struct BoundedChangesTests {
  private static let tables: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a); CREATE TABLE u (id INTEGER PRIMARY KEY)"

  @Test("Beyond change-limit it is told only that the table changed; other tables are told by rows")
  func limit() throws {
    let database = try TestDatabase("synchronous=off&change-limit=10", Self.tables)
    let heard = try HeardChanges(database.db)
    let fill: SQL =
      "INSERT INTO t (a) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10) SELECT n FROM c"
    try database.db.execute(fill)
    #expect(heard.take().map(\.rows.count) == [10])
    try database.db.transaction { tx in
      try tx.execute("INSERT INTO u VALUES (1)")
      try tx.execute(fill)
      try tx.execute("UPDATE t SET a = 0 WHERE id = 1")
    }
    #expect(heard.lines() == [["+ u(1) id=1", "? t"]])
    try database.db.transaction { tx in
      try? tx.transaction { inner in
        try inner.execute("UPDATE t SET a = -1")
        throw DatabaseError(.other, "no")
      }
      try tx.execute("INSERT INTO u VALUES (2)")
    }
    #expect(heard.lines() == [["+ u(2) id=2"]], "what became too much and was undone is not told")
  }

  @Test("A long value is told without its content")
  func longValues() throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let heard = try HeardChanges(database.db)
    for text in ["short", String(repeating: "é", count: 40_000), String(repeating: "f", count: 65_536)] {
      try database.db.execute("INSERT OR REPLACE INTO u VALUES (1)")
      try database.db.execute("INSERT INTO t (a) VALUES (?)", text)
    }
    let rows = heard.take().flatMap(\.rows).filter { $0.table.name == "t" }
    #expect(rows.map { $0.columns ?? [] } == [["id", "a"], ["id", "a"], ["id", "a"]])
    #expect(rows.map { $0.new("a") == nil } == [false, true, false])
    #expect(rows.map { $0.key } == [RowKey(1), RowKey(2), RowKey(3)])
  }

  @Test("A reader that is too slow gets one batch: all of its tables may have changed")
  func slowReader() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let batches = try await database.db.changes(of: "t")
    for number in 1...1030 { try run("INSERT INTO t VALUES (\(number), 'x')", on: database.db) }
    var reader = batches.makeAsyncIterator()
    let first = await reader.next()
    #expect(first?.lines == ["? t"])
    #expect(first?.origin == .unknown)
    #expect(first?.sequence == 1030)
    try run("DELETE FROM t WHERE id = 1", on: database.db)
    #expect(await reader.next()?.lines == ["- t(1) id=1 a=x"])
  }

  @Test("The memory of a transaction of very many rows stays small")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let database = try TestDatabase("synchronous=off&change-limit=1000", BoundedChangesTests.tables)
      let heard = try HeardChanges(database.db)
      try run("INSERT INTO t (a) \(TestSQL.numbers(300_000))", on: database.db)
      #expect(heard.lines() == [["? t"]])
      let before = residentBytes()
      for _ in 0..<5 { try run("UPDATE t SET a = a + 1", on: database.db) }
      #expect(heard.lines() == Array(repeating: ["? t"], count: 5))
      #expect(residentBytes() - before < 30 << 20)
    }
  }
}
