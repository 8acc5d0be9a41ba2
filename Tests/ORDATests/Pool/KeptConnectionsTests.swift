import Logging
import ORDATesting
import Testing

@testable import ORDA

@Suite("Connections that the pool keeps, replaces and gives up")
struct KeptConnectionsTests {
  private let clock = TestClock()

  @Test("A minimum is opened beforehand, and warm means that it is waited for")
  func minimum() throws {
    let warm = FakeDatabase(writers: 8)
    let db = try warm.open("pool.min=4&pool.warm=true")
    #expect(warm.openCount == 4 && db.statistics.idle == 4 && db.statistics.opened == 4)
    let cold = FakeDatabase(writers: 8)
    let other = try cold.open("pool.min=3")
    #expect(eventually { other.statistics.idle == 3 })
  }

  @Test("A minimum that can't be opened fails the warm opening, with the reason")
  func minimumFails() throws {
    let fake = FakeDatabase(writers: 8)
    fake.script.expect(.open, answer: .nothing)
    fake.script.expect(.open, answer: .fails(DatabaseError(.cannotOpen, "no more chairs")))
    let error = databaseError { _ = try fake.open("pool.min=3&pool.warm=true") }
    #expect(error?.message == "no more chairs")
    #expect(eventually { fake.openCount == 0 }, "what was opened is closed")
  }

  @Test(
    "Contradictions are refused by name",
    arguments: [
      ("pool.min=11", "pool.min"), ("pool.min=3&pool.max=2", "pool.max"),
      ("pool.max-lifetime=29s", "pool.max-lifetime"),
    ])
  func contradictions(options: String, named: String) {
    let error = databaseError { _ = try FakeDatabase(writers: 8).open(options) }
    #expect(error?.kind == .badURL && error?.message.contains("'\(named)'") == true)
  }

  /// Has so many connections opened, and gives them all back.
  private func use(_ count: Int, of db: any Governor) async throws {
    let all = try await withThrowingTaskGroup(of: AsyncTransaction.self) { group in
      for _ in 0..<count { group.addTask { try await db.begin(LeaseRequest(role: .writer)) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for transaction in all { await transaction.rollback() }
  }

  @Test("What nobody uses is closed after the idle timeout")
  func idle() async throws {
    let fake = FakeDatabase(writers: 8)
    let db = try fake.open("pool.idle-timeout=60s&pool.min=2", clock: clock)
    try await use(6, of: db)
    #expect(fake.openCount >= 6)
    clock.advance(by: .seconds(60))
    #expect(await eventually { fake.openCount == 2 })
    let statistics = db.statistics
    #expect(statistics.idle == 2 && statistics.closed[.idle] == statistics.opened - 2)
    try await db.execute("UPDATE a")
  }

  @Test("An idle connection is asked for a sign of life, and replaced if it gives none")
  func keepalive() async throws {
    let fake = FakeDatabase(writers: 8)
    let db = try fake.open("pool.keepalive=20s&pool.min=1", clock: clock)
    clock.advance(by: .seconds(20))
    #expect(await eventually { fake.calls.contains("ping") })
    fake.fail(.ping, with: DatabaseError(.connectionLost, "gone"))
    #expect(await eventually { db.statistics.idle == 1 })
    clock.advance(by: .seconds(20))
    #expect(await eventually { db.statistics.closed[.ended] == 1 })
    // The pool is looked through every few seconds, and has its minimum again.
    try await clock.waitForWaiters(within: .seconds(5))
    clock.advance(by: .seconds(5))
    #expect(await eventually { fake.openedCount == 2 && db.statistics.idle == 1 })
  }

  @Test("Who keeps a connection for long is named once")
  func leaks() async throws {
    let log = RecordedLog()
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open(
      "pool.leak-threshold=20s", configuration: GovernorConfiguration(logger: log.logger(.warning)), clock: clock)
    let transaction = try await db.begin(LeaseRequest(role: .writer))
    clock.advance(by: .seconds(19))
    #expect(log.entries.isEmpty)
    // The pool is looked through every few seconds.
    for _ in 1...4 {
      try await clock.waitForWaiters(within: .seconds(5))
      clock.advance(by: .seconds(5))
    }
    try await clock.waitForWaiters(within: .seconds(5))
    #expect(await eventually { log.entries.contains { $0.line.contains("KeptConnectionsTests.swift") } })
    await transaction.rollback()
    #expect(log.entries.filter { $0.line.contains("held for long") }.count == 1)
  }

  @Test("Refreshing replaces all connections, those that are out when they come back")
  func refresh() async throws {
    let fake = FakeDatabase(writers: 4)
    let db = try fake.open()
    try await use(3, of: db)
    let opened = fake.openedCount
    try await db.transaction { _ in
      db.refresh()
      #expect(fake.openCount == 1)
    }
    #expect(fake.openCount == 0)
    try await db.execute("UPDATE a")
    #expect(fake.openedCount == opened + 1 && db.statistics.closed[.refreshed] == opened)
  }

  @Test("A pool is made larger and smaller while it is used")
  func resize() async throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    try db.resize(maximum: 6, minimum: 0)
    try await use(6, of: db)
    #expect(db.statistics.maximum == 6 && fake.mostOpenCount == 6)
    try db.resize(maximum: 3, minimum: 1)
    #expect(fake.openCount == 3)
    for (maximum, minimum) in [(1, 0), (0, 0), (4, 5), (4, -1)] {
      #expect(databaseError { try db.resize(maximum: maximum, minimum: minimum) }?.kind == .misuse)
    }
    let single = try FakeDatabase(writers: 1).open()
    #expect(databaseError { try single.resize(maximum: 4, minimum: 0) }?.kind == .misuse)
  }

  @Test("Statistics tell what was, and leave out what the database has ended")
  func statistics() async throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open("pool.acquire-timeout=20s", clock: clock)
    try await use(2, of: db)
    var statistics = db.statistics
    #expect(statistics.connections == 2 && statistics.opened == 2 && statistics.maximum == 2)
    #expect(statistics.openTimes.count == 1, "the first was opened before there was a pool")
    #expect(statistics.useTimes.count >= 2 && statistics.acquireTimes.count >= 2)
    let first = try await db.begin(LeaseRequest(role: .writer))
    let second = try await db.begin(LeaseRequest(role: .writer))
    // This task holds both, and would be told that it waits for itself.
    clock.advance(by: .seconds(1))
    clock.advanceOnceAwaited(by: .seconds(20))
    let error = await Task.detached { await asyncDatabaseError { try await db.execute("UPDATE a") } }.value
    #expect(error?.kind == .timeout)
    #expect(
      error?.message.contains("2 active, 0 idle, 0 still connecting, 0 others waiting") == true, "\(error as Any)")
    for transaction in [first, second] { await transaction.rollback() }
    #expect(db.statistics.timeouts == 1)
    let deadlock = DatabaseError(.deadlock, "again")
    fake.fail(.commit, with: deadlock)
    try await clock.running { try await db.transaction(retrying: 3) { try $0.execute("UPDATE a") } }
    statistics = db.statistics
    #expect(statistics.retries == 1 && statistics.active == 0)
  }

  @Test("The last failed connecting stands in the timeout's message")
  func lastFailure() async throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open("pool.acquire-timeout=20s", clock: clock)
    let out = try await db.begin(LeaseRequest(role: .writer))
    fake.fail(.open, with: DatabaseError(.cannotOpen, "no more chairs"))
    let refused = await asyncDatabaseError { try await db.execute("UPDATE a") }
    #expect(refused?.message.contains("no more chairs") == true)
    fake.isFrozen = true
    clock.advanceOnceAwaited(by: .seconds(20))
    let late = await asyncDatabaseError { try await db.execute("UPDATE a") }
    fake.isFrozen = false
    #expect(late?.kind == .timeout && late?.message.contains("no more chairs") == true, "\(late as Any)")
    await out.rollback()
  }

  @Test("A database that is not there yet is waited for; a wrong password is not")
  func waiting() async throws {
    let unreachable = DatabaseError(.cannotOpen(.unreachable), "nobody is there")
    let fake = FakeDatabase(writers: 2)
    let registry = Registry()
    try fake.script.register(with: registry)
    fake.fail(.open, with: unreachable, unreachable)
    let db = try await clock.running {
      try await registry.open("fake:music", configuration: clock.configuration, waitingUpTo: .seconds(60))
    }
    #expect(fake.openCount == 1)
    fake.fail(.ping, with: unreachable, unreachable)
    try await clock.running { try await db.waitUntilReady(within: .seconds(60)) }
    fake.fail(.ping, with: unreachable, unreachable, unreachable)
    #expect(await asyncDatabaseError { try await db.waitUntilReady(within: .zero) }?.message == "nobody is there")
    fake.fail(.open, with: DatabaseError(.cannotOpen, "wrong password"))
    let error = databaseError { _ = try registry.open("fake:music", waitingUpTo: .seconds(3600)) }
    #expect(error?.message == "wrong password")
  }

  @Test("A database that takes the question and is silent is given up after the limit")
  func silence() async throws {
    let fake = FakeDatabase(writers: 1)
    let db = try fake.open(clock: clock)
    fake.script.expect(.ping, answer: .waits.letting(clock, pass: .seconds(20)))
    #expect(await asyncDatabaseError { try await db.ping(within: .seconds(20)) }?.kind == .timeout)
    fake.script.expect(.ping, answer: .waits.letting(clock, pass: .seconds(20)))
    #expect(databaseError { try db.ping(within: .seconds(20)) }?.kind == .timeout)
    fake.script.expect(.ping, answer: .waits.letting(clock, pass: .seconds(1)))
    #expect(await asyncDatabaseError { try await db.waitUntilReady(within: .zero) }?.kind == .timeout)
    try await db.ping(within: .seconds(60))
  }
}
