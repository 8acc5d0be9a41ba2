import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// By what means changes are followed, and what becomes of them when the server is silent, gone or another one.
@Suite(.ownThread, .serialized) struct ChangeMeansTests {
  /// A server of its own: what is done here would disturb others.
  private static let server = Result { try PrivatePostgreSQL("jit=off", "max_wal_senders=20") }

  private func open(_ options: String = "", user: String = "postgres") throws -> any Governor {
    let url = try Self.server.get().url.replacingOccurrences(of: "postgres@", with: user + "@")
    return try PostgreSQLServer.open(url: url + (options.isEmpty ? "" : "?" + options))
  }

  private let slots: SQL = "SELECT count(*) FROM pg_replication_slots"

  @Test("A transaction of others that is open holds up nobody: it is polled until it ends") func others() throws {
    let (here, other) = try (open("poll-interval=50ms"), open())
    try other.execute("CREATE TABLE waiting (id INT PRIMARY KEY, n INT)")
    try other.execute("INSERT INTO waiting VALUES (1, 0), (2, 0)")
    let heard: Heard = try other.transaction { tx in
      try tx.execute("UPDATE waiting SET n = 1 WHERE id = 1")
      let heard = try Heard(here, "waiting")
      #expect(here.changeCoverage.means.hasPrefix("polling"))
      try here.execute("UPDATE waiting SET n = 1 WHERE id = 2")
      #expect(heard.unknown.contains("waiting"), "an own commit is told before the call returns")
      heard.forget()
      return heard
    }
    // What that transaction wrote before anybody followed is told, too.
    heard.wait { $0.unknown.contains("waiting") }
    try heard.beginWithLog(of: here)
    try other.execute("UPDATE waiting SET n = 2 WHERE id = 1")
    try here.catchUp()
    #expect(heard.rows.map(\.key) == [RowKey(1)])
  }

  @Test("Following may begin inside a transaction that has written") func inside() throws {
    let here = try open("poll-interval=50ms")
    try here.execute("CREATE TABLE inside (id INT PRIMARY KEY, n INT)")
    let heard: Heard = try here.transaction { tx in
      try tx.execute("INSERT INTO inside VALUES (1, 1)")
      return try Heard(here, "inside")
    }
    #expect(heard.unknown.contains("inside"))
    expectEventually { here.changeCoverage.means.hasPrefix("the server's log") }
  }

  @Test("A table is followed from the moment on that is asked for, also in what others have begun before")
  func moreTables() throws {
    let (here, other) = try (open("poll-interval=50ms"), open())
    try other.execute("CREATE TABLE more_a (id INT PRIMARY KEY)")
    try other.execute("CREATE TABLE more_b (id INT PRIMARY KEY)")
    let first = try Heard(here, "more_a")
    try first.beginWithLog(of: here)
    let second: Heard = try other.transaction { tx in
      try tx.execute("INSERT INTO more_b VALUES (1)")
      return try Heard(here, "more_b")
    }
    second.wait { $0.unknown.contains("more_b") }
    expectEventually { here.changeCoverage.limitation == nil }
    second.forget()
    try other.execute("INSERT INTO more_b VALUES (2)")
    try here.catchUp()
    #expect(second.rows.map(\.key) == [RowKey(2)])
    #expect(first.batches.isEmpty)
  }

  @Test("A lost reader of the log is replaced; all is read again, and no slot is left") func lost() throws {
    let (here, other) = try (open("poll-interval=50ms"), open())
    try other.execute("CREATE TABLE lost (id INT PRIMARY KEY)")
    let heard = try Heard(here, "lost")
    expectEventually { here.changeCoverage.means.hasPrefix("the server's log") }
    func reader() throws -> Int32? {
      try other.query(Int32?.self, "SELECT active_pid FROM pg_replication_slots").first ?? nil
    }
    for number in 1...3 {
      heard.forget()
      let lost = try #require(try reader())
      try other.execute("SELECT pg_terminate_backend(?)", lost)
      try other.execute("INSERT INTO lost VALUES (\(number))")
      heard.wait { $0.unknown.contains("lost") }
      try expectEventually { try reader().map { $0 != lost } ?? false }
      expectEventually { here.changeCoverage.means.hasPrefix("the server's log") }
    }
    // What is written here is told at once again.
    try heard.beginWithLog(of: here)
    try here.execute("INSERT INTO lost VALUES (4)")
    #expect(heard.rows.map(\.key) == [RowKey(4)])
    try here.close(within: .zero)
    try expectEventually { try other.query(Int.self, slots) == [0] }
  }

  @Test("A server that was killed and begins again is followed again") func restarted() throws {
    let server = try PrivatePostgreSQL("jit=off")
    let here = try PostgreSQLServer.open(url: server.url + "?poll-interval=50ms")
    try here.execute("CREATE TABLE restarted (id INT PRIMARY KEY)")
    let heard = try Heard(here, "restarted")
    PrivatePostgreSQL.script(["crash", server.folder])
    expectEventually { here.changeCoverage.limitation?.contains("until the server's log") == true }
    PrivatePostgreSQL.script(["start", server.folder, server.port, "jit=off"])
    try heard.beginWithLog(of: here)
    let other = try PostgreSQLServer.open(url: server.url)
    try other.execute("INSERT INTO restarted VALUES (1)")
    heard.wait { $0.rows.map(\.key) == [RowKey(1)] }
    try here.close(within: .zero)
    try other.close(within: .zero)
  }

  @Test("A frozen reader holds up a commit for a second, and no further one") func frozen() async {
    // In a process of its own: in this one a commit waits longer, so that other tests don't depend on the machine's speed.
    await #expect(processExitsWith: .success) { try ChangeMeansTests().freezeReader() }
  }

  private func freezeReader() throws {
    let (here, other) = try (open("poll-interval=50ms"), open())
    try other.execute("CREATE TABLE frozen (id INT PRIMARY KEY)")
    let heard = try Heard(here, "frozen")
    expectEventually { here.changeCoverage.means.hasPrefix("the server's log") }
    let pid = try #require(try other.query(Int32.self, "SELECT active_pid FROM pg_replication_slots").first)
    defer { try? thawProcess(pid) }
    try #expect(freezeProcess(pid))
    var times: [Duration] = []
    for number in 1...20 {
      times.append(try ContinuousClock().measure { try here.execute("INSERT INTO frozen VALUES (\(number))") })
    }
    let further = times.dropFirst().sorted()
    // Measures: commits that do not wait, against the first one, which does.
    #expect(further[further.count / 2] < times[0] / 2, "\(times)")
    try thawProcess(pid)
    // What comes late is told as a change of the table.
    heard.wait { $0.unknown.contains("frozen") }
    try heard.beginWithLog(of: here)
    try here.execute("INSERT INTO frozen VALUES (21)")
    #expect(heard.rows.map(\.key) == [RowKey(21)])
  }

  @Test("Without the right to read the log it is polled, and what to do is said") func refused() throws {
    let admin = try open()
    try admin.execute("CREATE ROLE refused LOGIN")
    try admin.execute("CREATE ROLE reader LOGIN REPLICATION")
    try admin.execute("CREATE TABLE refused (id INT PRIMARY KEY)")
    try admin.execute("GRANT ALL ON refused TO refused, reader")
    let here = try open("poll-interval=20ms", user: "refused")
    #expect(!here.capabilities.contains(.changeEvents))
    let heard = try Heard(here, "refused")
    #expect(here.changeCoverage.limitation?.contains("ALTER ROLE refused REPLICATION") == true)
    try admin.execute("INSERT INTO refused VALUES (1)")
    heard.wait { $0.unknown.contains("refused") }
    heard.forget()
    try here.execute("INSERT INTO refused VALUES (2)")
    #expect(heard.unknown.contains("refused"))
    #expect(throws: DatabaseError.self) { _ = try Heard(try open("changes=log", user: "refused"), "refused") }
    #expect(throws: DatabaseError.self) { _ = try Heard(try open("changes=none"), "refused") }
    // Another account's table is followed once its owner publishes it.
    try admin.execute("DROP PUBLICATION IF EXISTS orda_changes")
    let reader = try open("poll-interval=20ms", user: "reader")
    do {
      let polled = try Heard(reader, "refused")
      #expect(reader.changeCoverage.limitation?.contains("CREATE PUBLICATION orda_changes FOR TABLE") == true)
      _ = polled
    }
    try admin.execute("CREATE PUBLICATION orda_changes FOR TABLE refused")
    let again = try open("poll-interval=20ms", user: "reader")
    let told = try Heard(again, "refused")
    expectEventually { again.changeCoverage.means.hasPrefix("the server's log") }
    try admin.execute("INSERT INTO refused VALUES (3)")
    try again.catchUp()
    #expect(told.rows.map(\.key) == [RowKey(3)])
  }

  @Test("Without logical decoding it is polled") func replica() throws {
    let server = try PrivatePostgreSQL("jit=off", "wal_level=replica")
    let here = try PostgreSQLServer.open(url: server.url + "?poll-interval=20ms")
    let other = try PostgreSQLServer.open(url: server.url)
    try other.execute("CREATE TABLE polled (id INT PRIMARY KEY, n INT)")
    try other.execute("INSERT INTO polled VALUES (1, 1)")
    #expect(here.changeCoverage.limitation?.contains("wal_level = logical") == true)
    let entry = try #require(try here.table("polled").entry(1))
    for number in 2...10 {
      try (number % 2 == 0 ? here : other).execute("UPDATE polled SET n = \(number)")
      expectEventually { entry["n"] as Int? == number }
    }
    try other.execute("ALTER TABLE polled ADD COLUMN m INT")
    try other.execute("DELETE FROM polled")
    expectEventually { entry.isDeleted }
    try here.close(within: .zero)
    try other.close(within: .zero)
  }

  @Test("With several schemas and a thousand tables") func manyTables() throws {
    let here = try open()
    try here.execute("CREATE SCHEMA many")
    try here.execute(
      SQL(
        text: """
          DO $$ BEGIN
            FOR i IN 1..1000 LOOP EXECUTE format('CREATE TABLE many.t%s (id INT PRIMARY KEY)', i); END LOOP;
          END $$
          """))
    let heard = try Heard(here)
    try heard.beginWithLog(of: here)
    try here.execute("INSERT INTO many.t999 VALUES (1)")
    #expect(heard.rows.map(\.table) == [TableName(schema: "many", name: "t999")])
  }
}
