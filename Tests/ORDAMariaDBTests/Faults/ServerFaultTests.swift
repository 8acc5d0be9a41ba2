import Foundation
import ORDA
import Testing

/// What befalls a whole server while a pool is in full use.
@Suite("A pool whose server", .timeLimit(.minutes(10)))
struct ServerFaultTests {
  /// What a busy machine may take beyond a limit.
  private static let grant = Duration.seconds(20)

  /// Threads that write and read, each call with a limit, until they are told to stop.
  private final class Load: Sendable {
    let errors = Shared<[DatabaseError]>([])
    let done = Shared(0)
    /// By how much a call was later than its limit at most.
    let latest = Shared(Duration.zero)
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
          let begin = ContinuousClock.now
          let error = databaseError { try Self.work(thread % 3, id, db, limit) }
          let late = ContinuousClock.now - begin - limit
          latest.with { $0 = max($0, late) }
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

  private func open(_ server: ThrowawayServer, _ options: String) throws -> any Governor {
    try server.open("app", "music?tls=disable&connect-timeout=4s&\(options)")
  }

  @Test("is stopped and goes on loses no connection for good, and no call comes back late")
  func frozen() throws {
    let server = try ThrowawayServer()
    let root = try server.prepared()
    let db = try open(server, "pool.max=6")
    let load = Load(db, limit: .milliseconds(300))
    #expect(eventually { load.done.current > 50 })
    #expect(load.errors.current.isEmpty, "\(load.errors.current)")
    try server.freeze()
    defer { try? server.thaw() }
    #expect(eventually { load.errors.current.count >= 24 })
    try server.thaw()
    let before = load.done.current
    #expect(eventually { load.done.current > before + 50 })
    load.end()
    let kinds: [DatabaseError.Kind] = [.timeout, .commitUnknown, .cannotOpen(.unreachable)]
    for error in load.errors.current { #expect(kinds.contains(error.kind), "\(error)") }
    // A transaction is two calls with the limit, and its end another.
    #expect(load.latest.current < Self.grant)
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
    #expect(eventually { load.done.current > 50 })
    try server.kill()
    #expect(eventually { load.errors.current.count >= 24 })
    try server.restart()
    let before = load.done.current
    #expect(eventually { load.done.current > before + 50 })
    load.end()
    let kinds: [DatabaseError.Kind] = [.connectionLost, .commitUnknown, .cannotOpen(.unreachable), .timeout]
    for error in load.errors.current { #expect(kinds.contains(error.kind), "\(error)") }
    #expect(load.latest.current < Self.grant)
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
    let db = try open(server, "pool.max=20&pool.acquire-timeout=60s")
    try Threads.inParallel(20) { _ in
      for _ in 0..<5 { _ = try db.query("SELECT SLEEP(0.03)") }
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
    let db = try open(server, "pool.max=4")
    let other = try open(server, "pool.max=8")
    expectWhole(other)
    // Its only connection is lent.
    try db.withConnection { _ in
      Threads.run(1) { _ in
        let error = databaseError { _ = try db.query("SELECT 1", timeout: .milliseconds(300)) }
        #expect(error?.kind == .timeout, "\(error as Any)")
        #expect(error?.message.contains("max_connections") == true, "\(error as Any)")
      }
    }
    let error = try failure { try open(server, "pool.max=4") }
    #expect(error.kind == .cannotOpen(.tooManyConnections), "\(error)")
    #expect(error.vendorCode == 1040)
    #expect(error.isTransient)
    try other.close(within: .zero)
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
