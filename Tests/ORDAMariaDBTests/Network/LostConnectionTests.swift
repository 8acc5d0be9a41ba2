import Foundation
import ORDA
import Testing

@Suite("Connections that are lost", .timeLimit(.minutes(10)))
struct LostConnectionTests {
  let test: TestDatabase
  let proxy: Proxy

  init() throws {
    test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(200))")
    proxy = try Proxy(to: try #require(try test.db.first(Int.self, "SELECT @@port")))
  }

  /// - Parameter patience: How long answers are waited for; short only where none comes.
  private func open(_ options: String = "", patience: String = "60s") throws -> any Governor {
    try TestServer.registry.open(
      "mariadb://root@127.0.0.1:\(proxy.port)/\(test.name)?tls=disable&read-timeout=\(patience)&slow-statement=0"
        + (options.isEmpty ? "" : "&" + options))
  }

  private func expectLost(
    _ error: DatabaseError?, _ kind: DatabaseError.Kind = .connectionLost, isRetryable: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(error?.kind == kind, "\(String(describing: error))", sourceLocation: sourceLocation)
    #expect(error?.isRetryable == isRetryable, sourceLocation: sourceLocation)
  }

  @Test("before a statement reaches the server", arguments: [Proxy.Harm.close, .reset, .silence])
  func before(harm: Proxy.Harm) throws {
    let db = try open(patience: harm == .silence ? "2s" : "60s")
    defer { try? db.close(within: .zero) }
    let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
    try insert.execute(1, "first")
    proxy.harm(harm, .before("never"))
    // It was sent, and what became of it ORDA can't know.
    expectLost(Encounter.error { try insert.execute(2, "never") }, .commitUnknown)
    #expect(try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 1)
    // The pool has another at once, and the statement is prepared there.
    try insert.execute(3, "third")
    #expect(try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 2)
    #expect(db.statistics.connections == 1)
  }

  @Test("while the server answers: the statement was done, and ORDA can't know", arguments: [Proxy.Harm.close, .reset])
  func after(harm: Proxy.Harm) throws {
    let db = try open()
    defer { try? db.close(within: .zero) }
    let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
    try insert.execute(1, "first")
    proxy.harm(harm, .after("secret word"))
    let error = Encounter.error { try insert.execute(2, "secret word") }
    expectLost(error, .commitUnknown)
    #expect(error.map { "\($0)".contains("secret word") } == false)
    #expect(try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 2)
  }

  @Test("at any byte of the conversation")
  func anywhere() throws {
    for row in 1...20 { try test.db.execute("INSERT INTO t VALUES (?, ?)", row, "row \(row)") }
    func converse() throws {
      let db = try open()
      defer { try? db.close(within: .zero) }
      #expect(try db.query("SELECT id, s FROM t WHERE id > ?", 0).count == 20)
      try db.transaction { tx in _ = try tx.first(Int.self, "SELECT COUNT(*) FROM t") }
    }
    try converse()
    let traffic = proxy.traffic
    let length = traffic.filter { !$0.fromClient }.reduce(0) { $0 + $1.bytes.count }
    #expect(length > 1000)
    /// How many bytes the server had sent before a text of the client.
    func answered(before text: String) -> Int {
      traffic.prefix { !String(decoding: $0.bytes, as: UTF8.self).contains(text) }
        .filter { !$0.fromClient }.reduce(0) { $0 + $1.bytes.count }
    }
    let opened = answered(before: "SELECT id, s")
    let queried = answered(before: "START TRANSACTION")
    #expect(opened > 500 && opened < queried && queried < length)
    for place in 1..<length {
      proxy.harm(place % 2 == 0 ? .close : .reset, .serverSent(bytes: place))
      let error = Encounter.error { try converse() }
      // What the server says when a client leaves is not missed.
      if place >= length - 40 { continue }
      if let error {
        let kinds: [DatabaseError.Kind] = [.connectionLost, .commitUnknown, .cannotOpen, .cannotOpen(.unreachable)]
        #expect(kinds.contains(error.kind), "\(place): \(error)")
      } else {
        // A connection that ends after it is set up and before it is used is replaced, as is one that ends between the query and
        // the transaction. Two conversations differ by the number of a connection, which is told several times, and may have
        // got a digit or two more.
        #expect(
          [opened, queried].contains { (-1...6).contains(place - $0) },
          "\(place): no error, \(opened) and \(queried) at first")
      }
    }
  }

  @Test("while rows are read")
  func rows() throws {
    let db = try open()
    defer { try? db.close(within: .zero) }
    var count = 0
    func read() throws {
      try db.forEach("SELECT seq, REPEAT('x', 100) FROM seq_1_to_100000") { row in
        let number = try row.get(0, as: Int.self)
        #expect(number == count + 1)
        count += 1
      }
    }
    proxy.harm(.close, .serverSent(bytes: 1_000_000))
    expectLost(Encounter.error(of: read))
    #expect(count > 1000 && count < 100_000)
    count = 0
    try read()
    #expect(count == 100_000)
  }

  @Test("while rows are awaited")
  func awaitedRows() async throws {
    let db = try open()
    var count = 0
    proxy.harm(.reset, .serverSent(bytes: 1_000_000))
    do {
      for try await _ in db.rows("SELECT seq, REPEAT('x', 100) FROM seq_1_to_100000") { count += 1 }
      Issue.record("nothing was lost")
    } catch let error as DatabaseError {
      expectLost(error)
    }
    #expect(count < 100_000)
    try await db.close(within: .zero)
  }

  @Test("at COMMIT, whose outcome is unknown then", arguments: [true, false])
  func commit(isDone: Bool) throws {
    let db = try open()
    defer { try? db.close(within: .zero) }
    proxy.harm(.close, isDone ? .after("COMMIT") : .before("COMMIT"))
    let error = Encounter.error {
      try db.transaction { tx in _ = try tx.execute("INSERT INTO t VALUES (1, 'a')") }
    }
    expectLost(error, .commitUnknown)
    #expect(error?.isTransient == false)
    #expect(error?.underlying?.kind == .connectionLost)
    // The server undoes what was not committed as soon as it sees that the client is gone.
    let count = isDone ? 1 : 0
    #expect(try eventually { try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == count })
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM t") == count)
  }

  @Test("before the COMMIT, where nothing was done", arguments: ["START TRANSACTION", "INSERT", "SELECT"])
  func beforeCommit(text: String) throws {
    let db = try open()
    defer { try? db.close(within: .zero) }
    proxy.harm(.close, .after(text))
    let error = Encounter.error {
      try db.transaction { tx in
        _ = try tx.execute("INSERT INTO t VALUES (1, 'a')")
        _ = try tx.query("SELECT * FROM t")
      }
    }
    expectLost(error, isRetryable: true)
    #expect(error?.isTransient == true)
    #expect(error?.message.contains("not known") == false)
    #expect(try eventually { try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 0 })
  }

  @Test(
    "A limit covers all that a call waits for, and what was not done is told as timed out",
    arguments: ["START TRANSACTION", "SELECT SQL_NO_CACHE", "a batch"])
  func limited(text: String) throws {
    // The library itself would wait for ever.
    let db = try open(patience: "0")
    defer { try? db.close(within: .zero) }
    let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
    proxy.harm(.silence, .before(text == "a batch" ? "START TRANSACTION" : text))
    let limit = Duration.milliseconds(300)
    let error = try failure {
      switch text {
      case "START TRANSACTION": try db.transaction(timeout: limit) { tx in _ = try tx.query("SELECT 1") }
      case "a batch": try insert.executeMany([[1, "a"], [2, "b"]] as [Parameters], timeout: limit)
      default: _ = try db.query("SELECT SQL_NO_CACHE * FROM t", timeout: limit)
      }
    }
    #expect(error.kind == .timeout, "\(error)")
    #expect(error.message.contains("0.3 seconds"))
    #expect(try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 0)
  }

  @Test("in a transaction, which is over then")
  func transaction() throws {
    let db = try open()
    defer { try? db.close(within: .zero) }
    let error = Encounter.error {
      try db.transaction { tx in
        _ = try tx.execute("INSERT INTO t VALUES (1, 'a')")
        proxy.cut()
        // A program that goes on after the loss must not write outside of the transaction.
        _ = try? tx.execute("INSERT INTO t VALUES (2, 'b')")
        _ = try tx.execute("INSERT INTO t VALUES (3, 'c')")
      }
    }
    let kinds: [DatabaseError.Kind] = [.connectionLost, .transactionEnded]
    #expect(error.map { error in kinds.contains { $0.matches(error.kind) } } == true, "\(String(describing: error))")
    #expect(try eventually { try test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 0 })
    try db.execute("INSERT INTO t VALUES (4, 'd')")
    #expect(try Array(test.db.query(Int.self, "SELECT id FROM t")) == [4])
  }

  @Test("by KILL CONNECTION from outside")
  func killed() throws {
    let db = try open("pool.max=1")
    defer { try? db.close(within: .zero) }
    let number = try #require(try db.first(Int.self, "SELECT CONNECTION_ID()"))
    let victim = Threads.start(1) { _ in
      let error = Encounter.error { _ = try db.query("SELECT SLEEP(600)") }
      #expect(error?.kind == .connectionLost, "\(String(describing: error))")
    }
    #expect(
      try eventually {
        try test.db.first(
          Int.self, "SELECT COUNT(*) FROM information_schema.processlist WHERE id = ? AND info LIKE '%SLEEP%'", number)
          == 1
      })
    try test.db.execute(SQL(text: "KILL CONNECTION \(number)"))
    victim.wait()
    #expect(try db.first(Int.self, "SELECT CONNECTION_ID()") != number)
  }

  @Test("while connecting, after any delay within the limit")
  func delay() throws {
    let login = proxy.hold("root")
    let passing = Threads.start(1) { _ in
      login.arrived.wait()
      #expect(throws: Never.self) { try test.db.ping() }
      login.release()
    }
    let db = try open("connect-timeout=60s")
    defer { try? db.close(within: .zero) }
    passing.wait()
    #expect(try db.first(Int.self, "SELECT 1") == 1)
  }
}
