import Foundation
import ODB
import ORDA
import Testing

@Suite("The first ODB's layout")
struct OriginalLayoutTests {
  /// The tables as the first ODB made them, with what its faults left in them.
  private func made(_ home: Home) throws -> any Governor {
    let db = try home.governor()
    let isServer = db.driverName == "MariaDB"
    let key: SQL = isServer ? "BIGINT PRIMARY KEY AUTO_INCREMENT" : "INTEGER PRIMARY KEY AUTOINCREMENT"
    let value: SQL = isServer ? "LONGTEXT" : "BLOB"
    try db.executeScript(
      """
      CREATE TABLE odb_tables (id \(key), parent_id INTEGER NOT NULL, name TEXT NOT NULL);
      CREATE TABLE odb_values (id \(key), odb_table_id INTEGER NOT NULL, name TEXT NOT NULL,
        primitive_type INTEGER NOT NULL, application_type TEXT NULL, value \(value));
      INSERT INTO odb_tables (id, parent_id, name) VALUES (1, -1, 'RSS'), (2, 1, 'feeds'), (3, -1, 'both'), (9, 77, 'orphan');
      INSERT INTO odb_values (id, odb_table_id, name, primitive_type, application_type, value) VALUES
        (1, 2, 'editedName', 128, 'OPML', 'Daring Fireball'), (2, -1, 'both', 16, NULL, 1),
        (3, 2, 'editedname', 128, NULL, 'newer'),
        (4, 88, 'lost', 16, NULL, 4), (5, 1, 'unknown', 512, NULL, 'x');
      """)
    return db
  }

  @Test("is read as it is", arguments: Place.allCases)
  func reading(_ place: Place) throws {
    let home = try place.made()
    let db = try made(home)
    let odb = try home.odb()
    for _ in 0..<2 {
      odb.perform {
        #expect(odb.rootTable?.children.keys.sorted() == ["both", "rss"])
        #expect((odb.root + "both").table?.children.isEmpty == true)
        #expect(odb.path(["rss", "FEEDS", "EDITEDNAME"]).value == "newer")
        #expect(odb.path(["rss", "feeds"]).table?.children.count == 1)
        #expect(odb.path(["rss", "feeds"]).table?.path.text == "RSS.feeds")
        #expect(odb.path(["rss", "unknown"]).kind == .unknown(512))
        #expect(odb.path(["orphan"]).object == nil)
      }
    }
    #expect(odb.error == nil)
    #expect(odb.read { odb.path(["RSS", "feeds", "editedName"]).value } == "newer")
    // What the first ODB writes meanwhile is seen.
    try db.execute("INSERT INTO odb_values (odb_table_id, name, primitive_type, value) VALUES (1, 'late', 128, 'text')")
    #expect(odb.perform { odb.path(["RSS", "late"]).value } == "text")
    try db.close(within: .zero)
  }

  @Test("has all types of values")
  func values() throws {
    let home = try Place.sqlite.made()
    let db = try made(home)
    try db.executeScript(
      """
      DELETE FROM odb_values;
      INSERT INTO odb_values (odb_table_id, name, primitive_type, application_type, value) VALUES
        (-1, 'bool', 8, NULL, 1), (-1, 'int', 16, NULL, -7), (-1, 'double', 32, NULL, 3498.45745), (-1, 'whole', 32, NULL, 2),
        (-1, 'date', 64, NULL, 86400.5), (-1, 'string', 128, 'OPML', 'é'), (-1, 'data', 256, '', X'00FF');
      """)
    let odb = try home.odb()
    let values = odb.perform { odb.rootTable?.children.compactMapValues { ($0 as? ODBValueObject)?.value } ?? [:] }
    #expect(
      values == [
        "bool": true, "int": -7, "double": 3498.45745, "whole": ODBValue(2.0),
        "date": ODBValue(Date(timeIntervalSince1970: 86400.5)), "string": ODBValue("é", applicationType: "OPML"),
        "data": ODBValue(Data([0, 255]), applicationType: ""),
      ])
    try db.close(within: .zero)
  }

  @Test("is not written to", arguments: Place.allCases)
  func writing(_ place: Place) throws {
    let home = try place.made()
    let db = try made(home)
    let odb = try home.odb()
    for mode in [ODBPerformMode.ordinary, .once] {
      odb.perform(mode) {
        #expect(!(odb.root + "x").setValue(1))
        #expect(!(odb.root + "RSS").delete())
      }
      #expect(odb.error?.description == ODBError.needsMigration.description)
    }
    #expect((try? db.describe("odb_nodes")) == nil)
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM odb_tables") == 4)
    try db.close(within: .zero)
  }
}
