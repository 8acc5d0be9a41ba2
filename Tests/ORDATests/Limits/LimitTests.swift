import ORDATesting
import Testing

@testable import ORDA

@Suite("What a limit stops")
struct LimitTests {
  private let clock = TestClock()

  private static func timeout(_ limit: String) -> String {
    "timeout: the statement took longer than its limit of \(limit) seconds"
  }

  @Test func theTimeInWhichARowIsLookedAtDoesNotCount() throws {
    let fake = FakeDatabase()
    fake["SELECT n"] = .numbers(3)
    let db = try fake.open(clock: clock)
    try db.transaction { tx in
      var rows = try tx.rows("SELECT n", timeout: .seconds(15))
      #expect(try rows.next() != nil)
      clock.advance(by: .seconds(60))
      try tx.execute("UPDATE a")
      #expect(try rows.next() != nil)
      #expect(try rows.next() != nil)
      #expect(try rows.next() == nil)
    }
    #expect(fake.interruptions == [])
    #expect(fake.work.last == "commit")
  }

  @Test func whatRunsBesideOpenRowsIsNotStoppedForTheirLimit() throws {
    let fake = FakeDatabase()
    fake["SELECT n"] = .numbers(3)
    fake["UPDATE slow"] = .changes(1).letting(clock, pass: .seconds(100))
    let db = try fake.open(clock: clock)
    try db.transaction { tx in
      var rows = try tx.rows("SELECT n", timeout: .seconds(30))
      _ = try rows.next()
      try tx.execute("UPDATE slow")
      try tx.execute("UPDATE a")
    }
    #expect(fake.interruptions == [])
    #expect(fake.work.last == "commit")
  }

  @Test func rowsThatTakeTooLongInAllAreStopped() throws {
    let fake = FakeDatabase()
    fake["SELECT n"] = FakeReply(columns: ["n"], count: 1, isReadOnly: true, waitsForCancel: true)
      .letting(clock, pass: .seconds(40))
    let db = try fake.open(clock: clock)
    try db.withConnection { connection in
      var rows = try connection.rows("SELECT n", timeout: .seconds(40))
      clock.advance(by: .seconds(60))
      let error = databaseError { _ = try rows.next() }
      #expect(error.map { "\($0)" } == Self.timeout("40.0") + " in: SELECT n")
      try connection.execute("UPDATE a")
    }
    #expect(fake.interruptions == ["SELECT n"])
  }

  @Test func aStatementInsideAnotherHasItsOwnLimitAlone() throws {
    let fake = FakeDatabase()
    fake["SELECT n"] = .numbers(2)
    fake["UPDATE slow"] = .waiting.letting(clock, pass: .seconds(1))
    let db = try fake.open(clock: clock)
    var inner: DatabaseError?
    let outer = databaseError {
      try db.withConnection { connection in
        try connection.forEach("SELECT n", timeout: .milliseconds(500)) { _ in
          inner = databaseError { try connection.execute("UPDATE slow", timeout: .seconds(1)) }
          // The limit further out has passed meanwhile.
          #expect(databaseError { try connection.execute("UPDATE a") } != nil)
          throw DatabaseError(.cancelled, "stopped")
        }
      }
    }
    #expect(inner.map { "\($0)" } == Self.timeout("1.0") + " in: UPDATE slow")
    #expect(outer.map { "\($0)" } == Self.timeout("0.5") + " in: SELECT n")
    #expect(fake.interruptions == ["UPDATE slow"])
    try db.execute("UPDATE a")
    #expect(fake.openedCount == 1)
  }

  @Test func aStatementWithoutALimitIsNotStoppedForThatOfOneFurtherOut() throws {
    let fake = FakeDatabase()
    fake["SELECT n"] = .numbers(1)
    fake["UPDATE slow"] = .changes(1).letting(clock, pass: .seconds(7))
    let db = try fake.open(clock: clock)
    let outer = databaseError {
      try db.withConnection { connection in
        try connection.forEach("SELECT n", timeout: .seconds(4)) { _ in try connection.execute("UPDATE slow") }
      }
    }
    // It had given its last row by then.
    #expect(outer == nil)
    #expect(fake.interruptions == [])
  }

  @Test(arguments: [false, true])
  func theLimitOfACallCoversTheSetUpOfItsConnection(isAwaited: Bool) async throws {
    let fake = FakeDatabase(writers: 1, readers: 1)
    fake["SELECT slow"] = .waiting.letting(clock, pass: .seconds(40))
    let db = try fake.open(clock: clock)
    let isSlow = Shared(true)
    try db.blocking.onConnect { connection in
      // What swallows the error gains no time by it.
      if connection.role == .reader, isSlow.current { _ = try? connection.query("SELECT slow") }
    }
    let error: DatabaseError?
    do {
      if isAwaited {
        _ = try await db.query("SELECT 1", timeout: .seconds(40))
      } else {
        _ = try db.blocking.query("SELECT 1", timeout: .seconds(40))
      }
      error = nil
    } catch let failure as DatabaseError {
      error = failure
    }
    #expect(error?.kind == .timeout)
    #expect(fake.interruptions == ["SELECT slow"])
    isSlow.current = false
    _ = try await db.query("SELECT 1")
    #expect(fake.openedCount == 2)
  }
}
