import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Commits of other programs", .serialized) struct OtherProgramTests {
  private static let tables: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a); CREATE TABLE u (id INTEGER PRIMARY KEY)"
  static let journals = ["wal", "delete", "truncate", "persist"]

  /// Runs the shell of SQLite on a file, to its end.
  private static func shell(_ path: String, _ sql: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-cmd", ".timeout 3600000", path, sql]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("The shell of SQLite writes: the tables that are listened to may have changed", arguments: journals)
  func shellWrites(_ journal: String) async throws {
    let database = try TestDatabase("journal-mode=\(journal)", Self.tables)
    let heard = try HeardChanges(database.db, ["t", "u"])
    try Self.shell(database.path, "INSERT INTO t VALUES (1, 'x')")
    #expect(await eventually { heard.batches.count == 1 })
    #expect(heard.take().map(\.lines) == [["? t", "? u"]])
    // A second time, for the first may have been noticed by the file being opened.
    try Self.shell(database.path, "BEGIN; DELETE FROM t; INSERT INTO u VALUES (1); COMMIT")
    #expect(await eventually { heard.batches.count == 1 })
    #expect(heard.batches.map(\.origin) == [.elsewhere])
    #expect(try await database.db.query("SELECT count(*) FROM u")[0][0] == .int(1))
  }

  @Test("A connection of other code in this process is a stranger too", arguments: journals)
  func otherCode(_ journal: String) async throws {
    let database = try TestDatabase("journal-mode=\(journal)", Self.tables)
    let heard = try HeardChanges(database.db, ["t"])
    let raw = RawSQLite(database.path)
    try raw.query("PRAGMA busy_timeout = 3600000")
    for turn in 1...20 {
      try raw.query("INSERT INTO t (a) VALUES ('x')")
      #expect(await eventually { heard.batches.count == turn })
    }
    #expect(heard.batches.allSatisfy { $0.lines == ["? t"] })
  }

  @Test("After catching up everything that a stranger committed before was told", arguments: journals)
  func catchingUp(_ journal: String) async throws {
    let database = try TestDatabase("journal-mode=\(journal)", Self.tables)
    let heard = try HeardChanges(database.db, ["t"])
    let raw = RawSQLite(database.path)
    try raw.query("PRAGMA busy_timeout = 3600000")
    for turn in 1...50 {
      try raw.query("INSERT INTO t (a) VALUES ('x')")
      try await database.db.catchUp()
      #expect(heard.take().map(\.lines) == [["? t"]], "after commit \(turn)")
    }
    // Where there is nothing new, nothing is told.
    for _ in 1...50 { try await database.db.catchUp() }
    #expect(heard.batches.map(\.lines) == [])
  }

  @Test("A commit that a stranger slips in between is told between the two", arguments: journals)
  func between(_ journal: String) async throws {
    let database = try TestDatabase("journal-mode=\(journal)", Self.tables)
    let heard = try HeardChanges(database.db, ["t"])
    let raw = RawSQLite(database.path)
    try raw.query("PRAGMA busy_timeout = 3600000")
    for _ in 0..<20 {
      try run("INSERT INTO t (a) VALUES ('own')", on: database.db)
      try raw.query("UPDATE t SET a = 'other'")
      try run("DELETE FROM t", on: database.db)
    }
    // It may be told twice where the watch was first.
    #expect(await eventually { heard.batches.count >= 60 })
    let kinds = heard.batches.map { $0.unknown.isEmpty ? $0.rows[0].kind.rawValue : "?" }
    #expect(kinds == Array(repeating: ["insert", "?", "delete"], count: 20).flatMap { $0 })
  }

  @Test("Own commits, empty transactions and settings never come back as a stranger's", arguments: journals)
  func ownCommits(_ journal: String) async throws {
    let database = try TestDatabase("synchronous=off&journal-mode=\(journal)", Self.tables)
    let other = try database.another("synchronous=off&journal-mode=\(journal)")
    let heard = try HeardChanges(database.db)
    for turn in 1...100 {
      try run("INSERT INTO t (a) VALUES ('own')", on: database.db)
      try inTransaction(database.db) { _ = try $0.query("SELECT * FROM t") }
      try run("UPDATE t SET a = a", on: database.db)
      try run("INSERT OR REPLACE INTO u VALUES (1)", on: database.db)
      try run("PRAGMA user_version = \(raw: "\(turn)")", on: database.db)
      try run("UPDATE t SET a = \(turn) WHERE id = 1", on: other)
      try? inTransaction(database.db) { tx in
        try tx.execute("DELETE FROM t")
        throw DatabaseError(.other, "no")
      }
    }
    try await database.db.catchUp()
    #expect(heard.batches.count == 300)
    #expect(heard.batches.filter { !$0.unknown.isEmpty }.map(\.lines) == [])
    try await other.close(within: .zero)
  }

  @Test("A stranger changes the schema: it is told, and later rows have the new names")
  func foreignSchema() async throws {
    let database = try TestDatabase("", Self.tables)
    let heard = try HeardChanges(database.db, ["t"])
    try run("INSERT INTO t VALUES (1, 'x')", on: database.db)
    let raw = RawSQLite(database.path)
    try raw.query("PRAGMA busy_timeout = 3600000")
    try raw.query("ALTER TABLE t RENAME COLUMN a TO renamed")
    try run("UPDATE t SET id = 2", on: database.db)
    try raw.query("ALTER TABLE t ADD COLUMN more")
    // Until the second change is noticed a row is told as something unknown, never by wrong names.
    try run("INSERT INTO t (id, renamed, more) VALUES (3, 'y', 'z')", on: database.db)
    try await database.db.catchUp()
    #expect(heard.batches.contains { !$0.schemaChanges.isEmpty })
    try run("INSERT INTO t (id, renamed, more) VALUES (4, 'y', 'z')", on: database.db)
    #expect(heard.batches.last?.lines == ["+ t(4) id=4 renamed=y more=z"])
    #expect(!heard.batches.contains { $0.rows.contains { $0.columns?.contains("a") == true && $0.kind == .update } })
  }

  @Test("A file that was replaced is noticed")
  func replaced() async throws {
    let database = try TestDatabase("", Self.tables)
    let heard = try HeardChanges(database.db, ["t"])
    try FileManager.default.moveItem(atPath: database.path, toPath: database.path + ".old")
    #expect(await eventually { database.db.changeCoverage.limitation != nil })
    #expect(
      database.db.changeCoverage.limitation == "the file was replaced or removed, so that others write another one")
    try FileManager.default.moveItem(atPath: database.path + ".old", toPath: database.path)
    heard.cancel()
  }
}
