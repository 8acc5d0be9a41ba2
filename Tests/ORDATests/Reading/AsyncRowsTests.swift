import ORDAThreads
import Testing

@testable import ORDA

@Suite("Rows that are awaited")
struct AsyncRowsTests {
  private func open(
    _ count: Int, failure: (row: Int, error: DatabaseError)? = nil
  ) throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase()
    fake["SELECT n FROM a"] = FakeReply(
      columns: ["n"], count: count, row: { [.int(Int64($0))] }, isReadOnly: true, failure: failure)
    return (fake, try fake.open())
  }

  @Sendable private static func rows(_ db: any Governor) -> AsyncRows {
    db.rowStream(of: "SELECT n FROM a", [], timeout: nil)
  }

  @Test(
    "All rows come, in order",
    arguments: [0, 1, 63, 64, 65, 319, 320, 321, 1343, 1344, 1345, 2368, 5000])
  func complete(count: Int) async throws {
    let (_, db) = try open(count)
    var next = 0
    for try await row in Self.rows(db) {
      #expect(try row.get(0, as: Int.self) == next)
      next += 1
    }
    #expect(next == count)
    #expect(await eventually { db.statistics.active == 0 })
  }

  @Test func aMillionRowsAreReadInBoundedMemory() async throws {
    let (fake, db) = try open(1_000_000)
    fake.forgetAlways()
    var read = 0
    var furthest = 0
    var sum = 0
    for try await row in Self.rows(db) {
      read += 1
      sum &+= try row.get(0, as: Int.self)
      if read % 512 == 0 { furthest = max(furthest, fake.steps - read) }
    }
    #expect(read == 1_000_000)
    #expect(sum == 999_999 * 500_000)
    #expect(furthest <= 4 * 4096)
  }

  @Test func aSlowReaderIsNotOverrun() async throws {
    let (fake, db) = try open(1_000_000)
    let connection = try await db.withConnection { $0.scope.connection }
    var iterator = Self.rows(db).makeAsyncIterator()
    _ = try await iterator.next()
    // What fetches ahead has been handed to the connection's thread by now, which has nothing more to do after this.
    let isIdle = Shared(false)
    connection.thread.submit { isIdle.current = true }
    #expect(await eventually { isIdle.current })
    #expect(fake.steps <= 4 * 4096)
    _ = iterator
  }

  @Test func leavingEarlyGivesTheConnectionBack() async throws {
    let (fake, db) = try open(1_000_000)
    var read = 0
    for try await _ in Self.rows(db) {
      read += 1
      if read == 10 { break }
    }
    #expect(await eventually { db.statistics.active == 0 })
    #expect(fake.steps < 5000)
    try await db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [1])
    #expect(fake.openedCount == 1)
  }

  @Test func leavingWhileTheStatementRunsStopsIt() async throws {
    let fake = FakeDatabase()
    fake["SELECT n FROM a"] = FakeReply(columns: ["n"], count: 1, isReadOnly: true, waitsForCancel: true)
    let db = try fake.open()
    let reader = Task { await asyncDatabaseError { for try await _ in Self.rows(db) {} } }
    #expect(await eventually { !fake.connections(running: "SELECT n FROM a").isEmpty })
    reader.cancel()
    #expect(await reader.value?.kind == .cancelled)
    #expect(fake.interruptions == ["SELECT n FROM a"])
    try await db.execute("UPDATE a")
    #expect(fake.openedCount == 1)
  }

  @Test func cancellingBetweenRowsEndsThem() async throws {
    let (fake, db) = try open(1_000_000)
    let count = Shared(0)
    let reader = Task {
      await asyncDatabaseError {
        for try await _ in Self.rows(db) {
          count.current += 1
          if count.current == 100 { while !Task.isCancelled { await Task.yield() } }
        }
      }
    }
    #expect(await eventually { count.current == 100 })
    reader.cancel()
    #expect(await reader.value?.kind == .cancelled)
    #expect(count.current < 5000)
    #expect(await eventually { db.statistics.active == 0 })
    try await db.execute("UPDATE a")
    #expect(fake.openedCount == 1)
  }

  @Test("An error comes after the rows before it", arguments: [0, 1, 63, 64, 65, 100, 321, 3000])
  func failing(at row: Int) async throws {
    let (fake, db) = try open(5000, failure: (row, DatabaseError(.io, "reading failed")))
    var read = 0
    let error = await asyncDatabaseError {
      for try await _ in Self.rows(db) { read += 1 }
    }
    #expect(error?.kind == .io)
    #expect(error?.sql == "SELECT n FROM a")
    #expect(read == row)
    try await db.execute("UPDATE a")
    #expect(fake.openedCount == 1)
  }

  @Test func afterTheErrorTheyAreOver() async throws {
    let (_, db) = try open(10, failure: (0, .locked))
    var iterator = Self.rows(db).makeAsyncIterator()
    do { _ = try await iterator.next() } catch { #expect((error as? DatabaseError)?.kind == .busy) }
    #expect(try await iterator.next() == nil)
  }

  @Test func aLostConnectionIsReplaced() async throws {
    let (fake, db) = try open(500, failure: (200, .lost))
    let error = await asyncDatabaseError { for try await _ in Self.rows(db) {} }
    #expect(error?.kind == .connectionLost)
    try await db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
  }

  @Test func eachReadingRunsAnew() async throws {
    let (fake, db) = try open(3)
    let rows = Self.rows(db)
    for _ in 0..<2 {
      var read = 0
      for try await _ in rows { read += 1 }
      #expect(read == 3)
    }
    #expect(fake.connections(running: "SELECT n FROM a") == [1, 1])
  }

  @Test func nothingRunsBeforeTheFirstRowIsAskedFor() async throws {
    let (fake, db) = try open(3)
    _ = Self.rows(db).makeAsyncIterator()
    #expect(fake.work == ["open"])
  }

  @Test func errorsOfTheTextComeWithTheFirstRow() async throws {
    let (_, db) = try open(3)
    let error = await asyncDatabaseError { for try await _ in db.rowStream(of: "BEGIN", [], timeout: nil) {} }
    #expect(error?.kind == .misuse)
    let missing = await asyncDatabaseError { for try await _ in db.rowStream(of: "SELECT ?", [], timeout: nil) {} }
    #expect(missing?.kind == .misuse)
    #expect(db.statistics.active == 0)
  }

  @Test func anotherStatementOfTheReaderRunsOnTheOnlyConnection() async throws {
    let (fake, db) = try open(3)
    for try await _ in Self.rows(db) { try await db.execute("UPDATE a") }
    #expect(fake.work.filter { $0.contains("UPDATE a") }.isEmpty == false)
    #expect(fake.work.filter { $0 == "open" }.count == 1)
    #expect(await eventually { db.statistics.active == 0 })
  }

  @Test func aTimeLimitHoldsForTheStatement() async throws {
    let fake = FakeDatabase()
    let clock = TestClock()
    fake["SELECT n FROM a"] = FakeReply(columns: ["n"], count: 1, isReadOnly: true, waitsForCancel: true)
      .letting(clock, pass: .seconds(30))
    let db = try fake.open(clock: clock)
    let error = await asyncDatabaseError {
      for try await _ in db.rowStream(of: "SELECT n FROM a", [], timeout: .seconds(30)) {}
    }
    #expect(error?.kind == .timeout)
  }
}
