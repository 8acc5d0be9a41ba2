import Foundation
import MariaDBTestServer
import ORDA
import Testing

@testable import ORDAMariaDB

/// A server and its replica.
private final class Replicated: Sendable {
  let primary: ThrowawayServer
  let replica: ThrowawayServer

  init() throws {
    primary = try ThrowawayServer()
    replica = try ThrowawayServer("--server-id=2")
    try onReplica("SET GLOBAL read_only = 1")
    try onReplica(
      SQL(
        text: """
          CHANGE MASTER TO master_host = '127.0.0.1', master_port = \(primary.port), master_user = 'root',
            master_use_gtid = slave_pos, master_ssl = 0
          """))
    try onReplica("START SLAVE")
    let root = try primary.open()
    defer { try? root.close(within: .zero) }
    try root.execute("CREATE DATABASE music")
    try root.execute("CREATE TABLE music.t (id INT PRIMARY KEY, a INT)")
    let copy = try replica.open()
    defer { try? copy.close(within: .zero) }
    #expect(eventually { (try? copy.query("SELECT 1 FROM music.t")) != nil })
  }

  func onReplica(_ sql: SQL) throws {
    let root = try replica.open()
    defer { try? root.close(within: .zero) }
    try root.execute(sql)
  }

  /// - Parameters:
  ///   - proxy: Stands before the first host.
  ///   - replicaProxy: Stands before the other.
  func open(_ options: String = "", by proxy: Proxy? = nil, and replicaProxy: Proxy? = nil) throws -> any Governor {
    let hosts = "127.0.0.1:\(proxy?.port ?? primary.port),127.0.0.1:\(replicaProxy?.port ?? replica.port)"
    return try TestServer.registry.open("mariadb+replication://root@\(hosts)/music?tls=disable\(options)")
  }
}

@Suite("A primary and its replica", .timeLimit(.minutes(10)))
struct ReplicaTests {
  @Test func `What writes goes to the first host, and what certainly only reads to the other`() async throws {
    let servers = try Replicated()
    let (primary, replica) = (servers.primary.port, servers.replica.port)
    let db = try servers.open()
    try await db.execute("INSERT INTO t VALUES (1, 1)")
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    #expect(try await db.first(Int.self, "SELECT @@port FROM t WHERE id = ?", 1) == replica)
    #expect(try await db.first(Int.self, "WITH x AS (SELECT COUNT(*) FROM t) SELECT @@port FROM x") == replica)
    #expect(try await db.transaction(readOnly: true) { tx in try tx.first(Int.self, "SELECT @@port") } == replica)
    #expect(try await db.withConnection(.reader) { try $0.first(Int.self, "SELECT @@port") } == replica)
    #expect(try await db.transaction { tx in try tx.first(Int.self, "SELECT @@port") } == primary)
    #expect(try await db.withConnection { try $0.first(Int.self, "SELECT @@port") } == primary)
    let impure: [SQL] = [
      "SELECT @@port FROM t WHERE id = 1 FOR UPDATE", "SELECT @@port FROM t LOCK IN SHARE MODE",
      "SELECT @@port /* FOR UPDATE */", "SELECT @@port + 0 * GET_LOCK('a', 0)",
      "SELECT @@port + 0 * IFNULL(IS_USED_LOCK('a'), 0)",
      "SELECT @@port + 0 * IFNULL(LAST_INSERT_ID(), 0)", "SELECT @@port + 0 * (@x := 1)",
      "SELECT @@port + 0 * CONNECTION_ID()", "SELECT @@port FROM information_schema.processlist LIMIT 1",
      "SELECT @@port + 0 * GET_LOCK(')as(', 0)",
    ]
    for sql in impure { #expect(try await db.first(Int.self, sql) == primary, "\(sql)") }
    try await db.execute("CREATE SEQUENCE s")
    #expect(try await db.first(Int.self, "SELECT @@port + 0 * NEXTVAL(s)") == primary)
    #expect(try await db.first(Int.self, "SELECT @@port + 0 * (NEXT VALUE FOR s)") == primary)
    try await db.close(within: .zero)
  }

  @Test("What the program has written it reads, however far the replica is", arguments: ["primary", "wait"])
  func ownWrites(lag: String) async throws {
    let servers = try Replicated()
    let proxy = try Proxy(to: servers.replica.port)
    let db = try servers.open("&replica-lag=\(lag)", and: proxy)
    let read = try await db.prepare("SELECT MAX(id) FROM t WHERE @@port = @@port")
    for number in 1...200 {
      try await db.execute("INSERT INTO t VALUES (?, 0)", number)
      #expect(try await read.first(Int.self) == number)
    }
    try db.blocking.transaction { tx in try tx.execute("INSERT INTO t VALUES (201, 0)") }
    #expect(try db.blocking.first(Int.self, "SELECT MAX(id) FROM t") == 201)
    // It will never have this one.
    try servers.onReplica("STOP SLAVE SQL_THREAD")
    try await db.execute("INSERT INTO t VALUES (202, 0)")
    #expect(try await db.first(Int.self, "SELECT MAX(id) FROM t") == 202)
    #expect(try await db.withConnection(.reader) { try $0.first(Int.self, "SELECT MAX(id) FROM t") } == 202)
    #expect(try await db.transaction(readOnly: true) { try $0.first(Int.self, "SELECT MAX(id) FROM t") } == 202)
    let rows = try await db.query(Int.self, "SELECT id FROM t WHERE id > 200 ORDER BY id")
    #expect(rows == [201, 202])
    // It is waited for only where the URL says so: by nobody's call otherwise, and for no time.
    let before = proxy.traffic.count
    for _ in 1...4 {
      let seen = try await Threads.offload { try db.blocking.first(Int.self, "SELECT MAX(id) FROM t") }
      #expect(seen == 202)
    }
    let questions = proxy.traffic.dropFirst(before).filter { $0.fromClient }
      .map { String(decoding: $0.bytes, as: UTF8.self) }.filter { $0.contains("MASTER_GTID_WAIT") }
    #expect(questions.allSatisfy { $0.contains(", 0.0)") == (lag == "primary") }, "\(questions)")
    #expect(lag == "primary" || !questions.isEmpty)
    try servers.onReplica("START SLAVE SQL_THREAD")
    let replica = servers.replica.port
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    #expect(try await db.first(Int.self, "SELECT MAX(id) FROM t") == 202)
    try await db.close(within: .zero)
  }

  @Test func `What a query has written is read, too`() async throws {
    let servers = try Replicated()
    let db = try servers.open()
    try db.blocking.executeScript(
      """
      CREATE FUNCTION adding(n INT) RETURNS INT MODIFIES SQL DATA
        BEGIN INSERT INTO t VALUES (n, 0); RETURN @@port; END
      """)
    let replica = servers.replica.port
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    try servers.onReplica("STOP SLAVE SQL_THREAD")
    #expect(try await db.first(Int.self, "SELECT adding(?)", 1) == servers.primary.port)
    #expect(try await db.query(Int.self, "SELECT id FROM t") == [1])
    #expect(try db.blocking.query(Int.self, "SELECT adding(2)") == [servers.primary.port])
    #expect(try await db.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 2])
    try await db.close(within: .zero)
  }

  @Test func `What may have been written, and nobody knows, is looked for where it would be`() async throws {
    let servers = try Replicated()
    let proxy = try Proxy(to: servers.primary.port)
    let db = try servers.open(by: proxy)
    let replica = servers.replica.port
    try await db.execute("INSERT INTO t VALUES (1, 0)")
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    try servers.onReplica("STOP SLAVE SQL_THREAD")
    // The server carries it out, and its answer never comes.
    proxy.harm(.silence, .after("the value"))
    let work = Task { try await db.execute("INSERT INTO t VALUES (2, LENGTH(?))", "the value") }
    let root = try servers.primary.open()
    #expect(try await eventually { try root.blocking.query(Int.self, "SELECT id FROM music.t WHERE id = 2") == [2] })
    work.cancel()
    let unknown = try await asyncFailure { try await work.value }
    #expect(unknown.kind == .commitUnknown, "\(unknown)")
    #expect(try await db.query(Int.self, "SELECT id FROM t WHERE id = 2") == [2])
    #expect(try await db.first(Int.self, "SELECT @@port") == servers.primary.port)
    for governor in [db, root] { try await governor.close(within: .zero) }
  }

  @Test func `Rows that are read one by one and turn out to write come from the first host`() async throws {
    let servers = try Replicated()
    let db = try servers.open()
    try db.blocking.executeScript(
      """
      CREATE FUNCTION writing() RETURNS INT MODIFIES SQL DATA
        BEGIN INSERT INTO t VALUES (1, 1) ON DUPLICATE KEY UPDATE a = a + 1; RETURN @@port; END;
      CREATE VIEW w AS SELECT writing() AS port; CREATE VIEW x AS SELECT writing() AS port
      """)
    let replica = servers.replica.port
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    for try await row in db.rows("SELECT port FROM w") { #expect(try row.get(0, as: Int.self) == servers.primary.port) }
    try await Threads.offload {
      var rows = try db.rows("SELECT port FROM x")
      let answered = try rows.next()?.get(0, as: Int.self)
      #expect(answered == servers.primary.port)
    }
    try await db.close(within: .zero)
  }

  @Test func `What was told of is read, not what the replica had before`() async throws {
    try await Threads.offload {
      let servers = try Replicated()
      let db = try servers.open()
      let other = try servers.primary.open("root", "music?tls=disable")
      for number in 1...5 { try other.execute("INSERT INTO t VALUES (?, 0)", number) }
      let table = try db.table("t")
      #expect(eventually { (try? table.select().count) == 5 })
      let entry = try #require(try table.entry(1))
      let list = try table.follow(orderBy: "id")
      // It will never have what comes now.
      try servers.onReplica("STOP SLAVE SQL_THREAD")
      try other.execute("INSERT INTO t VALUES (6, 0)")
      try other.execute("UPDATE t SET a = 7 WHERE id = 1")
      #expect(eventually { entry["a"] == 7 && list.count == 6 })
      #expect(try db.first(Int.self, "SELECT COUNT(*) FROM t") == 6)
      for governor in [db, other] { try governor.close(within: .zero) }
    }
  }

  @Test func `What turns out to write is run again on the first host, and nothing is written to the replica`()
    async throws
  {
    let servers = try Replicated()
    let db = try servers.open()
    try db.blocking.executeScript(
      """
      CREATE FUNCTION writing() RETURNS INT MODIFIES SQL DATA
        BEGIN INSERT INTO t VALUES (1, 1) ON DUPLICATE KEY UPDATE a = a + 1; RETURN @@port; END;
      CREATE VIEW w AS SELECT writing() AS port
      """)
    let replica = servers.replica.port
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    #expect(try await db.first(Int.self, "SELECT port FROM w") == servers.primary.port)
    #expect(try db.blocking.query(Int.self, "SELECT port FROM w LIMIT 1") == [servers.primary.port])
    #expect(try await db.withConnection { try $0.first(Int.self, "SELECT a FROM t") } == 2)
    // A prepared one with arguments too, and only once.
    let prepared = try db.blocking.prepare("SELECT port FROM w WHERE ? = 1")
    #expect(try await Threads.offload { try prepared.first(Int.self, 1) } == servers.primary.port)
    #expect(try await Threads.offload { try prepared.execute(1).rows.count } == 1)
    let unseen = try db.blocking.prepare("SELECT port FROM w WHERE ? < 2")
    #expect(try await Threads.offload { try unseen.execute(1).rows.count } == 1)
    #expect(try await db.withConnection { try $0.first(Int.self, "SELECT a FROM t") } == 5)
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    // Not even as root, who may.
    let refused = try await asyncFailure {
      try await db.withConnection(.reader) { try $0.execute("INSERT INTO t VALUES (2, 2)") }
    }
    #expect(refused.kind == .readOnly)
    try await db.close(within: .zero)
  }

  @Test func `Without the replica the first host is read, and without the first host nothing writes`() async throws {
    let servers = try Replicated()
    let db = try servers.open("&pool.acquire-timeout=8s&connect-timeout=5s")
    let (primary, replica) = (servers.primary.port, servers.replica.port)
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    try servers.replica.kill()
    #expect(try await db.first(Int.self, "SELECT @@port") == primary)
    try await db.execute("INSERT INTO t VALUES (1, 1)")
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM t") == 1)
    try servers.replica.restart()
    // Without anybody's doing.
    #expect(await eventually { (try? db.blocking.first(Int.self, "SELECT @@port")) == replica })
    try servers.primary.kill()
    let refused = try await asyncFailure { try await db.execute("INSERT INTO t VALUES (2, 2)") }
    #expect(refused.kind == .cannotOpen(.unreachable), "\(refused)")
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM t") == 1)
    try await db.close(within: .zero)
  }

  @Test func `What can't be is refused when it is opened`() throws {
    let plain = try ThrowawayServer("--skip-log-bin")
    let hosts = "root@127.0.0.1:\(plain.port),127.0.0.1:1/?tls=disable"
    let single = try failure { try TestServer.registry.open("mariadb+replication://\(hosts)&pool.max=1") }
    #expect(single.kind == .badURL && single.message.contains("pool.max"), "\(single)")
    let unnamed = try failure { try TestServer.registry.open("mariadb+replication://\(hosts)") }
    #expect(unnamed.kind == .unsupported && unnamed.message.contains("log_bin"), "\(unnamed)")
  }
}
