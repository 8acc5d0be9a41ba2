import Foundation
import ORDA
import Testing

@Suite("Closing")
struct CloseTests {
  @Test func `Afterwards every call is refused`() throws {
    for db in try TestDatabase.both("CREATE TABLE t (a); INSERT INTO t VALUES (1)") {
      let statement = try db.prepare("SELECT a FROM t")
      try db.close(within: .seconds(1))
      try db.close(within: .zero)
      for call: () throws -> Void in [
        { try db.execute("SELECT 1") }, { _ = try db.prepare("SELECT 1") }, { _ = try statement.query() },
        { _ = try statement.columns() }, { try db.transaction { _ in } }, { try db.withConnection { _ in } },
        { _ = try db.tables() }, { try db.ping() }, { try db.executeScript("SELECT 1") }, { try db.onConnect { _ in } },
        { _ = try statement.call().result }, { _ = try db.describe("t") },
      ] {
        #expect(try failure(of: call).kind == .misuse)
      }
      #expect(db.statistics.connections == 0)
    }
  }

  @Test func `Inside one's own closure it is refused`() throws {
    for db in try TestDatabase.both("CREATE TABLE t (a); INSERT INTO t VALUES (1)") {
      try db.transaction { _ in #expect(throws: DatabaseError.self) { try db.close(within: .zero) } }
      try db.forEach("SELECT a FROM t") { _ in
        let error = try failure { try db.close(within: .zero) }
        #expect(error.kind == .misuse)
      }
      #expect(try db.first(Int.self, "SELECT a FROM t") == 1)
    }
  }

  @Test func `The last connection takes the log with it`() throws {
    let file = try TestDatabase("", "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    _ = try file.db.query("SELECT * FROM t")
    #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
    try file.db.close(within: .seconds(1))
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    #expect(!FileManager.default.fileExists(atPath: file.path + "-shm"))
    #expect(try RawSQLite(file.path).query("SELECT a FROM t") == [[1]])
  }

  @Test func `What still runs is stopped after the grace`() throws {
    let file = try TestDatabase()
    let error = Shared<DatabaseError?>(nil)
    let began = DispatchSemaphore(value: 0)
    let running = Threads.start(1) { [db = file.db] _ in
      do {
        try db.forEach("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n") { row in
          if try row.get(0, as: Int.self) == 1 { began.signal() }
        }
      } catch let failure { error.with { $0 = failure as? DatabaseError } }
    }
    began.wait()
    try file.db.close(within: .milliseconds(20))
    running.wait()
    #expect(error.current?.kind == .cancelled)
  }
}
