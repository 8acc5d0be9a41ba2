import ORDA
import Testing

@Suite("The schema of a music collection on MariaDB")
struct MariaDBSchemaTests {
  let test: TestDatabase
  var db: any Governor { test.db }
  var schema: String { test.name }

  init() throws {
    test = try TestDatabase(
      "",
      """
      CREATE TABLE album (id INT PRIMARY KEY AUTO_INCREMENT, title VARCHAR(80) NOT NULL COMMENT 'as printed');
      CREATE TABLE genre (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, CONSTRAINT genre_name UNIQUE (name));
      CREATE TABLE track (
        id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT,
        name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        album_id INT NULL, genre_id INT NULL,
        milliseconds INT NOT NULL CHECK (milliseconds > 0),
        seconds DOUBLE AS (milliseconds / 1000) VIRTUAL,
        label VARCHAR(210) AS (concat('* ', name)) STORED,
        price DECIMAL(10,2) NOT NULL DEFAULT 0.99,
        added DATETIME DEFAULT CURRENT_TIMESTAMP, note TEXT DEFAULT NULL, hidden INT DEFAULT 5 INVISIBLE,
        CONSTRAINT track_album FOREIGN KEY (album_id) REFERENCES album (id) ON UPDATE CASCADE ON DELETE SET NULL,
        CONSTRAINT track_genre FOREIGN KEY (genre_id) REFERENCES genre (id),
        CONSTRAINT cheap CHECK (price < 100),
        KEY by_name (album_id, name DESC)
      );
      CREATE TABLE pair (x INT, y INT, z INT, PRIMARY KEY (z, x), UNIQUE KEY yz (y, z));
      CREATE TABLE child (a INT, b INT, FOREIGN KEY (b, a) REFERENCES pair (z, x) ON DELETE CASCADE);
      CREATE VIEW titles AS SELECT t.id, t.name, a.title FROM track AS t LEFT JOIN album AS a ON a.id = t.album_id;
      """)
  }

  @Test func `Tables and views are listed by name`() throws {
    #expect(try db.tables().map(\.name) == ["album", "child", "genre", "pair", "titles", "track"])
    #expect(try db.tables().first == TableName(schema: schema, name: "album"))
    #expect(try db.tables(schema: "no such schema") == [])
  }

  @Test func `Columns, their types, defaults and computations`() throws {
    let track = try db.describe("track")
    #expect(track.kind == .table)
    #expect(track.attributes == [.strict, .neverReusesKeys])
    #expect(
      track.columnNames == [
        "id", "name", "album_id", "genre_id", "milliseconds", "seconds", "label", "price", "added", "note",
      ])
    #expect(
      track.column(named: "id")
        == ColumnDescription(
          name: "id", declaredType: "bigint(20) unsigned", isNullable: false, primaryKeyPosition: 1,
          isAutoIncrement: true))
    #expect(track.column(named: "name")?.collation == "utf8mb4_bin")
    #expect(track.column(named: "price")?.defaultValue == "0.99")
    #expect(track.column(named: "added")?.defaultValue == "current_timestamp()")
    #expect(track.column(named: "note")?.defaultValue == nil)
    #expect(track.column(named: "note")?.isNullable == true)
    #expect(track.column(named: "seconds")?.generated == .virtual(expression: "`milliseconds` / 1000"))
    #expect(track.column(named: "label")?.generated == .stored(expression: "concat('* ',`name`)"))
    #expect(track.column(named: "hidden")?.isHidden == true)
    #expect(try db.describe("album").column(named: "title")?.comment == "as printed")
  }

  @Test func `Keys of one and of several columns`() throws {
    #expect(try db.describe("track").primaryKeyNames == ["id"])
    let pair = try db.describe("pair")
    #expect(pair.primaryKey == ["z", "x"])
    #expect(pair.columns.map(\.primaryKeyPosition) == [2, nil, 1])
    #expect(pair.uniqueConstraints == [UniqueConstraint(name: "yz", columns: ["y", "z"])])
    #expect(pair.attributes == [.strict])
    #expect(try db.describe("genre").uniqueConstraints == [UniqueConstraint(name: "genre_name", columns: ["name"])])
  }

  @Test func `Foreign keys are told whole`() throws {
    let track = try db.describe("track")
    #expect(track.foreignKeyTableNames == ["album", "genre"])
    #expect(
      track.foreignKeys == [
        ForeignKey(
          name: "track_album", columns: ["album_id"], referencedTable: TableName(schema: schema, name: "album"),
          referencedColumns: ["id"], onUpdate: .cascade, onDelete: .setNull),
        ForeignKey(
          name: "track_genre", columns: ["genre_id"], referencedTable: TableName(schema: schema, name: "genre"),
          referencedColumns: ["id"], onUpdate: .restrict, onDelete: .restrict),
      ])
    let child = try #require(try db.describe("child").foreignKeys.first)
    #expect(child.columns == ["b", "a"])
    #expect(child.referencedColumns == ["z", "x"])
    #expect(child.onDelete == .cascade)
  }

  @Test func `Checks and indexes`() throws {
    let track = try db.describe("track")
    #expect(
      Set(track.checkConstraints) == [
        CheckConstraint(expression: "`milliseconds` > 0", column: "milliseconds"),
        CheckConstraint(name: "cheap", expression: "`price` < 100"),
      ])
    let index = try #require(track.indexes.first { $0.name == "by_name" })
    #expect(index.columnNames == ["album_id", "name"])
    #expect(index.columns.map(\.isDescending) == [false, true])
    #expect(index.columns.map(\.collation) == [nil, "utf8mb4_bin"])
    #expect(!index.isUnique)
    #expect(track.indexes.first?.isPrimaryKey == true)
  }

  @Test func `A view has columns and its text, and no key`() throws {
    let view = try db.describe("titles")
    #expect(view.kind == .view)
    #expect(view.columnNames == ["id", "name", "title"])
    #expect(view.primaryKey == [])
    #expect(view.sql?.contains("VIEW `titles` AS select") == true)
    #expect(try db.describe("album").sql?.hasPrefix("CREATE TABLE `album` (") == true)
  }

  @Test func `What is missing is nil, and system tables are told as such`() throws {
    #expect(try db.describe(TableName(name: "nothing")) == nil)
    #expect(try db.describe(TableName(schema: "nowhere", name: "track")) == nil)
    #expect(try db.describe(TableName(schema: "information_schema", name: "TABLES"))?.kind == .system)
    #expect(throws: DatabaseError.self) { try db.describe("nothing") }
  }

  @Test func `A result's columns tell where they come from`() throws {
    let columns = try db.query("SELECT t.name AS n, 1 + 1 AS two, t.price FROM track AS t").columns
    #expect(
      columns[0]
        == Column(
          name: "n", declaredType: "VARCHAR", schema: schema, table: "track", origin: "name", isNullable: false))
    #expect(columns[1] == Column(name: "two", declaredType: "INT"))
    #expect(columns[2].declaredType == "DECIMAL")
  }
}
