import Foundation
import ORDA
import Synchronization
import Testing

@Suite("Closing")
struct ClosingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func recordingErrors<Success>(_ body: () throws -> Success) -> Success? {
    do { return try body() } catch {
      Issue.record(error)
      return nil
    }
  }

  /// Closes on a thread of its own, for closing blocks.
  private func close(_ db: any Governor, within grace: Duration) async throws {
    let errors = Collected<any Error>()
    await onThreads(1) { _ in
      do { try db.close(within: grace) } catch { errors.add(error) }
    }
    if let error = errors.all.first { throw error }
  }

  @Test(arguments: [true, false]) func `What runs is waited for`(inMemory: Bool) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    let (hasBegun, mayEnd) = (Event(), Event())
    try await db.addFunction("hold", arguments: 0, isDeterministic: false) { _ in
      hasBegun.signal()
      mayEnd.wait()
      return .int(1)
    }
    try await db.execute("CREATE TABLE t (a)")
    let running = Task { try await db.execute("INSERT INTO t VALUES (hold())").changed }
    try await hasBegun.wait()
    let waiting = Task { try await db.execute("INSERT INTO t VALUES (2)") }
    #expect(await eventually { db.statistics.waiting == 1 })
    async let closing: Void = close(db, within: .seconds(3_600))
    // Who waits is refused when the closing has begun.
    #expect(await errorKind { _ = try await waiting.value } == .misuse)
    mayEnd.signal()
    try await closing
    #expect(try await running.value == 1)
    #expect(db.statistics.connections == 0)
  }

  @Test(arguments: [true, false]) func `What still runs after the grace is stopped`(inMemory: Bool) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    let endless = try await EndlessQuery(on: db)
    let task = Task { try await db.query(endless.sql) }
    try await endless.hasBegun()
    try await close(db, within: .milliseconds(50))
    let error = await thrownError { _ = try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(error?.message == "the governor was closed")
    #expect(openFiles(below: folder.path) == 0)
  }

  @Test func `Afterwards every use is refused, and closing again is fine`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    let kept = try await db.prepare("INSERT INTO t VALUES (?)")
    try await kept.execute(1)
    try await db.close()
    try await db.close()
    #expect(await errorKind { try await db.execute("SELECT 1") } == .misuse)
    #expect(await errorKind { try db.blocking.execute("SELECT 1") } == .misuse)
    #expect(await errorKind { try await kept.execute(2) } == .misuse)
    #expect(await errorKind { for try await _ in db.rows("SELECT 1") {} } == .misuse)
    #expect(await errorKind { try await db.transaction { _ in } } == .misuse)
    #expect(await errorKind { try await db.transaction { tx in _ = try await tx.execute("SELECT 1") } } == .misuse)
    #expect(await errorKind { _ = try await db.prepare("SELECT 2") } == .misuse)
    #expect(await errorKind { try await db.ping() } == .misuse)
    let error = await thrownError { try await db.execute("SELECT 1") }
    #expect(error?.message == "the governor is closed")
  }

  @Test func `Who waits for a connection is refused at once`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    let (isHeld, mayEnd) = (Event(), Event())
    let holder = Task {
      try await db.transaction { tx in
        _ = try await tx.execute("INSERT INTO t VALUES (1)")
        isHeld.signal()
        try await mayEnd.wait()
      }
    }
    try await isHeld.wait()
    let waiter = Task { try await db.execute("INSERT INTO t VALUES (2)") }
    #expect(await eventually { db.statistics.waiting == 1 })
    async let closing: Void = close(db, within: .seconds(3_600))
    #expect(await errorKind { _ = try await waiter.value } == .misuse)
    mayEnd.signal()
    try await closing
    // The transaction was there first, and was waited for.
    try await holder.value
    let again = try Opening.file(in: folder)
    #expect(try await again.query(Int.self, "SELECT a FROM t") == [1])
    try await again.close()
  }

  @Test(arguments: [true, false]) func `Rows that another task reads end with an error`(inMemory: Bool) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    let hasBegun = Event()
    let task = Task {
      for try await _ in db.rows("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c") {
        hasBegun.signal()
      }
    }
    try await hasBegun.wait()
    try await close(db, within: .milliseconds(30))
    let error = await thrownError { try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(error?.message == "the governor was closed")
    #expect(await eventually { openFiles(below: folder.path) == 0 })
  }

  @Test func `A thousand governors leave no file open`() async throws {
    await onThreads(1) { _ in
      do {
        for round in 0..<1_000 {
          let db = try Opening.file(in: folder)
          if round == 0 { try db.execute("CREATE TABLE t (a)") }
          if round % 10 == 0 { try db.execute("INSERT INTO t VALUES (1)") }
          _ = try db.query("SELECT count(*) FROM t")
          // Half are closed, half are let go.
          if round % 2 == 0 { try db.close() }
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(openFiles(below: folder.path) == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.db-wal")))
  }

  @Test func `Governors that tasks used are closed when they are let go`() async throws {
    for _ in 0..<100 {
      let db = try Opening.file(in: folder)
      try await db.execute("CREATE TABLE IF NOT EXISTS t (a)")
      async let first = db.first("SELECT count(*) FROM t")
      async let second = db.first("SELECT max(a) FROM t")
      _ = try await (first, second)
      for try await _ in db.rows("SELECT * FROM sqlite_master") { break }
    }
    #expect(await eventually { openFiles(below: folder.path) == 0 })
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.db-wal")))
  }

  @Test func `All who open a new file at one moment open it`() async throws {
    for round in 0..<100 {
      let arrivals = Atomic<Int>(0)
      await onThreads(4) { _ in
        arrivals.add(1, ordering: .sequentiallyConsistent)
        while arrivals.load(ordering: .sequentiallyConsistent) < 4 { sched_yield() }
        recordingErrors { try Opening.file(in: folder, named: "\(round).db", "readers=0").close() }
      }
    }
  }

  @Test(arguments: [true, false]) func `Two that end at the same moment leave no log`(closes: Bool) async throws {
    let arrivals = Atomic<Int>(0)
    let logsLeft = Atomic<Int>(0)
    // Waits for the other thread, without sleeping: both go on at the same moment.
    @Sendable func meet(_ meeting: Int) {
      arrivals.add(1, ordering: .sequentiallyConsistent)
      while arrivals.load(ordering: .sequentiallyConsistent) < 2 * meeting { sched_yield() }
    }
    let rounds = 200
    await onThreads(2) { _ in
      for round in 0..<rounds {
        var db = recordingErrors { try Opening.file(in: folder, "readers=0") }
        recordingErrors { _ = try db?.query("SELECT count(*) FROM sqlite_master") }
        meet(3 * round + 1)
        if closes { recordingErrors { try db?.close() } }
        db = nil
        meet(3 * round + 2)
        if FileManager.default.fileExists(atPath: folder.file("a.db-wal")) { logsLeft.add(1, ordering: .relaxed) }
        meet(3 * round + 3)
      }
    }
    #expect(logsLeft.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [true, false]) func `The last one tidies the log away`(closes: Bool) async throws {
    await onThreads(1) { _ in
      do {
        let db = try Opening.file(in: folder)
        let other = try Opening.file(in: folder)
        try db.execute("CREATE TABLE t (a)")
        _ = try db.query("SELECT * FROM t")
        _ = try other.query("SELECT * FROM t")
        if closes { try db.close() }
        #expect(FileManager.default.fileExists(atPath: folder.file("a.db-wal")))
        if closes { try other.close() }
      } catch {
        Issue.record(error)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.db-wal")))
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.db-shm")))
    #expect(openFiles(below: folder.path) == 0)
  }

  @Test func `The log goes with the last connection, though that may only read`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    let (isHeld, isClosed) = (Event(), Event())
    await onThreads(2) { thread in
      if thread == 0 {
        defer { isHeld.signal() }
        recordingErrors {
          try db.withConnection(.reader) { reader in
            _ = try reader.query("SELECT * FROM t")
            isHeld.signal()
            isClosed.wait()
          }
        }
      } else {
        isHeld.wait()
        recordingErrors { try db.close(within: .zero) }
        #expect(FileManager.default.fileExists(atPath: folder.file("a.db-wal")))
        isClosed.signal()
      }
    }
    #expect(openFiles(below: folder.path) == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.db-wal")))
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.db-shm")))
    let again = try Opening.file(in: folder)
    #expect(try await again.query("SELECT * FROM t").isEmpty)
  }

  @Test func `It is refused inside one's own closure`() async throws {
    let db = try Opening.file(in: folder)
    await onThreads(1) { _ in
      #expect(throws: DatabaseError.self) { try db.transaction { _ in try db.close() } }
      #expect(throws: DatabaseError.self) { try db.withConnection(.reader) { _ in try db.close() } }
      #expect(throws: Never.self) { try db.close() }
    }
  }
}
