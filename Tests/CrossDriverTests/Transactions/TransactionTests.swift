import ORDA
import Testing

@Suite("Transactions") struct TransactionTests {
  static let table: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER UNIQUE)"
  struct Undo: Error {}

  private func ids(_ db: any Governor) throws -> [Int] { try db.query(Int.self, "SELECT id FROM t ORDER BY id") }

  @Test("are kept when the closure returns, undone when it throws", arguments: Database.allCases)
  func keptOrUndone(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let changed = try test.db.transaction { tx in try tx.execute("INSERT INTO t VALUES (1, 1)").changed }
    #expect(changed == 1)
    #expect(throws: Undo.self) {
      try test.db.transaction { tx in
        try tx.execute("DELETE FROM t")
        throw Undo()
      }
    }
    #expect(try ids(test.db) == [1])
  }

  @Test("One in another is a savepoint, at any depth", arguments: Database.allCases)
  func nested(_ database: Database) throws {
    let test = try database.opened(Self.table)
    try test.db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1, 1)")
      #expect(throws: Undo.self) {
        try tx.transaction { inner in
          try inner.execute("INSERT INTO t VALUES (2, 2)")
          try inner.transaction { try $0.execute("INSERT INTO t VALUES (3, 3)") }
          throw Undo()
        }
      }
      try tx.transaction { inner in
        try inner.execute("INSERT INTO t VALUES (4, 4)")
        #expect(throws: Undo.self) {
          try inner.transaction { innermost in
            try innermost.execute("INSERT INTO t VALUES (5, 5)")
            throw Undo()
          }
        }
      }
    }
    #expect(try ids(test.db) == [1, 4])
  }

  @Test("What the closure runs on the governor itself is part of it", arguments: Database.allCases)
  func ambient(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let db = test.db
    let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
    #expect(throws: Undo.self) {
      try db.transaction { _ in
        try db.execute("INSERT INTO t VALUES (1, 1)")
        try insert.execute(2, 2)
        try insert.executeMany([[3, 3]])
        try db.transaction { _ in try db.execute("INSERT INTO t VALUES (4, 4)") }
        #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 4)
        throw Undo()
      }
    }
    #expect(try ids(db) == [])
  }

  @Test("A statement that fails is undone alone, and the rest goes on", arguments: Database.allCases)
  func failedStatement(_ database: Database) throws {
    let test = try database.opened(Self.table)
    try test.db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1, 1)")
      #expect(try failure { try tx.execute("INSERT INTO t VALUES (2, 2), (3, 1)") }.kind == .constraint(.unique))
      #expect(try failure { try tx.execute("SELEC") }.kind == .syntax)
      try tx.execute("INSERT INTO t VALUES (4, 4)")
    }
    #expect(try ids(test.db) == [1, 4])
  }

  @Test("Others see it when it is committed", arguments: Database.allCases)
  func sight(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let other = try test.another()
    try test.db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1, 1)")
      #expect(try ids(other) == [])
    }
    #expect(try ids(other) == [1])
  }

  @Test("One that only reads refuses to write, and sees one moment", arguments: Database.allCases)
  func readOnly(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let other = try test.another()
    try test.db.transaction(readOnly: true) { tx in
      #expect(try tx.first(Int.self, "SELECT count(*) FROM t") == 0)
      try other.execute("INSERT INTO t VALUES (1, 1)")
      #expect(try tx.first(Int.self, "SELECT count(*) FROM t") == 0)
      for sql: SQL in ["INSERT INTO t VALUES (9, 9)", "UPDATE t SET n = 5", "DELETE FROM t"] {
        #expect(try failure { try tx.execute(sql) }.kind == .readOnly)
      }
    }
    #expect(try test.db.execute("UPDATE t SET n = 5").changed == 1)
  }

  @Test("They are at least as isolated as they are asked to be", arguments: Database.allCases, Isolation.allCases)
  func isolation(_ database: Database, _ isolation: Isolation) throws {
    let test = try database.opened(Self.table)
    try test.db.transaction(isolation: isolation) { tx in
      #expect(tx.isolation >= isolation)
      try tx.execute("INSERT INTO t VALUES (1, 1)")
    }
    #expect(try ids(test.db) == [1])
  }

  @Test("They are not begun or ended by statements", arguments: Database.allCases)
  func statements(_ database: Database) throws {
    let test = try database.opened(Self.table)
    for sql: SQL in ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT a", "RELEASE SAVEPOINT a"] {
      #expect(try failure { try test.db.execute(sql) }.kind == .misuse)
      #expect(try failure { try test.db.transaction { try $0.execute(sql) } }.kind == .misuse)
    }
  }

  @Test("Temporary tables are made and dropped in one, and it goes on", arguments: Database.allCases)
  func temporaryTables(_ database: Database) throws {
    let test = try database.opened(Self.table)
    #expect(throws: Undo.self) {
      try test.db.transaction { tx in
        try tx.execute("INSERT INTO t VALUES (1, 1)")
        try tx.execute("CREATE TEMPORARY TABLE u (a INTEGER)")
        try tx.execute("INSERT INTO u SELECT n FROM t")
        #expect(try tx.query(Int.self, "SELECT a FROM u") == [1])
        if database == .mariadb {
          try tx.execute("CREATE OR REPLACE TEMPORARY TABLE u AS SELECT 2 AS a")
          try tx.execute("DROP TEMPORARY TABLE u")
        }
        try tx.transaction { try $0.execute("CREATE TEMPORARY TABLE w AS SELECT 2 AS a") }
        try tx.execute("INSERT INTO t SELECT a, a FROM w")
        #expect(try tx.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 2])
        throw Undo()
      }
    }
    #expect(try ids(test.db).isEmpty)
  }
}
