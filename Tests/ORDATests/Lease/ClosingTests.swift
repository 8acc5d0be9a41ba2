import Foundation
import ORDATesting
import ORDAThreads
import Testing

@testable import ORDA

@Suite("Closing a governor")
struct ClosingTests {
  private let clock = TestClock()

  /// Returns when a governor refuses what comes, since it is being closed.
  private func waitForRefusal(of db: any Governor) async throws {
    let governor = try #require(db as? ConnectionGovernor)
    #expect(await eventually { governor.writers.isRefusing })
  }

  private func expectClosed(_ error: DatabaseError?, _ location: SourceLocation = #_sourceLocation) {
    #expect(error?.kind == .misuse, sourceLocation: location)
    #expect(error?.code == .nilConnection, sourceLocation: location)
    #expect(error?.message == "the governor is closed", sourceLocation: location)
  }

  @Test func afterwardsEverythingIsMisuse() throws {
    let fake = FakeDatabase(writers: 2, readers: 2)
    let db = try fake.open()
    let statement = try db.prepare("UPDATE a")
    _ = try db.query("SELECT 1")
    try db.close(within: .seconds(1))
    #expect(fake.openCount == 0)
    #expect(fake.handleCount == 0)
    expectClosed(databaseError { try db.execute("UPDATE a") })
    expectClosed(databaseError { _ = try db.query("SELECT 1") })
    expectClosed(databaseError { try statement.execute() })
    expectClosed(databaseError { try db.transaction { _ in } })
    expectClosed(databaseError { try db.withConnection { _ in } })
    expectClosed(databaseError { _ = try db.rows("SELECT 1") })
    expectClosed(databaseError { try db.ping() })
    expectClosed(databaseError { _ = try db.tables() })
    expectClosed(databaseError { try db.onConnect { _ in } })
    try db.close(within: .seconds(1))
    #expect(db.statistics.connections == 0)
  }

  @Test func whatIsAwaitedIsMisuseToo() async throws {
    let db = try FakeDatabase(writers: 1, readers: 1).open()
    try await db.close(within: .zero)
    expectClosed(await asyncDatabaseError { try await db.execute("UPDATE a") })
    expectClosed(await asyncDatabaseError { _ = try await db.query("SELECT 1") })
    expectClosed(await asyncDatabaseError { _ = try await db.transaction { tx in try await tx.execute("UPDATE a") } })
    expectClosed(await asyncDatabaseError { for try await _ in db.rowStream(of: "SELECT 1", [], timeout: nil) {} })
  }

  @Test func waitsForWhatRuns() async throws {
    let fake = FakeDatabase()
    let gate = AnswerGate()
    fake["UPDATE slow"] = .changes(1).once(gate)
    let db = try fake.open()
    let work = Task { try await db.execute("UPDATE slow").changed }
    #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
    let closing = Task { try await Threads.offload { try db.close(within: .seconds(300)) } }
    try await waitForRefusal(of: db)
    #expect(fake.openCount == 1)
    gate.open()
    try await closing.value
    #expect(fake.openCount == 0)
    #expect(fake.interruptions == [])
    #expect(try await work.value == 1)
  }

  @Test func interruptsAfterTheGrace() async throws {
    let fake = FakeDatabase()
    fake["UPDATE slow"] = .waiting
    let db = try fake.open(clock: clock)
    let work = Task { await asyncDatabaseError { try await db.execute("UPDATE slow") } }
    #expect(await eventually { !fake.connections(running: "UPDATE slow").isEmpty })
    let waiter = Task { await asyncDatabaseError { try await db.execute("UPDATE b") } }
    #expect(await eventually { db.statistics.waiting == 1 })
    let closing = Task { try await Threads.offload { try db.close(within: .seconds(20)) } }
    expectClosed(await waiter.value)
    clock.advance(by: .milliseconds(19_999))
    #expect(fake.interruptions == [] && fake.openCount == 1)
    clock.advance(by: .milliseconds(1))
    try await closing.value
    let error = await work.value
    #expect(error?.kind == .cancelled)
    #expect(error?.message == "the governor was closed")
    #expect(fake.interruptions == ["UPDATE slow"])
    #expect(fake.openCount == 0)
    #expect(fake.connections(running: "UPDATE b") == [])
  }

  @Test func aConnectionThatIsBeingOpenedIsClosedAndCountedOnce() throws {
    let fake = FakeDatabase()
    let box = Shared<ConnectionPool?>(nil)
    let limits = PoolLimits(maximum: 1)
    let pool = ConnectionPool(name: "writer", limits: limits, acquireTimeout: .seconds(60), time: clock.timeSource) {
      [clock] () throws(DatabaseError) in
      let connection = try fake.script.connect(.writer)
      // Whoever waits for it is refused.
      clock.advanceOnceAwaited(by: .seconds(1))
      box.current?.close(within: .zero)
      return PooledConnection(driver: connection, role: .writer, statementCapacity: 0)
    }
    box.current = pool
    expectClosed(databaseError { _ = try pool.lease(timeout: nil) })
    #expect(eventually { pool.state.withLock { $0.count } == 0 && fake.openCount == 0 })
    #expect(fake.openedCount == 1)
    box.current = nil
  }

  @Test func insideAClosureIsMisuse() throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    let inTransaction = databaseError { try db.transaction { _ in try db.close(within: .zero) } }
    #expect(inTransaction?.kind == .misuse)
    let inConnection = databaseError { try db.withConnection { _ in try db.close(within: .zero) } }
    #expect(inConnection?.kind == .misuse)
    let inRows = databaseError {
      var rows = try db.rows("SELECT 1")
      _ = try rows.next()
      try db.close(within: .zero)
    }
    #expect(inRows?.kind == .misuse)
    try db.execute("UPDATE a")
  }

  @Test func insideAnAsyncClosureIsMisuse() async throws {
    let db = try FakeDatabase().open()
    let error = await asyncDatabaseError {
      try await db.transaction { tx in
        try await tx.execute("UPDATE a")
        try await db.close(within: .zero)
      }
    }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("inside one of its own closures") == true)
    try await db.execute("UPDATE a")
  }

  @Test func lettingGoClosesToo() throws {
    let fake = FakeDatabase(writers: 2, readers: 1)
    do {
      let db = try fake.open()
      try db.execute("UPDATE a")
      _ = try db.query("SELECT 1")
      #expect(fake.openCount == 2)
    }
    #expect(fake.openCount == 0)
    #expect(fake.handleCount == 0)
  }

  @Test func rowsThatOutliveTheirGovernorsNameGoOn() throws {
    let fake = FakeDatabase()
    fake["SELECT n FROM long"] = .numbers(3)
    func open() throws -> Rows { try fake.open().rows("SELECT n FROM long") }
    do {
      var rows = try open()
      var read: [Int] = []
      while let row = try rows.next() { read.append(try row.get(0)) }
      #expect(read == [0, 1, 2])
    }
    #expect(fake.openCount == 0)
  }

  @Test func theWriterIsClosedLast() throws {
    let fake = FakeDatabase(writers: 1, readers: 2)
    let db = try fake.open()
    _ = try db.query("SELECT 1")
    try db.execute("UPDATE a")
    fake.forget()
    try db.close(within: .seconds(1))
    #expect(fake.calls.filter { $0 == "close" }.count == 2)
    #expect(fake.calls(of: 1).last == "close" && fake.calls.last == "close")
    #expect(fake.calls(of: 2).last == "close")
  }
}
