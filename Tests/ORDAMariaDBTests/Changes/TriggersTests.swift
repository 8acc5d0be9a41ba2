import Foundation
import ORDA
import ORDAThreads
import Testing

@testable import ORDAMariaDB

@Suite("Triggers", .timeLimit(.minutes(10))) struct TriggersTests {
  private static let tables: SQL = """
    CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(20)); CREATE TABLE u (id INT PRIMARY KEY)
    """

  private func withTriggers(_ statements: SQL = tables, on tables: [TableName] = ["t"]) throws -> TestDatabase {
    let test = try TestDatabase("changes=triggers&poll-interval=20ms", statements)
    try MariaDB.installTriggers(for: tables, on: test.db)
    return test
  }

  @Test("Installed and removed by call; the log goes with the last ones")
  func installing() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.tables)
      func hasLog() throws -> Bool { try test.db.tables().contains { $0.name == "orda_changes" } }
      #expect(try MariaDB.tablesWithTriggers(on: test.db) == [])
      try MariaDB.installTriggers(for: ["t", "u"], on: test.db)
      try MariaDB.installTriggers(for: ["t"], on: test.db)
      #expect(try MariaDB.tablesWithTriggers(on: test.db).map(\.name) == ["t", "u"])
      #expect(
        try test.db.describe("t")?.triggers == ["orda_delete_t", "orda_insert_t", "orda_update_t"])
      #expect(try MariaDB.removeTriggers(for: ["t"], on: test.db).map(\.name) == ["t"])
      #expect(try hasLog())
      #expect(try MariaDB.removeTriggers(on: test.db).map(\.name) == ["u"])
      #expect(try !hasLog())
      #expect(try MariaDB.removeTriggers(on: test.db) == [])
      try test.db.execute("CREATE VIEW v AS SELECT 1 AS a")
      #expect(try failure { try MariaDB.installTriggers(for: ["v"], on: test.db) }.kind == .unsupported)
      #expect(try failure { try MariaDB.installTriggers(for: ["w"], on: test.db) }.kind == .noSuchTable)
      #expect(try !hasLog())
    }
  }

  @Test("An account that may not make triggers gets a clean error, and nothing stays")
  func forbidden() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.tables)
      let account = try TestAccount("SELECT, INSERT, CREATE, DROP", in: test)
      let db = try account.open()
      defer { try? db.close(within: .zero) }
      #expect(try failure { try MariaDB.installTriggers(for: ["t"], on: db) }.kind == .permission)
      #expect(try test.db.tables().map(\.name) == ["t", "u"])
    }
  }

  @Test("A stranger's rows are told by their keys, in order, and what was rolled back is not")
  func rows() async throws {
    try await Threads.offload {
      let test = try withTriggers()
      let stranger = try StrangeClient(of: test.name)
      let heard = try HeardChanges(test.db, ["t"])
      #expect(test.db.changeCoverage.means == "triggers, polled every 0.02 seconds")
      #expect(
        test.db.changeCoverage.limitation
          == "it is told which rows changed, but not what in them, for the URL says changes=triggers")
      try stranger.run(
        """
        INSERT INTO t VALUES (1, 'x'), (2, 'y'); BEGIN; DELETE FROM t; ROLLBACK;
        UPDATE t SET a = 'z' WHERE id = 1; UPDATE t SET id = 5 WHERE id = 2; DELETE FROM t WHERE id = 1
        """)
      let expected = ["+ t(1) ?", "+ t(2) ?", "~ t(1) ?", "~ t(2 > 5) ?", "- t(1) ?"]
      #expect(eventually { heard.batches.flatMap { $0.rows.map(\.line) } == expected })
    }
  }

  @Test("What is written here is told before the writing call returns; entries follow it and strangers")
  func own() async throws {
    try await Threads.offload {
      let test = try TestDatabase("changes=triggers&poll-interval=1h", Self.tables)
      try MariaDB.installTriggers(for: ["t"], on: test.db)
      let entry = try test.db.table("t").insert(["a": "x"])
      // With its own listener the batch may be announced by another thread: what is applied is what counts.
      try entry.set("a", to: "y")
      #expect(entry["a"] == "y")
      try test.db.execute("UPDATE t SET a = 'z', id = 7")
      #expect(
        eventually { entry["a"] == "z" && entry.key == RowKey(7) }, "\(entry.key) \(entry["a"] as Value)")
      try StrangeClient(of: test.name).run("DELETE FROM t")
      #expect(eventually { entry.isDeleted })
    }
  }

  @Test("A slower transaction's lower numbers are told when it commits; gaps of those rolled back are closed")
  func outOfOrder() async throws {
    try await Threads.offload {
      let test = try withTriggers()
      let slow = try test.another("changes=none&pool.max=1")
      let fast = try test.another("changes=none&pool.max=1")
      defer {
        try? slow.close(within: .zero)
        try? fast.close(within: .zero)
      }
      let heard = try HeardChanges(test.db, ["t"])
      func lines() -> [String] { heard.batches.flatMap { $0.rows.map(\.line) } }
      try slow.transaction { tx in
        _ = try tx.execute("INSERT INTO t VALUES (1, 'slow')")
        try fast.execute("INSERT INTO t VALUES (2, 'fast')")
        #expect(eventually { lines() == ["+ t(2) ?"] })
        let numbers = try fast.query(Int.self, "SELECT sequence FROM orda_changes")
        #expect(numbers == [2])
      }
      #expect(eventually { lines() == ["+ t(2) ?", "+ t(1) ?"] })
    }
  }

  @Test("Reading the log by hand: a gap stays while a transaction is open, and is closed when none is")
  func gaps() async throws {
    try await Threads.offload {
      let test = try withTriggers()
      let settings = try Self.settings(of: test)
      let (reader, slow, fast) = (
        try MariaDBConnection.open(settings), try MariaDBConnection.open(settings), try MariaDBConnection.open(settings)
      )
      defer { for connection in [reader, slow, fast] { connection.close() } }
      let table = TableName(schema: test.name, name: "t")
      let naming = MariaDBNaming(countsCapitals: true, schema: test.name)
      try slow.run("BEGIN")
      try slow.run("INSERT INTO t VALUES (1, 'slow')")
      try fast.run("INSERT INTO t VALUES (2, 'fast')")
      // Who begins to read now is to hear of the open transaction's commit.
      var log = try #require(try TriggeredTables(of: [table], naming: naming, on: reader))
      #expect(try log.look(on: reader).isEmpty)
      try fast.run("INSERT INTO t VALUES (3, 'fast')")
      #expect(try log.look(on: reader).lines == ["+ t(3) ?"])
      #expect(log.openGaps == [1...1])
      try slow.run("COMMIT")
      #expect(try log.look(on: reader).lines == ["+ t(1) ?"])
      #expect(log.openGaps == [])
      try slow.run("BEGIN")
      try slow.run("INSERT INTO t VALUES (4, 'undone'), (5, 'undone')")
      try fast.run("INSERT INTO t VALUES (6, 'fast')")
      #expect(try log.look(on: reader).lines == ["+ t(6) ?"])
      #expect(log.openGaps == [4...5])
      try slow.run("ROLLBACK")
      // A lock that can be had says that nobody is left who may fill it.
      #expect(try eventually { try log.look(on: reader).isEmpty && log.openGaps.isEmpty })
      // Nothing stays locked.
      try fast.run("INSERT INTO t VALUES (7, 'fast')")
      #expect(try log.look(on: reader).lines == ["+ t(7) ?"])
    }
  }

  @Test("Who reads removes notes that are an hour old, once he has seen them for a minute, and waits for nobody")
  func cleaning() async throws {
    try await Threads.offload {
      let test = try withTriggers()
      let settings = try Self.settings(of: test)
      let (reader, slow, writer) = (
        try MariaDBConnection.open(settings), try MariaDBConnection.open(settings), try MariaDBConnection.open(settings)
      )
      defer { for connection in [reader, slow, writer] { connection.close() } }
      let table = TableName(schema: test.name, name: "t")
      let naming = MariaDBNaming(countsCapitals: true, schema: test.name)
      let start = MonotonicTime.now
      var log = try #require(try TriggeredTables(of: [table], naming: naming, on: reader))
      /// Looks every ten seconds, and tells which notes are left then.
      func notes(after seconds: ClosedRange<Int>) throws -> [String?] {
        for second in seconds where second % 10 == 0 {
          #expect(try log.look(on: reader, at: start + .seconds(second)).unknown.isEmpty)
        }
        return try reader.texts("SELECT sequence FROM orda_changes ORDER BY sequence").map { $0[0] }
      }
      try writer.run("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
      try writer.run("UPDATE orda_changes SET noted = NOW() - INTERVAL 61 MINUTE WHERE sequence < 3")
      try writer.run("INSERT INTO t VALUES (4, 'd')")
      #expect(try notes(after: 10...60) == ["1", "2", "3", "4"])
      #expect(try notes(after: 61...100) == ["3", "4"])
      // The one behind the last that was seen is not waited for.
      try slow.run("BEGIN")
      try slow.run("INSERT INTO t VALUES (5, 'slow')")
      try writer.run("INSERT INTO t VALUES (6, 'f')")
      for number in [3, 4, 6] {
        try writer.run("UPDATE orda_changes SET noted = NOW() - INTERVAL 2 HOUR WHERE sequence = \(number)")
      }
      try reader.run("SET innodb_lock_wait_timeout = 1")
      #expect(try notes(after: 101...200) == ["4", "6"])
      #expect(log.openGaps == [5...5])
      try slow.run("ROLLBACK")
      #expect(try notes(after: 201...300) == ["6"])
      #expect(log.openGaps == [])
    }
  }

  private static func settings(of test: TestDatabase) throws -> MariaDBSettings {
    var found: MariaDBSettings?
    try test.db.lease(LeaseRequest(role: .writer)) { connection in
      found = try connection.withDriver(MariaDBConnection.self) { $0.settings }
    }
    return try #require(found)
  }

  @Test("Strange names, long ones, keys of several columns and of all types")
  func names() async throws {
    try await Threads.offload {
      let long = String(repeating: "é", count: 63) + "x"
      let test = try TestDatabase(
        "changes=triggers&poll-interval=20ms",
        SQL(
          text: """
            CREATE TABLE `a'b"c``d\\ e` (`k'"``1` VARCHAR(20) COLLATE utf8mb4_bin, k2 BIGINT UNSIGNED,
              k3 VARBINARY(9), k4 UUID, v INT, PRIMARY KEY (`k'"``1`, k2, k3, k4));
            CREATE TABLE `\(long)` (id TINYINT PRIMARY KEY); CREATE TABLE d (k DECIMAL(9,3) PRIMARY KEY);
            CREATE TABLE n (a INT);
            CREATE TRIGGER mine AFTER INSERT ON d FOR EACH ROW SET @mine = NEW.k
            """))
      let strange = TableName(name: "a'b\"c`d\\ e")
      let all = [strange, TableName(name: long), "d", "n"]
      try MariaDB.installTriggers(for: all, on: test.db)
      #expect(try MariaDB.tablesWithTriggers(on: test.db).count == 4)
      let heard = try HeardChanges(test.db, all)
      #expect(test.db.changeCoverage.means.hasPrefix("triggers"))
      try StrangeClient(of: test.name).run(
        """
        INSERT INTO `a'b"c``d\\ e` VALUES ('ä,'';', 18446744073709551615, x'00ff2c',
          '123e4567-e89b-12d3-a456-426614174000', 1);
        INSERT INTO `\(long)` VALUES (-3); INSERT INTO d VALUES (1.5); INSERT INTO n VALUES (1)
        """)
      #expect(
        eventually {
          heard.batches.flatMap(\.rows).count == 2 && heard.batches.contains { $0.unknown.contains("d") }
            && heard.batches.contains { $0.unknown.contains("n") }
        })
      let keys = heard.batches.flatMap { $0.rows.map(\.key) }
      #expect(
        keys == [
          RowKey([
            .text("ä,';"), .uint(.max), .bytes([0, 0xFF, 0x2C]),
            .uuid(try #require(UUID(uuidString: "123e4567-e89b-12d3-a456-426614174000"))),
          ]), RowKey(-3),
        ])
    }
  }

  @Test("Foreign keys' actions, TRUNCATE, and triggers that are dropped: told as tables")
  func beside() async throws {
    try await Threads.offload {
      let test = try withTriggers(
        """
        CREATE TABLE p (id INT PRIMARY KEY); CREATE TABLE t (id INT PRIMARY KEY, p INT,
          FOREIGN KEY (p) REFERENCES p (id) ON DELETE CASCADE); CREATE TABLE s (id INT PRIMARY KEY);
        INSERT INTO p VALUES (1), (2); INSERT INTO t VALUES (1, 1), (2, 2); INSERT INTO s VALUES (1)
        """, on: ["t", "p", "s"])
      let stranger = try StrangeClient(of: test.name)
      let entry = try #require(try test.db.table("t").entry(1))
      let second = try #require(try test.db.table("t").entry(2))
      let other = try #require(try test.db.table("s").entry(1))
      #expect(test.db.changeCoverage.means.hasPrefix("triggers"))
      try stranger.run("DELETE FROM p WHERE id = 1")
      #expect(eventually { entry.isDeleted })
      try stranger.run("TRUNCATE s")
      #expect(eventually { other.isDeleted })
      try stranger.run("DROP TRIGGER orda_update_t; UPDATE t SET p = NULL")
      #expect(eventually { second["p"] == nil })
      #expect(test.db.changeCoverage.means.hasPrefix("polling"))
    }
  }
}
