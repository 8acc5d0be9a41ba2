import ORDATesting
import Testing

@testable import ORDA

/// A database that answers nothing any more, nor to being told to stop: a statement ends only when its connection is cut.
///
/// Control comes back as soon as the connection is cut, though the database does not go on before the end of each test: what
/// waited for it would wait for ever.
@Suite("A database that is frozen")
struct FrozenDatabaseTests {
  private let clock = TestClock()

  private func frozen(writers: Int = 1, readers: Int = 0) -> FakeDatabase {
    let fake = FakeDatabase(writers: writers, readers: readers, canBeCut: true)
    fake["SELECT slow"] = .waiting
    return fake
  }

  /// A statement whose limit passes while it runs, and then the time after which what goes on is cut.
  private func running(_ fake: FakeDatabase, beyond limit: Duration) -> FakeReply {
    var reply = FakeReply.waiting
    reply.began = { [clock] in
      clock.advance(by: limit)
      fake.waitForHanging(1)
      clock.advance(by: CancelGate.stoppingTime)
    }
    return reply
  }

  @Test(.ownThread) func aLimitHolds() throws {
    let fake = frozen()
    fake["SELECT slow"] = running(fake, beyond: .seconds(50))
    let db = try fake.open(clock: clock)
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    let error = databaseError { try db.execute("SELECT slow", timeout: .seconds(50)) }
    #expect(error?.kind == .timeout)
    #expect(error?.message == "the statement took longer than its limit of 50.0 seconds")
    #expect(fake.cutCount == 1 && db.statistics.connections == 0)
    #expect(fake.hangingCount == 1, "the database must still be told to stop it")
    #expect(fake.openCount == 1, "the connection is not closed as long as the driver uses it")
    fake.isFrozen = false
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
    #expect(eventually { fake.openCount == 1 && fake.hangingCount == 0 })
  }

  @Test(.ownThread) func insideATransactionItHoldsToo() throws {
    let fake = frozen()
    fake["SELECT slow"] = running(fake, beyond: .seconds(50))
    let db = try fake.open(clock: clock)
    let error = databaseError {
      try db.transaction { tx in
        try tx.execute("UPDATE a")
        fake.isFrozen = true
        try tx.execute("SELECT slow", timeout: .seconds(50))
      }
    }
    fake.isFrozen = false
    #expect(error?.kind == .timeout)
    try db.execute("UPDATE b")
    #expect(fake.connections(running: "UPDATE b") == [2])
  }

  @Test func cancelledTasksDoNotWaitForEachOther() async throws {
    let fake = frozen(writers: 4)
    let db = try fake.open(clock: clock)
    let tasks = (0..<4).map { _ in Task { await asyncDatabaseError { try await db.execute("SELECT slow") } } }
    #expect(await eventually { fake.connections(running: "SELECT slow").count == 4 })
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    for task in tasks { task.cancel() }
    try await Threads.offload { fake.waitForHanging(4) }
    clock.advance(by: CancelGate.stoppingTime)
    for task in tasks { #expect(await task.value?.kind == .cancelled) }
    #expect(fake.cutCount == 4)
  }

  @Test func rowsThatAreLeftHoldUpNobody() async throws {
    let fake = frozen()
    fake["SELECT n FROM long"] = FakeReply(
      columns: ["n"], count: 100_000, row: { [.int(Int64($0))] }, isReadOnly: true)
    let db = try fake.open(clock: clock)
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    for try await _ in db.rowStream(of: "SELECT n FROM long", [], timeout: nil) { break }
  }

  @Test func othersAreNotHeldUp() async throws {
    let fake = frozen()
    let other = frozen()
    let otherClock = TestClock()
    other["SELECT slow"] = .waiting.letting(otherClock, pass: .seconds(100))
    let (db, second) = (try fake.open(clock: clock), try other.open(clock: otherClock))
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    let stopped = Task { await asyncDatabaseError { try await db.execute("SELECT slow", timeout: .seconds(100)) } }
    #expect(await eventually { !fake.connections(running: "SELECT slow").isEmpty })
    clock.advance(by: .seconds(100))
    try await Threads.offload { fake.waitForHanging(1) }
    // Its limit passes while the first is being stopped.
    let error = await asyncDatabaseError { try await second.execute("SELECT slow", timeout: .seconds(100)) }
    #expect(error?.kind == .timeout)
    #expect(fake.hangingCount == 1 && other.interruptions == ["SELECT slow"])
    clock.advance(by: CancelGate.stoppingTime)
    #expect(await stopped.value?.kind == .timeout)
  }

  @Test(arguments: [false, true]) func closingIsBounded(isAwaited: Bool) async throws {
    let fake = frozen(writers: 2)
    let db = try fake.open(clock: clock)
    let task = Task { await asyncDatabaseError { try await db.execute("SELECT slow") } }
    #expect(await eventually { !fake.connections(running: "SELECT slow").isEmpty })
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    // One more can't be opened.
    let waiter = Task { await asyncDatabaseError { try await db.execute("UPDATE b") } }
    #expect(await eventually { fake.hangingCount == 1 })
    let closing = Task {
      if isAwaited {
        try await db.close(within: .seconds(3))
      } else {
        try await Threads.offload { try db.close(within: .seconds(3)) }
      }
    }
    #expect(await waiter.value?.message == "the governor is closed")
    clock.advance(by: .seconds(3))
    // What runs is being stopped, and then its connection is cut.
    try await Threads.offload { fake.waitForHanging(2) }
    clock.advance(by: CancelGate.stoppingTime)
    #expect(await task.value?.message == "the governor was closed")
    // It waits a little longer for the connection that is being opened.
    try await clock.waitForWaiters(within: .seconds(1))
    clock.advance(by: .seconds(1))
    try await closing.value
    fake.isFrozen = false
    #expect(await eventually { fake.openCount == 0 }, "what was being opened is closed")
  }

  @Test func theEndOfATransactionIsStoppedWithItsTask() async throws {
    let fake = frozen()
    fake.script.expect(.commit, answer: .silence)
    let db = try fake.open(clock: clock)
    let task = Task { () -> DatabaseError? in
      await asyncDatabaseError {
        try await db.transaction { (tx: AsyncTransaction) in _ = try await tx.execute("UPDATE a") }
      }
    }
    #expect(await eventually { fake.work.last == "commit" })
    task.cancel()
    // The commit has some time to come to its end, and then to be stopped.
    clock.advance(by: .milliseconds(50) + CancelGate.stoppingTime)
    #expect(await task.value?.kind == .commitUnknown)
    #expect(fake.cutCount == 1 && db.statistics.active == 0)
  }
}
