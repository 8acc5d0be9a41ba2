import ORDA
import TestSupport
import Testing

/// Texts that Swift takes for equal, since they show the same characters, are two names for a database.
@Suite("Names") struct NameTests {
  static let composed = "caf\u{E9}"
  static let decomposed = "cafe\u{301}"

  /// A table with a column of each name, and a row with 10 and 20.
  private func columns(_ database: Database) throws -> OwnDatabase {
    let test = try database.opened("")
    try test.db.execute(
      """
      CREATE TABLE two (id INTEGER PRIMARY KEY, \(identifier: Self.composed) INTEGER,
        \(identifier: Self.decomposed) INTEGER)
      """)
    try test.db.execute("INSERT INTO two VALUES (1, 10, 20)")
    return test
  }

  private func values(_ db: any Governor, _ id: Int = 1) throws -> [Int] {
    let row = try #require(try db.first("SELECT * FROM two WHERE id = ?", id))
    return [try row.get(1), try row.get(2)]
  }

  @Test("of columns that only look the same are two columns of a row", arguments: Database.allCases)
  func rows(_ database: Database) throws {
    let test = try columns(database)
    let row = try #require(try test.db.first("SELECT * FROM two"))
    #expect(try row.get(Self.composed, as: Int.self) == 10)
    #expect(try row.get(Self.decomposed, as: Int.self) == 20)
    var seen: [Int] = []
    try test.db.forEach("SELECT * FROM two") { row in
      for _ in 0..<2 { seen += [try row.get(Self.decomposed), try row.get(Self.composed)] }
    }
    #expect(seen == [20, 10, 20, 10])
    let description = try test.db.describe("two")
    #expect(description.column(named: Self.decomposed)?.name.unicodeScalars.count == 5)
    #expect(description.column(named: Self.composed)?.name.unicodeScalars.count == 4)
  }

  @Test("of columns that only look the same are two columns of an entry", arguments: Database.allCases)
  func entries(_ database: Database) throws {
    let test = try columns(database)
    let table = try test.db.table("two")
    let entry = try #require(try table.entry(1))
    try entry.set(Self.decomposed, to: 99)
    #expect(try values(test.db) == [10, 99])
    try entry.update { $0[Self.composed] = 11 }
    #expect(try values(test.db) == [11, 99])
    #expect([entry[Self.composed] as Int?, entry[Self.decomposed] as Int?] == [11, 99])
    try table.insert(["id": 2, Self.decomposed: 2, Self.composed: 1])
    #expect(try values(test.db, 2) == [1, 2])
    try test.db.upsert(into: "two", ["id": 2, Self.decomposed: 4, Self.composed: 3], key: ["id"])
    #expect(try values(test.db, 2) == [3, 4])
  }

  @Test("of tables that only look the same are two tables", arguments: Database.allCases)
  func tables(_ database: Database) throws {
    let test = try database.opened("")
    for (name, value) in [(Self.composed, 111), (Self.decomposed, 222)] {
      try test.db.execute("CREATE TABLE \(identifier: name) (id INTEGER PRIMARY KEY, v INTEGER)")
      try test.db.execute("INSERT INTO \(identifier: name) VALUES (1, \(value))")
    }
    let first = try test.db.table(TableName(name: Self.composed))
    let second = try test.db.table(TableName(name: Self.decomposed))
    #expect(try first.entry(1)?["v"] == 111)
    #expect(try second.entry(1)?["v"] == 222)
    try second.entry(1)?.set("v", to: 333)
    #expect(try first.entry(1)?["v"] == 111)
    let schema = try test.db.schema()
    #expect(schema.tables.count == 2)
    #expect(schema.table(named: Self.decomposed)?.columns.map(\.name) == ["id", "v"])
  }

  @Test("of parameters that only look the same are two parameters", arguments: Database.allCases)
  func parameters(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE p (a INTEGER, b INTEGER)")
    let insert = SQL(text: "INSERT INTO p VALUES (:\(Self.composed), :\(Self.decomposed))")
    try test.db.execute(insert, Parameters(pairs: [(Self.composed, 1), (Self.decomposed, 2)]))
    #expect(try test.db.first("SELECT a, b FROM p")?.values == [1, 2])
  }

  @Test("that are values of keys and only look the same are two rows", arguments: Database.allCases)
  func keys(_ database: Database) throws {
    let text = database == .mariadb ? "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "TEXT"
    let test = try database.opened("")
    try test.db.execute(SQL(text: "CREATE TABLE k (id \(text) NOT NULL PRIMARY KEY, v \(text), n INTEGER)"))
    let table = try test.db.table("k")
    for (number, id) in [Self.composed, Self.decomposed].enumerated() {
      try test.db.execute("INSERT INTO k VALUES (?, 'x', ?)", id, number)
    }
    let first = try #require(try table.entry(Self.composed))
    let second = try #require(try table.entry(Self.decomposed))
    #expect(first !== second)
    #expect([first["n"] as Int?, second["n"] as Int?] == [0, 1])
    try first.set("v", to: Self.composed)
    try first.set("v", to: Self.decomposed)
    let stored = try test.db.first(String.self, "SELECT v FROM k WHERE n = 0")
    #expect(stored?.unicodeScalars.count == 5)
    #expect((first["v"] as String?)?.unicodeScalars.count == 5)
    #expect(Value.text(Self.composed) != Value.text(Self.decomposed))
    #expect(Set([Value.text(Self.composed), Value.text(Self.decomposed)]).count == 2)
  }

  private enum Color: String, CaseIterable, ColumnValue, ValueConvertible { case red, green }

  @Test("of values that an enumeration lacks are named by the error", arguments: Database.allCases)
  func rawValues(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE c (color VARCHAR(20))")
    try test.db.execute("INSERT INTO c VALUES ('blue')")
    let error = try failure { try test.db.first(Color.self, "SELECT color FROM c") }
    #expect(error.kind == .typeMismatch)
    #expect(error.message.contains("blue is not the raw value of any Color; the raw values are red, green"), "\(error)")
  }

  @Test("that begin like parameters are names of columns", arguments: Database.allCases)
  func signs(_ database: Database) throws {
    let test = try database.opened("")
    try test.db.execute(
      """
      CREATE TABLE s (id INTEGER PRIMARY KEY, \(identifier: "@type") VARCHAR(20), \(identifier: "$ref") VARCHAR(20))
      """)
    let entry = try test.db.table("s").insert(["id": 1, "@type": "x", "$ref": "y"])
    #expect(entry["@type"] == "x")
    #expect(try test.db.upsert(into: "s", ["id": 2, "@type": "x", "$ref": "z"], key: ["id"]).changed == 1)
    try test.db.upsert(into: "s", ["id": 2, "@type": "again", "$ref": "z"], key: ["id"])
    let stored = try test.db.query(
      (String, String).self, "SELECT \(identifier: "@type"), \(identifier: "$ref") FROM s ORDER BY id")
    #expect(stored.map { $0.0 } == ["x", "again"])
    #expect(stored.map { $0.1 } == ["y", "z"])
  }
}
