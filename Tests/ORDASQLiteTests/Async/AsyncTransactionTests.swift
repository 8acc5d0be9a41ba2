import ORDATesting
import Testing

@testable import ORDA

@Suite("Transactions across suspensions")
struct AsyncTransactionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ inMemory: Bool, _ options: String = "", by clock: TestClock? = nil
  ) async throws -> any Governor {
    let configuration = clock?.configuration ?? GovernorConfiguration()
    let db =
      try inMemory
      ? Opening.memory(options, configuration: configuration)
      : Opening.file(in: folder, options, configuration: configuration)
    try await db.execute("CREATE TABLE t (a)")
    return db
  }

  @Test(arguments: [true, false]) func `What is written before and after a suspension is one`(
    inMemory: Bool
  ) async throws {
    let db = try await open(inMemory)
    let sum = try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      await Task.detached {}.value
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
    let clock = TestClock()
    let db = try await open(false, "pool.idle-transaction=1h", by: clock)
    let end = await errorKind {
      try await db.transaction { tx in
        let other = RawSQLite(folder.file("a.db"))
        #expect(other.error(of: "BEGIN IMMEDIATE")?.kind == .busy)
        clock.advance(by: .seconds(3_600))
        #expect(await eventually { other.error(of: "BEGIN IMMEDIATE") == nil })
        try other.query("ROLLBACK")
        let error = try await asyncFailure { try await tx.execute("INSERT INTO t VALUES (9)") }
        #expect(error.kind == .transactionEnded(.rolledBack))
        #expect(error.message.contains("pool.idle-transaction"))
      }
    }
    #expect(end == .transactionEnded(.rolledBack))
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
    try await db.execute("INSERT INTO t VALUES (1)")
  }

  @Test func `One that is used again and again may last longer than the idle limit`() async throws {
    let clock = TestClock()
    let db = try await open(false, "pool.idle-transaction=1h", by: clock)
    try await db.transaction { tx in
      for value in 0..<6 {
        try await tx.execute("INSERT INTO t VALUES (?)", value)
        clock.advance(by: .seconds(3_000))
      }
    }
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 6)
  }

  @Test func `A statement that takes longer than the idle limit is not idling`() async throws {
    let clock = TestClock()
    let db = try await open(false, "pool.idle-transaction=1h", by: clock)
    try await db.addFunction("lasting", arguments: 0, isDeterministic: false) { _ in
      clock.advance(by: .seconds(7_200))
      return .int(2)
    }
    try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      try await tx.execute("INSERT INTO t VALUES (lasting())")
      try await tx.execute("INSERT INTO t VALUES (3)")
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1, 2, 3])
  }

  @Test func `Without an idle limit no alarm is set`() async throws {
    let db = try await open(true, "pool.idle-transaction=0")
    let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    try await tx.execute("INSERT INTO t VALUES (1)")
    #expect(tx.pendingAlarm == nil)
    try await tx.commit()
    let limited = try await open(false)
    try await limited.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1)")
      #expect(tx.pendingAlarm != nil)
    }
  }

  @Test(arguments: [true, false]) func `Savepoints by name`(inMemory: Bool) async throws {
    let db = try await open(inMemory)
    let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    try await tx.execute("INSERT INTO t VALUES (1)")
    try await tx.savepoint("a")
    try await tx.execute("INSERT INTO t VALUES (2)")
    try await tx.savepoint("b")
    try await tx.execute("INSERT INTO t VALUES (3)")
    try await tx.rollback(toSavepoint: "a")
    // What was set since is forgotten; the savepoint itself stays.
    #expect(await errorKind { try await tx.rollback(toSavepoint: "b") } == .misuse)
    try await tx.execute("INSERT INTO t VALUES (4)")
    try await tx.rollback(toSavepoint: "a")
    try await tx.execute("INSERT INTO t VALUES (5)")
    try await tx.savepoint("b")
    try await tx.execute("INSERT INTO t VALUES (6)")
    try await tx.release(savepoint: "a")
    #expect(await errorKind { try await tx.release(savepoint: "a") } == .misuse)
    try await tx.savepoint("left open")
    try await tx.execute("INSERT INTO t VALUES (7)")
    try await tx.commit()
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1, 5, 6, 7])
  }

  @Test func `Rolling back undoes what savepoints kept`() async throws {
    let db = try await open(true)
    let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    try await tx.savepoint("a")
    try await tx.execute("INSERT INTO t VALUES (1)")
    try await tx.savepoint("b")
    await tx.rollback()
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [])
  }

  @Test func `A closure ends the savepoints that it set and no others`() async throws {
    let db = try await open(true)
    let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    try await tx.savepoint("outer")
    try await tx.transaction { inner in
      #expect(await errorKind { try await inner.rollback(toSavepoint: "outer") } == .misuse)
      try await inner.savepoint("inner")
      try await inner.execute("INSERT INTO t VALUES (1)")
    }
    #expect(await errorKind { try await tx.release(savepoint: "inner") } == .misuse)
    try await tx.release(savepoint: "outer")
    try await tx.commit()
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1])
  }

  @Test(arguments: [true, false]) func `Its connection can be lent`(inMemory: Bool) async throws {
    let db = try await open(inMemory)
    let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    try await tx.lease { connection in
      try connection.execute("CREATE TABLE u (b)")
      #expect(try connection.tables().map(\.name) == ["t", "u"])
      #expect(try connection.describe(TableName(name: "u"))?.columnNames == ["b"])
      // The governor itself, and a savepoint in the transaction.
      try db.execute("INSERT INTO u VALUES (1)")
      try? db.transaction { inner in
        try inner.execute("INSERT INTO u VALUES (2)")
        throw DatabaseError(.other, "undone")
      }
    }
    #expect(await errorKind { try await tx.lease { _ in throw DatabaseError(.other, "kept open") } } == .other)
    try await tx.execute("INSERT INTO u VALUES (3)")
    try await tx.commit()
    #expect(try await db.query(Int.self, "SELECT b FROM u") == [1, 3])
    #expect(await errorKind { try await tx.lease { _ in } } == .misuse)
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
    // Else it would be a timeout.
    let db = try await open(false, "pool.acquire-timeout=1h")
    let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    try await tx.execute("INSERT INTO t VALUES (1)")
    let error = await thrownError { try await db.execute("INSERT INTO t VALUES (2)") }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("AsyncTransactionTests.swift") == true)
    #expect(await errorKind { try db.blocking.execute("INSERT INTO t VALUES (2)") } == .misuse)
    // A reader has a connection of its own.
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
    try await tx.commit()
  }

  @Test func `Calls on a governor in memory take part in its transaction during a loop over rows`() async throws {
    let db = try await open(true)
    try await db.execute("INSERT INTO t VALUES (1), (2)")
    for try await row in db.rows("SELECT a FROM t ORDER BY a") {
      let a = try row.get(0, as: Int.self)
      try await db.transaction { tx in
        try await tx.execute("UPDATE t SET a = a + 10 WHERE a = ?", a)
        #expect(try await db.execute("UPDATE t SET a = a + 10 WHERE a = ?", a + 10).changed == 1)
      }
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t ORDER BY a") == [21, 22])
  }
}
