import Testing

@testable import ORDA

@Suite("Transactions across suspensions", .timeLimit(.minutes(2)))
struct AsyncTransactionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ inMemory: Bool, _ configuration: Configuration = Configuration()) async throws -> any Governor {
    let db =
      try inMemory
      ? Opening.memory(configuration: configuration) : Opening.file(in: folder, configuration: configuration)
    try await db.execute("CREATE TABLE t (a)")
    return db
  }

  @Test(arguments: [true, false]) func `What is written before and after a suspension is one`(
    inMemory: Bool
  ) async throws {
    let db = try await open(inMemory)
    let sum = try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      try await Task.sleep(for: .milliseconds(20))
      try await tx.execute("INSERT INTO t VALUES (2)")
      return try await tx.first("SELECT sum(a) FROM t")?.get(0, as: Int.self)
    }
    #expect(sum == 3)
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1, 2])
  }

  @Test(arguments: [true, false]) func `Others see nothing of it before it is committed`(inMemory: Bool) async throws {
    let db = try await open(inMemory)
    let reader = try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      let reader = Task.detached { try await db.first("SELECT count(*) FROM t")?.get(0, as: Int.self) }
      // A reader of the file looks at once; in memory there is one connection, and it has to wait.
      if !inMemory { #expect(try await reader.value == 0) }
      return reader
    }
    #expect(try await reader.value == (inMemory ? 1 : 0))
  }

  @Test func `An error rolls back, and comes out as it is`() async throws {
    let db = try await open(false)
    struct Own: Error {}
    await #expect(throws: Own.self) {
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO t VALUES (1)")
        throw Own()
      }
    }
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
  }

  @Test(arguments: [true, false]) func `Savepoints nest`(inMemory: Bool) async throws {
    let db = try await open(inMemory)
    try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      try await tx.transaction { inner in
        try await inner.execute("INSERT INTO t VALUES (2)")
        _ = await errorKind {
          try await inner.transaction { innermost in
            try await innermost.execute("INSERT INTO t VALUES (3)")
            throw DatabaseError(.other, "undone")
          }
        }
        try await inner.execute("INSERT INTO t VALUES (4)")
      }
      _ = await errorKind {
        try await tx.transaction { inner in
          try await inner.execute("INSERT INTO t VALUES (5)")
          throw DatabaseError(.other, "undone")
        }
      }
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1, 2, 4])
  }

  @Test func `One that idles too long is rolled back, and does not hold its locks`() async throws {
    var configuration = Configuration()
    configuration.patience.idleTransaction = .milliseconds(100)
    let db = try await open(false, configuration)
    let kinds = Collected<DatabaseError.Kind?>()
    let end = await errorKind {
      try await db.transaction { tx in
        let other = RawSQLite(folder.file("a.db"))
        #expect(await eventually { other.error(of: "BEGIN IMMEDIATE") == nil })
        try other.query("ROLLBACK")
        kinds.add(await errorKind { try await tx.execute("INSERT INTO t VALUES (9)") })
      }
    }
    #expect(kinds.all == [.transactionEnded(.rolledBack)])
    #expect(end == .transactionEnded(.rolledBack))
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
    try await db.execute("INSERT INTO t VALUES (1)")
  }

  @Test func `One that is used again and again may last longer than the idle limit`() async throws {
    var configuration = Configuration()
    configuration.patience.idleTransaction = .seconds(2)
    let db = try await open(false, configuration)
    try await db.transaction { tx in
      for value in 0..<6 {
        try await tx.execute("INSERT INTO t VALUES (?)", value)
        try await Task.sleep(for: .milliseconds(450))
      }
    }
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 6)
  }

  @Test func `A statement that takes longer than the idle limit is not idling`() async throws {
    var configuration = Configuration()
    configuration.patience.idleTransaction = .seconds(1)
    let db = try await open(false, configuration)
    try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      #expect(await errorKind { _ = try await tx.query(TestSQL.endless, timeout: .milliseconds(1_500)) } == .timeout)
      try await tx.execute("INSERT INTO t VALUES (2)")
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1, 2])
  }

  @Test func `After its closure it is of no use`() async throws {
    let db = try await open(false)
    let escaped = try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      return tx
    }
    #expect(await errorKind { try await escaped.execute("INSERT INTO t VALUES (2)") } == .misuse)
    #expect(await errorKind { try await escaped.transaction { _ in } } == .misuse)
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1])
    try await db.close()
    #expect(await errorKind { try await escaped.execute("INSERT INTO t VALUES (2)") } == .misuse)
  }

  @Test func `Waiting for what one's own transaction holds fails at once`() async throws {
    let db = try await open(false)
    let start = ContinuousClock.now
    try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      let error = await thrownError { try await db.execute("INSERT INTO t VALUES (2)") }
      #expect(error?.kind == .misuse)
      #expect(error?.message.contains("AsyncTransactionTests.swift") == true)
      #expect(await errorKind { try db.blocking.execute("INSERT INTO t VALUES (2)") } == .misuse)
      // A reader has a connection of its own.
      #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
    }
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `In memory, what is not run on it is told so while it is open beside rows`() async throws {
    let db = try await open(true)
    try await db.execute("INSERT INTO t VALUES (1), (2)")
    for try await row in db.rows("SELECT a FROM t ORDER BY a") {
      let a = try row.get(0, as: Int.self)
      try await db.transaction { tx in
        try await tx.execute("UPDATE t SET a = a + 10 WHERE a = ?", a)
        #expect(await errorKind { try await db.execute("DELETE FROM t") } == .misuse)
      }
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t ORDER BY a") == [11, 12])
  }
}
