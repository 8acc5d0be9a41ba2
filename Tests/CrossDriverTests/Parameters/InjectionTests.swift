import ORDA
import Testing

@Suite("Values that look like SQL") struct InjectionTests {
  static let values = [
    "Robert'); DROP TABLE genre; --", "' OR '1'='1", "\"; DELETE FROM genre; --", "%@ %s %d %n",
    "\\'; DROP TABLE genre",
    "/* */ -- # ;", "`genre`", "?1 :name @x $y", "\u{0}'; DROP TABLE genre", "a\\", "''", "\u{2019}; DROP TABLE genre",
  ]

  @Test("are stored as they are", arguments: Database.allCases, values)
  func literal(_ database: Database, _ value: String) throws {
    let test = try database.opened("CREATE TABLE genre (id INTEGER PRIMARY KEY, name VARCHAR(80))")
    let db = test.db
    if database == .postgresql, value.contains("\u{0}") {
      // Its texts hold no NUL.
      #expect(try failure { try db.execute("INSERT INTO genre VALUES (1, ?)", value) }.kind == .unsupported)
      return
    }
    try db.execute("INSERT INTO genre VALUES (1, ?)", value)
    try db.execute("INSERT INTO genre VALUES (2, :name)", ["name": value])
    try db.execute("INSERT INTO genre VALUES (3, \(value))")
    #expect(try db.query(String.self, "SELECT name FROM genre ORDER BY id") == [value, value, value])
    #expect(try db.query(Int.self, "SELECT id FROM genre WHERE name = \(value) ORDER BY id") == [1, 2, 3])
    #expect(try db.query(Int.self, "SELECT id FROM genre WHERE name IN \(in: [value]) ORDER BY id") == [1, 2, 3])
  }

  @Test(
    "So are names", arguments: Database.allCases, ["a b", "select", "it's", "x\"y", "x`y", "Größe 日本", "a;b", "--"])
  func identifiers(_ database: Database, _ name: String) throws {
    let test = try database.opened()
    let db = test.db
    try db.execute("CREATE TABLE \(identifier: name) (\(identifier: name) INTEGER)")
    try db.execute("INSERT INTO \(identifier: name) VALUES (5)")
    let result = try db.query("SELECT \(identifier: name) FROM \(identifier: name)")
    #expect(result.columns.map(\.name) == [name])
    #expect(try result[0][name] == .int(5))
    #expect(try db.tables().map(\.name) == [name])
    #expect(try db.describe(name).columnNames == [name])
  }
}
