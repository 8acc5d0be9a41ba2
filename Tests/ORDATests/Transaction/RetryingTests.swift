import ORDATesting
import Testing

@testable import ORDA

@Suite("A transaction that is repeated")
struct RetryingTests {
  private let clock = TestClock()

  private func open() throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase()
    let db = try fake.open(clock: clock)
    fake.forget()
    return (fake, db)
  }

  @Test func `is repeated where beginning or committing fails for another's sake`() async throws {
    let (fake, db) = try open()
    fake.fail(.begin, with: DatabaseError(.busy, "locked"))
    fake.fail(.commit, with: DatabaseError(.serialization, "changed"))
    try await clock.running { try await db.transaction(retrying: 2) { try $0.execute("UPDATE a") } }
    #expect(fake.work == ["begin", "begin", "run UPDATE a", "commit", "rollback", "begin", "run UPDATE a", "commit"])
  }

  @Test func `is repeated where the connection was lost before the commit`() async throws {
    let (fake, db) = try open()
    let isLost = Shared(true)
    var update = FakeReply.changes(1)
    update.answer = { _ in
      let isFirst = isLost.with { isLost in
        defer { isLost = false }
        return isLost
      }
      return isFirst ? .fails(DatabaseError(.connectionLost, "gone")) : .changes(1)
    }
    fake["UPDATE a"] = update
    try await clock.running { try await db.transaction(retrying: 1) { try $0.execute("UPDATE a") } }
    #expect(fake.work.filter { $0 == "commit" }.count == 1)
    #expect(fake.openedCount == 2)
  }

  @Test func `is not repeated where the commit's answer never came`() throws {
    let (fake, db) = try open()
    fake.fail(.commit, with: DatabaseError(.connectionLost, "gone"))
    let error = databaseError { _ = try db.transaction(retrying: 5) { try $0.execute("UPDATE a") } }
    #expect(error?.kind == .commitUnknown)
    #expect(fake.work.filter { $0 == "begin" }.count == 1)
  }

  @Test func `pauses longer and longer, never the same, and not beyond its limit`() throws {
    var retries = try TransactionRetries(20, within: nil, by: clock.timeSource)
    let error = DatabaseError(.deadlock, "again")
    let pauses = try (1...20).map { _ in try retries.pause(after: error) }
    for (index, pause) in pauses.enumerated() {
      #expect(pause <= min(.milliseconds(10) * (1 << min(index, 20)), .seconds(1)))
    }
    #expect(Set(pauses).count > 10)
    #expect(databaseError { _ = try retries.pause(after: error) }?.message == "again")
    var short = try TransactionRetries(20, within: .milliseconds(5), by: clock.timeSource)
    #expect(throws: DatabaseError.self) { for _ in 1...20 { _ = try short.pause(after: error) } }
  }

  @Test func `of no times is refused before anything is done`() async throws {
    let (fake, db) = try open()
    for times in [0, -1, Int.min] {
      let error = databaseError { _ = try db.blocking.transaction(retrying: times) { try $0.execute("UPDATE a") } }
      #expect(error?.kind == .misuse && error?.message.contains("retrying: \(times)") == true)
      await #expect(throws: DatabaseError.self) {
        try await db.transaction(retrying: times) { try $0.execute("UPDATE a") }
      }
    }
    #expect(!fake.work.contains("begin"))
  }

  @Test func `ends with a task that is cancelled between two times`() async throws {
    let (_, db) = try open()
    let times = Shared(0)
    let task = Task {
      try await db.transaction(retrying: 1_000_000) { @Sendable _ in
        times.with { $0 += 1 }
        throw DatabaseError(.deadlock, "again")
      }
    }
    // The first pauses are over, and one goes on.
    for _ in 0..<3 {
      try await clock.waitForWaiters(within: .seconds(1))
      clock.advance(by: .seconds(1))
    }
    try await clock.waitForWaiters(within: .seconds(1))
    task.cancel()
    _ = await task.result
    try await db.execute("UPDATE a")
    #expect(times.current == 4)
  }

  @Test func `tells a task that is cancelled in a pause what all calls tell`() async throws {
    let (_, db) = try open()
    let task = Task {
      try await db.transaction(retrying: 1_000_000) { (_: AsyncTransaction) async throws in
        throw DatabaseError(.deadlock, "again")
      }
    }
    try await clock.waitForWaiters(within: .seconds(1))
    task.cancel()
    #expect(await asyncDatabaseError { try await task.value }?.kind == .cancelled)
    let unreachable = DatabaseError(.cannotOpen(.unreachable), "nobody is there")
    let fake = FakeDatabase(writers: 2)
    let silent = try fake.open(clock: clock)
    fake.fail(.ping, with: unreachable, unreachable, unreachable, unreachable, unreachable, unreachable)
    let waiting = Task { try await silent.waitUntilReady(within: .seconds(3600)) }
    for _ in 0..<4 {
      try await clock.waitForWaiters(within: .seconds(1))
      clock.advance(by: .seconds(1))
    }
    try await clock.waitForWaiters(within: .seconds(1))
    #expect(fake.calls.count { $0 == "ping" } == 5)
    waiting.cancel()
    #expect(await asyncDatabaseError { try await waiting.value }?.kind == .cancelled)
  }
}
