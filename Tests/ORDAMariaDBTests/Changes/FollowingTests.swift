import Foundation
import Logging
import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("Following the server's log", .timeLimit(.minutes(10))) struct FollowingTests {
  private static let tables: SQL = """
    CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(20)); CREATE TABLE u (id INT PRIMARY KEY AUTO_INCREMENT)
    """

  /// How many connections of which the server says this there are to a database.
  private static func connections(_ name: String, dumping: Bool) throws -> Int {
    let server = try TestServer.open("?pool.max=1")
    defer { try? server.close(within: .zero) }
    return try server.first(
      Int.self,
      """
      SELECT COUNT(*) FROM information_schema.processlist
      WHERE db = \(name) AND (command = 'Binlog Dump') = \(dumping)
      """) ?? -1
  }

  @Test("Who writes hears of it before he goes on, on his own thread; others hear too")
  func origins() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.tables)
      #expect(test.db.capabilities.contains(.changeEvents))
      let other = try test.another()
      let heard = try HeardChanges(test.db, ["t"])
      let heardThere = try HeardChanges(other, ["t"])
      try test.db.execute("INSERT INTO t VALUES (1, 'x')")
      #expect(heard.batches.map(\.lines) == [["+ t(1) id=1 a=x"]])
      try test.db.execute("INSERT INTO u VALUES (1)")
      try other.transaction { tx in
        _ = try tx.execute("UPDATE t SET a = 'y'")
        _ = try tx.execute("INSERT INTO t VALUES (2, 'z')")
      }
      #expect(eventually { heard.batches.count == 2 && heardThere.batches.count == 2 })
      #expect(heard.batches.last?.lines == ["~ t(1) a: x > y", "+ t(2) id=2 a=z"])
      #expect(heard.batches.map(\.origin) == [.governor, .process])
      #expect(heardThere.batches.map(\.origin) == [.process, .governor])
      #expect(heard.batches[0].sequence < heard.batches[1].sequence)
      try other.close(within: .zero)
    }
  }

  @Test("Every way of writing is heard of at once: batches, bulk loads, transactions, RETURNING, DDL, awaited")
  func ways() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.tables)
      let db = test.db
      let heard = try HeardChanges(db, ["t"])
      try db.prepare("INSERT INTO t (a) VALUES (?)").executeMany(["a", "b"]) { try $1.bind($0) }
      #expect(heard.lines() == [["+ t(1) id=1 a=a", "+ t(2) id=2 a=b"]])
      _ = try MariaDB.bulkLoad(db, into: "t", columns: ["id", "a"], rows: [7, 8]) { try $1.append($0, "bulk") }
      #expect(heard.lines() == [["+ t(7) id=7 a=bulk", "+ t(8) id=8 a=bulk"]])
      #expect(try db.query(Int.self, "INSERT INTO t (a) VALUES ('r') RETURNING id").count == 1)
      #expect(heard.lines() == [["+ t(9) id=9 a=r"]])
      struct Undo: Error {}
      #expect(throws: Undo.self) {
        try db.transaction { tx in
          _ = try tx.execute("DELETE FROM t")
          throw Undo()
        }
      }
      try db.transaction { tx in
        #expect(throws: Undo.self) {
          try tx.transaction { inner in
            _ = try inner.execute("DELETE FROM t")
            throw Undo()
          }
        }
        _ = try tx.execute("UPDATE t SET a = 'kept' WHERE id = 1")
      }
      #expect(heard.lines() == [["~ t(1) a: a > kept"]])
      try db.execute("ALTER TABLE t ADD c INT")
      #expect(heard.lines() == [["? t", "schema"]])
      try db.execute("UPDATE t SET c = 5 WHERE id = 1")
      #expect(heard.lines() == [["~ t(1) c: NULL > 5"]])
      try db.close(within: .zero)
    }
  }

  @Test("What is awaited is told as well")
  func awaited() async throws {
    let test = try TestDatabase("", Self.tables)
    let db = test.db
    var batches = try await db.changes(of: "t").makeAsyncIterator()
    try await db.execute("INSERT INTO t VALUES (1, 'x')")
    #expect(await batches.next()?.lines == ["+ t(1) id=1 a=x"])
    try await db.transaction { tx in try await tx.execute("UPDATE t SET a = 'y'") }
    #expect(await batches.next()?.lines == ["~ t(1) a: x > y"])
    try await db.close(within: .zero)
    #expect(await batches.next() == nil)
  }

  @Test("An observer may write, in a transaction too, and hears of that afterwards")
  func writingObserver() async throws {
    try await Threads.offload {
      let test = try TestDatabase("pool.max=2&pool.acquire-timeout=5s", Self.tables)
      let db = test.db
      let log = Shared<[String]>([])
      let observation = try db.observeChanges(of: "t", "u") { batch in
        log.with { $0.append("begin \(batch.lines)") }
        if batch.rows.first?.table.name == "t" {
          do { try db.transaction { _ = try $0.execute("INSERT INTO u VALUES (NULL)") } } catch {
            log.with { $0.append("\(error)") }
          }
        }
        log.with { $0.append("end") }
      }
      try db.execute("INSERT INTO t VALUES (1, 'x')")
      #expect(
        log.current == [#"begin ["+ t(1) id=1 a=x"]"#, "end", #"begin ["+ u(1) id=1"]"#, "end"])
      observation.cancel()
    }
  }

  @Test("Eight threads on two governors: batches come in the order of the commits")
  func order() async throws {
    try await Threads.offload {
      let test = try TestDatabase(
        "",
        "CREATE TABLE log (n INT PRIMARY KEY AUTO_INCREMENT, thread INT); CREATE TABLE one (n INT); INSERT INTO one VALUES (0)"
      )
      let other = try test.another()
      let heard = try HeardChanges(test.db)
      let governors = [test.db, other]
      try Threads.inParallel(8) { thread in
        for _ in 0..<50 {
          try governors[thread % 2].transaction { tx in
            // The row's lock makes the numbers those of the commits.
            _ = try tx.execute("UPDATE one SET n = n + 1")
            let number = try tx.first(Int.self, "SELECT n FROM one") ?? 0
            _ = try tx.execute("INSERT INTO log VALUES (?, ?)", number, thread)
          }
        }
      }
      #expect(eventually { heard.batches.count == 400 })
      #expect(heard.batches.compactMap { $0.rows.last?.new("n") } == (1...400).map { .int($0) })
      #expect(heard.batches.allSatisfy { $0.unknown.isEmpty && ($0.origin == .governor || $0.origin == .process) })
      try other.close(within: .zero)
    }
  }

  @Test("Only while somebody listens are there connections for it, and none counts against the pool")
  func connections() async throws {
    try await Threads.offload {
      let test = try TestDatabase("pool.max=1&change-linger=0s", Self.tables)
      let name = test.name
      #expect(try Self.connections(name, dumping: true) == 0)
      let first = try HeardChanges(test.db, ["t"])
      let second = try HeardChanges(test.db)
      #expect(try Self.connections(name, dumping: true) == 1)
      try test.db.execute("INSERT INTO t VALUES (1, 'x')")
      #expect(first.lines() == [["+ t(1) id=1 a=x"]])
      #expect(second.lines() == [["+ t(1) id=1 a=x"]])
      #expect(test.db.statistics.connections == 1)
      first.cancel()
      second.cancel()
      #expect(try eventually { try Self.connections(name, dumping: true) == 0 })
      #expect(try eventually { try Self.connections(name, dumping: false) == 1 })
      try test.db.execute("INSERT INTO t VALUES (2, 'x')")
      let third = try HeardChanges(test.db, ["t"])
      try test.db.execute("INSERT INTO t VALUES (3, 'x')")
      #expect(third.lines() == [["+ t(3) id=3 a=x"]])
      try test.db.close(within: .zero)
      #expect(try eventually { try Self.connections(name, dumping: true) == 0 })
      #expect(try eventually { try Self.connections(name, dumping: false) == 0 })
    }
  }

  @Test("Who listens soon after the last one causes no new connection; closing ends what lingers")
  func lingering() async throws {
    try await Threads.offload {
      let test = try TestDatabase("pool.max=1&change-linger=1h", Self.tables)
      func connections() throws -> [Int] {
        let server = try TestServer.open("?pool.max=1")
        defer { try? server.close(within: .zero) }
        return try server.query(
          Int.self, "SELECT id FROM information_schema.processlist WHERE db = \(test.name) ORDER BY id")
      }
      let first = try HeardChanges(test.db, ["t"])
      let before = try connections()
      #expect(before.count == 3)
      first.cancel()
      try test.db.execute("INSERT INTO t VALUES (1, 'x')")
      #expect(test.db.changeCoverage.means == LogFollower.means)
      let second = try HeardChanges(test.db, ["t", "u"])
      #expect(try connections() == before)
      // What was written meanwhile is not told; what is now, is.
      try test.db.execute("INSERT INTO u VALUES (1)")
      #expect(second.lines() == [["+ u(1) id=1"]])
      #expect(first.lines() == [])
      second.cancel()
      #expect(try connections() == before)
      try test.db.close(within: .zero)
      #expect(try eventually { try connections() == [] })
    }
  }

  @Test("Lingering ends", arguments: ["auto", "poll"])
  func lingeringEnds(_ choice: String) async throws {
    try await Threads.offload {
      let test = try TestDatabase("changes=\(choice)&pool.max=1&change-linger=100ms", Self.tables)
      for _ in 1...2 {
        try HeardChanges(test.db, ["t"]).cancel()
        #expect(try eventually { try Self.connections(test.name, dumping: true) == 0 })
        #expect(try eventually { try Self.connections(test.name, dumping: false) == 1 })
      }
      #expect(try failure { try TestServer.open("?change-linger=2h") }.kind == .badURL)
    }
  }

  @Test("More rows than change-limit: the table changed")
  func many() async throws {
    try await Threads.offload {
      let test = try TestDatabase("change-limit=10", Self.tables)
      let heard = try HeardChanges(test.db)
      try test.db.execute("INSERT INTO t (a) SELECT 'x' FROM seq_1_to_10")
      #expect(heard.take().map(\.rows.count) == [10])
      try test.db.execute("INSERT INTO t (a) SELECT 'x' FROM seq_1_to_11")
      #expect(heard.lines() == [["? t"]])
    }
  }

  @Test("A long value is told as changed, without what it is now")
  func long() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, a LONGTEXT); INSERT INTO t VALUES (1, '')")
      let heard = try HeardChanges(test.db)
      try test.db.execute("UPDATE t SET a = REPEAT('x', 70000)")
      #expect(heard.lines() == [["~ t(1) a:  > ?"]])
    }
  }

  @Test("Another program, and another database of the server, which is heard of by its name alone")
  func others() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.tables)
      let neighbour = try TestDatabase("", Self.tables)
      let everything = try HeardChanges(test.db)
      let named = try HeardChanges(test.db, [TableName(schema: neighbour.name, name: "t")])
      try StrangeClient(of: test.name).run(
        """
        INSERT INTO \(neighbour.name).t VALUES (1, 'n'); INSERT INTO \(neighbour.name).u VALUES (1);
        INSERT INTO t VALUES (2, 'p')
        """)
      #expect(eventually { everything.batches.count == 2 && named.batches.count == 1 })
      // Who hears of all tables hears of that one too, since somebody has named it; of no other there.
      #expect(everything.batches.map(\.lines) == [["+ t(1) id=1 a=n"], ["+ t(2) id=2 a=p"]])
      #expect(named.batches.map(\.lines) == [["+ t(1) id=1 a=n"]])
      #expect(everything.batches.map(\.origin) == [.elsewhere, .elsewhere])
    }
  }

  @Test("changes=none")
  func unwanted() async throws {
    try await Threads.offload {
      let test = try TestDatabase("changes=none", Self.tables)
      #expect(!test.db.capabilities.contains(.changeEvents))
      #expect(test.db.changeCoverage.reach == .none)
      #expect(test.db.changeCoverage.limitation == "changes are not followed, for the URL says changes=none")
      #expect(try failure { try test.db.changes(of: "t") }.kind == .unsupported)
      // Entries do without.
      let entry = try test.db.table("t").insert(["a": "x"])
      try entry.set("a", to: "y")
      #expect(entry["a"] == "y")
    }
  }

  @Test("changes=log without the grant: what to ask for is told, and entries follow what they write themselves")
  func grant() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.tables)
      let account = try TestAccount(in: test)
      let db = try account.open("changes=log")
      defer { try? db.close(within: .zero) }
      let fix = "GRANT REPLICATION SLAVE ON *.* TO '\(account.name)'@'127.0.0.1'"
      #expect(db.findChangeCoverage().reach == .none)
      #expect(db.findChangeCoverage().limitation?.hasSuffix(fix) == true, "\(db.findChangeCoverage())")
      let refused = try failure { try db.changes(of: "t") }
      #expect(refused.kind == .permission)
      #expect(refused.message.hasSuffix(fix))
      let entry = try db.table("t").insert(["a": "x"])
      try entry.set("a", to: "y")
      #expect(entry["a"] == "y")
      try test.db.execute(SQL(text: fix))
      let heard = try HeardChanges(db, ["t"])
      try db.execute("UPDATE t SET a = 'z'")
      // The entry has listened in vain until now, and may have missed anything.
      #expect(heard.lines() == [["? t"], ["~ t(1) a: y > z"]])
      #expect(eventually { entry["a"] == "z" })
    }
  }

  @Test("A grant by a role is one: rows are told, and the capability says so")
  func role() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.tables)
      let user = "u" + UUID().uuidString.prefix(8).lowercased()
      try test.db.executeScript(
        SQL(
          text: """
            CREATE USER \(user)@'127.0.0.1'; GRANT ALL ON \(test.name).* TO \(user)@'127.0.0.1'; CREATE ROLE \(user)r;
            GRANT REPLICATION SLAVE ON *.* TO \(user)r; GRANT \(user)r TO \(user)@'127.0.0.1';
            SET DEFAULT ROLE \(user)r FOR \(user)@'127.0.0.1'
            """))
      defer {
        _ = try? test.db.execute(SQL(text: "DROP USER \(user)@'127.0.0.1'"))
        _ = try? test.db.execute(SQL(text: "DROP ROLE \(user)r"))
      }
      let port = try #require(try test.db.first(Int.self, "SELECT @@port"))
      let db = try TestServer.registry.open("mariadb://\(user)@127.0.0.1:\(port)/\(test.name)")
      defer { try? db.close(within: .zero) }
      #expect(db.capabilities.contains(.changeEvents))
      let heard = try HeardChanges(db, ["t"])
      #expect(db.findChangeCoverage().means == LogFollower.means)
      try db.execute("INSERT INTO t VALUES (1, 'x')")
      #expect(heard.lines() == [["+ t(1) id=1 a=x"]])
    }
  }

  @Test(
    "What a grant allows",
    arguments: [
      ("GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION", true),
      ("GRANT SELECT, REPLICATION SLAVE ON *.* TO `a`@`%`", true),
      ("GRANT REPLICATION SLAVE ADMIN ON *.* TO `a`", false),
      ("GRANT ALL PRIVILEGES ON `a`.* TO `a`", false), ("GRANT `role` TO `a`@`%`", false), ("", false),
    ])
  func grants(_ text: String, _ expected: Bool) { #expect(LogGrants.allowsReading(text) == expected) }
}
