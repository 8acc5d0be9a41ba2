import Foundation
import MariaDBTestServer
import ORDA
import ORDATesting
import Testing

@testable import ORDAMariaDB

@Suite("Several hosts", .timeLimit(.minutes(10)))
struct SeveralHostsTests {
  private func open(
    _ mode: String, _ servers: [ThrowawayServer], _ options: String = "", user: String = "root",
    configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let hosts = servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    let connecting = options.contains("connect-timeout") ? "" : "&connect-timeout=5s"
    return try TestServer.registry.open(
      "mariadb\(mode)://\(user)@\(hosts)/?tls=disable\(connecting)\(options)", configuration: configuration)
  }

  /// The results of a body that runs on so many connections at once.
  private func onAll<R: Sendable>(
    _ count: Int, of db: any Governor, _ body: @escaping @Sendable (borrowing Connection) throws -> R
  ) throws -> [R] {
    let results = Shared<[R]>([])
    try Threads.onConnections(count, of: db) { _, connection in
      let result = try body(connection)
      results.with { $0.append(result) }
    }
    return results.current
  }

  /// The port of the server that a statement runs on.
  private func port(_ db: any Governor) throws -> Int? { try db.first(Int.self, "SELECT @@port") }

  @Test func `The load is spread, and a server's end moves its connections to the others`() throws {
    let servers = [try ThrowawayServer(), try ThrowawayServer()]
    let db = try open("+loadbalance", servers, "&pool.max=6")
    func ports() throws -> [Int: Int] {
      let ports = try onAll(6, of: db) { try $0.first(Int.self, "SELECT @@port") ?? 0 }
      return Dictionary(grouping: ports) { $0 }.mapValues(\.count)
    }
    #expect(try ports() == [servers[0].port: 3, servers[1].port: 3])
    try servers[0].kill()
    #expect(try ports() == [servers[1].port: 6])
    #expect(db.statistics.failovers == 1)
    try db.close(within: .zero)
  }

  @Test func `A server that ends is left for the next, which is left for it when its turn comes`() throws {
    let servers = [try ThrowawayServer(), try ThrowawayServer()]
    let db = try open("", servers, "&pool.max=2")
    #expect(try port(db) == servers[0].port)
    try servers[0].kill()
    // Its system may close its connections a moment later.
    #expect(eventually { (try? port(db)) == servers[1].port })
    #expect(db.statistics.failovers == 1)
    try servers[0].restart()
    try servers[1].kill()
    #expect(eventually { (try? port(db)) == servers[0].port })
    try db.close(within: .zero)
  }

  @Test func `A frozen server costs those who use it their limits, and the next ones nothing`() throws {
    let servers = [try ThrowawayServer(), try ThrowawayServer()]
    let clock = TestClock()
    // Who waits for the frozen one does so for ever.
    let db = try open("", servers, "&pool.max=2&connect-timeout=3600s", configuration: clock.configuration)
    #expect(try port(db) == servers[0].port)
    try servers[0].freeze()
    defer { try? servers[0].thaw() }
    let flow = clock.flow()
    let lost = try failure { try db.first(Int.self, "SELECT @@port", timeout: .milliseconds(300)) }
    flow.stop()
    #expect(lost.kind == .timeout)
    #expect(try port(db) == servers[1].port)
    // It may be tried again after a second, for as long as connecting may take, and by nobody's call.
    for _ in 0..<20 {
      clock.advance(by: .milliseconds(400))
      #expect(try port(db) == servers[1].port)
    }
    try db.close(within: .zero)
  }

  @Test func `A server that has become another's replica is left by all connections`() throws {
    let servers = [try ThrowawayServer(), try ThrowawayServer()]
    for server in servers {
      let root = try server.open()
      try root.executeScript(
        """
        CREATE DATABASE music; CREATE TABLE music.t (id INT PRIMARY KEY);
        CREATE USER app@'%'; GRANT SELECT, INSERT, UPDATE, DELETE ON music.* TO app@'%'
        """)
      try root.close(within: .zero)
    }
    let clock = TestClock()
    let options = "&pool.max=4&pool.acquire-timeout=1d"
    let db = try open("", servers, options, user: "app", configuration: clock.configuration)
    // Several are open before.
    let flow = clock.flow()
    _ = try onAll(4, of: db) { _ in }
    flow.stop()
    let root = try servers[0].open()
    try root.execute("SET GLOBAL read_only = 1")
    let refusal = try failure { try db.execute("INSERT INTO music.t VALUES (1)") }
    #expect(refusal.kind == .readOnly)
    #expect(refusal.vendorCode == 1290)
    #expect(refusal.isRetryable, "on another connection it succeeds")
    for _ in 0..<4 { #expect(try port(db) == servers[1].port) }
    try db.execute("INSERT INTO music.t VALUES (1)")
    // And a transaction that repeats itself notices nothing.
    try root.execute("SET GLOBAL read_only = 0")
    let other = try servers[1].open()
    // By now the first may be tried again.
    clock.advance(by: .seconds(2))
    try other.execute("SET GLOBAL read_only = 1")
    let retrying = clock.flow()
    try db.transaction(retrying: 3) { tx in try tx.execute("INSERT INTO music.t VALUES (2)") }
    retrying.stop()
    #expect(try root.query(Int.self, "SELECT id FROM music.t") == [2])
    #expect(db.statistics.failovers == 2)
    for governor in [db, root, other] { try governor.close(within: .zero) }
  }

  @Test func `A frozen server is left by the connections that nobody uses, too`() throws {
    let servers = [try ThrowawayServer(), try ThrowawayServer()]
    let db = try open("", servers, "&pool.max=6")
    _ = try onAll(6, of: db) { _ in }
    #expect(db.statistics.connections == 6)
    try servers[0].freeze()
    defer { try? servers[0].thaw() }
    #expect(throws: DatabaseError.self) { try db.first(Int.self, "SELECT @@port", timeout: .milliseconds(100)) }
    // To a connection that should stop the statement it doesn't answer either, which takes two seconds.
    #expect(eventually { (try? db.first(Int.self, "SELECT @@port", timeout: .milliseconds(100))) == servers[1].port })
    for _ in 0..<6 { #expect(try port(db) == servers[1].port) }
    try db.close(within: .zero)
  }

  @Test func `A server that stays read-only is left for good, and taken back when it writes again`() throws {
    let servers = [try ThrowawayServer(), try ThrowawayServer()]
    for server in servers {
      let root = try server.open()
      try root.executeScript(
        "CREATE DATABASE music; CREATE TABLE music.t (id INT); CREATE USER app@'%'; GRANT SELECT, INSERT ON music.* TO app@'%'"
      )
      try root.close(within: .zero)
    }
    let root = try servers[0].open()
    try root.execute("SET GLOBAL read_only = 1")
    let clock = TestClock()
    let db = try open("", servers, "&pool.max=2", user: "app", configuration: clock.configuration)
    // It may be meant to be read only, until somebody writes.
    #expect(try port(db) == servers[0].port)
    #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO music.t VALUES (0)") }
    // It answers whenever it is tried again, and nobody meets its refusal.
    for _ in 0..<200 {
      try db.execute("INSERT INTO music.t VALUES (1)")
      db.refresh()
      clock.advance(by: .milliseconds(20))
    }
    #expect(try root.first(Int.self, "SELECT COUNT(*) FROM music.t") == 0)
    try root.execute("SET GLOBAL read_only = 0")
    #expect(
      eventually {
        clock.advance(by: .seconds(1))
        db.refresh()
        return (try? port(db)) == servers[0].port
      })
    for governor in [db, root] { try governor.close(within: .zero) }
  }

  @Test func `Where all are read-only they are read, whoever tries to write`() throws {
    let servers = [try ThrowawayServer(), try ThrowawayServer()]
    let roots = try servers.map { try $0.open() }
    for root in roots {
      try root.executeScript(
        "CREATE DATABASE music; CREATE TABLE music.t (id INT); CREATE USER app@'%'; GRANT SELECT, INSERT ON music.* TO app@'%'"
      )
      try root.execute("SET GLOBAL read_only = 1")
    }
    let db = try open("+loadbalance", servers, "&pool.max=4", user: "app")
    for _ in 0..<20 {
      let refusal = try failure { try db.execute("INSERT INTO music.t VALUES (1)") }
      #expect(refusal.kind == .readOnly, "\(refusal)")
      #expect(try db.first(Int.self, "SELECT COUNT(*) FROM music.t") == 0)
    }
    #expect(db.statistics.opened <= 10, "they are not opened anew for each")
    try roots[1].execute("SET GLOBAL read_only = 0")
    #expect(eventually { (try? db.execute("INSERT INTO music.t VALUES (1)")) != nil })
    for governor in [db] + roots { try governor.close(within: .zero) }
  }

  @Test func `A lone server that is read-only is kept`() throws {
    let server = try ThrowawayServer()
    let root = try server.open()
    try root.executeScript(
      "CREATE DATABASE music; CREATE TABLE music.t (id INT); CREATE USER app@'%'; GRANT INSERT ON music.* TO app@'%'")
    let db = try server.open("app", "?tls=disable&pool.max=2")
    let number = try db.first(Int.self, "SELECT connection_id()")
    try root.execute("SET GLOBAL read_only = 1")
    let refusal = try failure { try db.execute("INSERT INTO music.t VALUES (1)") }
    #expect(!refusal.isRetryable)
    #expect(try db.first(Int.self, "SELECT connection_id()") == number)
    #expect(db.statistics.failovers == 0)
    for governor in [db, root] { try governor.close(within: .zero) }
  }

  @Test func `Where none can be reached, the error names each, before the callers' limit`() throws {
    let silent = [try SilentServer(), try SilentServer()]
    let hosts = silent.map { "127.0.0.1:\($0.port)" } + ["127.0.0.1:1"]
    let error = try failure {
      try TestServer.registry.open(
        "mariadb+loadbalance://root@\(hosts.joined(separator: ","))/?tls=disable&pool.acquire-timeout=5s")
    }
    // The callers' limit itself would be a timeout.
    #expect(error.kind == .cannotOpen(.unreachable))
    for host in hosts { #expect(error.message.contains(host), "\(error)") }
  }
}
