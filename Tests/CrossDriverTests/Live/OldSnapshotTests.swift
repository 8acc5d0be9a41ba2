import ORDA
import Testing

@Suite("Transactions that see rows as they were") struct OldSnapshotTests {
  @Test("What others have committed meanwhile is not undone in the entries by what a transaction has read")
  func reading() async throws {
    // SQLite has one writer at a time: nobody commits beside a transaction.
    let test = try Database.mariadb.live(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER); INSERT INTO t VALUES (1, 1), (2, 1)")
    let other = try test.another()
    let table = try await test.db.table("t")
    let one = try #require(try await table.entry(1))
    let made = Shared<TableEntry?>(nil)
    try await test.db.transaction { tx in
      // The first reading decides what the transaction sees.
      _ = try tx.query("SELECT * FROM t")
      _ = try other.execute("UPDATE t SET a = 2")
      let again = try tx.table("t").select(where: "a = 1", orderBy: "id")
      #expect(again.map(\.key) == [RowKey(1), RowKey(2)])
      #expect(again[0] === one)
      made.with { $0 = again[1] }
    }
    #expect(await eventually { one["a"] == 2 && made.current?["a"] == 2 })
    try await other.close(within: .zero)
  }
}
