import Foundation
import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("The connection on which MariaDB sends its log", .timeLimit(.minutes(10)))
struct BinaryLogTests {
  /// What the events of one schema are, by a word each.
  private func words(_ events: [LogEvent], _ schema: String) -> [String] {
    var words: [String] = []
    var group: [String] = []
    var isOwn = false
    func end(_ word: String) {
      group.append(word)
      if isOwn { words += group }
      isOwn = false
    }
    for event in events {
      switch event {
      case .group(let begun):
        group = [begun.flags.contains(.ddl) ? "ddl" : begun.flags.contains(.preparedXA) ? "xa" : "group"]
      case .tableMap(let map):
        if map.schema == schema { isOwn = true }
        group.append("map \(map.table)")
      case .rows(let rows): group.append("\(rows.kind)")
      case .query(let query):
        if query.schema == schema { isOwn = true }
        switch query.text.prefix(6) {
        case "SAVEPO": group.append("savepoint")
        case "XA END": group.append("xa end")
        default: end(query.text)
        }
      case .commit: end("commit")
      case .prepared(let name): end("prepared \(String(decoding: name.global, as: UTF8.self))")
      default: break
      }
    }
    return words
  }

  @Test("Transactions, statements outside of them, and what was rolled back")
  func order() throws {
    let test = try TestDatabase()
    let db = test.db
    let follower = try Follower()
    try db.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT) ENGINE=InnoDB")
    try db.execute("INSERT INTO t VALUES (1, 1)")
    try db.transaction { db in
      try db.execute("INSERT INTO t VALUES (2, 2)")
      try? db.transaction { db in
        try db.execute("INSERT INTO t VALUES (3, 3)")
        throw CancellationError()
      }
      try db.execute("UPDATE t SET a = 5 WHERE id = 1")
    }
    try? db.transaction { db in
      try db.execute("DELETE FROM t")
      throw CancellationError()
    }
    try db.execute("TRUNCATE TABLE t")
    let events = try follower.events(until: try Follower.end(of: db))
    #expect(
      words(events, test.name) == [
        "ddl", "CREATE TABLE t (id INT PRIMARY KEY, a INT) ENGINE=InnoDB",
        "group", "map t", "insert", "commit",
        "group", "map t", "insert", "savepoint", "map t", "update", "commit",
        "ddl", "TRUNCATE TABLE t",
      ])
    #expect(follower.log.place.offset > 0)
    #expect(follower.log.place.file.contains("."))
  }

  @Test("An XA transaction is prepared, and committed by another statement")
  func xa() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB")
    let follower = try Follower()
    let name = "x" + test.name
    let connection = try MariaDBConnection.open(try Follower.settings(TestServer.url.get()))
    defer { connection.close() }
    let xid = "'\(name)','branch',7"
    for statement in ["XA START \(xid)", "INSERT INTO \(test.name).t VALUES (1)", "XA END \(xid)", "XA PREPARE \(xid)"]
    {
      try connection.run(statement)
    }
    try connection.run("XA COMMIT \(xid)")
    let events = try follower.events(until: try Follower.end(of: test.db))
    #expect(words(events, test.name).prefix(5) == ["xa", "map t", "insert", "xa end", "prepared \(name)"])
    let xa = XATransaction(format: 7, global: Array(name.utf8), branch: Array("branch".utf8))
    let groups = events.compactMap { event in if case .group(let group) = event { group } else { nil } }
    let own = groups.filter { $0.xa == xa }
    #expect(own.map { $0.flags.intersection([.preparedXA, .completedXA]) } == [.preparedXA, .completedXA])
    let texts = events.compactMap { event in if case .query(let query) = event { query.text } else { nil } }
    let digits = name.utf8.map { String($0, radix: 16) }.joined()
    #expect(texts.contains("XA COMMIT X'\(digits)',X'6272616e6368',7"), "\(texts)")
  }

  @Test("A transaction of many rows, in as many events as the server makes of it")
  func manyRows() throws {
    let server = try ThrowawayServer("--max-allowed-packet=64M")
    let root = try server.open()
    try root.execute("CREATE DATABASE d")
    let db = try server.open("root", "d?tls=disable")
    try db.execute("CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(100), b LONGBLOB)")
    let follower = try Follower("mariadb://root@127.0.0.1:\(server.port)")
    try db.execute("INSERT INTO t SELECT seq, repeat('x', seq % 100), NULL FROM seq_1_to_20000")
    // Larger than a message of the protocol.
    try db.execute("INSERT INTO t VALUES (0, '', repeat('y', 20000000))")
    let changes = try follower.changes(in: "d", until: try Follower.end(of: db))
    #expect(changes.count == 20_001)
    #expect(changes.prefix(20_000).map { $0.after?[0] } == (1...20_000).map { .value(.int($0)) })
    #expect(changes[19_998].after == [.value(19_999), .value(.text(String(repeating: "x", count: 99))), .value(.null)])
    guard case .value(.bytes(let bytes)) = changes[20_000].after?[2] else {
      Issue.record("the large value is not there")
      return
    }
    #expect(bytes.count == 20_000_000)
    #expect(bytes.last == 0x79)
  }

  @Test("From a position on, and from now on")
  func positions() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT)")
    let first = try Follower()
    try test.db.execute("INSERT INTO t VALUES (1)")
    let end = try Follower.end(of: test.db)
    #expect(try first.changes(in: test.name, until: end).map(\.after) == [[.value(1)]])
    try test.db.execute("INSERT INTO t VALUES (2)")
    let second = try Follower(after: first.position)
    let third = try Follower()
    try test.db.execute("INSERT INTO t VALUES (3)")
    let last = try Follower.end(of: test.db)
    #expect(try first.changes(in: test.name, until: last).map(\.after) == [[.value(2)], [.value(3)]])
    #expect(try second.changes(in: test.name, until: last).map(\.after) == [[.value(2)], [.value(3)]])
    #expect(try third.changes(in: test.name, until: last).map(\.after) == [[.value(3)]])
  }

  @Test("What it begins with can be seen, however busy the server is")
  func visibility() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, n INT)")
    let isDone = Shared(false)
    let writers = Threads.start(3) { _ in
      guard let db = try? test.another("pool.max=1") else { return }
      // A bounded load, so that the table stays small.
      var count = 0
      while count < 3_000, !isDone.current {
        _ = try? db.execute("INSERT INTO t (n) VALUES (1)")
        count += 1
      }
      try? db.close(within: .zero)
    }
    defer {
      isDone.with { $0 = true }
      writers.wait()
    }
    for _ in 0..<5 {
      let follower = try Follower()
      let seen = try ids(test.db)
      let later = try ids(test.db)
      let told = try follower.changes(in: test.name, until: try Follower.end(of: test.db))
      // What was not seen at first, and is there now, came by the log.
      #expect(later.isSubset(of: seen.union(told.compactMap { $0.after?[0].value })))
    }
  }

  private func ids(_ db: any Governor) throws -> Set<Value> { Set(try db.query("SELECT id FROM t").rows.map { $0[0] }) }

  @Test("A snapshot tells up to where in the files it sees")
  func snapshot() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT) ENGINE=InnoDB")
    let follower = try Follower()
    let connection = try MariaDBConnection.open(follower.settings)
    defer { connection.close() }
    try connection.run("START TRANSACTION WITH CONSISTENT SNAPSHOT")
    let before = try #require(try LogPlace.snapshot(on: connection))
    try test.db.execute("INSERT INTO t VALUES (1)")
    try follower.events(until: try Follower.end(of: test.db))
    let place = follower.log.place
    #expect(before < place)
    #expect(try LogPlace.snapshot(on: connection) == before)
    try connection.run("COMMIT")
    try connection.run("START TRANSACTION WITH CONSISTENT SNAPSHOT")
    #expect(try #require(try LogPlace.snapshot(on: connection)) >= place)
  }

  @Test(
    "Stopped by another thread while it waits, it ends at once, and stays so", arguments: [false, true], [false, true])
  func stop(isEncrypted: Bool, isCompressed: Bool) throws {
    let secured = try isEncrypted ? SecuredServer.shared.get() : nil
    let authority = try Certificates.shared.get().authority
    let follower = try Follower(
      secured.map { "mariadb://root@127.0.0.1:\($0.port)" },
      options: "compression=\(isCompressed)" + (isEncrypted ? "&tls=verify-full&ca=\(authority)" : ""))
    let log = follower.log
    let hasRead = Event()
    let failure = Shared<DatabaseError?>(nil)
    let reader = Threads.start(1) { _ in
      do throws(DatabaseError) {
        _ = try log.next()
        hasRead.signal()
        while true { _ = try log.next() }
      } catch {
        failure.with { $0 = error }
      }
    }
    hasRead.wait()
    log.stop()
    log.stop()
    reader.wait()
    #expect(failure.current?.kind == .connectionLost)
    #expect(try Follower.error { _ = try log.next() }.kind == .connectionLost)
  }

  @Test("Without the grant it says so")
  func grant() throws {
    let test = try TestDatabase()
    let user = "u" + test.name.suffix(20)
    try test.db.execute(SQL(text: "CREATE USER '\(user)'@'%' IDENTIFIED BY 'secret'"))
    defer { _ = try? test.db.execute(SQL(text: "DROP USER '\(user)'@'%'")) }
    let url = try TestServer.url.get().replacingOccurrences(of: "root@", with: "\(user):secret@")
    let follower = try Follower(url)
    let error = try Follower.error { while true { _ = try follower.log.next() } }
    #expect(error.vendorCode == 1227)
    #expect(error.kind == .permission)
    try test.db.execute(SQL(text: "GRANT REPLICATION SLAVE ON *.* TO '\(user)'@'%'"))
    let granted = try Follower(url)
    guard case .rotate = try granted.log.next() else {
      Issue.record("the log begins with its file's name")
      return
    }
  }

  @Test("Two readers of one number: the older one is told")
  func sameNumber() throws {
    let settings = try Follower.settings(TestServer.url.get())
    let first = try BinaryLog(settings, serverID: 0xC000_0001)
    _ = try first.next()
    let second = try BinaryLog(settings, serverID: 0xC000_0001)
    _ = try second.next()
    #expect(try Follower.error { while true { _ = try first.next() } }.vendorCode == 4052)
    #expect(first.serverID == second.serverID)
    let others = try [BinaryLog(settings).serverID, BinaryLog(settings).serverID]
    #expect(others[0] != others[1])
    #expect(others.allSatisfy { $0 >= 0xC000_0000 })
  }

  @Test("A demand for encryption holds")
  func encryption() throws {
    #expect(try Follower.error { _ = try Follower(options: "tls=verify-full") }.kind == .cannotOpen)
  }

  @Test("A server without a log, and a position that its log does not have")
  func noLog() throws {
    let silent = try ThrowawayServer("--skip-log-bin")
    let url = "mariadb://root@127.0.0.1:\(silent.port)"
    let follower = try Follower(url)
    let error = try Follower.error { while true { _ = try follower.log.next() } }
    #expect(error.vendorCode == 1236)
    #expect(error.message.contains("Binary log is not open"))
  }

  @Test("Killed and started again, or its files gone")
  func restart() throws {
    let server = try ThrowawayServer()
    let url = "mariadb://root@127.0.0.1:\(server.port)"
    var db = try server.open()
    try db.execute("CREATE DATABASE d")
    try db.execute("CREATE TABLE d.t (id INT) ENGINE=InnoDB")
    var follower = try Follower(url)
    try db.execute("INSERT INTO d.t VALUES (1)")
    #expect(try follower.changes(in: "d", until: try Follower.end(of: db)).map(\.after) == [[.value(1)]])
    // Nothing happens: it says so each second.
    guard case .heartbeat = try follower.log.next() else {
      Issue.record("there is no heartbeat")
      return
    }
    try db.execute("INSERT INTO d.t VALUES (2)")
    let seen = follower.position
    try server.kill()
    #expect(try Follower.error { while true { _ = try follower.log.next() } }.kind == .connectionLost)
    try server.restart()
    db = try server.open()
    try db.execute("INSERT INTO d.t VALUES (3)")
    follower = try Follower(url, after: seen)
    let changes = try follower.changes(in: "d", until: try Follower.end(of: db))
    #expect(changes.map(\.after) == [[.value(2)], [.value(3)]])
    #expect(follower.log.place.file.hasSuffix(".000002"))
    try db.execute("FLUSH BINARY LOGS")
    try db.execute("PURGE BINARY LOGS TO 'binlog.000003'")
    let late = try Follower(url, after: seen)
    #expect(try Follower.error { while true { _ = try late.log.next() } }.vendorCode == 1236)
    // One that the server never had.
    let strange = try Follower(url, after: LogPosition([GTID(domain: 0, server: 9, sequence: 1_000_000)]))
    #expect(try Follower.error { while true { _ = try strange.log.next() } }.vendorCode == 1236)
  }
}

extension Follower {
  /// The error of a body that must fail.
  static func error(_ body: () throws -> Void) throws -> DatabaseError { try failure(of: body) }
}
