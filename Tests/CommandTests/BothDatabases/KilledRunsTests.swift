import Foundation
import MariaDBTestServer
import ORDA
import TestSupport
import Testing

@testable import Command
@testable import ORDAImport

/// Imports and copies that are killed, at any moment: what they leave is nothing, or all, or what the next run clears away.
@Suite("Killed imports and copies", .ownThread) struct KilledRunsTests {
  private static let rows = 3000
  /// How many runs are killed, at moments from the first to the last.
  private static let kills = 12

  /// Moments from the first to beyond the middle, closer to each other at first, while the tables are made. At the end the
  /// connections are closed, and all is done.
  private static func moments(_ count: Int) -> [Int] { (0..<kills).map { 1 + count * $0 * $0 / (kills * kills) } }

  @Test("An import that is killed can be repeated", arguments: CommandDatabase.allCases)
  func imports(_ database: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let lines = (1...Self.rows).map { "\($0),title \($0)" }
    try databases.folder.write("id,title\n" + lines.joined(separator: "\n") + "\n", to: "tracks.csv")
    func arguments(_ url: String, _ table: String) -> [String] {
      ["import", url, table, "tracks.csv", "--create", "--primary-key", "id", "--quiet"]
    }
    let whole = try databases.url(database)
    let killer = try Killer(whole, in: databases.folder, by: .bytes)
    let moments = try killer.moments(of: arguments(killer.url, "whole"))
    for (number, moment) in Self.moments(moments).enumerated() {
      // SQLite writes a new file's log, and takes it over into one that is larger already.
      let url = number.isMultiple(of: 2) ? try databases.url(database) : whole
      let (killer, table) = (try Killer(url, in: databases.folder, by: .bytes), "t\(number)")
      let killed = try killer.run(arguments(killer.url, table), killedAt: moment)
      #expect(killed.status < 0, "it was to be killed at \(moment) of \(moments): \(killed.error)")
      let again = try await BuiltProgram(name: "orda").run(arguments(url, table), in: databases.folder)
      let count = try databases.rows(url, "SELECT COUNT(*) FROM \(identifier: table)")
      #expect(count == [["\(Self.rows)"]], "\(again.error)")
      // The first may have been done already.
      #expect(again.status == 0 || again.error.contains("alreadyExists"), "\(again.error)")
      #expect(try databases.tables(url).filter(UnfinishedTables.isNote).count <= 1)
      try databases.open(url) { try UnfinishedTables.clear([], in: $0) }
      #expect(try databases.tables(url).filter(UnfinishedTables.isNote) == [])
    }
  }

  private static let source: SQL = """
    CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT);
    CREATE TABLE track (id INTEGER PRIMARY KEY, album INT REFERENCES album (id), title TEXT);
    CREATE INDEX track_title ON track (title);
    CREATE TABLE empty (id INTEGER PRIMARY KEY);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO album SELECT i, 'album ' || i FROM n;
    INSERT INTO track SELECT id, id, 'track ' || id FROM album;
    """

  @Test("A copy that is killed can be repeated", arguments: CommandDatabase.allCases)
  func copies(_ database: CommandDatabase) async throws {
    let databases = try CopyDatabases()
    let source = try databases.made(.sqlite, Self.source)
    func arguments(_ target: String) -> [String] { ["copy", source, target, "--quiet"] }
    let whole = try Killer(try databases.url(database), in: databases.folder, by: .bytes)
    let moments = try whole.moments(of: arguments(whole.url))
    for moment in Self.moments(moments) {
      let target = try databases.url(database)
      let killer = try Killer(target, in: databases.folder, by: .bytes)
      let killed = try killer.run(arguments(killer.url), killedAt: moment)
      #expect(killed.status < 0, "it was to be killed at \(moment) of \(moments): \(killed.error)")
      let again = try await BuiltProgram(name: "orda").run(arguments(target), in: databases.folder)
      #expect(again.status == 0 || again.error.contains("already"), "\(again.error)")
      #expect(
        try databases.tables(target).filter { !UnfinishedTables.isNote($0) }.sorted() == ["album", "empty", "track"],
        "\(again.error)")
      #expect(try databases.rows(target, "SELECT COUNT(*) FROM track") == [["1000"]])
      #expect(try databases.rows(target, "SELECT COUNT(*) FROM album") == [["1000"]])
    }
  }

  // MARK: What is left

  @Test("Tables that a dead run left are made anew, and those that have rows are left alone")
  func left() async throws {
    let databases = try CopyDatabases()
    let url = try databases.made(.mariadb, "CREATE TABLE used (id INT); INSERT INTO used VALUES (1)")
    try databases.open(url) { db in
      _ = try UnfinishedTables(["used", "album", "track", "never"], in: db)
      try db.execute("CREATE TABLE album (id INT PRIMARY KEY)")
      try db.execute("CREATE TABLE track (id INT, album INT, FOREIGN KEY (album) REFERENCES album (id))")
      try UnfinishedTables.clear(["other"], in: db)
      #expect(try db.tables().count == 4)
      try UnfinishedTables.clear(["Album"], in: db)
      #expect(try db.tables().map(\.name) == ["used"])
    }
  }

  @Test("A run whose note another has taken over finishes nothing, and drops nothing")
  func takenOver() throws {
    let databases = try CopyDatabases()
    try databases.open(try databases.url(.mariadb)) { db in
      let slow = try UnfinishedTables(["t"], in: db)
      var made: [String] = []
      try slow.make("t", noting: &made) { _ = try db.execute("CREATE TABLE t (id INT)") }
      try UnfinishedTables.clear(["t"], in: db)
      #expect(try db.tables().isEmpty)
      let quick = try UnfinishedTables(["t"], in: db)
      try db.execute("CREATE TABLE t (id INT)")
      #expect(throws: TakenOver.self) { try db.transaction { try slow.finish(in: $0) } }
      #expect(slow.takeBack(made) == .dropped(left: []))
      try db.transaction {
        try quick.finish(in: $0)
        try $0.execute("INSERT INTO t VALUES (1)")
      }
      #expect(quick.takeBack(["t"]) == .complete)
      quick.remove()
      #expect(try db.tables().map(\.name) == ["t"])
    }
  }

  @Test("A table that cannot be made is not dropped: it is another's")
  func another() throws {
    let databases = try CopyDatabases()
    try databases.open(try databases.made(.mariadb, "CREATE TABLE t (id INT)")) { db in
      let unfinished = try UnfinishedTables(["t"], in: db)
      var made: [String] = []
      #expect(throws: DatabaseError.self) {
        try unfinished.make("t", noting: &made) { _ = try db.execute("CREATE TABLE t (id INT)") }
      }
      #expect(unfinished.takeBack(made) == .dropped(left: []))
      #expect(try db.tables().map(\.name) == ["t"])
    }
  }
}
