import Foundation
import ORDA
import ORDATesting
import Testing

/// The limits pass by a clock of the test's: what is stopped then has all the time that it needs to stop, and no connection is
/// cut because the machine is busy.
@Suite("Stopping what runs") struct StoppingTests {
  private let clock = TestClock()

  /// A table with which the statement takes hours.
  private func big(_ database: Database, options: String = "") throws -> OwnDatabase {
    let test = try database.opened("CREATE TABLE n (i INTEGER)", options: options, clock: clock)
    try test.db.prepare("INSERT INTO n VALUES (?)").executeMany((1...1000).map { [$0] })
    return test
  }

  static let slow: SQL = "SELECT sum(a.i * b.i + c.i * d.i) FROM n AS a, n AS b, n AS c, n AS d"

  /// The error of a statement that has a limit, which passes once the statement runs.
  ///
  /// - Parameter isRunning: Whether the server runs it, where that makes a difference to its message.
  private func timedOut<R>(
    after limit: Duration, once isRunning: @escaping @Sendable () -> Bool = { true },
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
  ) throws -> DatabaseError {
    // What waits already is not what is waited for.
    let count = clock.waiterCount(within: limit) + 1
    let passing = Threads.start(1) { [clock] _ in
      clock.waitForWaiters(count, within: limit)
      _ = eventually(isRunning)
      clock.advance(by: limit)
    }
    defer { passing.wait() }
    return try failure(sourceLocation: sourceLocation, of: body)
  }

  /// MariaDB is told what is left of a limit, so that a statement has to be there before the limit passes.
  private static func isRunning(_ database: Database, _ other: any Governor) -> Bool {
    guard database == .mariadb else { return true }
    let running: SQL = """
      SELECT count(*) FROM information_schema.processlist
      WHERE db = DATABASE() AND id <> CONNECTION_ID() AND command <> 'Sleep'
      """
    return (try? other.first(Int.self, running)) ?? 0 > 0
  }

  @Test("A time limit, of the call or of the URL", arguments: Database.allCases)
  func timeLimit(_ database: Database) throws {
    let test = try big(database)
    let limit = Duration.milliseconds(50)
    #expect(try timedOut(after: limit) { try test.db.query(Self.slow, timeout: limit) }.kind == .timeout)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM n", timeout: .seconds(60)) == 1000)
    let limited = try test.another("statement-timeout=50ms")
    // The wait for a new connection has a limit, too: the connection is open before the limit of the statement passes.
    #expect(try limited.first(Int.self, "SELECT 1", timeout: .seconds(60)) == 1)
    #expect(try timedOut(after: limit) { try limited.query(Self.slow) }.kind == .timeout)
    #expect(try limited.first(Int.self, "SELECT 1", timeout: .seconds(60)) == 1)
  }

  @Test("In a transaction the rest goes on", arguments: Database.allCases)
  func inTransaction(_ database: Database) throws {
    let test = try big(database)
    let limit = Duration.milliseconds(50)
    try test.db.transaction { tx in
      try tx.execute("DELETE FROM n WHERE i = 1")
      #expect(try timedOut(after: limit) { try tx.query(Self.slow, timeout: limit) }.kind == .timeout)
      try tx.execute("DELETE FROM n WHERE i = 2")
    }
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM n") == 998)
  }

  @Test("A limit stops its own statement alone", arguments: Database.allCases)
  func alone(_ database: Database) throws {
    let test = try big(database)
    let watcher = try test.another()
    let limit = Duration.milliseconds(50)
    try test.db.withConnection { connection in
      var count = 0
      try connection.forEach("SELECT i FROM n WHERE i <= 3") { _ in
        count += 1
        let error = try timedOut(after: limit, once: { Self.isRunning(database, watcher) }) {
          try connection.query(Self.slow, timeout: limit)
        }
        #expect(error.kind == .timeout)
        #expect(error.message == "the statement took longer than its limit of 0.05 seconds")
      }
      #expect(count == 3)
    }
  }

  @Test(
    "The limit of open rows stops no other statement, and what the program does between them does not count",
    arguments: Database.allCases)
  func rows(_ database: Database) throws {
    let test = try big(database)
    try test.db.transaction { tx in
      var rows = try tx.rows("SELECT i FROM n WHERE i <= 3 ORDER BY i", timeout: .milliseconds(1_000))
      #expect(try rows.next() != nil)
      clock.advance(by: .milliseconds(1_100))
      try tx.execute("DELETE FROM n WHERE i = 1000")
      #expect(try rows.next() != nil)
      #expect(try rows.next() != nil)
      #expect(try rows.next() == nil)
    }
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM n") == 999)
  }

  @Test("Rows that wait for another's lock say how long they did", arguments: Database.allCases)
  func rowsAtLock(_ database: Database) throws {
    let test = try big(database)
    let (other, watcher) = try (test.another(), test.another())
    let limit = Duration.milliseconds(100)
    try other.transaction { tx in
      try tx.execute("UPDATE n SET i = i + 1")
      // PostgreSQL's readers wait for nobody; MariaDB returns no rows that it has updated.
      let sql: SQL =
        database == .postgresql ? "UPDATE n SET i = i + 1 RETURNING i" : "INSERT INTO n SELECT i FROM n RETURNING i"
      let error = try timedOut(after: limit, once: { Self.isRunning(database, watcher) }) {
        var rows = try test.db.rows(sql, timeout: limit)
        while try rows.next() != nil {}
      }
      #expect(error.kind == .timeout)
      #expect(error.message == "the statement took longer than its limit of 0.1 seconds")
    }
  }

  @Test("A lock that another holds is waited for no longer than that", arguments: Database.allCases)
  func lock(_ database: Database) throws {
    let test = try big(database)
    let other = try test.another()
    let limit = Duration.milliseconds(100)
    try other.transaction { tx in
      try tx.execute("UPDATE n SET i = i + 1")
      let error = try timedOut(after: limit) { try test.db.execute("UPDATE n SET i = 0", timeout: limit) }
      #expect(error.kind == .timeout)
    }
    #expect(try test.db.execute("UPDATE n SET i = 0").changed == 1000)
  }

  @Test("Cancelling a task stops its statement, and the database goes on", arguments: Database.allCases)
  func cancellation(_ database: Database) async throws {
    let test = try big(database)
    let db = test.db
    let before = db.statistics.statements
    let work = Task { try await db.query(Self.slow) }
    #expect(await eventually { db.statistics.statements > before })
    work.cancel()
    #expect(try await asyncFailure { try await work.value }.kind == .cancelled)
    #expect(try await db.first(Int.self, "SELECT count(*) FROM n") == 1000)
  }

  @Test("A task that is cancelled already runs nothing", arguments: Database.allCases)
  func cancelledBefore(_ database: Database) async throws {
    let test = try big(database)
    let db = test.db
    let work = Task {
      // Nobody signals it: the wait ends when the task is cancelled.
      try? await Event().wait()
      return try await db.execute("DELETE FROM n").changed
    }
    work.cancel()
    #expect(try await asyncFailure { try await work.value }.kind == .cancelled)
    #expect(try await db.first(Int.self, "SELECT count(*) FROM n") == 1000)
  }

  @Test("Closing stops what still runs after its grace", arguments: Database.allCases)
  func closing(_ database: Database) async throws {
    let test = try big(database)
    let db = test.db
    let before = db.statistics.statements
    let work = Task { try await db.query(Self.slow) }
    #expect(await eventually { db.statistics.statements > before })
    let grace = Duration.milliseconds(10)
    let count = clock.waiterCount(within: grace) + 1
    let closing = Task { try await db.close(within: grace) }
    try await clock.waitForWaiters(count, within: grace)
    clock.advance(by: grace)
    try await closing.value
    #expect(try await asyncFailure { try await work.value }.kind == .cancelled)
    #expect(db.statistics.connections == 0)
  }

  @Test("A closed governor refuses everything, and closing twice is fine", arguments: Database.allCases)
  func closed(_ database: Database) throws {
    let test = try big(database)
    let db = test.db
    let statement = try db.prepare("SELECT count(*) FROM n")
    try db.close()
    try db.close()
    let calls: [() throws -> Void] = [
      { try db.execute("SELECT 1") }, { _ = try statement.query() }, { try db.transaction { _ in } },
      { try db.ping() }, { _ = try db.tables() }, { _ = try db.prepare("SELECT 1") },
    ]
    for call in calls {
      let error = try failure(of: call)
      #expect(error.kind == .misuse)
      #expect(error.code == .nilConnection)
    }
    #expect(try test.another().first(Int.self, "SELECT count(*) FROM n") == 1000)
  }

  @Test("A call that waits too long for a connection", arguments: Database.allCases)
  func waiting(_ database: Database) async throws {
    let test = try big(database, options: "pool.max=1&pool.acquire-timeout=50ms&pool.idle-transaction=0")
    let db = test.db
    try await db.transaction { tx in
      try await tx.execute("DELETE FROM n WHERE i = 1")
      let other = Task.detached { try await db.execute("DELETE FROM n WHERE i = 2") }
      #expect(await eventually { db.statistics.waiting == 1 })
      // The limit counts from a moment that is not seen from outside.
      #expect(
        await eventually {
          clock.advance(by: .milliseconds(50))
          return db.statistics.waiting == 0
        })
      #expect(try await asyncFailure { try await other.value }.kind == .timeout)
    }
    #expect(try await db.first(Int.self, "SELECT count(*) FROM n") == 999)
  }
}
