import CSQLite
import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Listening to changes") struct ListeningTests {
  private static let tables: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a); CREATE TABLE u (id INTEGER PRIMARY KEY)"

  /// Whether any of the hooks is set on the connection that writes.
  private static func hasHooks(_ db: any Governor) throws -> Bool {
    try db.withConnection { connection in
      try SQLite.withHandle(connection) { handle in
        // Setting a hook gives back what the one before was given.
        let commit = sqlite3_commit_hook(handle, nil, nil)
        let rollback = sqlite3_rollback_hook(handle, nil, nil)
        let preupdate = sqlite3_preupdate_hook(handle, nil, nil)
        return commit != nil || rollback != nil || preupdate != nil
      }
    }
  }

  @Test("Hooks are there while somebody listens, and at no other time")
  func hooks() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    #expect(try !Self.hasHooks(database.db))
    let heard = try HeardChanges(database.db)
    #expect(try Self.hasHooks(database.db))
    heard.cancel()
    #expect(try await eventually { try !Self.hasHooks(database.db) })
  }

  @Test("The watch's connection goes with the last listener")
  func files() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let before = openFiles(below: database.folder.path)
    for _ in 0..<5 {
      let heard = try HeardChanges(database.db)
      try run("INSERT INTO u (id) VALUES (NULL)", on: database.db)
      heard.cancel()
      #expect(try await eventually { try !Self.hasHooks(database.db) })
    }
    // SQLite itself keeps one descriptor of a closed connection, which it uses again: closing it would drop locks.
    #expect(await eventually { openFiles(below: database.folder.path) <= before + 1 })
  }

  @Test("Listening reaches everybody's commits, and says so; in memory there is nobody else")
  func coverage() throws {
    let database = try TestDatabase("", Self.tables)
    #expect(database.db.changeCoverage.reach == .everyone)
    #expect(database.db.changeCoverage.limitation == nil)
    let heard = try HeardChanges(database.db)
    #expect(database.db.changeCoverage.means == "hooks on each connection of this process; \(SQLiteWatch.means)")
    heard.cancel()
    let memory = try TestDatabase.memory(Self.tables)
    #expect(memory.changeCoverage.reach == .ownConnections)
    #expect(memory.changeCoverage.limitation == "a database in memory has no other users")
    let immutable = try TestDatabase.open("sqlite:\(database.path)?immutable=true")
    #expect(immutable.changeCoverage.limitation == "the file was opened as one that nobody changes")
    #expect(database.db.capabilities.contains(.changeEvents))
    try immutable.close(within: .zero)
  }

  @Test("A file that this process has locked for itself alone is told by its own connections")
  func exclusive() throws {
    let database = try TestDatabase("pragma.locking_mode=exclusive&readers=0", Self.tables)
    let heard = try HeardChanges(database.db)
    try database.db.execute("INSERT INTO u VALUES (1)")
    #expect(heard.lines() == [["+ u(1) id=1"]])
    #expect(database.db.changeCoverage.reach == .ownConnections)
    #expect(database.db.changeCoverage.limitation?.hasPrefix("the file can't be watched: ") == true)
  }

  @Test("A sequence ends when the governor closes, after what was not read yet")
  func closing() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let batches = try await database.db.changes(of: "t")
    try run("INSERT INTO t VALUES (1, 'x')", on: database.db)
    try await database.db.close(within: .zero)
    var reader = batches.makeAsyncIterator()
    #expect(await reader.next()?.lines == ["+ t(1) id=1 a=x"])
    #expect(await reader.next() == nil)
    #expect(await errorKind { _ = try await database.db.changes(of: "t") } == .misuse)
  }

  @Test("A sequence does not keep its governor, and ends with it")
  func lettingGo() async throws {
    let folder = try TemporaryFolder()
    var db: (any Governor)? = try TestDatabase.open("sqlite:" + folder.file("a.db"))
    let batches = try #require(try await db?.changes())
    weak let gone = db
    db = nil
    // The connection's thread lets it go a moment after it has answered.
    #expect(await eventually { gone == nil })
    var reader = batches.makeAsyncIterator()
    #expect(await reader.next() == nil)
  }

  @Test("A reader is woken by a commit, and by the end of its task")
  func cancelling() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let db = database.db
    let seen = Shared<[String]>([])
    let task = Task {
      for await batch in try await db.changes(of: "t") { seen.with { $0 += batch.lines } }
      seen.with { $0.append("end") }
    }
    #expect(try await eventually { try Self.isListening(db) })
    try run("INSERT INTO t VALUES (1, 'x')", on: db)
    #expect(await eventually { seen.current == ["+ t(1) id=1 a=x"] })
    task.cancel()
    try await task.value
    #expect(seen.current.last == "end")
    #expect(try await eventually { try !Self.hasHooks(db) })
  }

  /// True where the connection that writes tells of its changes. It leaves the hooks as they are.
  private static func isListening(_ db: any Governor) throws -> Bool {
    try db.withConnection { connection in
      try connection.withDriver(SQLiteConnection.self) { driver in
        _ = driver.changes?.statementBegins()
        return driver.changes?.isRecording ?? false
      }
    }
  }

  @Test("Leaving the loop ends the listening")
  func abandoning() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let db = database.db
    let writer = Task.detached {
      while !Task.isCancelled {
        _ = try? run("INSERT INTO t (a) VALUES (1)", on: db)
        await Task.yield()
      }
    }
    for await batch in try await db.changes(of: "t") {
      // Of an INSERT that was running when the listening began, only its table is known.
      #expect(batch.rows.count == 1 || batch.unknown.contains("t"))
      break
    }
    writer.cancel()
    #expect(try await eventually { try !Self.isListening(db) })
  }

  @Test("An observer holds nothing: it may write, in a transaction too, and what it writes is told afterwards")
  func writingObserver() throws {
    let database = try TestDatabase("synchronous=off&pool.acquire-timeout=5s", Self.tables)
    let db = database.db
    let log = Shared<[String]>([])
    let observation = try db.observeChanges(of: "t", "u") { batch in
      log.with { $0.append("begin \(batch.lines)") }
      if batch.rows.first?.table.name == "t" {
        do { try db.transaction { try $0.execute("INSERT INTO u (id) VALUES (NULL)") } } catch {
          log.with { $0.append("\(error)") }
        }
      }
      log.with { $0.append("end") }
    }
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1, 'x')")
      try tx.execute("INSERT INTO t VALUES (2, 'y')")
    }
    #expect(
      log.current == [
        #"begin ["+ t(1) id=1 a=x", "+ t(2) id=2 a=y"]"#, "end", #"begin ["+ u(1) id=1"]"#, "end",
      ])
    observation.cancel()
    try db.execute("INSERT INTO t VALUES (3, 'z')")
    #expect(log.current.count == 4)
  }

  @Test(
    "Awaited writes are told too, and an observer that writes does not keep the next one waiting")
  func awaited() async throws {
    for readers in [4, 0] {
      let database = try TestDatabase("synchronous=off&pool.acquire-timeout=1h&readers=\(readers)", Self.tables)
      let db = database.db
      let count = Shared(0)
      let observation = try await db.observeChanges(of: "t") { _ in
        _ = try? db.execute("INSERT INTO u (id) VALUES (NULL)")
        count.with { $0 += 1 }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { for _ in 0..<25 { try await db.execute("INSERT INTO t (a) VALUES (1)") } }
        }
        try await group.waitForAll()
      }
      try await db.transaction { tx in try await tx.execute("INSERT INTO t (a) VALUES (2)") }
      #expect(await eventually { count.current == 101 })
      #expect(await eventually { (try? db.query("SELECT count(*) FROM u")[0][0]) == .int(101) })
      observation.cancel()
    }
  }
}
