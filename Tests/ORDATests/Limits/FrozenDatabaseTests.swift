import Testing

@testable import ORDA

/// A database that answers nothing any more, nor to being told to stop: a statement ends only when its connection is cut.
///
/// Control is to come back within the limit and 250 ms more. The tests grant far more, for the machine may be busy; what
/// they hold against is that without being cut nothing would end before the database goes on, which it does at their end.
@Suite("A database that is frozen")
struct FrozenDatabaseTests {
  private static let grant = Duration.seconds(120)

  private func frozen(writers: Int = 1, readers: Int = 0) -> FakeDatabase {
    let fake = FakeDatabase(writers: writers, readers: readers, canBeCut: true)
    fake["SELECT slow"] = .waiting
    return fake
  }

  @Test func aLimitHolds() throws {
    let fake = frozen()
    let db = try fake.open()
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    let time = ContinuousClock().measure {
      let error = databaseError { try db.execute("SELECT slow", timeout: .milliseconds(50)) }
      #expect(error?.kind == .timeout)
      #expect(error?.message == "the statement took longer than its limit of 0.05 seconds")
    }
    #expect(time < Self.grant)
    #expect(fake.cutCount == 1 && db.statistics.connections == 0)
    #expect(fake.hangingCount == 1, "the database must still be told to stop it")
    #expect(fake.openCount == 1, "the connection is not closed as long as the driver uses it")
    fake.isFrozen = false
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
    #expect(eventually { fake.openCount == 1 && fake.hangingCount == 0 })
  }

  @Test func insideATransactionItHoldsToo() throws {
    let fake = frozen()
    let db = try fake.open()
    let error = databaseError {
      try db.transaction { tx in
        try tx.execute("UPDATE a")
        fake.isFrozen = true
        try tx.execute("SELECT slow", timeout: .milliseconds(50))
      }
    }
    fake.isFrozen = false
    #expect(error?.kind == .timeout)
    try db.execute("UPDATE b")
    #expect(fake.connections(running: "UPDATE b") == [2])
  }

  @Test func cancelledTasksDoNotWaitForEachOther() async throws {
    let fake = frozen(writers: 4)
    let db = try fake.open()
    let tasks = (0..<4).map { _ in Task { await asyncDatabaseError { try await db.execute("SELECT slow") } } }
    #expect(await eventually { fake.connections(running: "SELECT slow").count == 4 })
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    let clock = ContinuousClock()
    let time = await clock.measure {
      #expect(clock.measure { for task in tasks { task.cancel() } } < Self.grant)
      for task in tasks { #expect(await task.value?.kind == .cancelled) }
    }
    #expect(time < Self.grant)
    #expect(fake.cutCount == 4)
  }

  @Test func rowsThatAreLeftHoldUpNobody() async throws {
    let fake = frozen()
    fake["SELECT n FROM long"] = FakeReply(
      columns: ["n"], count: 100_000, row: { [.int(Int64($0))] }, isReadOnly: true)
    let db = try fake.open()
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    let time = try await ContinuousClock().measure {
      for try await _ in db.rowStream(of: "SELECT n FROM long", [], timeout: nil) { break }
    }
    #expect(time < Self.grant)
  }

  @Test func othersAreNotHeldUp() async throws {
    let fake = frozen()
    let other = frozen()
    let (db, second) = (try fake.open(), try other.open())
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    let stopped = Task { await asyncDatabaseError { try await db.execute("SELECT slow", timeout: .milliseconds(100)) } }
    #expect(await eventually { fake.hangingCount == 1 })
    // Its limit passes while the first is being stopped.
    let error = await asyncDatabaseError { try await second.execute("SELECT slow", timeout: .milliseconds(100)) }
    #expect(error?.kind == .timeout)
    #expect(fake.hangingCount == 1 && other.interruptions == ["SELECT slow"])
    #expect(await stopped.value?.kind == .timeout)
  }

  @Test(arguments: [false, true]) func closingIsBounded(isAwaited: Bool) async throws {
    let fake = frozen(writers: 2)
    let db = try fake.open()
    let task = Task { await asyncDatabaseError { try await db.execute("SELECT slow") } }
    #expect(await eventually { !fake.connections(running: "SELECT slow").isEmpty })
    fake.isFrozen = true
    defer { fake.isFrozen = false }
    // One more can't be opened.
    let waiter = Task { await asyncDatabaseError { try await db.execute("UPDATE b") } }
    #expect(await eventually { fake.hangingCount == 1 })
    let time = try await ContinuousClock().measure {
      if isAwaited {
        try await db.close(within: .milliseconds(30))
      } else {
        try await Threads.apart { try db.close(within: .milliseconds(30)) }
      }
    }
    #expect(time < Self.grant)
    #expect(await task.value?.message == "the governor was closed")
    #expect(await waiter.value?.message == "the governor is closed")
    fake.isFrozen = false
    #expect(await eventually { fake.openCount == 0 }, "what was being opened is closed")
  }

  @Test func theEndOfATransactionIsStoppedWithItsTask() async throws {
    let fake = frozen()
    fake.script.expect(.commit, answer: .silence)
    let db = try fake.open()
    let task = Task { () -> DatabaseError? in
      await asyncDatabaseError {
        try await db.transaction { (tx: AsyncTransaction) in _ = try await tx.execute("UPDATE a") }
      }
    }
    #expect(await eventually { fake.work.last == "commit" })
    let begin = ContinuousClock.now
    task.cancel()
    #expect(await task.value != nil)
    #expect(ContinuousClock.now - begin < Self.grant)
    #expect(fake.cutCount == 1 && db.statistics.active == 0)
  }
}
