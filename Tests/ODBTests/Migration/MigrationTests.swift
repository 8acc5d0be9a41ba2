import Foundation
import ODB
import ORDA
import Testing

@Suite("Changing the first ODB's layout over")
struct MigrationTests {
  /// A database as the first ODB left it.
  static func original(_ place: Place, _ home: Home) throws {
    let db = try home.governor()
    let isServer = place == .mariadb
    let id: SQL = isServer ? "BIGINT PRIMARY KEY AUTO_INCREMENT" : "INTEGER PRIMARY KEY AUTOINCREMENT"
    let text: SQL = isServer ? "LONGTEXT CHARACTER SET utf8mb4" : "TEXT"
    try db.execute("CREATE TABLE odb_tables (id \(id), parent_id BIGINT NOT NULL, name \(text) NOT NULL)")
    try db.execute(
      """
      CREATE TABLE odb_values (id \(id), odb_table_id BIGINT NOT NULL, name \(text) NOT NULL, \
      primitive_type BIGINT NOT NULL, application_type \(text), value \(isServer ? text : "BLOB"))
      """)
    func table(_ id: Int, _ parent: Int, _ name: String) throws {
      try db.execute("INSERT INTO odb_tables (id, parent_id, name) VALUES (\(id), \(parent), \(name))")
    }
    func value(_ table: Int, _ name: String, _ text: String) throws {
      try db.execute(
        """
        INSERT INTO odb_values (odb_table_id, name, primitive_type, application_type, value) \
        VALUES (\(table), \(name), 128, 'T', \(text))
        """)
    }
    try table(1, -1, "RSS")
    try table(2, 1, "feeds")
    try table(3, 1, "Feeds")
    try table(4, -1, "double")
    try table(5, -1, "double")
    try table(6, 4, "lost with its table")
    try table(7, 99, "orphan")
    try table(8, -1, "")
    try value(2, "a", "old")
    try value(2, "a", "new")
    try value(3, "b", "B")
    try value(5, "kept", "yes")
    try value(4, "gone", "no")
    try value(-1, "rss", "hidden behind a name")
    try value(-1, "double", "a table wins")
    try value(77, "lost", "orphan")
    try value(-1, String(repeating: "x", count: 5_000), "long")
    try db.execute(
      """
      INSERT INTO odb_values (odb_table_id, name, primitive_type, application_type, value) \
      VALUES (-1, 'what', 4711, NULL, 'from the future')
      """)
    try db.close()
  }

  @Test("All of it is changed over, and what is not is reported", arguments: Place.allCases)
  func migrating(_ place: Place) throws {
    let home = try place.made()
    try Self.original(place, home)
    let odb = try home.odb()
    #expect(odb.perform { odb.path(["RSS", "feeds", "b"]).value?.string } == "B")
    #expect(odb.perform { odb.path(["RSS", "x"]).setValue(1) } == false)
    let report = try odb.migrate()
    #expect(odb.error == nil)
    #expect(report.tables == 5)
    #expect(report.values == 6)
    #expect(Set(report.renamed.map(\.name)).isSuperset(of: ["feeds 2", "rss 2", "unnamed"]))
    #expect(report.renamed.count == 4)
    #expect(report.unreadable == ["what"])
    #expect(Set(report.dropped.filter { $0.reason == .orphan }.map(\.path)) == ["orphan", "lost"])
    let duplicates = report.dropped.filter { $0.reason == .duplicate }
    #expect(duplicates.map(\.path).sorted() == ["RSS.feeds.a", "double", "double"])
    odb.perform {
      #expect(odb.path(["RSS", "feeds", "b"]).value == ODBValue("B", applicationType: "T"))
      #expect(odb.path(["RSS", "feeds 2", "a"]).value?.string == "new")
      #expect(odb.path(["double", "kept"]).value?.string == "yes")
      #expect(odb.path(["double", "gone"]).value == nil)
      #expect(odb.path(["rss 2"]).value?.string == "hidden behind a name")
      #expect(odb.path(["unnamed"]).table != nil)
      #expect(odb.path(["what"]).kind == .unknown(4711))
      #expect(odb.path(["RSS", "x"]).setValue(1))
    }
    #expect(odb.error == nil)
    #expect(odb.rowCount == 13)
    #expect(try odb.governor?.describe(TableName(name: "odb_tables")) == nil)
    #expect(try odb.migrate() == ODBMigrationReport.nothing)
    let again = try odb.reopened(at: home)
    #expect(again.perform { again.path(["rss", "X"]).value } == 1)
  }

  @Test("A migration that died is begun again, or completed", arguments: Place.allCases)
  func killed(_ place: Place) throws {
    let home = try place.made()
    try Self.original(place, home)
    // Died while it filled its table.
    let db = try home.governor()
    try db.execute("CREATE TABLE odb_migrating_nodes (id INTEGER)")
    let odb = try home.odb()
    #expect(odb.perform { odb.path(["double", "kept"]).value?.string } == "yes")
    #expect(try odb.migrate().tables == 5)
    odb.close()
    // Died once the table had its name, before it was known by the state, and before the old tables were dropped.
    try db.execute("DROP TABLE odb_state")
    try db.execute("CREATE TABLE odb_tables (id INTEGER, parent_id INTEGER, name VARCHAR(10))")
    let completed = try home.odb()
    #expect(completed.perform { completed.path(["double", "kept"]).value?.string } == "yes")
    #expect(completed.perform { completed.path(["double", "new"]).setValue(2) })
    #expect(completed.error == nil)
    try db.close()
  }

  @Test("Who observes before the migration hears of what is written after it")
  func observing() throws {
    let home = try Place.sqlite.made()
    try Self.original(.sqlite, home)
    let odb = try home.odb()
    let paths = Shared<[String]>([])
    let observation = odb.path(["RSS"]).observe { change in paths.with { $0.append("\(change.path)") } }
    try odb.migrate()
    odb.perform { odb.path(["RSS", "new"]).setValue(1) }
    paths.wait { $0.contains("RSS.new") }
    #expect(odb.error == nil)
    withExtendedLifetime(observation) {}
  }

  @Test("A database of this layout is left alone")
  func current() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    odb.perform { odb.path(["x"]).setValue(1) }
    #expect(try odb.migrate() == .nothing)
    #expect(throws: ODBError.self) { try odb.performThrowing { try odb.migrate() } }
    #expect(odb.perform { odb.path(["x"]).value } == 1)
  }
}
