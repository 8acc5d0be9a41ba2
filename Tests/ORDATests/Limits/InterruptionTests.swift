import Foundation
import ORDATesting
import Testing

@testable import ORDA

@Suite("Stopping what runs")
struct InterruptionTests {
  private let clock = TestClock()

  @Test func aStatementsTimeoutLeavesTheConnectionUsable() throws {
    let fake = FakeDatabase()
    fake["UPDATE slow"] = .waiting.letting(clock, pass: .seconds(30))
    let db = try fake.open(clock: clock)
    let error = databaseError { try db.execute("UPDATE slow", timeout: .seconds(30)) }
    #expect(error?.kind == .timeout)
    #expect(error?.sql == "UPDATE slow")
    #expect(fake.interruptions == ["UPDATE slow"])
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [1])
    #expect(fake.openedCount == 1)
  }

  @Test func theURLsTimeoutHoldsForAll() async throws {
    let fake = FakeDatabase()
    fake["UPDATE slow"] = .waiting.letting(clock, pass: .seconds(30))
    let db = try fake.open("statement-timeout=30s", clock: clock)
    #expect(await asyncDatabaseError { try await db.execute("UPDATE slow") }?.kind == .timeout)
    try await db.execute("UPDATE a", timeout: .seconds(60))
    #expect(fake.openedCount == 1)
  }

  @Test func insideATransactionTheRestGoesOn() throws {
    let fake = FakeDatabase()
    fake["UPDATE slow"] = .waiting.letting(clock, pass: .seconds(20))
    let db = try fake.open(clock: clock)
    try db.transaction { tx in
      #expect(databaseError { try tx.execute("UPDATE slow", timeout: .seconds(20)) }?.kind == .timeout)
      try tx.execute("UPDATE a")
    }
    #expect(fake.work.suffix(4) == ["begin", "run UPDATE slow", "run UPDATE a", "commit"])
  }

  @Test func `A rollback that the database doesn't answer ends within the limit of the transaction`() async throws {
    struct Thrown: Error {}
    let fake = FakeDatabase(canBeCut: true)
    for _ in 0..<2 { fake.script.expect(.rollback, answer: .waits) }
    let db = try fake.open(clock: clock)
    let clock = clock
    @Sendable func letLimitPass() {
      _ = Threads.start(1) { _ in
        clock.waitForWaiters(within: .seconds(3))
        clock.advance(by: .seconds(3))
        // The connection is cut a moment later.
        clock.waitForWaiters(within: .seconds(1))
        clock.advance(by: .seconds(1))
      }
    }
    #expect(throws: Thrown.self) {
      try db.transaction(timeout: .seconds(3)) { _ in
        letLimitPass()
        throw Thrown()
      }
    }
    await #expect(throws: Thrown.self) {
      try await db.transaction(timeout: .seconds(3)) { tx in
        try await tx.execute("UPDATE a")
        letLimitPass()
        throw Thrown()
      }
    }
    #expect(fake.openedCount == 2)
    #expect(db.statistics.connections == 0)
    #expect(fake.warnings.take().count == 2)
  }

  @Test func openRowsTimeOutToo() throws {
    let fake = FakeDatabase()
    fake["SELECT n FROM slow"] = FakeReply(columns: ["n"], count: 1, isReadOnly: true, waitsForCancel: true)
      .letting(clock, pass: .seconds(20))
    let db = try fake.open(clock: clock)
    let error = databaseError {
      var rows = try db.rows("SELECT n FROM slow", timeout: .seconds(20))
      _ = try rows.next()
    }
    #expect(error?.kind == .timeout)
    try db.execute("UPDATE a")
    #expect(fake.openedCount == 1)
  }

  @Test func aCancelledTaskStopsItsStatement() async throws {
    let fake = FakeDatabase()
    fake["UPDATE slow"] = .waiting
    let db = try fake.open()
    let work = Task { await asyncDatabaseError { try await db.execute("UPDATE slow") } }
    #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
    work.cancel()
    #expect(await work.value?.kind == .cancelled)
    try await db.execute("UPDATE a")
    #expect(fake.openedCount == 1)
    #expect(fake.interruptions == ["UPDATE slow"])
  }

  @Test func aCancelledTaskBeginsNothing() async throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    let work = Task {
      while !Task.isCancelled { await Task.yield() }
      return await asyncDatabaseError { try await db.execute("UPDATE a") }
    }
    work.cancel()
    #expect(await work.value?.kind == .cancelled)
    #expect(fake.work.filter { $0.hasPrefix("run") } == [])
  }

  @Test func aCancelledTransactionIsRolledBack() async throws {
    let fake = FakeDatabase()
    fake["UPDATE slow"] = .waiting
    let db = try fake.open()
    fake.forget()
    // While its statement runs.
    let running = Task {
      await asyncDatabaseError {
        _ = try await db.transaction { tx in
          try await tx.execute("UPDATE a")
          try await tx.execute("UPDATE slow")
        }
      }
    }
    #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
    running.cancel()
    #expect(await running.value?.kind == .cancelled)
    #expect(fake.work == ["begin", "run UPDATE a", "run UPDATE slow", "rollback"])
    // Between two statements.
    fake.forget()
    let between = Task {
      await asyncDatabaseError {
        try await db.transaction { tx in
          try await tx.execute("UPDATE a")
          while !Task.isCancelled { await Task.yield() }
        }
      }
    }
    #expect(await eventually { !fake.connections(running: "UPDATE a").isEmpty })
    between.cancel()
    #expect(await between.value?.kind == .cancelled)
    #expect(fake.work == ["begin", "run UPDATE a", "rollback"])
    // A synchronous body on the connection's thread.
    fake.forget()
    let whole = Task {
      await asyncDatabaseError {
        try await db.transaction { @Sendable (tx: Transaction) in
          try tx.execute("UPDATE a")
          _ = try? tx.execute("UPDATE slow")
        }
      }
    }
    #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
    whole.cancel()
    #expect(await whole.value?.kind == .cancelled)
    #expect(fake.work == ["begin", "run UPDATE a", "run UPDATE slow", "rollback"])
    try await db.execute("UPDATE b")
    #expect(fake.connections(running: "UPDATE b") == [1])
  }

  /// Ten thousand pieces of work, most of them cancelled at some moment. Only what was cancelled is ever interrupted.
  @Test func aCancelNeverHitsTheNextUser() async throws {
    let fake = FakeDatabase(writers: 2)
    let running = Shared<Set<String>>([])
    fake["UPDATE work SET a = ?"] = .answering { values in
      guard case .text(let tag)? = values.first, tag.hasSuffix("waits") else {
        return FakeReply.changes(1).afterATurn()
      }
      running.with { _ = $0.insert(tag) }
      return .waits
    }
    fake.forgetAlways()
    let db = try fake.open("pool.acquire-timeout=1h")
    let cancelled = Shared<Set<String>>([])
    let failures = Shared<[String]>([])
    @Sendable func work(_ tag: String, _ number: Int) async throws {
      switch number % 4 {
      case 0: try await db.transaction { tx in _ = try await tx.execute("UPDATE work SET a = ?", tag) }
      case 1:
        try await db.transaction { @Sendable (tx: Transaction) in _ = try tx.execute("UPDATE work SET a = ?", tag) }
      default: try await db.execute("UPDATE work SET a = ?", tag)
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<4 {
        group.addTask {
          var random = Seeded(UInt64(lane))
          for number in 0..<2500 {
            // Some run until they are cancelled, some are cancelled at any moment, and some are left alone.
            let isToWait = number % 16 == 0
            let isCancelled = isToWait || Int.random(in: 0..<4, using: &random) > 0
            let turns = Int.random(in: 0..<20, using: &random)
            let tag = "\(lane)-\(number)" + (isToWait ? "-waits" : "")
            let task = Task { try await work(tag, number) }
            if isCancelled {
              cancelled.with { _ = $0.insert(tag) }
              if isToWait { try await running.wait { $0.contains(tag) } }
              for _ in 0..<turns { await Task.yield() }
              task.cancel()
            }
            do {
              try await task.value
            } catch {
              let isOwn = (error as? DatabaseError)?.kind == .cancelled && isCancelled
              if !isOwn { failures.with { $0.append("\(tag): \(error)") } }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(failures.current == [])
    let hit = Set(fake.interruptions)
    #expect(hit.subtracting(cancelled.current) == [])
    #expect(running.current.subtracting(hit) == [], "what waits to be cancelled was interrupted")
    #expect(running.current.count == 4 * 157)
    #expect(fake.openedCount <= 2)
    #expect(db.statistics.active == 0 && db.statistics.waiting == 0)
  }

  @Test func slowStatementsDoNotStopOtherTasks() async throws {
    let fake = FakeDatabase(writers: 4)
    fake["UPDATE slow"] = .waiting
    let db = try fake.open("pool.acquire-timeout=1h")
    let slow = (0..<64).map { _ in Task { try await db.execute("UPDATE slow") } }
    #expect(await eventually { db.statistics.waiting == 60 && fake.connections(running: "UPDATE slow").count == 4 })
    // They go on until they are cancelled: if they kept the threads, these would never begin.
    for _ in 0..<10 { await Task.detached {}.value }
    #expect(db.statistics.waiting == 60 && db.statistics.active == 4, "they must still be at it")
    for task in slow { task.cancel() }
    for task in slow { _ = await task.result }
    #expect(db.statistics.active == 0)
    #expect(fake.interruptions.count >= 4)
  }
}
