import ORDATesting
import Testing

@testable import ORDA

@Suite("Opening connections")
struct OpeningTests {
  private let clock = TestClock()

  @Test func eachCallerLeavesAtItsOwnLimit() async throws {
    let fake = FakeDatabase(writers: 8)
    let db = try fake.open("pool.acquire-timeout=20s", clock: clock)
    let rows = Task { [clock] in
      try await db.transaction { tx in
        fake.isFrozen = true
        defer { fake.isFrozen = false }
        // In turn they would wait until the database goes on.
        // All of them wait, and the pool for the moment when it opens more.
        clock.advanceOnceAwaited(by: .seconds(20), waiters: 10)
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<7 {
            group.addTask {
              // Detached: the transaction's tasks have no connections of their own.
              let error = await Task.detached { await asyncDatabaseError { try await db.execute("UPDATE a") } }.value
              #expect(error?.kind == .timeout)
            }
          }
          group.addTask {
            await onThreads(2) { _ in
              let error = databaseError { try db.execute("UPDATE a", timeout: .seconds(10)) }
              #expect(error?.kind == .timeout)
              #expect(error?.message.contains("0 still connecting") == false)
            }
          }
        }
      }
    }
    try await rows.value
    // What was opened for those who have left serves others.
    #expect(await eventually { fake.hangingCount == 0 && db.statistics.connections == fake.openCount })
    let count = fake.openedCount
    try await db.execute("UPDATE b")
    #expect(fake.openedCount == count && db.statistics.active == 0)
  }

  @Test func aCancelledCallerLeavesAtOnce() async throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    try await db.transaction { _ in
      fake.isFrozen = true
      defer { fake.isFrozen = false }
      let task = Task.detached { await asyncDatabaseError { try await db.execute("UPDATE a") } }
      #expect(await eventually { fake.hangingCount == 1 })
      task.cancel()
      #expect(await task.value?.kind == .cancelled)
      #expect(fake.hangingCount == 1, "its opening goes on")
    }
    #expect(await eventually { fake.openCount == 2 && db.statistics.connections == 2 })
    #expect(fake.connections(running: "UPDATE a") == [])
  }

  @Test func whatIsGivenBackServesWhoeverWaitsForAnOpening() async throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    let waiter = try await db.transaction { _ in
      fake.isFrozen = true
      let waiter = Task.detached { try await db.execute("UPDATE a") }
      #expect(await eventually { fake.hangingCount == 1 })
      return waiter
    }
    // The only connection that there is came back.
    _ = try await waiter.value
    #expect(fake.hangingCount == 1)
    fake.isFrozen = false
    #expect(fake.connections(running: "UPDATE a") == [1])
  }

  @Test func oneConnectionServesAllWhereNothingCanBeOpened() async throws {
    let fake = FakeDatabase(writers: 50)
    let db = try fake.open()
    fake.isFrozen = true
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { _ = try await db.query("SELECT 1") } }
      try await group.waitForAll()
    }
    #expect(fake.openedCount == 1)
    fake.isFrozen = false
    #expect(await eventually { fake.hangingCount == 0 })
  }

  @Test func whereStatementsTakeLongAllAreOpened() async throws {
    let fake = FakeDatabase(writers: 12)
    fake["UPDATE slow"] = .waiting
    let db = try fake.open("pool.acquire-timeout=1h")
    let tasks = (0..<12).map { _ in Task { try await db.execute("UPDATE slow") } }
    #expect(await eventually { fake.connections(running: "UPDATE slow").count == 12 })
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
  }
}
