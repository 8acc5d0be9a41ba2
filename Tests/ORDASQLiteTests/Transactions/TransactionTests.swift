import Foundation
import ORDA
import Testing

@Suite("Transactions on SQLite")
struct TransactionTests {
  static let table: SQL = "CREATE TABLE t (a INTEGER PRIMARY KEY, b UNIQUE)"
  struct Undo: Error, Equatable {}

  @Test func `Committed when it returns, rolled back when it throws`() throws {
    for db in try TestDatabase.both(Self.table) {
      let made = try db.transaction { tx in try tx.execute("INSERT INTO t VALUES (1, 1)").lastID }
      #expect(made == 1)
      #expect(throws: Undo()) {
        try db.transaction { tx in
          try tx.execute("INSERT INTO t VALUES (2, 2)")
          throw Undo()
        }
      }
      #expect(try db.query(Int.self, "SELECT a FROM t") == [1])
    }
  }

  @Test func `Nested ones are savepoints`() throws {
    for db in try TestDatabase.both(Self.table) {
      try db.transaction { tx in
        try tx.execute("INSERT INTO t VALUES (1, 1)")
        do {
          try tx.transaction { inner in
            try inner.execute("INSERT INTO t VALUES (2, 2)")
            try db.transaction { _ in try db.execute("INSERT INTO t VALUES (3, 3)") }
            throw Undo()
          }
        } catch is Undo {}
        try db.transaction { inner in try inner.execute("INSERT INTO t VALUES (4, 4)") }
        _ = try failure { try tx.execute("INSERT INTO t VALUES (5, 1)") }
      }
      #expect(try db.query(Int.self, "SELECT a FROM t ORDER BY a") == [1, 4])
    }
  }

  @Test func `It begins as a writer, so that another waits at once`() throws {
    let file = try TestDatabase("", Self.table)
    let other = try file.another("busy-timeout=20ms")
    try file.db.transaction { tx in
      _ = try tx.first(Int.self, "SELECT count(*) FROM t")
      let error = try failure { try other.transaction { _ in Issue.record("two writers") } }
      #expect(error.kind == .busy)
      #expect(error.isRetryable)
      // Reading goes on, and sees what is committed.
      try tx.execute("INSERT INTO t VALUES (1, 1)")
      #expect(try other.first(Int.self, "SELECT count(*) FROM t") == 0)
    }
    #expect(try other.first(Int.self, "SELECT count(*) FROM t") == 1)
    try other.execute("INSERT INTO t VALUES (2, 2)")
    try other.close(within: .zero)
  }

  @Test func `A read-only one refuses to write and sees one moment`() throws {
    for db in try TestDatabase.both(Self.table) {
      try db.execute("INSERT INTO t VALUES (1, 1)")
      for sql: SQL in [
        "INSERT INTO t VALUES (2, 2)", "UPDATE t SET b = 5", "DELETE FROM t", "DROP TABLE t", "CREATE TABLE u (a)",
      ] {
        let error = try failure { try db.transaction(readOnly: true) { tx in try tx.execute(sql) } }
        #expect(error.kind == .readOnly)
      }
      let count = try db.transaction(readOnly: true) { tx in
        _ = try? tx.execute("DELETE FROM t")
        return try tx.first(Int.self, "SELECT count(*) FROM t")
      }
      #expect(count == 1)
      // Afterwards writing is as it was.
      try db.execute("INSERT INTO t VALUES (2, 2)")
      #expect(try db.query(Int.self, "SELECT a FROM t ORDER BY a") == [1, 2])
    }
    let file = try TestDatabase("", Self.table)
    let counts = try file.db.transaction(readOnly: true) { tx in
      let before = try tx.first(Int.self, "SELECT count(*) FROM t")
      Threads.run(1) { [db = file.db] _ in _ = try? db.execute("INSERT INTO t VALUES (1, 1)") }
      return [before, try tx.first(Int.self, "SELECT count(*) FROM t")]
    }
    #expect(counts == [0, 0])
    #expect(try file.db.first(Int.self, "SELECT count(*) FROM t") == 1)
  }

  @Test(arguments: Isolation.allCases)
  func `Never weaker than asked, and told`(isolation: Isolation) throws {
    for db in try TestDatabase.both(Self.table) {
      #expect(try db.transaction(isolation: isolation) { $0.isolation } == .serializable)
      #expect(try db.transaction(isolation: isolation, readOnly: true) { $0.isolation } == .serializable)
    }
  }

  @Test func `Deferred foreign keys fail at the commit, which rolls back`() throws {
    for db in try TestDatabase.both(
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p DEFERRABLE INITIALLY DEFERRED)")
    {
      let error = try failure {
        try db.transaction { tx in
          try tx.execute("INSERT INTO c VALUES (1)")
          try tx.execute("INSERT INTO p VALUES (7)")
        }
      }
      #expect(error.kind == .constraint(.foreignKey))
      #expect(try db.first(Int.self, "SELECT (SELECT count(*) FROM p) + (SELECT count(*) FROM c)") == 0)
      try db.transaction { tx in
        try tx.execute("INSERT INTO c VALUES (1)")
        try tx.execute("INSERT INTO p VALUES (1)")
      }
      #expect(try db.first(Int.self, "SELECT count(*) FROM c") == 1)
    }
  }

  @Test func `The schema is part of it`() throws {
    for db in try TestDatabase.both("") {
      do {
        try db.transaction { tx in
          try tx.execute("CREATE TABLE t (a)")
          try tx.execute("INSERT INTO t VALUES (1)")
          throw Undo()
        }
      } catch is Undo {}
      #expect(try db.tables().isEmpty)
    }
  }

  @Test func `A conflict that rolls back ends it, and nothing more runs in it`() throws {
    for db in try TestDatabase.both(Self.table) {
      let error = try failure {
        try db.transaction { tx in
          try tx.execute("INSERT INTO t VALUES (1, 1)")
          let conflict = try failure { try tx.execute("INSERT OR ROLLBACK INTO t VALUES (1, 2)") }
          #expect(conflict.kind == .constraint(.primaryKey))
          let dead = try failure { try tx.execute("INSERT INTO t VALUES (2, 2)") }
          #expect(dead.kind == .transactionEnded(.rolledBack))
          #expect(try failure { try db.query("SELECT 1") }.kind == .transactionEnded(.rolledBack))
          #expect(try failure { try tx.transaction { _ in } }.kind == .transactionEnded(.rolledBack))
        }
      }
      #expect(error.kind == .transactionEnded(.rolledBack))
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
      try db.transaction { tx in try tx.execute("INSERT INTO t VALUES (3, 3)") }
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
    }
  }

  @Test func `What is kept too long is misuse`() throws {
    for db in try TestDatabase.both(Self.table) {
      var kept: Transaction?
      var statement: (any Statement)?
      try db.transaction { tx in
        kept = tx
        statement = try tx.prepare("SELECT 1")
      }
      #expect(try failure { try kept?.execute("SELECT 1") }.kind == .misuse)
      #expect(try failure { try statement?.execute() }.kind == .misuse)
      for sql: SQL in ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT a", "RELEASE a", "END", "begin immediate"] {
        #expect(try failure { try db.execute(sql) }.kind == .misuse)
      }
    }
  }
}
