import ORDA
import Testing

@Suite("Time limits of statements", .timeLimit(.minutes(10)))
struct TimeLimitTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `The URL's limit stops a statement`() async throws {
    let db = try Opening.file(in: folder, "statement-timeout=50ms")
    let start = ContinuousClock.now
    let error = await thrownError { _ = try await db.query(TestSQL.endless) }
    #expect(error?.kind == .timeout)
    #expect(error?.message.contains("0.05 seconds") == true)
    #expect(error?.sql?.contains("RECURSIVE") == true)
    #expect(ContinuousClock.now - start < .seconds(120))
    #expect(error.map { $0.isTransient } == true)
  }

  @Test func `A call's own limit wins over the URL's`() async throws {
    let db = try Opening.file(in: folder, "statement-timeout=1h")
    let start = ContinuousClock.now
    #expect(await errorKind { _ = try await db.query(TestSQL.endless, timeout: .milliseconds(40)) } == .timeout)
    #expect(ContinuousClock.now - start < .seconds(120))
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
    // Limits about as long as the statement takes, so that alarms come before, during and just after it.
    let quick = TestSQL.numbers(3_000)
    var stopped = 0
    for round in 0..<400 {
      do {
        _ = try await db.query(quick, timeout: .microseconds(50 + round * 20))
      } catch let error as DatabaseError {
        #expect(error.kind == .timeout)
        stopped += 1
      }
      // The same connection's next work has no limit, and takes longer than the alarm is late.
      #expect(try await db.query(TestSQL.numbers(2_000)).count == 2_000)
    }
    #expect(stopped > 0)
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
    let start = ContinuousClock.now
    let kind = await errorKind { try await db.execute("INSERT INTO t VALUES (1)", timeout: .milliseconds(60)) }
    #expect(kind == .timeout)
    #expect(ContinuousClock.now - start < .seconds(120))
    try other.query("COMMIT")
  }

  @Test(arguments: [true, false]) func `Rows that are streamed have the limit too`(inMemory: Bool) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    let error = await thrownError {
      for try await _ in db.rows(TestSQL.endless, timeout: .milliseconds(40)) {}
    }
    #expect(error?.kind == .timeout)
    // The time that the reader takes does not count.
    var count = 0
    for try await _ in db.rows(TestSQL.numbers(400), timeout: .seconds(4)) {
      count += 1
      if count % 100 == 0 { try await Task.sleep(for: .milliseconds(1_100)) }
    }
    #expect(count == 400)
  }
}
