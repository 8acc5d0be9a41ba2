import MariaDBTestServer
import ORDA
import Testing

@Suite("MariaDB's types, for other databases") struct SchemaDialectTests {
  @Test("JSON is told from LONGTEXT by its check, which goes with it")
  func json() throws {
    let test = try TestDatabase(
      "", "CREATE TABLE t (j JSON, l LONGTEXT, `a``b` JSON, n LONGTEXT CHECK (json_valid(n) AND n <> '1'))")
    let table = try test.db.describe("t")
    let dialect = test.db.schemaDialect
    #expect(table.columns.map { dialect.type(of: $0, in: table) } == [.json, .text, .json, .text])
    #expect(table.checkConstraints.map { dialect.isPartOfType($0, in: table) } == [true, true, false])
  }

  @Test("A generated key keeps its width")
  func generatedKey() throws {
    let test = try TestDatabase()
    try test.db.create(
      TableDefinition(
        name: "t",
        columns: [ColumnDefinition("id", .integer(bits: 16, isUnsigned: true), isNullable: false, isGeneratedKey: true)]
      ))
    #expect(try test.db.describe("t").columns.map(\.declaredType) == ["smallint(5) unsigned"])
    try test.db.create(TableDefinition(name: "u", columns: [.generatedKey("id")]))
    #expect(try test.db.describe("u").columns.map(\.declaredType) == ["bigint(20)"])
  }

  @Test("A moment may be NULL, also where a TIMESTAMP is none that may unless it says so")
  func instants() throws {
    let test = try TestDatabase("session.explicit_defaults_for_timestamp=OFF")
    try test.db.create(
      TableDefinition(
        name: "t",
        columns: [
          ColumnDefinition("key", .instant), ColumnDefinition("at", .instant),
          ColumnDefinition("must", .instant, isNullable: false, defaultValue: "'2026-01-01'"),
          ColumnDefinition("made", .instant, generated: .stored(expression: "at")),
        ], primaryKey: ["key"]))
    try test.db.alter("t", [.addColumn(ColumnDefinition("added", .instant))])
    try test.db.execute("INSERT INTO t (`key`, at) VALUES ('2026-01-01', NULL)")
    #expect(try test.db.query("SELECT 1 FROM t WHERE at IS NULL AND added IS NULL AND made IS NULL").count == 1)
    #expect(try test.db.describe("t").columns.map(\.isNullable) == [false, true, false, true, true])
  }

  @Test(
    "Backslashes stay as they are in comments and enumerations",
    arguments: ["", "session.sql_mode=NO_BACKSLASH_ESCAPES"])
  func backslashes(_ options: String) throws {
    let test = try TestDatabase(options)
    let comment = #"C:\new 'f' x"#
    let literal = SQL(text: options.isEmpty ? #"'C:\\new ''f'' x'"# : #"'C:\new ''f'' x'"#)
    try test.db.execute("CREATE TABLE t (a INT COMMENT \(literal))")
    #expect(try test.db.describe("t").columns[0].comment == comment)
    try test.db.alter("t", [.changeColumn(ColumnDefinition("a", .text))])
    #expect(try test.db.describe("t").columns[0].comment == comment)
    let enumerating = try #require(test.db.schemaDialect as? any EnumeratingSchemaDialect)
    try test.db.execute("CREATE TABLE e (a \(raw: enumerating.declaration(ofTexts: [comment])))")
    try test.db.execute("INSERT INTO e VALUES (\(comment))")
    #expect(try test.db.first(String.self, "SELECT a FROM e") == comment)
  }

  @Test("Each way of comparing has a collation that compares so")
  func collations() throws {
    let test = try TestDatabase()
    let dialect = test.db.schemaDialect
    for comparison in [TextComparison.exact, .ignoringTrailingSpaces, .ignoringCase] {
      let collation = try #require(dialect.collation(for: comparison))
      #expect(dialect.comparison(of: collation) == comparison)
      let equal = try test.db.first(
        Bool.self, SQL(text: "SELECT CONVERT('a ' USING utf8mb4) = 'a' COLLATE \(collation)"))
      #expect(equal == (comparison == .ignoringTrailingSpaces))
      let folded = try test.db.first(
        Bool.self, SQL(text: "SELECT CONVERT('A' USING utf8mb4) = 'a' COLLATE \(collation)"))
      #expect(folded == (comparison == .ignoringCase))
    }
    #expect(dialect.comparison(of: "latin1_swedish_ci") == .ignoringCase)
    #expect(dialect.comparison(of: "binary") == .exact)
  }
}
