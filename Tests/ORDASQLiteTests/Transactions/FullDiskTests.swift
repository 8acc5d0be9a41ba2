import Foundation
import ORDA
import Testing
import ORDAPlatform

@Suite("A full disk")
struct FullDiskTests {
  static let table: SQL = "CREATE TABLE t (a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 'kept')"

  /// Fills the database in a transaction, and checks that the transaction is dead and the rest as before.
  func fill(_ db: any Governor) throws {
    let error = try failure {
      try db.transaction { tx in
        try tx.execute("INSERT INTO t (b) VALUES ('lost')")
        let full = try failure {
          for _ in 0..<1000 { try tx.execute("INSERT INTO t (b) VALUES (zeroblob(20000))") }
        }
        #expect(full.kind == .full)
        #expect(full.vendorCode.map { $0 & 0xFF } == 13)
        // SQLite has rolled the whole transaction back: it must not go on as if it had not.
        let dead = try failure { try tx.execute("INSERT INTO t (b) VALUES ('half')") }
        #expect(dead.kind == .transactionEnded(.rolledBack))
        #expect(try failure { try tx.query("SELECT 1") }.kind == .transactionEnded(.rolledBack))
      }
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(try db.query(String.self, "SELECT b FROM t") == ["kept"])
    try db.execute("INSERT INTO t (b) VALUES ('later')")
    #expect(try db.query(String.self, "SELECT b FROM t") == ["kept", "later"])
    #expect(try db.first(String.self, "PRAGMA integrity_check") == "ok")
  }

  @Test func `The page limit, on a file`() throws {
    for journal in ["wal", "delete"] {
      let file = try TestDatabase("pragma.max_page_count=40&journal-mode=\(journal)", Self.table)
      try fill(file.db)
    }
  }

  @Test func `The page limit, in memory`() throws {
    let db = try TestDatabase.open("sqlite::memory:?pragma.max_page_count=40")
    try db.executeScript(Self.table)
    try fill(db)
  }

  @Test func `A statement that SQLite can undo by itself leaves the transaction standing`() throws {
    let file = try TestDatabase("pragma.max_page_count=40", Self.table)
    let many: SQL = """
      INSERT INTO t (b) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      SELECT zeroblob(9000) FROM n
      """
    let full = try file.db.transaction { tx -> DatabaseError in
      try tx.execute("INSERT INTO t (b) VALUES ('first')")
      let full = try failure { try tx.execute(many) }
      try tx.execute("INSERT INTO t (b) VALUES ('second')")
      return full
    }
    #expect(full.kind == .full)
    #expect(try file.db.query(String.self, "SELECT b FROM t") == ["kept", "first", "second"])
  }

  #if os(Linux)
    /// A real disk, where this user may mount one; the page limit above is the proof where not.
    @Test(.enabled("needs the right to mount a small disk") { SmallDisk.isPossible })
    func `A real disk`() throws {
      let folder = try TemporaryFolder()
      let disk = try #require(SmallDisk(at: folder.path))
      defer { disk.unmount() }
      let db = try TestDatabase.open("sqlite:\(folder.path)/small.db")
      try db.executeScript(Self.table)
      try fill(db)
      try db.close(within: .seconds(1))
    }
  #endif
}

#if os(Linux)
  /// A disk of one megabyte in memory, mounted on a folder.
  struct SmallDisk {
    private let path: String

    init?(at path: String) {
      self.path = path
      guard mount("tmpfs", path, "tmpfs", 0, "size=1m") == 0 else { return nil }
    }

    func unmount() { umount2(path, Int32(MNT_DETACH)) }

    static var isPossible: Bool {
      guard let folder = try? TemporaryFolder(), let disk = SmallDisk(at: folder.path) else { return false }
      disk.unmount()
      return true
    }
  }
#endif
