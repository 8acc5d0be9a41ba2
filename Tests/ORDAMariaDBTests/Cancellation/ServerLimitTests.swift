import Foundation
import ORDA
import ORDATesting
import Testing

@Suite("Time limits that the server keeps", .timeLimit(.minutes(10)))
struct ServerLimitTests {
  /// A database whose account may have one connection, so that nobody can come to stop what runs on it.
  private final class Lonely {
    let test: TestDatabase
    let clock = TestClock()
    let url: String
    let db: any Governor

    init() throws {
      test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, n INT)")
      let host = try #require(TestServer.url.get().split(separator: "@").last)
      try test.db.execute(SQL(text: "CREATE USER \(test.name) WITH MAX_USER_CONNECTIONS 1"))
      try test.db.execute(SQL(text: "GRANT ALL ON \(test.name).* TO \(test.name)"))
      url = "mariadb://\(test.name)@\(host)/\(test.name)?pool.max=1"
      db = try TestServer.registry.open(url, configuration: clock.configuration)
    }

    deinit {
      try? db.close(within: .zero)
      _ = try? test.db.execute(SQL(text: "DROP USER \(test.name)"))
    }
  }

  @Test("hold where no second connection can be had, and for that statement alone")
  func alone() throws {
    let lonely = try Lonely()
    let db = lonely.db
    #expect(db.capabilities.contains(.statementTimeout))
    #expect(try failure { try TestServer.registry.open(lonely.url) }.vendorCode == 1226)
    let id = try db.first(Int.self, "SELECT connection_id()")
    for text in [
      "SELECT sleep(60)", "SELECT benchmark(1000000000000, sha2('x', 512))",
      "WITH w AS (SELECT sleep(60)) SELECT * FROM w",
      "BEGIN NOT ATOMIC SELECT sleep(60); END",
    ] {
      // The limit passes here, too, where who would stop the statement is refused, and leaves that to the server.
      let limit = Duration.milliseconds(150)
      let text = "\(text) /* \(lonely.test.name) */"
      let error = try failure {
        try passing(limit, of: lonely.test.name, by: lonely.clock) { try db.execute(SQL(text: text), timeout: limit) }
      }
      #expect(error.kind == .timeout, "\(text): \(error)")
      #expect(error.message == "the statement took longer than its limit of 0.15 seconds")
      #expect(error.sql == text)
    }
    #expect(try db.first(Double.self, "SELECT @@max_statement_time") == 0)
    // A statement without a limit runs on.
    let lock = lonely.test.name
    try lonely.test.db.withConnection { holder in
      #expect(try holder.first(Int.self, "SELECT get_lock(?, 0)", lock) == 1)
      let thread = Threads.start(1) { _ in
        #expect(throws: Never.self) {
          let isLocked = try db.first(Int.self, SQL(text: "SELECT get_lock('\(lock)', 600)"))
          #expect(isLocked == 1)
        }
      }
      #expect(try eventually { try TestServer.running("get_lock('\(lock)'") == 1 })
      lonely.clock.advance(by: .seconds(1))
      try holder.execute("DO release_lock(?)", lock)
      thread.wait()
    }
    #expect(try db.first(Int.self, "SELECT connection_id()") == id)
  }

  @Test("leave a transaction as it is")
  func transaction() throws {
    let lonely = try Lonely()
    let db = lonely.db
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1, 0), (2, 0)")
      let error = try failure { try tx.execute("UPDATE t SET n = n + 1 + sleep(30)", timeout: .milliseconds(100)) }
      #expect(error.kind == .timeout)
      try tx.execute("INSERT INTO t VALUES (3, 0)")
    }
    #expect(try db.query(Int.self, "SELECT id FROM t WHERE n = 0 ORDER BY id") == [1, 2, 3])
  }

  @Test("A shorter one of the session's own holds beside them, and tells of itself")
  func session() throws {
    let test = try TestDatabase("pool.max=1&session.max_statement_time=0.1")
    for timeout: Duration? in [.seconds(50), nil] {
      let error = try failure { try test.db.query("SELECT sleep(60)", timeout: timeout) }
      #expect(error.kind == .timeout)
      #expect(error.vendorCode == 1969)
      #expect(!error.message.contains("limit of"))
    }
    #expect(try test.db.first(Double.self, "SELECT @@max_statement_time") == 0.1)
  }

  @Test("change from one execution to the next, and results are the same with and without")
  func changing() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(9))")
    let db = test.db
    var last: Int64 = 0
    for timeout: Duration? in [nil, .seconds(60), nil, .seconds(70), .microseconds(59_999_999), .seconds(1 << 40)] {
      #expect(try db.first(Int.self, "SELECT ? + 1", 1, timeout: timeout) == 2)
      let inserted = try db.execute("INSERT INTO t (a) VALUES (?), (?)", "a", "b", timeout: timeout)
      #expect(inserted.changed == 2)
      #expect(inserted.lastID == last + 2)
      last += 2
      #expect(
        try db.query("SELECT id, a FROM t WHERE id = ?", last, timeout: timeout)[0].values == [.int(last), .text("b")])
      let error = try failure { try db.query("SELECT 1\nFRM t", timeout: timeout) }
      #expect(error.kind == .syntax)
      #expect(error.sql == "SELECT 1\nFRM t")
      let statement = try db.prepare("UPDATE t SET a = ? WHERE id = ?")
      #expect(try statement.execute("c", last, timeout: timeout).changed == 1)
      #expect(try statement.executeMany(1...3, timeout: timeout) { try $1.bind("d", $0) } >= 2)
    }
  }

  /// The server counts the time in which nobody reads, so it is not told of their limit; the connection is cut instead.
  @Test("are not those of rows that are read one by one, which hold nevertheless")
  func rows() throws {
    let lonely = try Lonely()
    let db = lonely.db
    let error = try failure {
      var rows = try db.rows("SELECT seq, sleep(0.01) FROM seq_1_to_100000", timeout: .milliseconds(200))
      // Again and again, for the limit does not count what passes between two rows.
      let flow = lonely.clock.flow()
      defer { flow.stop() }
      while try rows.next() != nil {}
    }
    #expect(error.kind == .timeout)
    #expect(error.message == "the statement took longer than its limit of 0.2 seconds")
    // The server lets no other in before it has noticed that this one is gone.
    #expect(eventually { (try? db.first(Int.self, "SELECT 1")) == 1 })
  }
}
