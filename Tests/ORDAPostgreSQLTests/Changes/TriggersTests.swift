import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Triggers that note changes, where the log does not tell them.
@Suite(.ownThread) struct TriggersTests {
  let database: PostgreSQLDatabase
  let here: any Governor
  let other: any Governor

  init() throws {
    database = try PostgreSQLDatabase()
    // What is told within the test's time is told by what triggers announce.
    here = try PostgreSQLServer.open(url: database.url + "?changes=triggers&poll-interval=1h")
    other = try PostgreSQLServer.open(url: database.url + "?changes=none")
    try other.execute("CREATE TABLE t (id INT PRIMARY KEY, a TEXT)")
    try other.execute("CREATE TABLE u (id INT PRIMARY KEY)")
  }

  private func hasNotes() throws -> Bool { try other.tables().contains { $0.name == "orda_changes" } }

  @Test("Installed and removed by call; the notes go with the last ones") func installing() throws {
    #expect(try PostgreSQL.tablesWithTriggers(on: other) == [])
    try PostgreSQL.installTriggers(for: ["t", "u"], on: other)
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    #expect(try PostgreSQL.tablesWithTriggers(on: other).map(\.name) == ["t", "u"])
    #expect(try PostgreSQL.removeTriggers(for: ["t"], on: other).map(\.name) == ["t"])
    #expect(try hasNotes())
    #expect(try PostgreSQL.removeTriggers(on: other).map(\.name) == ["u"])
    #expect(try !hasNotes())
    #expect(try PostgreSQL.removeTriggers(on: other) == [])
    try other.execute("CREATE VIEW v AS SELECT 1 AS a")
    #expect(try failure { try PostgreSQL.installTriggers(for: ["t", "v"], on: other) }.kind == .unsupported)
    #expect(try failure { try PostgreSQL.installTriggers(for: ["t", "w"], on: other) }.kind == .noSuchTable)
    #expect(try !hasNotes(), "on all of the tables, or on none")
    try other.execute("CREATE ROLE \(raw: role) LOGIN")
    defer { _ = try? other.execute("DROP OWNED BY \(raw: role); DROP ROLE \(raw: role)") }
    let stranger = try PostgreSQLServer.open(url: database.url.replacing("postgres@", with: role + "@"))
    #expect(try failure { try PostgreSQL.installTriggers(for: ["t"], on: stranger) }.kind == .permission)
    #expect(try !hasNotes())
  }

  private var role: String { "role_" + database.name }

  @Test("A stranger's rows are told by their keys, at once and in order, and what was rolled back is not")
  func rows() throws {
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    let heard = try Heard(here, "t")
    #expect(here.changeCoverage.means == "triggers, announced by NOTIFY")
    #expect(
      here.changeCoverage.limitation
        == "it is told which rows changed, but not what in them, for the URL says changes=triggers")
    try other.execute("INSERT INTO t VALUES (1, 'x'), (2, 'y')")
    try? other.transaction { tx in
      try tx.execute("DELETE FROM t")
      throw DatabaseError(.other, "undone")
    }
    try other.execute("UPDATE t SET a = 'z' WHERE id = 1")
    try other.execute("UPDATE t SET id = 5 WHERE id = 2")
    try other.transaction { tx in
      // As logical replication writes.
      try tx.execute("SET LOCAL session_replication_role = replica")
      try tx.execute("DELETE FROM t WHERE id = 1")
    }
    heard.wait { $0.rows.count == 5 }
    #expect(heard.rows.map(\.kind) == [.insert, .insert, .update, .update, .delete])
    #expect(heard.rows.map(\.key) == [1, 2, 1, 2, 1].map { RowKey($0) })
    #expect(heard.rows.map(\.newKey) == [nil, nil, nil, RowKey(5), nil])
    #expect(heard.unknown.isEmpty)
    heard.forget()
    try other.execute("TRUNCATE t")
    heard.wait { $0.unknown.contains("t") }
    #expect(heard.rows.isEmpty)
  }

  @Test("What is written here is told before the writing call returns; entries follow it and strangers")
  func own() throws {
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    let entry = try here.table("t").insert(["id": 1, "a": "x"])
    try entry.set("a", to: "y")
    #expect(entry["a"] == "y")
    try here.execute("UPDATE t SET a = 'z', id = 7")
    // Another thread may announce the batch: what is applied is what counts.
    expectEventually { entry["a"] == "z" && entry.key == RowKey(7) }
    try other.execute("UPDATE t SET a = 'theirs'")
    expectEventually { entry["a"] == "theirs" }
    try other.execute("DELETE FROM t")
    expectEventually { entry.isDeleted }
  }

  @Test("A transaction that commits late is told when it does, also one that was open before anybody listened")
  func late() throws {
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    let another = try PostgreSQLServer.open(url: database.url + "?changes=none")
    let heard = try other.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1, 'late')")
      let heard = try Heard(here, "t")
      try another.execute("INSERT INTO t VALUES (2, 'soon')")
      heard.wait { $0.rows.map(\.key) == [RowKey(2)] }
      return heard
    }
    heard.wait { $0.rows.map(\.key) == [RowKey(2), RowKey(1)] }
    // Nothing comes twice.
    try here.catchUp()
    #expect(heard.rows.count == 2)
  }

  @Test("Keys of several columns and of each type are noted; with others the table is told")
  func keys() throws {
    try other.execute("CREATE TABLE k (b TEXT, a BIGINT, c UUID, d VARCHAR(20), PRIMARY KEY (a, b, c, d))")
    try other.execute("CREATE TABLE dated (day DATE PRIMARY KEY)")
    try other.execute("CREATE TABLE keyless (n INT)")
    try PostgreSQL.installTriggers(for: ["k", "dated", "keyless"], on: other)
    let heard = try Heard(here, "k", "dated", "keyless")
    let id = UUID()
    let strange = #"a "b", \{c} 'd' NULL é"#
    try other.execute("INSERT INTO k VALUES (?, ?, ?, ?)", [strange, Int64.min, id, "NULL"])
    heard.wait { $0.rows.count == 1 }
    #expect(
      heard.rows.first?.key == RowKey([.int(.min), .text(strange), .uuid(id), .text("NULL")]),
      "\(String(describing: heard.rows.first?.key))")
    #expect(heard.unknown.isEmpty)
    try other.execute("INSERT INTO dated VALUES ('2024-02-29')")
    heard.wait { $0.unknown.tables.map(\.name) == ["dated"] }
    heard.forget()
    try other.execute("INSERT INTO keyless VALUES (1)")
    heard.wait { $0.unknown.tables.map(\.name) == ["keyless"] }
  }

  @Test("Strange names, and a table of parts, whose rows are its own") func names() throws {
    let name = #"Ta"b 'le\"#
    try other.execute("CREATE TABLE \(identifier: name) (\(identifier: #"i'd\"#) INT PRIMARY KEY)")
    try other.execute("CREATE TABLE parts (id INT PRIMARY KEY) PARTITION BY RANGE (id)")
    try other.execute("CREATE TABLE part PARTITION OF parts FOR VALUES FROM (0) TO (10)")
    try PostgreSQL.installTriggers(for: [TableName(name: name), "parts"], on: other)
    #expect(try PostgreSQL.tablesWithTriggers(on: other).map(\.name) == [name, "parts"])
    let heard = try Heard(here, TableName(name: name), "parts")
    try other.execute("INSERT INTO \(identifier: name) VALUES (1)")
    try other.execute("INSERT INTO parts VALUES (2)")
    heard.wait { $0.rows.map(\.key) == [RowKey(1), RowKey(2)] }
    #expect(heard.rows.map(\.table.name) == [name, "parts"])
    #expect(try PostgreSQL.removeTriggers(on: other).count == 2)
  }

  @Test("Triggers that no longer fit the table, or are gone, leave nothing untold, and harm no writer")
  func changed() throws {
    let here = try PostgreSQLServer.open(url: database.url + "?changes=triggers&poll-interval=20ms")
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    let heard = try Heard(here, "t")
    let table: TableName = "t"
    try other.execute("ALTER TABLE t RENAME id TO number")
    try other.execute("INSERT INTO t VALUES (1, 'renamed')")
    expectEventually { here.changeCoverage.means.hasPrefix("polling") }
    #expect(heard.unknown.contains(table))
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    expectEventually { here.changeCoverage.means.hasPrefix("triggers") }
    heard.forget()
    try other.execute("INSERT INTO t VALUES (2, 'noted')")
    heard.wait { $0.rows.map(\.key) == [RowKey(2)] }
    try other.execute("ALTER TABLE t DISABLE TRIGGER orda_changes")
    try other.execute("INSERT INTO t VALUES (3, 'not noted')")
    expectEventually { here.changeCoverage.means.hasPrefix("polling") }
    heard.wait { $0.unknown.contains(table) }
    heard.forget()
    try other.execute("INSERT INTO t VALUES (4, 'polled')")
    heard.wait { $0.unknown.contains(table) }
  }

  @Test("A row that JSON cannot represent is written, and reported by its key", arguments: [false, true])
  func rowsWithoutJSON(isKeyAltered: Bool) throws {
    try other.execute("CREATE TABLE large (id INT PRIMARY KEY, b BYTEA, j JSON)")
    try PostgreSQL.installTriggers(for: ["large"], on: other)
    // Then the function reads the key by a query of its own.
    if isKeyAltered { try other.execute("ALTER TABLE large ALTER id TYPE BIGINT") }
    let heard = try Heard(here, "large")
    // As JSON, a byte is two characters, and the server's JSON has no more than 268,435,455 bytes.
    try other.execute("INSERT INTO large VALUES (1, convert_to(repeat('x', 140000000), 'UTF8'))")
    try other.execute(#"INSERT INTO large VALUES (2, NULL, '{"a": "\u0000"}')"#)
    try other.execute("UPDATE large SET id = id + 2")
    try other.execute("DELETE FROM large")
    heard.wait { $0.rows.count == 6 }
    #expect(heard.rows.map(\.kind) == [.insert, .insert, .update, .update, .delete, .delete])
    #expect(heard.rows.map(\.key) == [1, 2, 1, 2, 3, 4].map { RowKey($0) })
    #expect(heard.rows.map(\.newKey) == [nil, nil, RowKey(3), RowKey(4), nil, nil])
    #expect(heard.unknown.isEmpty)
  }

  @Test("A key is reported after its type changes in a session that has noted changes") func alteredKey() throws {
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    let heard = try Heard(here, "t")
    try other.withConnection { connection in
      try connection.execute("INSERT INTO t VALUES (1, 'x')")
      try connection.execute("ALTER TABLE t ALTER id TYPE BIGINT")
      try connection.execute("INSERT INTO t VALUES (5000000000, 'x')")
      try connection.execute("ALTER TABLE t ALTER id TYPE NUMERIC")
      try connection.execute("INSERT INTO t VALUES (2.5, 'x')")
    }
    heard.wait { $0.unknown.contains("t") }
    #expect(heard.rows.map(\.key) == [RowKey(1), RowKey(5_000_000_000)])
  }

  @Test("A table that took another's name has its own function, which is removed with its triggers")
  func renamed() throws {
    let functions: SQL = "SELECT COUNT(*) FROM pg_proc WHERE starts_with(proname, 'orda_note_change_')"
    try PostgreSQL.installTriggers(for: ["t", "u"], on: other)
    #expect(try other.first(Int.self, functions) == 2)
    try other.execute("ALTER TABLE t RENAME TO former")
    try other.execute("CREATE TABLE t (key TEXT PRIMARY KEY)")
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    let heard = try Heard(here, "t")
    try other.execute("INSERT INTO former VALUES (1, 'x')")
    try other.execute("INSERT INTO t VALUES ('k')")
    heard.wait { $0.rows.map(\.key).contains(RowKey([.text("k")])) }
    #expect(try PostgreSQL.removeTriggers(for: ["t", "u"], on: other).map(\.name) == ["t", "u"])
    #expect(try other.first(Int.self, functions) == 1, "the renamed table's trigger calls it")
    try other.execute("INSERT INTO former VALUES (2, 'y')")
    #expect(try PostgreSQL.removeTriggers(on: other).map(\.name) == ["former"])
    #expect(try other.first(Int.self, functions) == 0)
    #expect(try !hasNotes())
  }

  @Test("A lost connection is made again, and what was noted meanwhile is told") func lost() throws {
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    let here = try PostgreSQLServer.open(url: database.url + "?changes=triggers&poll-interval=50ms")
    let heard = try Heard(here, "t")
    for number in 1...5 {
      try other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
      try other.execute("INSERT INTO t VALUES (?, 'x')", [number])
      heard.wait {
        $0.rows.contains { $0.key == RowKey([.int(Int64(number))]) } || $0.unknown.contains("t")
      }
      heard.forget()
    }
    #expect(here.changeCoverage.reach == .everyone)
  }

  @Test("Whoever writes needs no right to the notes; whoever may not read them polls") func rights() throws {
    try PostgreSQL.installTriggers(for: ["t"], on: other)
    try other.execute("CREATE ROLE \(raw: role) LOGIN")
    try other.execute("GRANT ALL ON t TO \(raw: role)")
    defer { _ = try? other.execute("DROP OWNED BY \(raw: role); DROP ROLE \(raw: role)") }
    let heard = try Heard(here, "t")
    let url = database.url.replacing("postgres@", with: role + "@")
    let writer = try PostgreSQLServer.open(url: url + "?changes=triggers&poll-interval=20ms")
    try writer.execute("INSERT INTO t VALUES (1, 'x')")
    heard.wait { $0.rows.map(\.key) == [RowKey(1)] }
    let polled = try Heard(writer, "t")
    #expect(writer.changeCoverage.means.hasPrefix("polling"))
    try other.execute("INSERT INTO t VALUES (2, 'x')")
    polled.wait { $0.unknown.contains("t") }
    #expect(
      try failure { try writer.execute("INSERT INTO orda_changes (name, event) VALUES ('t', 'x')") }.kind == .permission
    )
    try writer.close(within: .zero)
  }

  @Test("Two hundred thousand rows of one transaction are told as their table") func many() throws {
    try PostgreSQL.installTriggers(for: ["u"], on: other)
    let heard = try Heard(here, "u")
    try other.execute("INSERT INTO u SELECT generate_series(1, 200000)")
    heard.wait { $0.unknown.contains("u") }
    #expect(heard.rows.isEmpty)
    heard.forget()
    try other.execute("DELETE FROM u WHERE id <= 1000")
    heard.wait { $0.rows.count == 1000 }
  }
}
