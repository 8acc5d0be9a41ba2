import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("SQLite's own: backups")
struct ExtrasBackupTests {
  let files: ExtrasDatabase
  var copy: String { files.folder.file("copy.db") }

  init() throws { files = try ExtrasDatabase() }

  private func fill(_ db: any Governor, rows: Int = 50) throws {
    try db.execute("CREATE TABLE t (a)")
    try db.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO t SELECT zeroblob(4000) FROM n
      """, rows)
  }

  private func filled(_ options: String = "") throws -> any Governor {
    let db = try files.open("a.db", options)
    try fill(db)
    return db
  }

  /// The function that blocks, from asynchronous tests too.
  private func backup(
    _ db: any Governor, to path: String? = nil, pagesPerStep: Int = 256,
    progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    try SQLite.backup(db, to: path ?? copy, pagesPerStep: pagesPerStep, progress: progress)
  }

  private func rows(_ path: String) throws -> Int? {
    let raw = RawSQLite(path)
    #expect(try raw.query("PRAGMA integrity_check") == [[.text("ok")]])
    return try raw.query("SELECT count(*) FROM t").first?.first?.get()
  }

  @Test func `It is a whole database, and progress leads to the end`() throws {
    let db = try filled()
    var steps: [BackupProgress] = []
    try backup(db, pagesPerStep: 10) { steps.append($0) }
    #expect(try rows(copy) == 50)
    #expect(steps.count == 6)
    #expect(steps.map(\.copied) == steps.map(\.copied).sorted())
    #expect(steps.first?.copied == 10 && steps.first?.isComplete == false)
    #expect(steps.last?.isComplete == true && steps.last?.fraction == 1)
    #expect(try files.names == ["a.db", "a.db-shm", "a.db-wal", "copy.db"])
    let opened = try files.open("copy.db")
    #expect(try opened.first(Int.self, "SELECT count(*) FROM t") == 50)
  }

  @Test func `It is of one moment while others write`() throws {
    let db = try filled()
    let other = RawSQLite(files.folder.file("a.db"))
    var calls = 0
    try backup(db, pagesPerStep: 5) { _ in
      try other.query("INSERT INTO t VALUES (zeroblob(9000))")
      calls += 1
    }
    #expect(calls >= 11 && calls < 20)
    #expect(try rows(copy) == 50)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 50 + calls)
  }

  @Test func `Databases in memory, without readers and without content can be copied`() throws {
    let memory = try ExtrasDatabase.memory()
    try fill(memory)
    try backup(memory)
    #expect(try rows(copy) == 50)
    let single = try filled("?journal-mode=delete&readers=0")
    try backup(single, to: files.folder.file("b.db"), pagesPerStep: .init(Int32.max))
    #expect(try rows(files.folder.file("b.db")) == 50)
    var last: BackupProgress?
    try backup(try ExtrasDatabase.memory(), to: files.folder.file("c.db")) { last = $0 }
    #expect(last?.isComplete == true)
    #expect(try RawSQLite(files.folder.file("c.db")).query("SELECT count(*) FROM sqlite_master") == [[.int(0)]])
  }

  @Test func `A database that stands there is replaced, whatever its mode and page size`() throws {
    let db = try filled()
    for setting in ["journal_mode = WAL", "page_size = 1024", "page_size = 65536", "auto_vacuum = FULL"] {
      do {
        let old = RawSQLite(copy)
        try old.query("PRAGMA \(setting)")
        try old.query("CREATE TABLE IF NOT EXISTS other (a)")
        try old.query("INSERT INTO other VALUES (zeroblob(500000))")
      }
      try backup(db)
      #expect(try rows(copy) == 50)
      #expect(try RawSQLite(copy).query("SELECT name FROM sqlite_master") == [[.text("t")]])
      #expect(try files.names.filter { $0.hasPrefix("copy") } == ["copy.db"])
      try FileManager.default.removeItem(atPath: copy)
    }
  }

  @Test func `Those who have the replaced one open see the new content`() throws {
    let db = try filled()
    let other = RawSQLite(copy)
    try other.query("CREATE TABLE t (a)")
    try backup(db)
    #expect(try other.query("SELECT count(*) FROM t") == [[.int(50)]])
    try other.query("INSERT INTO t VALUES (1)")
    #expect(try rows(copy) == 51)
  }

  @Test func `One that is in use is busy after the limit, and stays`() throws {
    let db = try filled("?busy-timeout=40ms")
    let other = RawSQLite(copy)
    try other.query("CREATE TABLE t (a)")
    try other.query("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    #expect(databaseError { try backup(db) }?.kind == .busy)
    // Measures: a lower bound, since a busy machine never takes less.
    #expect(ContinuousClock.now - start >= .milliseconds(40))
    try other.query("COMMIT")
    #expect(try rows(copy) == 0)
    // A write-ahead log can't be left while others have it.
    let governor = try files.open("copy.db")
    #expect(databaseError { try backup(db) }?.kind == .busy)
    #expect(try governor.first(Int.self, "SELECT count(*) FROM t") == 0)
    try governor.close()
    #expect(try files.names.filter { $0.contains(".orda-") } == [])
    try backup(db)
    #expect(try rows(copy) == 50)
  }

  @Test func `A file that is no database is left alone`() throws {
    let db = try filled()
    let text = Data("this is a text and no database, of more than a few bytes".utf8)
    try text.write(to: URL(fileURLWithPath: copy))
    #expect(databaseError { try backup(db) }?.kind == .corrupt)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == text)
    #expect(try files.names == ["a.db", "a.db-shm", "a.db-wal", "copy.db"])
  }

  @Test func `Onto itself it is refused, under any name`() throws {
    let db = try filled()
    let link = files.folder.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: files.folder.file("a.db"))
    for path in [files.folder.file("a.db"), files.folder.file("./a.db"), link] {
      #expect(databaseError { try backup(db, to: path) }?.kind == .misuse)
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 50)
  }

  @Test func `Bad destinations and steps are refused`() throws {
    let db = try filled()
    mkfifo(files.folder.file("pipe"), 0o600)
    let missing = try #require(databaseError { try backup(db, to: files.folder.file("none/copy.db")) })
    #expect(missing.kind == .noSuchDatabase)
    #expect(missing.message.contains("the folder \(files.folder.file("none")) does not exist"))
    let paths = [
      files.folder.path, files.folder.file("pipe"), copy + "\u{0}", copy + String(repeating: "n", count: 300),
    ]
    for path in paths { #expect(databaseError { try backup(db, to: path) }?.kind == .cannotOpen, "\(path)") }
    #expect(databaseError { try backup(db, to: "") }?.kind == .misuse)
    for step in [0, -1, .min, .max] { #expect(databaseError { try backup(db, pagesPerStep: step) }?.kind == .misuse) }
    try Data("left".utf8).write(to: URL(fileURLWithPath: copy + "-wal"))
    #expect(databaseError { try backup(db) }?.message.contains("copy.db-wal is left from another database") == true)
    #expect(try files.names == ["a.db", "a.db-shm", "a.db-wal", "copy.db-wal", "pipe"])
  }

  @Test func `Inside a transaction it works only where that reads`() throws {
    for db in [try filled(), try ExtrasDatabase.memory()] {
      if db.url.description.contains("memory") { try fill(db) }
      try db.transaction(readOnly: true) { _ in try backup(db) }
      #expect(try rows(copy) == 50)
      let error = databaseError {
        try db.transaction { tx in
          try tx.execute("INSERT INTO t VALUES (1)")
          try backup(db)
        }
      }
      #expect(error?.kind == .misuse)
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 50)
    }
  }

  @Test func `Progress that throws leaves nothing, or what was there`() throws {
    let db = try filled()
    for limit in [1, 50, 100] {
      #expect(throws: Refusal()) {
        try backup(db, pagesPerStep: 5) { if $0.copied >= limit || $0.isComplete { throw Refusal() } }
      }
      #expect(try files.names == ["a.db", "a.db-shm", "a.db-wal"])
    }
    try RawSQLite(copy).query("CREATE TABLE t (a)")
    #expect(throws: Refusal()) { try backup(db) { if $0.isComplete { throw Refusal() } } }
    #expect(try rows(copy) == 0)
    #expect(try files.names == ["a.db", "a.db-shm", "a.db-wal", "copy.db"])
  }

  @Test func `Progress can't write to the database that is being copied`() throws {
    let memory = try ExtrasDatabase.memory()
    try fill(memory)
    let error = databaseError { try backup(memory) { _ in _ = try memory.execute("DELETE FROM t") } }
    #expect(error?.kind == .readOnly)
    #expect(try memory.first(Int.self, "SELECT count(*) FROM t") == 50)
    try memory.execute("DELETE FROM t")
  }

  @Test func `A cancelled task ends it, and leaves nothing`() async throws {
    let db = try filled()
    let (hasCopied, isCancelled) = (Event(), Event())
    let steps = Shared<[Int]>([])
    let stops = Shared<[SQLiteCanceller]>([])
    try await db.onConnect { connection in
      try connection.withDriver(SQLiteConnection.self) { driver in stops.with { $0.append(driver.interrupter) } }
    }
    let path = copy
    let task = Task {
      try await SQLite.backup(db, to: path, pagesPerStep: 1) { progress in
        steps.with { $0.append(progress.copied) }
        hasCopied.signal()
        isCancelled.wait()
        // Another thread brings the stop to the connection.
        #expect(eventually { stops.current.contains { $0.isCancelled } })
      }
    }
    try await hasCopied.wait()
    task.cancel()
    isCancelled.signal()
    #expect(await errorKind { try await task.value } == .cancelled)
    #expect(steps.current == [1])
    #expect(try files.names == ["a.db", "a.db-shm", "a.db-wal"])
    try await SQLite.backup(db, to: path)
    #expect(try rows(path) == 50)
  }
}
