import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("Polling", .timeLimit(.minutes(10))) struct PollingTests {
  private static let tables: SQL = """
    CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(20)); CREATE TABLE u (id INT PRIMARY KEY)
    """

  @Test("What is written here is told before the writing call returns, once, and only where something may be written")
  func own() async throws {
    try await Threads.offload {
      // Nothing is heard by asking.
      let test = try TestDatabase("changes=poll&poll-interval=1h", Self.tables)
      let db = test.db
      #expect(!db.capabilities.contains(.changeEvents))
      let heard = try HeardChanges(db, ["t"])
      try db.execute("INSERT INTO t VALUES (1, 'x')")
      // Others of this process may be at work on the server, and who knows on which database.
      func own() -> [[String]] { heard.take().filter { $0.origin == .governor }.map(\.lines) }
      #expect(own() == [["? t"]])
      struct Undo: Error {}
      #expect(throws: Undo.self) {
        try db.transaction { tx in
          _ = try tx.execute("DELETE FROM t")
          throw Undo()
        }
      }
      try db.transaction { tx in _ = try tx.query(Int.self, "SELECT id FROM t") }
      #expect(try db.first(Int.self, "SELECT id FROM t") == 1)
      #expect(own() == [])
      try db.transaction { tx in
        _ = try tx.execute("UPDATE t SET a = 'y'")
        _ = try tx.execute("UPDATE t SET a = 'z'")
      }
      #expect(own() == [["? t"]])
      #expect(try db.query(Int.self, "INSERT INTO t (a) VALUES ('r') RETURNING id").count == 1)
      #expect(own() == [["? t"]])
      try db.prepare("INSERT INTO t (a) VALUES (?)").executeMany(["a", "b"]) { try $1.bind($0) }
      #expect(own() == [["? t"]])
      _ = try MariaDB.bulkLoad(db, into: "t", columns: ["id", "a"], rows: [7, 8]) { try $1.append($0, "bulk") }
      #expect(own() == [["? t"]])
    }
  }

  @Test("Governors of one process hear of each other at once, however changes are followed")
  func neighbours() async throws {
    try await Threads.offload {
      let test = try TestDatabase("changes=poll&poll-interval=1h", Self.tables)
      let other = try test.another()
      defer { try? other.close(within: .zero) }
      let heard = try HeardChanges(test.db, ["t"])
      try other.execute("INSERT INTO t VALUES (1, 'x')")
      #expect(eventually { heard.batches.contains { $0.lines == ["? t"] } })
      #expect(heard.batches.allSatisfy { $0.origin == .process })
    }
  }

  @Test("An entry follows what is written through it, past it, and in a transaction")
  func entries() async throws {
    try await Threads.offload {
      let test = try TestDatabase("changes=poll&poll-interval=1h", Self.tables)
      let table = try test.db.table("t")
      let entry = try table.insert(["a": "x"])
      try entry.set("a", to: "y")
      #expect(entry["a"] == "y")
      try test.db.execute("UPDATE t SET a = 'z'")
      #expect(eventually { entry["a"] == "z" })
      try test.db.transaction { _ in try entry.set("a", to: "in") }
      #expect(eventually { entry["a"] == "in" })
      try test.db.execute("DELETE FROM t")
      #expect(eventually { entry.isDeleted })
    }
  }

  @Test("Another program's commits reach entries and listeners; so do its alterations, and TRUNCATE")
  func strangers() async throws {
    try await Threads.offload {
      let test = try TestDatabase("changes=poll&poll-interval=20ms", Self.tables)
      let stranger = try StrangeClient(of: test.name)
      let entry = try test.db.table("t").insert(["a": "x"])
      let heard = try HeardChanges(test.db, ["t"])
      let everything = try HeardChanges(test.db)
      for round in 1...5 {
        try stranger.run("UPDATE t SET a = 'r\(round)'")
        #expect(eventually { entry["a"] == "r\(round)" })
      }
      #expect(heard.batches.allSatisfy { $0.rows.isEmpty && $0.unknown.contains("t") })
      #expect(!heard.batches.contains { $0.origin == .governor })
      try stranger.run("TRUNCATE t")
      #expect(eventually { entry.isDeleted })
      try stranger.run("CREATE TABLE v (id INT PRIMARY KEY)")
      #expect(eventually { everything.batches.contains { $0.schemaChanges.contains { $0.table?.name == "v" } } })
      try stranger.run("DROP TABLE v")
      #expect(
        eventually { everything.batches.filter { $0.schemaChanges.contains { $0.table?.name == "v" } }.count > 1 })
    }
  }

  @Test("Without the grant changes are polled by themselves, and the coverage says what to ask for")
  func grant() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.tables)
      let account = try TestAccount(in: test)
      let db = try account.open("poll-interval=20ms")
      defer { try? db.close(within: .zero) }
      #expect(!db.capabilities.contains(.changeEvents))
      for _ in 1...2 {
        #expect(db.findChangeCoverage().reach == .everyone)
        #expect(db.findChangeCoverage().means == "polling every 0.02 seconds")
        #expect(
          db.findChangeCoverage().limitation?.hasSuffix(
            "GRANT REPLICATION SLAVE ON *.* TO '\(account.name)'@'127.0.0.1'") == true,
          "\(db.findChangeCoverage())")
        // The second time it is in force.
        let heard = try HeardChanges(db, ["t"])
        try test.db.execute("INSERT INTO t (a) VALUES ('x')")
        #expect(eventually { heard.batches.contains { $0.lines == ["? t"] } })
      }
    }
  }

  @Test("It is asked on one connection beside the pool, which goes with the last listener")
  func connections() async throws {
    try await Threads.offload {
      let test = try TestDatabase("changes=poll&poll-interval=10ms&pool.max=1&change-linger=0s", Self.tables)
      let name = test.name
      func count() throws -> Int {
        let server = try TestServer.open("?pool.max=1")
        defer { try? server.close(within: .zero) }
        return try server.first(
          Int.self, "SELECT COUNT(*) FROM information_schema.processlist WHERE db = \(name)") ?? -1
      }
      #expect(try count() == 1)
      let first = try HeardChanges(test.db, ["t"])
      let second = try HeardChanges(test.db)
      #expect(try count() == 2)
      #expect(test.db.statistics.connections == 1)
      first.cancel()
      second.cancel()
      #expect(try eventually { try count() == 1 })
    }
  }

  @Test("An interval that makes no sense", arguments: ["9ms", "2h"])
  func interval(_ text: String) throws {
    let refused = try failure { try TestServer.open("?poll-interval=\(text)") }
    #expect(refused.kind == .badURL)
    #expect(refused.message == "the option 'poll-interval' is from 10ms to 1h")
  }
}

/// Polling on servers of a test's own.
@Suite("Polling without a log", .timeLimit(.minutes(10)), .serialized) struct PollingWithoutLogTests {
  @Test("A server without a log: foreign keys' actions, views, a restart")
  func silent() async throws {
    try await Threads.offload {
      let server = try ThrowawayServer("--skip-log-bin --innodb-flush-log-at-trx-commit=2")
      let root = try server.open()
      try root.executeScript(
        """
        CREATE DATABASE d; CREATE TABLE d.p (id INT PRIMARY KEY, a INT);
        CREATE TABLE d.c (id INT PRIMARY KEY, p INT REFERENCES d.p (id) ON DELETE CASCADE);
        INSERT INTO d.p VALUES (1, 1), (2, 2); INSERT INTO d.c VALUES (1, 1)
        """)
      try root.close(within: .zero)
      let db = try server.open("root", "d?tls=disable&poll-interval=20ms")
      defer { try? db.close(within: .zero) }
      #expect(db.findChangeCoverage().means == "polling every 0.02 seconds")
      #expect(db.findChangeCoverage().limitation?.hasSuffix("start it with --log-bin") == true)
      let stranger = StrangeClient(server)
      let parent = try #require(try db.table("p").entry(2))
      let child = try #require(try db.table("c").entry(1))
      try stranger.run("DELETE FROM d.p WHERE id = 1")
      #expect(eventually { child.isDeleted })
      try db.execute("UPDATE p SET a = 3")
      #expect(eventually { parent["a"] == 3 })
      try server.kill()
      #expect(eventually { db.changeCoverage.limitation?.hasPrefix("reconnecting: ") == true })
      #expect(db.changeCoverage.lag != nil)
      try server.restart()
      try stranger.run("UPDATE d.p SET a = 4")
      #expect(eventually { parent["a"] == 4 })
      #expect(eventually { db.changeCoverage.lag == nil })
      try stranger.run("UPDATE d.p SET a = 5")
      #expect(eventually { parent["a"] == 5 })
    }
  }
}
