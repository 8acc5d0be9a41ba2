import ORDA
import ORDATesting
import Testing

@Suite("Time limits of statements")
struct TimeLimitTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `The URL's limit stops a statement`() async throws {
    let db = try Opening.file(in: folder, "statement-timeout=50ms")
    let error = await thrownError { _ = try await db.query(TestSQL.endless) }
    #expect(error?.kind == .timeout)
    #expect(error?.message.contains("0.05 seconds") == true)
    #expect(error?.sql?.contains("RECURSIVE") == true)
    #expect(error.map { $0.isTransient } == true)
  }

  @Test func `A call's own limit wins over the URL's`() async throws {
    let db = try Opening.file(in: folder, "statement-timeout=1h")
    #expect(await errorKind { _ = try await db.query(TestSQL.endless, timeout: .milliseconds(40)) } == .timeout)
    let error = await thrownError { _ = try db.blocking.query(TestSQL.endless, timeout: .milliseconds(40)) }
    #expect(error?.kind == .timeout)
  }

  @Test func `A query that is stopped leaves its transaction`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    try await db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1)")
      #expect(throws: DatabaseError.self) { try tx.query(TestSQL.endless, timeout: .milliseconds(30)) }
      try tx.execute("INSERT INTO t VALUES (2)")
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1, 2])
  }

  @Test func `A write that is stopped ends its transaction`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    let error = await thrownError {
      try await db.transaction { tx in
        try tx.execute("INSERT INTO t VALUES (1)")
        let first = try? tx.execute(
          "INSERT INTO t WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c",
          timeout: .milliseconds(30))
        #expect(first == nil)
        _ = try tx.execute("INSERT INTO t VALUES (2)")
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
  }

  @Test func `A late alarm never hits a later statement`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    #expect(await errorKind { _ = try await db.query(TestSQL.endless, timeout: .microseconds(50)) } == .timeout)
    // Limits about as long as the statement takes, so that alarms come before, during and just after it.
    let quick = TestSQL.numbers(3_000)
    for round in 0..<400 {
      do {
        _ = try await db.query(quick, timeout: .microseconds(50 + round * 20))
      } catch let error as DatabaseError {
        #expect(error.kind == .timeout)
      }
      // The same connection's next work has no limit, and takes longer than the alarm is late.
      #expect(try await db.query(TestSQL.numbers(2_000)).count == 2_000)
    }
    try await db.withConnection { connection in
      for round in 0..<300 {
        _ = try? connection.query(quick, timeout: .microseconds(50 + round * 20))
        let count = try connection.query(TestSQL.numbers(1_000)).count
        #expect(count == 1_000)
      }
    }
  }

  @Test func `A limit counts while another program's lock is waited for`() async throws {
    let db = try Opening.file(in: folder, "busy-timeout=1h")
    try await db.execute("CREATE TABLE t (a)")
    let other = RawSQLite(folder.file("a.db"))
    try other.query("BEGIN IMMEDIATE")
    let kind = await errorKind { try await db.execute("INSERT INTO t VALUES (1)", timeout: .milliseconds(60)) }
    #expect(kind == .timeout)
    try other.query("COMMIT")
  }

  @Test(arguments: [true, false]) func `Rows that are streamed have the limit too`(inMemory: Bool) async throws {
    let clock = TestClock()
    let db =
      try inMemory
      ? Opening.memory(configuration: clock.configuration)
      : Opening.file(in: folder, "readers=0", configuration: clock.configuration)
    let endless = try await EndlessQuery(on: db)
    let task = Task { for try await _ in db.rows(endless.sql, timeout: .seconds(40)) {} }
    try await endless.hasBegun()
    clock.advance(by: .seconds(40))
    #expect(await errorKind { try await task.value } == .timeout)
    // The time that the reader takes does not count.
    var count = 0
    for try await _ in db.rows(TestSQL.numbers(400), timeout: .seconds(4)) {
      count += 1
      if count % 100 == 0 {
        // It runs on the thread that fetches, after everything that is fetched ahead.
        #expect(try await db.first("SELECT 1")?.get(0) == 1)
        clock.advance(by: .seconds(10))
      }
    }
    #expect(count == 400)
  }
}
