import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("SQLite's own: checkpoints and vacuum")
struct ExtrasCheckpointTests {
  let files: ExtrasDatabase

  init() throws { files = try ExtrasDatabase() }

  private func filled(_ options: String = "") throws -> any Governor {
    let db = try files.open("a.db", options)
    try db.execute("CREATE TABLE t (a)")
    try db.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO t SELECT zeroblob(4000) FROM n
      """
    )
    return db
  }

  private func size(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: files.folder.file(name))[.size] as? Int
  }

  @Test func `A checkpoint moves the log into the file`() throws {
    let db = try filled()
    let passive = try SQLite.checkpoint(db)
    #expect(passive.logged > 100)
    #expect(passive.isComplete)
    #expect(try #require(try size("a.db")) > 400_000)
    #expect(try #require(try size("a.db-wal")) > 400_000)
    #expect(try SQLite.checkpoint(db, .truncate) == SQLite.checkpoint(db, .restart))
    #expect(try size("a.db-wal") == 0)
  }

  @Test func `Readers of older states hold it up`() throws {
    let db = try filled("?busy-timeout=30ms")
    let reader = RawSQLite(files.folder.file("a.db"))
    try reader.query("BEGIN")
    try reader.query("SELECT count(*) FROM t")
    try db.execute("DELETE FROM t WHERE rowid > 50")
    #expect(try !SQLite.checkpoint(db).isComplete)
    #expect(databaseError { try SQLite.checkpoint(db, .truncate) }?.kind == .busy)
    try reader.query("COMMIT")
    #expect(try SQLite.checkpoint(db, .truncate).isComplete)
  }

  @Test func `Without a log there is nothing to move; inside a transaction it is refused`() async throws {
    let memory = try ExtrasDatabase.memory()
    let nothing = try await SQLite.checkpoint(memory)
    #expect(nothing.logged == 0 && nothing.moved == 0 && nothing.isComplete)
    let db = try filled()
    for mode in SQLite.CheckpointMode.allCases {
      await #expect(throws: DatabaseError.self) {
        try await db.transaction { _ in _ = try SQLite.checkpoint(db, mode) }
      }
    }
    let error = databaseError { try db.blocking.transaction { _ in try SQLite.vacuum(db) } }
    #expect(error?.kind == .misuse)
  }

  @Test func `Vacuum gives room back`() throws {
    let db = try filled()
    try SQLite.checkpoint(db, .truncate)
    let before = try #require(try size("a.db"))
    try db.execute("DELETE FROM t WHERE rowid > 1")
    try SQLite.vacuum(db)
    try SQLite.checkpoint(db, .truncate)
    #expect(try #require(try size("a.db")) < before / 10)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
  }

  @Test func `A compact copy is made under any name, once`() async throws {
    let db = try filled()
    try await db.execute("DELETE FROM t WHERE rowid > 10")
    let path = files.folder.file("it's a \"copy\".db")
    try await SQLite.vacuum(db, into: path)
    #expect(try RawSQLite(path).query("SELECT count(*) FROM t") == [[.int(10)]])
    #expect(try files.names == ["a.db", "a.db-shm", "a.db-wal", "it's a \"copy\".db"])
    let again = databaseError { try db.blockingVacuum(into: path) }
    #expect(again?.kind == .alreadyExists)
    #expect(databaseError { try db.blockingVacuum(into: files.folder.file("none/b.db")) }?.kind == .noSuchDatabase)
    #expect(databaseError { try db.blockingVacuum(into: path + "\u{0}") }?.kind == .cannotOpen)
    #expect(databaseError { try db.blockingVacuum(into: "") }?.kind == .misuse)
    let inside = databaseError {
      try db.blocking.transaction { _ in try db.blockingVacuum(into: files.folder.file("c.db")) }
    }
    #expect(inside?.kind == .misuse)
    #expect(try files.names == ["a.db", "a.db-shm", "a.db-wal", "it's a \"copy\".db"])
  }
}

extension Governor {
  /// The function that blocks, from asynchronous tests.
  fileprivate func blockingVacuum(into path: String) throws { try SQLite.vacuum(self, into: path) }
}
