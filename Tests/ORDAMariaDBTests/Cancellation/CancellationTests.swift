import Foundation
import MariaDBTestServer
import ORDA
import ORDATesting
import Testing

@testable import ORDAMariaDB

@Suite("Stopping what runs on MariaDB")
struct CancellationTests {
  @Test(
    "A time limit stops the statement on the server, and the connection goes on",
    arguments: [
      "SELECT sleep(600)", "SELECT benchmark(1000000000000, sha2('x', 512))",
      "SELECT count(*) FROM seq_1_to_1000000000 AS a JOIN seq_1_to_1000000000 AS b", "DO sleep(600)",
    ])
  func timeLimit(text: String) throws {
    let mark = "limit\(UInt32.random(in: 0 ... .max))"
    let clock = TestClock()
    let test = try TestDatabase("pool.max=1", configuration: clock.configuration)
    let id = try test.db.first(Int.self, "SELECT connection_id()")
    let limit = Duration.seconds(300)
    let error = try failure {
      try passing(limit, of: mark, by: clock) {
        try test.db.execute(SQL(text: "\(text) /* \(mark) */"), timeout: limit)
      }
    }
    #expect(error.kind == .timeout)
    #expect(try test.db.first(Int.self, "SELECT 5") == 5)
    #expect(try test.db.first(Int.self, "SELECT connection_id()") == id)
    #expect(try eventually { try TestServer.running(mark) == 0 })
  }

  @Test func `A cancelled task stops its statement`() async throws {
    let mark = "task\(UInt32.random(in: 0 ... .max))"
    let test = try TestDatabase("pool.max=1")
    let work = Task {
      try await test.db.query(SQL(text: "SELECT sleep(600) /* \(mark) */"))
    }
    #expect(try await eventually { try TestServer.running(mark) == 1 })
    work.cancel()
    #expect(try await asyncFailure { try await work.value }.kind == .cancelled)
    let left = try await eventually { try TestServer.running(mark) == 0 }
    #expect(left)
    #expect(try await test.db.first(Int.self, "SELECT 5") == 5)
  }

  @Test func `Stopping never hits the next user of the connection`() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, n INT)")
    for round in 0..<100 {
      let limit = Duration.microseconds(100 + round * 50)
      _ = try? test.db.query("SELECT sleep(0.003)", timeout: limit)
      // Begun at once, while the stop may still be on its way.
      #expect(try test.db.first(String.self, "SELECT concat('round ', ?, sleep(0.001))", round) == "round \(round)0")
      #expect(try test.db.execute("INSERT INTO t (n) VALUES (?)", round).changed == 1)
    }
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 100)
  }

  /// A warning in the log, and on a single connection an error should it end, would tell the program of what it has not done.
  @Test(arguments: ["", "pool.max=1"])
  func `What had a limit and gave rows is not taken for a change of the session`(options: String) throws {
    let test = try TestDatabase(options, "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, n INT)")
    try test.db.withConnection { connection in
      func isChanged() throws -> Bool { try connection.withDriver(MariaDBConnection.self) { $0.isSessionChanged } }
      let insert = try connection.prepare("INSERT INTO t (n) VALUES (?)")
      for number in 1...3 {
        #expect(try connection.first(Int.self, "SELECT ?", number, timeout: .seconds(60)) == number)
        #expect(try connection.execute("INSERT INTO t (n) VALUES (?)", number).changed == 1)
        #expect(try !isChanged())
        do {
          var rows = try connection.rows("SELECT seq FROM seq_1_to_3", timeout: .seconds(60))
          #expect(try rows.next() != nil)
        }
        #expect(try insert.executeMany(0..<10) { try $1.bind($0) } == 10)
        #expect(try !isChanged())
        #expect(try connection.execute("UPDATE t SET n = n + 1", timeout: .seconds(60)).changed == number * 11)
        try connection.execute("DELETE FROM t WHERE n = -1")
        #expect(try !isChanged())
      }
      // What a statement does change is told as ever.
      #expect(try connection.first(Int.self, "SELECT 1", timeout: .seconds(60)) == 1)
      try connection.execute("SET @a = 1")
      #expect(try isChanged())
    }
  }

  @Test(arguments: ["SELECT sleep(600)", "INSERT INTO t VALUES (1)"])
  func `What had a limit and failed leaves nothing in the session`(text: String) throws {
    let clock = TestClock()
    let test = try TestDatabase(
      "pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY); INSERT INTO t VALUES (1)", configuration: clock.configuration)
    let number = try #require(try test.db.first(Int.self, "SELECT connection_id()"))
    let limit = Duration.seconds(300)
    _ = try failure {
      try passing(limit, of: test.name, by: clock) {
        try test.db.execute(SQL(text: "\(text) /* \(test.name) */"), timeout: limit)
      }
    }
    // The answer to this would tell of the limit, were it not asked for before.
    try test.db.execute("INSERT INTO t VALUES (2)")
    let other = try test.another()
    try other.execute(SQL(text: "KILL CONNECTION \(number)"))
    #expect(
      try eventually {
        try other.first(Int.self, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = ?", number) == 0
      })
    // Nothing of the session's is missed, so that the next call just takes a fresh connection.
    #expect(try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 2)
  }

  @Test func `Inside a transaction the rest goes on`() throws {
    let clock = TestClock()
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY)", configuration: clock.configuration)
    let limit = Duration.seconds(300)
    try test.db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1)")
      let error = try failure {
        try passing(limit, of: test.name, by: clock) {
          try tx.execute(SQL(text: "SELECT sleep(600) /* \(test.name) */"), timeout: limit)
        }
      }
      #expect(error.kind == .timeout)
      try tx.execute("INSERT INTO t VALUES (2)")
    }
    #expect(try test.db.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 2])
  }

  @Test func `Rows that come too slowly`() throws {
    let test = try TestDatabase("pool.max=1")
    var seen = 0
    let error = try failure {
      try test.db.forEach(
        "SELECT seq, sleep(0.01) FROM seq_1_to_100000", timeout: .milliseconds(200)
      ) { _ in seen += 1 }
    }
    #expect(error.kind == .timeout)
    #expect(seen < 100_000)
    #expect(try test.db.first(Int.self, "SELECT 5") == 5)
  }

  @Test func `A lock that another holds is given up at the limit`() throws {
    let clock = TestClock()
    let test = try TestDatabase(
      "pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY, n INT); INSERT INTO t VALUES (1, 0)",
      configuration: clock.configuration)
    let other = try test.another("session.innodb_lock_wait_timeout=600")
    let id = try test.db.first(Int.self, "SELECT connection_id()")
    let limit = Duration.seconds(300)
    try other.transaction { tx in
      try tx.execute("UPDATE t SET n = 1")
      let error = try failure {
        try passing(limit, of: test.name, by: clock) {
          try test.db.execute(SQL(text: "UPDATE t SET n = 2 /* \(test.name) */"), timeout: limit)
        }
      }
      #expect(error.kind == .timeout)
    }
    #expect(try test.db.execute("UPDATE t SET n = 3").changed == 1)
    #expect(try test.db.first(Int.self, "SELECT connection_id()") == id)
  }

  @Test func `A server that does not answer`() throws {
    // It takes connections and never says a word.
    let listener = try SilentServer()
    let error = try failure {
      try TestServer.registry.open("mariadb://root@127.0.0.1:\(listener.port)/x?connect-timeout=1s")
    }
    #expect(error.kind == .cannotOpen(.unreachable))
  }

  @Test func `Closing the governor stops what still runs`() throws {
    let test = try TestDatabase()
    let db = try test.another()
    let thread = Threads.start(1) { _ in _ = try? db.query(SQL(text: "SELECT sleep(600) /* \(test.name) */")) }
    #expect(try eventually { try TestServer.running(test.name) == 1 })
    try db.close(within: .zero)
    thread.wait()
    #expect(try eventually { try TestServer.running(test.name) == 0 })
  }
}
