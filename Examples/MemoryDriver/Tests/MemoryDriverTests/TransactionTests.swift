import ORDA
import Synchronization
import Testing

@Suite("Transactions and connections") struct TransactionTests {
  struct SecondThoughts: Error {}

  static let script: SQL = "CREATE TABLE t (a BIGINT PRIMARY KEY); INSERT INTO t VALUES (1)"

  private func all(_ db: some SQLExecutor) throws -> [Int] { try db.query(Int.self, "SELECT a FROM t ORDER BY a") }

  @Test("Committed, rolled back, and in part")
  func savepoints() throws {
    let db = try opened("memory:", Self.script)
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (2)")
      try? tx.transaction { inner in
        try inner.execute("DELETE FROM t")
        #expect(try all(inner) == [])
        throw SecondThoughts()
      }
      try tx.transaction { inner in try inner.execute("INSERT INTO t VALUES (3)") }
    }
    #expect(try all(db) == [1, 2, 3])
    #expect(throws: SecondThoughts.self) {
      try db.transaction { tx in
        try tx.execute("DROP TABLE t")
        try tx.execute("CREATE TABLE u (a INTEGER)")
        throw SecondThoughts()
      }
    }
    #expect(try db.tables().map(\.name) == ["t"])
    #expect(try all(db) == [1, 2, 3])
    // The keys that are known are rolled back with their rows.
    #expect(throws: SecondThoughts.self) {
      try db.transaction { tx in
        try tx.execute("INSERT INTO t VALUES (4)")
        throw SecondThoughts()
      }
    }
    try db.execute("INSERT INTO t VALUES (4)")
  }

  @Test("A script's own transactions")
  func script() throws {
    let db = try opened("memory:", Self.script)
    try db.executeScript(
      "BEGIN; INSERT INTO t VALUES (2); COMMIT; BEGIN; DELETE FROM t; ROLLBACK"
    )
    #expect(try all(db) == [1, 2])
    #expect(try failure { try db.executeScript("COMMIT") }.kind == .misuse)
  }

  @Test("Readers see what is committed, and a transaction what it began with")
  func isolation() throws {
    let name = freeName()
    let (db, other) = (try opened(name, Self.script), try opened(name))
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (2)")
      #expect(try all(other) == [1])
    }
    #expect(try all(other) == [1, 2])
    try other.transaction(readOnly: true) { tx in
      #expect(tx.isolation == .serializable)
      #expect(try all(tx) == [1, 2])
      try db.execute("INSERT INTO t VALUES (3)")
      #expect(try all(tx) == [1, 2])
      #expect(try failure { try tx.execute("DELETE FROM t") }.kind == .readOnly)
    }
    var rows = try db.rows("SELECT a FROM t")
    #expect(try rows.next()?.get(0, as: Int.self) == 1)
    try other.execute("DELETE FROM t")
    var rest: [Int] = []
    while let row = try rows.next() { rest.append(try row.get(0)) }
    #expect(rest == [2, 3])
  }

  @Test("Who waits too long for another's transaction is told that it is busy")
  func busy() throws {
    let name = freeName()
    let (db, other) = (try opened(name, Self.script), try opened(name + "?busy-timeout=20ms"))
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (2)")
      let error = try failure { try other.execute("INSERT INTO t VALUES (3)") }
      #expect(error.kind == .busy)
      #expect(error.isRetryable)
    }
    try other.execute("INSERT INTO t VALUES (3)")
    #expect(try all(db) == [1, 2, 3])
  }

  @Test("A wait for another's transaction can be cancelled")
  func cancelledWait() async throws {
    let name = freeName()
    let (db, other) = (try opened(name, Self.script), try opened(name + "?busy-timeout=1h"))
    try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (2)")
      let work = Task { try await other.execute("INSERT INTO t VALUES (3)") }
      while other.statistics.active == 0 { await Task.yield() }
      work.cancel()
      await #expect(throws: DatabaseError.self) { try await work.value }
    }
    #expect(try await other.execute("INSERT INTO t VALUES (3)").changed == 1)
  }

  @Test("A cross join of a thousand million rows takes no memory and can be stopped")
  func stopped() async throws {
    let db = try opened("memory:", Self.script)
    try await db.prepare("INSERT INTO t VALUES (?)").executeMany((2...1000).map { [$0] })
    let slow: SQL = "SELECT COUNT(*) FROM t AS x, t AS y, t AS z WHERE x.a + y.a + z.a < 0"
    await #expect(throws: DatabaseError.self) { try await db.query(slow, timeout: .milliseconds(30)) }
    let before = db.statistics.statements
    let work = Task { try await db.query(slow) }
    while db.statistics.statements == before { await Task.yield() }
    work.cancel()
    await #expect(throws: DatabaseError.self) { try await work.value }
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM t") == 1000)
    for try await row in db.rows("SELECT x.a FROM t AS x, t AS y, t AS z") {
      #expect(try row.get(0, as: Int.self) == 1)
      break
    }
  }

  @Test("Many tasks on several governors lose nothing")
  func concurrency() async throws {
    let name = freeName()
    let first = try opened(name, "CREATE TABLE n (a BIGINT); INSERT INTO n VALUES (0)")
    let governors = [first, try opened(name), try opened(name)]
    try await withThrowingTaskGroup { group in
      for task in 0..<30 {
        let db = governors[task % 3]
        group.addTask {
          for _ in 0..<10 {
            try await db.transaction { tx in
              let seen = try tx.first(Int.self, "SELECT a FROM n") ?? -1
              try tx.execute("UPDATE n SET a = ?", seen + 1)
            }
            #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM n") == 1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await first.first(Int.self, "SELECT a FROM n") == 300)
  }

  @Test("A name is shared while a governor lives, and no name is private")
  func names() throws {
    let name = freeName()
    do {
      let db = try opened(name, Self.script)
      #expect(try all(opened(name)) == [1])
      #expect(try opened().tables() == [])
      try db.close()
    }
    #expect(try opened(name).tables() == [])
    #expect(try failure { _ = try opened("memory:x?reader=2") }.message.contains("did you mean 'readers'?"))
    #expect(try failure { _ = try opened("memory://host/x") }.kind == .badURL)
  }
}
