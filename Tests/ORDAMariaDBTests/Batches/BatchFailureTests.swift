import Foundation
import ORDA
import Testing

@Suite("Failing batches on MariaDB")
struct BatchFailureTests {
  @Test func `A failure names its element, and nothing is left`() throws {
    let test = try TestDatabase("pool.max=1", BatchTests.table)
    let db = test.db
    let insert = try db.prepare("INSERT INTO t (name) VALUES (?)")
    for place in [0, 1, 2, 499, 999, 1000, 1001, 2998, 2999] {
      var names = (0..<3000).map { "n\($0)" }
      names[place] = place == 0 ? String(repeating: "x", count: 41) : "n0"
      let alone = try failure {
        try db.transaction { tx in
          try tx.execute("INSERT INTO t (name) VALUES ('n0')")
          try tx.execute("INSERT INTO t (name) VALUES (?)", names[place])
        }
      }
      let error = try failure { try insert.executeMany(names) { try $1.bind($0) } }
      #expect(error.batchIndex == place)
      #expect(error.kind == alone.kind)
      #expect(error.message == alone.message)
      #expect(error.constraint == alone.constraint)
      #expect(error.vendorCode == alone.vendorCode)
      #expect(error.sql == "INSERT INTO t (name) VALUES (?)")
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
    }
    try insert.executeMany([["later"]])
    #expect(try db.query(String.self, "SELECT name FROM t") == ["later"])
  }

  @Test func `Updates and deletions that fail in the middle`() throws {
    let test = try TestDatabase(
      "",
      """
      CREATE TABLE t (id INT PRIMARY KEY, v INT UNIQUE, CHECK (v <> 13));
      CREATE TABLE child (id INT PRIMARY KEY, t INT, FOREIGN KEY (t) REFERENCES t (id));
      """)
    let db = test.db
    try db.prepare("INSERT INTO t VALUES (?, ?)").executeMany(0..<100) { try $1.bind($0, 1000 + $0) }
    // What is done twice while the failing row is looked for would fail elsewhere: every row makes room for the next.
    let shift = try db.prepare("UPDATE t SET v = v - ? WHERE id = ?")
    let error = try failure {
      try shift.executeMany((0..<100).map { [$0 == 60 ? 1060 - 13 : 1, $0] as Parameters })
    }
    #expect(error.kind == .constraint(.check))
    #expect(error.batchIndex == 60)
    #expect(try db.first(Int.self, "SELECT sum(v) FROM t") == 104_950)
    #expect(try shift.executeMany((0..<100).map { [1, $0] as Parameters }) == 100)
    #expect(try db.first(Int.self, "SELECT sum(v) FROM t") == 104_850)

    try db.execute("INSERT INTO child VALUES (1, 77)")
    let delete = try db.prepare("DELETE FROM t WHERE id = ?")
    let held = try failure { try delete.executeMany(0..<100) { try $1.bind($0) } }
    #expect(held.kind == .constraint(.foreignKey))
    #expect(held.batchIndex == 77)
    #expect(held.table == "child")
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 100)
  }

  @Test func `Inside a transaction only the batch is undone`() throws {
    let test = try TestDatabase("", BatchTests.table)
    try test.db.transaction { tx in
      let insert = try tx.prepare("INSERT INTO t (name) VALUES (?)")
      try insert.execute("before")
      let error = try failure { try insert.executeMany([["a"], ["before"]]) }
      #expect(error.batchIndex == 1)
      #expect(try tx.query(String.self, "SELECT name FROM t") == ["before"])
      try insert.executeMany([["b"], ["c"]])
    }
    #expect(try test.db.query(String.self, "SELECT name FROM t ORDER BY name") == ["b", "before", "c"])
  }

  @Test func `Values that can't be bound`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (a DOUBLE, b INT UNIQUE)")
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?)")
    let error = try failure { try insert.executeMany([[1.5, 1], [.infinity as Double, 2], [2.5, 3]]) }
    #expect(error.kind == .outOfRange)
    #expect(error.batchIndex == 1)
    #expect(error.message == "parameter 1: MariaDB can't store infinity")
    // The elements before it come first.
    let earlier = try failure { try insert.executeMany([[1.5, 1], [1.5, 1], [.nan as Double, 2]]) }
    #expect(earlier.kind == .constraint(.unique))
    #expect(earlier.batchIndex == 1)
    let many = try failure { try insert.executeMany([[1.5, 1], [1.5, 2, 3]]) }
    #expect(many.kind == .misuse)
    #expect(many.batchIndex == 1)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
    #expect(try insert.executeMany([[1.5, 1], [2.5, 2]]) == 2)
  }

  @Test func `A deadlock is nobody's fault, and ends the transaction`() throws {
    let test = try TestDatabase(
      "", "CREATE TABLE t (id INT PRIMARY KEY, v INT); INSERT INTO t VALUES (1, 0), (2, 0), (3, 0)")
    let other = try test.another("session.innodb_lock_wait_timeout=1")
    defer { try? other.close() }
    try test.db.transaction { tx in
      try tx.execute("UPDATE t SET v = 1 WHERE id = 2")
      // What waits for a lock too long is undone, and its transaction stands.
      try other.transaction { waiting in
        try waiting.execute("UPDATE t SET v = 7 WHERE id = 3")
        let error = try failure {
          try waiting.prepare("UPDATE t SET v = ? WHERE id = ?").executeMany([[5, 1], [5, 2], [5, 3]])
        }
        #expect(error.kind == .busy)
        #expect(error.vendorCode == 1205)
        #expect(error.isRetryable)
        #expect(try waiting.query(Int.self, "SELECT v FROM t ORDER BY id") == [0, 0, 7])
      }
    }
    #expect(try test.db.query(Int.self, "SELECT v FROM t ORDER BY id") == [0, 1, 7])
  }

  @Test func `A batch ends with its time limit`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, v INT)")
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, sleep(0.05))")
    let error = try failure { try insert.executeMany(0..<1000, timeout: .milliseconds(300)) { try $1.bind($0) } }
    #expect(error.kind == .timeout)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test func `A lost connection ends the batch`() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY)")
    let other = try test.another()
    defer { try? other.close() }
    let insert = try test.db.prepare("INSERT INTO t VALUES (?)")
    let number = try #require(try test.db.first(Int.self, "SELECT connection_id()"))
    let error = try failure {
      try insert.executeMany(0..<3000) { id, parameters in
        if id == 1500 { try other.execute(SQL(text: "KILL CONNECTION \(number)")) }
        try parameters.bind(id)
      }
    }
    #expect(error.kind == .connectionLost)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
    #expect(try insert.executeMany(0..<10) { try $1.bind($0) } == 10)
  }
}
