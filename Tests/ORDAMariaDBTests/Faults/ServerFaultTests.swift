import Foundation
import ORDA
import ORDATesting
import Testing

/// What befalls a whole server while a pool is in full use.
@Suite("A pool whose server", .timeLimit(.minutes(10)))
struct ServerFaultTests {
  /// Threads that write and read, each call with a limit, until they are told to stop.
  private final class Load: Sendable {
    let errors = Shared<[DatabaseError]>([])
    let done = Shared(0)
    private let isOver = Shared(false)
    private let threads = Shared<DispatchGroup?>(nil)

    init(_ db: any Governor, limit: Duration) {
      let number = Shared(0)
      threads.current = Threads.start(12) { [self] thread in
        while !isOver.current {
          let id = number.with { number in
            number += 1
            return number
          }
          let error = databaseError { try Self.work(thread % 3, id, db, limit) }
          // What only reads is not unknown.
          #expect(thread % 3 != 1 || error?.kind != .commitUnknown)
          if let error { errors.with { $0.append(error) } } else { done.with { $0 += 1 } }
        }
      }
    }

    private static func work(_ kind: Int, _ id: Int, _ db: any Governor, _ limit: Duration) throws {
      switch kind {
      case 0: try db.execute("INSERT INTO music.t VALUES (?, 'alone')", [id], timeout: limit)
      case 1: _ = try db.query("SELECT * FROM music.t WHERE id < ?", [10], timeout: limit)
      default:
        try db.transaction(timeout: limit) { tx in
          _ = try tx.execute("INSERT INTO music.t VALUES (?, 'in a transaction')", [id], timeout: limit)
        }
      }
    }

    func end() {
      isOver.current = true
      threads.current?.wait()
    }
  }

  private func open(
    _ server: ThrowawayServer, _ options: String, configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    try server.open("app", "music?tls=disable&connect-timeout=4s&\(options)", configuration: configuration)
  }

  @Test("is stopped and goes on loses no connection for good, and every call comes back")
  func frozen() throws {
    let server = try ThrowawayServer()
    let root = try server.prepared()
    let clock = TestClock()
    let db = try open(server, "pool.max=6&pool.acquire-timeout=1d", configuration: clock.configuration)
    // Before the server is stopped the limit does not pass.
    let load = Load(db, limit: .seconds(60))
    load.done.wait { $0 > 50 }
    #expect(load.errors.current.isEmpty, "\(load.errors.current)")
    try server.freeze()
    defer { try? server.thaw() }
    // Without anybody's help: the server goes on later.
    #expect(
      eventually {
        clock.advance(by: .seconds(10))
        return load.errors.current.count >= 24
      })
    try server.thaw()
    let before = load.done.current
    load.done.wait { $0 > before + 50 }
    load.end()
    let kinds: [DatabaseError.Kind] = [.timeout, .commitUnknown, .cannotOpen(.unreachable)]
    for error in load.errors.current { #expect(kinds.contains(error.kind), "\(error)") }
    let flow = clock.flow()
    defer { flow.stop() }
    expectWhole(db)
    try expectNothingLeft(of: db, user: "app", root)
    for governor in [db, root] { try governor.close(within: .zero) }
  }

  @Test("is killed serves everybody again when it is back")
  func killed() throws {
    let server = try ThrowawayServer()
    let root = try server.prepared()
    let db = try open(server, "pool.max=6&pool.min=2&pool.acquire-timeout=2s")
    let load = Load(db, limit: .seconds(2))
    load.done.wait { $0 > 50 }
    try server.kill()
    load.errors.wait { $0.count >= 24 }
    try server.restart()
    let before = load.done.current
    load.done.wait { $0 > before + 50 }
    load.end()
    let kinds: [DatabaseError.Kind] = [.connectionLost, .commitUnknown, .cannotOpen(.unreachable), .timeout]
    for error in load.errors.current { #expect(kinds.contains(error.kind), "\(error)") }
    expectWhole(db)
    try expectNothingLeft(of: db, user: "app", root)
    for governor in [db, root] { try governor.close(within: .zero) }
  }

  @Test("ends connections that are idle for a second is not noticed, but in a transaction that waits for longer")
  func waitTimeout() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY)")
    let account = try TestAccount(in: test)
    let db = try account.open("tls=disable&session.wait_timeout=1&pool.max=4")
    func connections() throws -> Int? {
      try test.db.first(
        Int.self, "SELECT count(*) FROM information_schema.processlist WHERE user = ?", account.name)
    }
    expectWhole(db)
    #expect(try eventually { try connections() == 0 })
    expectWhole(db)
    let error = try failure {
      try db.transaction { tx in
        try tx.execute("INSERT INTO t VALUES (1)")
        #expect(try eventually { try connections() == 0 })
        try tx.execute("INSERT INTO t VALUES (2)")
      }
    }
    #expect(error.kind == .connectionLost, "\(error)")
    #expect(error.isRetryable)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
    expectWhole(db)
    #expect(db.statistics.closed[.ended] ?? 0 >= 4)
    try db.close(within: .zero)
  }

  @Test("has fewer connections than the pool may have serves all callers by those that there are")
  func fewConnections() throws {
    // One more is for who may do everything.
    let server = try ThrowawayServer("--max-connections=10")
    let root = try server.prepared()
    let db = try open(server, "pool.max=20&pool.acquire-timeout=1d")
    let lent = Shared(0)
    try Threads.inParallel(20) { _ in
      try db.withConnection { connection in
        _ = try connection.query("SELECT 1")
        lent.with { $0 += 1 }
        // All others have one at the same time, or wait for one.
        let isAsked = eventually { lent.current + db.statistics.waiting >= 20 }
        #expect(isAsked)
      }
    }
    #expect((1...10).contains(db.statistics.connections))
    #expect(db.statistics.timeouts == 0)
    try expectNothingLeft(of: db, user: "app", root)
    for governor in [db, root] { try governor.close(within: .zero) }
  }

  @Test("is full says so, at once where nobody can wait for a connection, and is used again when there is room")
  func full() throws {
    let server = try ThrowawayServer("--max-connections=10")
    let root = try server.prepared()
    let clock = TestClock()
    let db = try open(server, "pool.max=4&pool.acquire-timeout=1d", configuration: clock.configuration)
    let other = try open(server, "pool.max=8&pool.acquire-timeout=1d")
    expectWhole(other)
    // Its only connection is lent.
    try db.withConnection { _ in
      let error = Shared<DatabaseError?>(nil)
      let waiting = Threads.start(1) { _ in
        error.current = databaseError { _ = try db.query("SELECT 1", timeout: .seconds(60)) }
      }
      // A connection is tried, and refused, long before the limit.
      let flow = clock.flow(exceptOpening: db)
      waiting.wait()
      flow.stop()
      #expect(error.current?.kind == .timeout, "\(error.current as Any)")
      #expect(error.current?.message.contains("max_connections") == true, "\(error.current as Any)")
    }
    let error = try failure { try open(server, "pool.max=4") }
    #expect(error.kind == .cannotOpen(.tooManyConnections), "\(error)")
    #expect(error.vendorCode == 1040)
    #expect(error.isTransient)
    try other.close(within: .zero)
    let flow = clock.flow()
    defer { flow.stop() }
    try expectNothingLeft(of: db, user: "app", root)
    expectWhole(db)
    for governor in [db, root] { try governor.close(within: .zero) }
  }

  @Test(
    "takes no more prepared statements is used on: what is kept for later gives way",
    arguments: ["", "&compression=true"])
  func preparedStatements(_ option: String) throws {
    let server = try ThrowawayServer()
    let root = try server.prepared()
    let db = try open(server, "pool.max=1&statement-cache=64" + option)
    try root.execute("SET GLOBAL max_prepared_stmt_count = 4")
    let kept = try db.prepare("SELECT id FROM music.t WHERE id > ? ORDER BY id")
    // These are prepared before they are run.
    let shown = try db.prepare("SHOW DATABASES LIKE 'music'")
    let escaped = try db.prepare(#"SELECT CONCAT('\\?', ?)"#)
    for number in 0..<40 {
      #expect(try db.first(Int.self, SQL(text: "SELECT \(number) + ?"), 1) == number + 1)
      #expect(try kept.query(Int.self, 0).count == number)
      #expect(try shown.query(String.self) == ["music"])
      #expect(try escaped.query(String.self, "x") == [#"\?x"#])
      try db.execute(SQL(text: "INSERT INTO music.t VALUES (\(number + 1), ?)"), "a")
    }
    // What is being read keeps its rows.
    try db.transaction { tx in
      var count = 0
      var rows = try tx.rows("SELECT id FROM music.t ORDER BY id")
      while let row = try rows.next() {
        count += 1
        #expect(try row.get(0, as: Int.self) == count)
        try tx.execute(SQL(text: "UPDATE music.t SET s = 'row \(count)' WHERE id = ?"), count)
      }
      #expect(count == 40)
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM music.t WHERE s = CONCAT('row ', id)") == 40)
    // So does what is sent in parts.
    let place = ValuePlace("s", in: TableName(schema: "music", name: "t"), key: ["id": 1])
    try db.transaction { tx in
      try tx.writeValue(at: place) { writer in
        for part in 0..<8 {
          try writer.write(Array("p\(part)".utf8))
          #expect(try tx.first(Int.self, SQL(text: "SELECT \(part) + ?"), 100) == part + 100)
        }
      }
    }
    #expect(try db.first(String.self, "SELECT s FROM music.t WHERE id = 1") == "p0p1p2p3p4p5p6p7")
    try db.prepare("UPDATE music.t SET s = ? WHERE id = ?").executeMany((1...40).map { ["b", $0] })
    #expect(try db.first(Int.self, "SELECT count(*) FROM music.t WHERE s = 'b'") == 40)
    // Others have all that there is.
    try db.close(within: .zero)
    try expectNothingLeft(of: db, user: "app", root)
    let hog = try server.open()
    let other = try open(server, "pool.max=1&statement-cache=0")
    try hog.withConnection { session in
      var count = 0
      while count < 100, databaseError({ try session.execute(SQL(text: "PREPARE p\(count) FROM 'DO 1'")) }) == nil {
        count += 1
      }
      #expect((1...4).contains(count))
      let error = try failure { try other.first(Int.self, "SELECT ?", 1) }
      #expect(error.kind == .busy && error.vendorCode == 1461, "\(error)")
      #expect(error.isTransient && error.isRetryable)
      #expect(error.message.contains("statement-cache") && error.message.contains("max_prepared_stmt_count"))
    }
    try hog.close(within: .zero)
    #expect(eventually { databaseError { _ = try other.first(Int.self, "SELECT ?", 1) } == nil })
    for governor in [other, root] { try governor.close(within: .zero) }
  }
}
