import Foundation
import ORDA
import Testing

@Suite("Readers and the writer of a file")
struct ConsistencyTests {
  @Test func `A read begun after a write returned sees it`() throws {
    let file = try TestDatabase("synchronous=off", "CREATE TABLE t (thread INTEGER PRIMARY KEY, n INTEGER)")
    let faults = Shared<[String]>([])
    Threads.run(8) { [db = file.db] thread in
      do {
        try db.execute("INSERT INTO t VALUES (?, 0)", thread)
        let write = try db.prepare("UPDATE t SET n = ? WHERE thread = ?")
        let read = try db.prepare("SELECT n FROM t WHERE thread = ?")
        for number in 1...1250 {
          try write.execute(number, thread)
          let seen = try read.first(Int.self, thread)
          if seen != number { faults.with { $0.append("wrote \(number), read \(seen ?? -1)") } }
        }
      } catch {
        faults.with { $0.append("\(error)") }
      }
    }
    #expect(faults.current == [])
    #expect(try file.db.first(Int.self, "SELECT sum(n) FROM t") == 8 * 1250)
    #expect(file.db.statistics.connections > 1)
  }

  @Test func `A long transaction does not block readers`() throws {
    let file = try TestDatabase("", "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    try file.db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (2)")
      let counts = Shared<[Int?]>([])
      // The transaction ends after they have returned.
      Threads.run(4) { [db = file.db] _ in
        let count = try? db.first(Int.self, "SELECT count(*) FROM t")
        counts.with { $0.append(count) }
      }
      #expect(counts.current == [1, 1, 1, 1])
      // On the transaction's own thread it is part of it.
      #expect(try file.db.first(Int.self, "SELECT count(*) FROM t") == 2)
    }
  }

  @Test func `Who writes is asked of SQLite, not of the text`() throws {
    let file = try TestDatabase("", "CREATE TABLE t (a)")
    let db = file.db
    #expect(try db.query("WITH x AS (SELECT 1 AS a) INSERT INTO t SELECT a FROM x RETURNING a")[0].values == [1])
    #expect(try db.query("  /* a comment */ SELECT 1").count == 1)
    #expect(try db.query("VALUES (1), (2)").count == 2)
    try db.execute("PRAGMA user_version = 7")
    #expect(try db.first(Int.self, "PRAGMA user_version") == 7)
    // A reader can't be made to write.
    let error = try failure { try db.withConnection(.reader) { try $0.execute("INSERT INTO t VALUES (2)") } }
    #expect(error.kind == .readOnly)
    #expect(try db.withConnection(.reader) { try $0.first(Int.self, "SELECT count(*) FROM t") } == 1)
    #expect(try db.withConnection { try $0.execute("INSERT INTO t VALUES (3)").changed } == 1)
  }

  @Test func `Many threads, one counter`() throws {
    let file = try TestDatabase("synchronous=off", "CREATE TABLE t (n); INSERT INTO t VALUES (0)")
    let failures = Shared(0)
    Threads.run(8) { [db = file.db] _ in
      for _ in 0..<100 {
        do {
          try db.transaction { tx in
            let n = try tx.first(Int.self, "SELECT n FROM t") ?? 0
            try tx.execute("UPDATE t SET n = ?", n + 1)
          }
        } catch { failures.with { $0 += 1 } }
      }
    }
    #expect(failures.current == 0)
    #expect(try file.db.first(Int.self, "SELECT n FROM t") == 800)
  }
}
