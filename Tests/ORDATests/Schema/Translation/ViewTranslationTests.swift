import ORDA
import Testing

@Suite("Views, as another database writes them") struct ViewTranslationTests {
  private static let schema = DatabaseDescription(tables: [
    TableDescription(
      name: "track",
      columns: ["id", "title", "count"].map { ColumnDescription(name: $0, declaredType: "INT") }),
    TableDescription(name: "album", columns: [ColumnDescription(name: "track", declaredType: "INT")]),
  ])

  private static func language(_ driver: String) -> DatabaseLanguage {
    DatabaseLanguage(
      driverName: driver,
      dialect: driver == "Back"
        ? Dialect(
          identifierQuote: "`", doubleQuotesIdentifiers: false, backtickIdentifiers: true, backslashEscapes: true,
          hashComments: true) : .standard,
      schemaDialect: StandardSchemaDialect())
  }

  private func translated(_ query: String, from source: String = "Standard", to target: String = "Back") -> String? {
    let view = TableDescription(
      name: "v", kind: .view, columns: [ColumnDescription(name: "a", declaredType: "")],
      sql: "CREATE VIEW v AS \(query)")
    return ViewTranslation(
      view, in: Self.schema, from: Self.language(source), to: Self.language(target))?.statement
  }

  @Test(arguments: [
    ("SELECT id FROM track", "SELECT `id` FROM `track`"),
    (
      "select T.*, count as n from TRACK T where T.id<>3;",
      "SELECT `T`.*, `count` AS `n` FROM `TRACK` `T` WHERE `T`.`id` <> 3"
    ),
    ("SELECT COUNT( * ) FROM \"track\" -- all", "SELECT COUNT(*) FROM `track`"),
    ("SELECT '( a . b , it''s \\ )' FROM track", "SELECT '( a . b , it''s \\\\ )' FROM `track`"),
    (
      "SELECT CASE WHEN id >= 1 THEN 'x' ELSE title END FROM track t LEFT JOIN album ON album.track = t.id",
      "SELECT CASE WHEN `id` >= 1 THEN 'x' ELSE `title` END FROM `track` `t` LEFT JOIN `album` ON `album`.`track` = `t`.`id`"
    ),
    (
      "SELECT DISTINCT id FROM track WHERE NOT EXISTS (SELECT 1 FROM album) AND title IS NOT NULL ORDER BY id DESC LIMIT 3",
      "SELECT DISTINCT `id` FROM `track` WHERE NOT EXISTS (SELECT 1 FROM `album`) AND `title` IS NOT NULL ORDER BY `id` DESC LIMIT 3"
    ),
  ])
  func `A plain query`(_ query: String, _ expected: String) {
    #expect(translated(query) == "CREATE VIEW `v` (`a`) AS \(expected)")
  }

  @Test(arguments: [
    "SELECT upper(title) FROM track", "SELECT id / 2 FROM track", "SELECT id || title FROM track",
    "SELECT id FROM track NATURAL JOIN album", "SELECT id FROM track FULL JOIN album", "SELECT rowid FROM track",
    "SELECT CURRENT_TIMESTAMP FROM track", "SELECT id FROM track WHERE title IS 'x'", "SELECT \"nothing\" FROM track",
    "SELECT id FROM track WHERE title LIKE 'a%'", "SELECT x'00' FROM track", "SELECT avg(id) FROM track",
    "SELECT id % 2 FROM track", "WITH c AS (SELECT 1) SELECT id FROM track", "SELECT 'open", "",
  ])
  func `A query that may mean something else`(_ query: String) {
    #expect(translated(query) == nil)
  }

  @Test func `Within one driver a view is its own text, without the account that defined it`() {
    #expect(translated("SELECT upper(title)", to: "Standard") == "CREATE VIEW v AS SELECT upper(title)")
    let view = TableDescription(
      name: "v", kind: .view, columns: [],
      sql: "CREATE ALGORITHM=UNDEFINED DEFINER=`a b`@`%` SQL SECURITY DEFINER VIEW `v` AS select 'DEFINER=x@y '")
    let language = Self.language("Back")
    #expect(
      ViewTranslation(view, in: Self.schema, from: language, to: language)?.statement
        == "CREATE ALGORITHM=UNDEFINED SQL SECURITY DEFINER VIEW `v` AS select 'DEFINER=x@y '")
  }

  @Test func `Views come after those that they read`() {
    let texts = [
      "a": "SELECT * FROM B", "b": "SELECT * FROM c", "c": "SELECT 1", "x": "SELECT * FROM y", "y": "SELECT * FROM x",
    ]
    #expect(ViewOrder(texts, .standard).names == ["c", "b", "a", "y", "x"])
  }
}
