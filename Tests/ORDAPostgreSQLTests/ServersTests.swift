import Foundation
import ORDA
import ORDAPostgreSQL
import ORDATesting
import PostgreSQLTestServer
import TestSupport
import Testing

/// What becomes of connections whose server ends, freezes, or was never there.
@Suite(.ownThread, .serialized) struct ServersTests {
  @Test("An idle connection that the server ended is replaced unseen")
  func ended() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    let other = try PostgreSQLServer.open()
    defer {
      try? db.close(within: .zero)
      try? other.close(within: .zero)
    }
    for _ in 1...3 {
      let pid = try #require(try db.first(Int.self, "SELECT pg_backend_pid()"))
      try other.execute("SELECT pg_terminate_backend(\(pid), 5000)")
      try #expect(db.first(Int.self, "SELECT pg_backend_pid()") != pid)
    }
  }

  @Test("A transaction whose session is ended was not committed, and says that it may be repeated")
  func endedInside() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    let other = try PostgreSQLServer.open()
    defer {
      try? db.close(within: .zero)
      try? other.close(within: .zero)
    }
    let error = #expect(throws: DatabaseError.self) {
      try db.transaction { tx in
        let pid = try tx.first(Int.self, "SELECT pg_backend_pid()")
        try other.execute("SELECT pg_terminate_backend(\(pid ?? 0), 5000)")
        try tx.execute("SELECT 1")
      }
    }
    #expect(error?.kind == .connectionLost)
    #expect(error?.isRetryable == true)
    try #expect(db.first(Int.self, "SELECT 1") == 1)
  }

  @Test("On a frozen server every wait ends, and so does closing")
  func frozen() throws {
    let server = try PrivatePostgreSQL()
    let db = try PostgreSQLServer.open(url: server.url + "?pool.max=2&connect-timeout=5s")
    try db.execute("CREATE TABLE frozen (n INT)")
    let pids = try db.query(Int32.self, "SELECT pid FROM pg_stat_activity") + [try server.pid()]
    defer { for pid in pids { try? thawProcess(pid) } }
    for pid in pids { _ = try freezeProcess(pid) }
    #expect(throws: DatabaseError.self) { try db.query("SELECT 1", timeout: .milliseconds(300)) }
    #expect(throws: DatabaseError.self) {
      try db.execute("INSERT INTO frozen VALUES (1)", timeout: .milliseconds(300))
    }
    try? db.close(within: .milliseconds(100))
  }

  @Test("A server that freezes while rows are copied holds up nobody", arguments: [false, true])
  func frozenCopy(_ isLoad: Bool) throws {
    let clock = TestClock()
    let server = try PrivatePostgreSQL()
    let db = try PostgreSQLServer.open(
      url: server.url + "?pool.max=1&connect-timeout=5s", clock.configuration)
    try db.execute("CREATE TABLE frozen (n INT, t TEXT)")
    let pids = try db.query(Int32.self, "SELECT pid FROM pg_stat_activity") + [try server.pid()]
    defer { for pid in pids { try? thawProcess(pid) } }
    let text = String(repeating: "x", count: 1000)
    /// The limit passes on the frozen server, and what a server has to stop a statement.
    func freeze() throws {
      for pid in pids { _ = try freezeProcess(pid) }
      clock.advance(by: .seconds(1))
    }
    var count = 0
    let error = #expect(throws: DatabaseError.self) {
      if isLoad {
        try PostgreSQL.bulkLoad(
          db, into: "frozen", columns: ["n", "t"], rows: 0..<Int.max, timeout: .milliseconds(500)
        ) {
          if $0 == 5000 { try freeze() }
          try $1.append($0, text)
        }
      } else {
        let query: SQL = "SELECT generate_series(1, 1000000000), \(text)"
        try PostgreSQL.bulkRead(db, query, as: .text, timeout: .milliseconds(500)) { _ in
          count += 1
          if count == 5000 { try freeze() }
        }
      }
    }
    #expect(error?.kind == .timeout)
    try? db.close(within: .zero)
  }

  @Test("A server that is killed and started again is used again")
  func crashed() throws {
    let server = try PrivatePostgreSQL()
    // Else the server would tell of a commit before its log is written.
    let db = try PostgreSQLServer.open(url: server.url + "?pool.max=2&session.synchronous_commit=on")
    defer { try? db.close(within: .zero) }
    try db.execute("CREATE TABLE crashed (n INT)")
    PrivatePostgreSQL.script(["crash", server.folder])
    let error = #expect(throws: DatabaseError.self) { try db.query("SELECT 1") }
    #expect(error?.isTransient == true)
    PrivatePostgreSQL.script(["start", server.folder, server.port])
    try #expect(db.first(Int.self, "SELECT COUNT(*) FROM crashed") == 0)
  }

  @Test("A port where nobody listens, and one where nobody speaks, are unreachable within the limit")
  func absent() throws {
    let silent = try SilentServer()
    for port in [1, Int(silent.port)] {
      let error = #expect(throws: DatabaseError.self) {
        try PostgreSQLServer.open(url: "postgresql://a@127.0.0.1:\(port)/b?connect-timeout=500ms")
      }
      #expect(error?.kind == .cannotOpen(.unreachable))
    }
  }

  @Test("Of several hosts the first that answers, and that does what is asked for, is used")
  func hosts() throws {
    let silent = try SilentServer()
    let url = try PostgreSQLServer.url.get()
    let authority = try #require(url.split(separator: "@").last)
    let several = url.replacingOccurrences(of: authority, with: "127.0.0.1:1,127.0.0.1:\(silent.port),\(authority)")
    let db = try PostgreSQLServer.open(url: several + "?connect-timeout=4s")
    try #expect(db.first(Int.self, "SELECT 1") == 1)
    try db.close(within: .zero)
    let error = #expect(throws: DatabaseError.self) {
      try PostgreSQLServer.open(url: several + "?connect-timeout=4s&target-session-attrs=standby")
    }
    #expect(error?.message.contains("standby") == true)
  }

  @Test("A host that becomes read-only is left for one that accepts writes")
  func readOnlyHost() throws {
    let servers = [try PrivatePostgreSQL(), try PrivatePostgreSQL()]
    let admins = try servers.map { try PostgreSQLServer.open(url: $0.url + "?pool.max=1&changes=none") }
    for admin in admins { try admin.execute("CREATE TABLE written (n INT)") }
    let url = "postgresql://postgres@127.0.0.1:\(servers[0].port),127.0.0.1:\(servers[1].port)/postgres"
    let db = try PostgreSQLServer.open(url: url + "?pool.max=4&changes=none")
    defer { try? db.close(within: .zero) }
    try db.execute("INSERT INTO written VALUES (1)")
    // A transaction that is meant to read says nothing about the host.
    #expect(
      try failure {
        try db.transaction(readOnly: true) { try $0.execute("INSERT INTO written VALUES (0)") }
      }.kind == .readOnly)
    try db.execute("INSERT INTO written VALUES (2)")
    try admins[0].execute("ALTER SYSTEM SET default_transaction_read_only = on")
    try admins[0].execute("SELECT pg_reload_conf()")
    #expect(try eventually { try admins[0].first(String.self, "SHOW default_transaction_read_only") == "on" })
    try db.transaction(retrying: 5) { try $0.execute("INSERT INTO written VALUES (3)") }
    #expect(try admins[0].query(Int.self, "SELECT n FROM written ORDER BY n") == [1, 2])
    #expect(try admins[1].query(Int.self, "SELECT n FROM written") == [3])
  }

  @Test("A transaction whose session ended before the COMMIT was not committed, and may be repeated")
  func endedBeforeCommit() throws {
    let db = try PostgreSQLServer.open("pool.max=1&session.idle_in_transaction_session_timeout=50ms")
    let other = try PostgreSQLServer.open("pool.max=1")
    defer {
      try? db.close(within: .zero)
      try? other.close(within: .zero)
    }
    let error = try failure {
      try db.transaction { tx in
        let pid = try tx.first(Int.self, "SELECT pg_backend_pid()") ?? 0
        let isGone = try eventually {
          try other.first(Int.self, "SELECT count(*) FROM pg_stat_activity WHERE pid = ?", pid) == 0
        }
        #expect(isGone)
      }
    }
    #expect(error.kind == .connectionLost)
    #expect(error.isRetryable)
  }

  @Test("A Unix socket is found by its path")
  func socket() throws {
    let server = try PrivatePostgreSQL()
    let path = server.socket.replacingOccurrences(of: "/", with: "%2F")
    let db = try PostgreSQLServer.open(url: "postgresql://postgres@\(path)/postgres")
    defer { try? db.close(within: .zero) }
    try #expect(db.query("SELECT inet_client_addr()")[0][0] == .null)
  }
}
