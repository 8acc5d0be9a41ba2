import ORDA
import Testing

@Suite("Transactions on MariaDB")
struct TransactionTests {
  private func database() throws -> TestDatabase {
    try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, n INT); INSERT INTO t VALUES (1, 0)")
  }

  /// What a transaction reads of a row that another one has changed: before that commits, and after.
  struct Sight: Sendable {
    var isolation: Isolation
    var uncommitted: Int?
    var committed: Int
    /// Whether having read the row keeps the other from changing it.
    var isBlocking = false
  }

  @Test(
    "Each isolation shows what it should",
    arguments: [
      Sight(isolation: .readUncommitted, uncommitted: 1, committed: 1),
      Sight(isolation: .readCommitted, uncommitted: 0, committed: 1),
      Sight(isolation: .repeatableRead, uncommitted: 0, committed: 0),
      Sight(isolation: .serializable, uncommitted: nil, committed: 0, isBlocking: true),
    ])
  func isolation(_ expected: Sight) throws {
    let test = try database()
    let other = try test.another()
    try test.db.withConnection { connection in
      try connection.transaction(isolation: expected.isolation) { tx in
        #expect(tx.isolation == expected.isolation)
        #expect(try tx.first(Int.self, "SELECT n FROM t") == 0)
        var uncommitted: Int?
        var isBlocking = false
        do {
          try other.transaction { writer in
            // Only where it has to wait: on a busy machine the limit would pass otherwise, too.
            try writer.execute("UPDATE t SET n = 1", timeout: expected.isBlocking ? .milliseconds(300) : nil)
            uncommitted = try tx.first(Int.self, "SELECT n FROM t")
          }
        } catch .timeout {
          isBlocking = true
        }
        #expect(uncommitted == expected.uncommitted)
        #expect(try tx.first(Int.self, "SELECT n FROM t") == expected.committed)
        #expect(isBlocking == expected.isBlocking)
      }
      // It held for that transaction alone.
      try connection.transaction { tx in #expect(tx.isolation == .repeatableRead) }
      #expect(try connection.first(String.self, "SELECT @@tx_isolation") == "REPEATABLE-READ")
    }
  }

  @Test func `A transaction that only reads refuses to write`() throws {
    let test = try database()
    let error = try failure {
      try test.db.transaction(readOnly: true) { tx in
        #expect(try tx.first(Int.self, "SELECT n FROM t") == 0)
        try tx.execute("UPDATE t SET n = 5")
      }
    }
    #expect(error.kind == .readOnly)
    #expect(try test.db.first(Int.self, "SELECT n FROM t") == 0)
    #expect(try test.db.execute("UPDATE t SET n = 6").changed == 1)
  }

  @Test func `Changing the schema inside would commit, and is refused`() throws {
    let test = try database()
    #expect(!test.db.capabilities.contains(.transactionalDDL))
    try test.db.transaction { tx in
      try tx.execute("UPDATE t SET n = 7")
      #expect(try failure { try tx.execute("CREATE TABLE u (a INT)") }.kind == .unsupported)
      #expect(try tx.first(Int.self, "SELECT n FROM t") == 7)
    }
    #expect(try test.db.tables().map(\.name) == ["t"])
  }

  @Test func `A statement that commits is told`() throws {
    let test = try database()
    let error = try failure {
      try test.db.transaction { tx in
        try tx.execute("UPDATE t SET n = 8")
        // The core does not know what this does; the server's answer tells that no transaction is open any more.
        try tx.execute("ANALYZE TABLE t")
        try tx.execute("UPDATE t SET n = 9")
      }
    }
    #expect(error.kind == .transactionEnded(.implicitlyCommitted))
    #expect(try test.db.first(Int.self, "SELECT n FROM t") == 8)
  }

  @Test func `BEGIN and its like as statements are refused`() throws {
    let test = try database()
    for sql: SQL in [
      "BEGIN", "START TRANSACTION", "COMMIT", "SET autocommit = 0", "USE mysql", "LOCK TABLES t READ", "XA START 'a'",
    ] {
      #expect(try failure { try test.db.execute(sql) }.kind == .misuse)
    }
    try test.db.executeScript("BEGIN; UPDATE t SET n = 4; COMMIT")
    #expect(try test.db.first(Int.self, "SELECT n FROM t") == 4)
  }

  @Test func `A read that begins after a write has returned sees it`() throws {
    let test = try database()
    try Threads.inParallel(4) { thread in
      for round in 1...50 {
        let id = thread * 1000 + round + 10
        try test.db.execute("INSERT INTO t VALUES (?, ?)", id, round)
        let seen = try test.db.first(Int.self, "SELECT n FROM t WHERE id = ?", id)
        #expect(seen == round)
      }
    }
  }

  @Test func `A transaction across suspensions`() async throws {
    let test = try database()
    try await test.db.transaction { tx in
      try await tx.execute("UPDATE t SET n = 1")
      await Task.yield()
      try await tx.execute("UPDATE t SET n = n + 1")
    }
    #expect(try await test.db.first(Int.self, "SELECT n FROM t") == 2)
  }
}
