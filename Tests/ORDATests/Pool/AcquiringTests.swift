import ORDATesting
import ORDAThreads
import Testing

@testable import ORDA

@Suite("Waiting for a connection")
struct AcquiringTests {
  private let clock = TestClock()

  @Test func aTimeoutNamesTheHolder() throws {
    let fake = FakeDatabase()
    let db = try fake.open(clock: clock)
    let line: UInt = #line + 1
    try db.withConnection { _ in
      clock.advanceOnceAwaited(by: .seconds(20))
      let error = try onOtherThread { databaseError { try db.execute("UPDATE a", timeout: .seconds(20)) } }
      #expect(error?.kind == .timeout)
      let holder = "the closure at ORDATests/AcquiringTests.swift:\(line), for 20.0 s"
      #expect(error?.message.contains(holder) == true)
      #expect(error?.message.contains("the connection pool has 1") == true)
      #expect(error?.isTransient == true)
    }
    #expect(fake.connections(running: "UPDATE a") == [])
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [1])
  }

  @Test func theLimitOfTheURLHolds() throws {
    let db = try FakeDatabase().open("pool.acquire-timeout=20s", clock: clock)
    try db.withConnection { _ in
      clock.advanceOnceAwaited(by: .seconds(20))
      let error = try onOtherThread { databaseError { try db.execute("UPDATE a") } }
      #expect(error?.kind == .timeout)
    }
  }

  @Test func aTimeoutNamesOpenRowsAndStatements() async throws {
    let fake = FakeDatabase(writers: 2)
    fake["SELECT n FROM long"] = .numbers(10)
    fake["UPDATE slow"] = .waiting
    let db = try fake.open(clock: clock)
    let clock = clock
    let error = try await Threads.offload {
      var rows = try db.rows("SELECT n FROM long")
      let first = try rows.next()?.get(0, as: Int.self)
      #expect(first == 0)
      let error = try onOtherThread {
        let slow = Task.detached { try await db.execute("UPDATE slow") }
        defer { slow.cancel() }
        #expect(eventually { !fake.connections(running: "UPDATE slow").isEmpty })
        clock.advanceOnceAwaited(by: .seconds(20))
        return databaseError { try db.execute("UPDATE a", timeout: .seconds(20)) }
      }
      let second = try rows.next()?.get(0, as: Int.self)
      #expect(second == 1)
      return error
    }
    #expect(error?.kind == .timeout)
    #expect(error?.message.contains("the open rows of \"SELECT n FROM long\"") == true)
    #expect(error?.message.contains("the statement \"UPDATE slow\"") == true)
  }

  @Test func waitingForOnesOwnRowsFailsAtOnce() throws {
    let fake = FakeDatabase(writers: 2)
    fake["SELECT n FROM long"] = .numbers(10)
    let db = try fake.open(clock: clock)
    var first = try db.rows("SELECT n FROM long")
    var second = try db.rows("SELECT n FROM long")
    _ = try first.next()
    _ = try second.next()
    // The clock stands still: whoever waited would wait for ever.
    let error = databaseError { try db.execute("UPDATE a") }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("this thread waits for a connection that it holds itself") == true)
    #expect(db.statistics.waiting == 0)
  }

  @Test func aTaskThatHoldsATransactionIsToldAtOnce() async throws {
    let fake = FakeDatabase()
    let db = try fake.open(clock: clock)
    let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    try await tx.execute("UPDATE a")
    let error = await asyncDatabaseError { try await db.execute("UPDATE b") }
    await tx.rollback()
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("this task waits for a connection that it holds itself") == true)
    #expect(fake.work.suffix(3) == ["begin", "run UPDATE a", "rollback"])
    #expect(db.statistics.active == 0)
  }

  @Test func aCancelledTaskLeavesTheQueue() async throws {
    let fake = FakeDatabase()
    let db = try fake.open(clock: clock)
    fake["UPDATE slow"] = .waiting
    let began = Event()
    fake["UPDATE slow"]?.began = { began.signal() }
    let holder = Task { try await db.execute("UPDATE slow") }
    try await began.wait()
    let waiter = Task { await asyncDatabaseError { try await db.execute("UPDATE b") } }
    #expect(await eventually { db.statistics.waiting == 1 })
    waiter.cancel()
    #expect(await waiter.value?.kind == .cancelled)
    #expect(db.statistics.waiting == 0)
    #expect(fake.interruptions == [])
    holder.cancel()
    #expect(await asyncDatabaseError { _ = try await holder.value }?.kind == .cancelled)
    #expect(fake.connections(running: "UPDATE b") == [])
    try await db.execute("UPDATE b")
    #expect(fake.connections(running: "UPDATE b") == [1])
  }

  @Test func anAwaitedTimeoutNamesTheHolder() async throws {
    let fake = FakeDatabase()
    let db = try fake.open(clock: clock)
    fake["UPDATE slow"] = .waiting
    let holder = Task { try await db.execute("UPDATE slow") }
    #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
    clock.advanceOnceAwaited(by: .seconds(20))
    let error = await asyncDatabaseError { try await db.execute("UPDATE b", timeout: .seconds(20)) }
    #expect(error?.kind == .timeout)
    #expect(error?.message.contains("the statement \"UPDATE slow\"") == true)
    holder.cancel()
    _ = await holder.result
  }

  @Test func whatWaitedInVainIsReleased() async throws {
    final class Kept: Sendable {
      let isReleased: Shared<Bool>
      init(_ isReleased: Shared<Bool>) { self.isReleased = isReleased }
      deinit { isReleased.current = true }
    }
    let fake = FakeDatabase()
    let db = try fake.open(clock: clock)
    fake["UPDATE slow"] = .waiting
    let holder = Task { try await db.execute("UPDATE slow") }
    #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
    let isReleased = Shared(false)
    clock.advanceOnceAwaited(by: .seconds(20))
    let error = await asyncDatabaseError {
      let kept = Kept(isReleased)
      try await db.withConnection(timeout: .seconds(20)) { _ in withExtendedLifetime(kept) {} }
    }
    #expect(error?.kind == .timeout)
    try await isReleased.wait { $0 }
    holder.cancel()
    _ = await holder.result
  }

  @Test func neverMoreThanTheMaximum() async throws {
    let fake = FakeDatabase(writers: 3)
    fake["UPDATE slow"] = .brief
    fake.forgetAlways()
    let db = try fake.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<300 { group.addTask { try await db.execute("UPDATE slow") } }
      try await group.waitForAll()
    }
    #expect(fake.mostOpenCount == 3)
    #expect(db.statistics.active == 0 && db.statistics.waiting == 0 && db.statistics.connections == 3)
    #expect(db.statistics.statements == 300)
  }

  @Test @MainActor func theCallsOfOneActorAreServedInTheirOrder() async throws {
    let fake = FakeDatabase(writers: 1)
    fake["UPDATE slow"] = .waiting
    let db = try fake.open(clock: clock)
    let slow = Task.detached { try await db.execute("UPDATE slow") }
    while fake.connections(running: "UPDATE slow").isEmpty { await Task.yield() }
    let served = Lock<[Int]>([])
    let tasks = (0..<1000).map { number in
      Task { try await db.withConnection { _ in served.withLock { $0.append(number) } } }
    }
    while db.statistics.waiting < tasks.count { await Task.yield() }
    slow.cancel()
    for task in tasks { try await task.value }
    #expect(served.withLock { $0 } == Array(0..<1000))
  }
}
