import ORDA
import Testing

@Suite("Tables translated from one database to another") struct TableTranslationTests {
  /// A database that takes anything anywhere.
  private struct LooseDialect: SchemaDialect {
    let generatedKey = GeneratedKeyDeclaration("INTEGER PRIMARY KEY", isPrimaryKey: true)
    let enforcesTypes = false
    func declaration(of type: ColumnType, isKeyed: Bool) -> String {
      StandardSchemaDialect().declaration(of: type, isKeyed: false)
    }
    func type(of column: ColumnDescription) -> ColumnType { StandardSchemaDialect().type(of: column) }
  }

  /// A database of narrow keys and rows, that knows no partial indexes and deferred constraints.
  private struct NarrowDialect: SchemaDialect {
    let generatedKey = GeneratedKeyDeclaration("BIGINT AUTO", isPrimaryKey: false)
    let sharesIndexNames = false
    func declaration(of type: ColumnType, isKeyed: Bool) -> String {
      StandardSchemaDialect().declaration(of: type, isKeyed: isKeyed)
    }
    func type(of column: ColumnDescription) -> ColumnType { StandardSchemaDialect().type(of: column) }
    func collation(for comparison: TextComparison) -> String? { comparison == .exact ? "binary" : nil }
    var limits: SchemaLimits {
      var limits = SchemaLimits()
      limits.keyBytes = 2_000
      limits.rowBytes = 8_000
      limits.hasDeferredForeignKeys = false
      limits.hasPartialIndexes = false
      limits.foreignKeyActions = [.noAction, .cascade]
      return limits
    }
  }

  private let loose = DatabaseLanguage(driverName: "Loose", dialect: .standard, schemaDialect: LooseDialect())
  private let narrow = DatabaseLanguage(
    driverName: "Narrow", dialect: Dialect(identifierQuote: "`", backtickIdentifiers: true),
    schemaDialect: NarrowDialect())

  private let track = TableDescription(
    name: TableName(schema: "main", name: "track"),
    columns: [
      ColumnDescription(
        name: "id", declaredType: "INTEGER", isNullable: false, primaryKeyPosition: 1, isAutoIncrement: true),
      ColumnDescription(name: "title", declaredType: "VARCHAR(80)", isNullable: false, defaultValue: "'none'"),
      ColumnDescription(name: "album", declaredType: "BIGINT", defaultValue: "abs(1)"),
      ColumnDescription(name: "double", declaredType: "BIGINT", generated: .stored(expression: "album + album")),
      ColumnDescription(name: "shout", declaredType: "CLOB", generated: .virtual(expression: "upper(title)")),
    ], primaryKey: ["id"],
    foreignKeys: [
      ForeignKey(
        columns: ["ALBUM"], referencedTable: TableName(schema: "main", name: "album"), referencedColumns: ["id"],
        onDelete: .setNull, isDeferred: true),
      ForeignKey(
        columns: ["album"], referencedTable: TableName(schema: "other", name: "album"), referencedColumns: ["id"]),
    ],
    indexes: [
      IndexDescription(name: "made_up", columns: [.init(.column("title"))], isUnique: true),
      IndexDescription(name: "by_album", columns: [.init(.column("album"), isDescending: true)]),
      IndexDescription(name: "some", columns: [.init(.column("album"))], isPartial: true, predicate: "album > 3"),
      IndexDescription(name: "lower", columns: [.init(.expression("lower(title)"))]),
    ],
    uniqueConstraints: [UniqueConstraint(name: "one_title", columns: ["title"])],
    checkConstraints: [
      CheckConstraint(expression: "album > 0 AND title <> ''", column: "album"),
      CheckConstraint(name: "short", expression: "length(title) < 9"),
    ], triggers: ["told"], sql: "CREATE TABLE track (…)")

  @Test("keep what means the same, and tell of the rest")
  func whole() throws {
    let translation = TableTranslation(track, from: loose, to: narrow)
    #expect(
      try translation.statements(in: narrow.schemaDialect).map { $0.render(narrow.dialect) } == [
        "CREATE TABLE `track` (`id` BIGINT AUTO, `title` VARCHAR(80) COLLATE binary NOT NULL DEFAULT 'none', "
          + "`album` BIGINT, `double` BIGINT GENERATED ALWAYS AS (`album` + `album`) STORED, `shout` CLOB COLLATE binary, "
          + "PRIMARY KEY (`id`), CONSTRAINT `one_title` UNIQUE (`title`), "
          + "FOREIGN KEY (`album`) REFERENCES `album` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION, "
          + "CHECK (`album` > 0 AND `title` <> ''))",
        "CREATE INDEX `by_album` ON `track` (`album` DESC)",
      ])
    #expect(
      translation.notes == [
        "track: album has no default: abs(1) is not known to mean the same",
        "track: shout becomes an ordinary column with its values: upper(title) is not known here",
        "track: the index some is not copied: it is of some rows only",
        "track: the index lower is not copied: it is of an expression",
        "track: the condition short is not copied: it is not known to mean the same",
        "track: the foreign key (ALBUM) refuses deletes: there is no SET NULL",
        "track: the foreign key (ALBUM) is checked at once: it can't be deferred",
        "track: the foreign key (album) is not copied: other.album is not there",
        "track: the trigger told is not copied",
      ])
  }

  @Test("keep everything between two databases of one driver")
  func verbatim() throws {
    let translation = TableTranslation(track, from: loose, to: loose)
    #expect(
      try translation.statements(in: loose.schemaDialect).map(\.description) == [
        "CREATE TABLE track (…)", "CREATE INDEX \"by_album\" ON \"track\" (\"album\" DESC)",
        "CREATE INDEX \"some\" ON \"track\" (\"album\") WHERE album > 3",
        "CREATE INDEX \"lower\" ON \"track\" ((lower(title)))",
      ])
    #expect(translation.notes.count == 2)
  }

  private func table(_ columns: [ColumnDescription], indexes: [IndexDescription] = [], key: [String] = [])
    -> TableDescription
  {
    TableDescription(name: TableName(name: "t"), columns: columns, primaryKey: key, indexes: indexes)
  }

  @Test("have keys of a length that the database takes")
  func keys() {
    let text = ColumnDescription(name: "a", declaredType: "CLOB")
    let long = ColumnDescription(name: "b", declaredType: "VARCHAR(600)")
    let both = IndexDescription(name: "both", columns: [.init(.column("a")), .init(.column("b"))])
    let one = IndexDescription(name: "one", columns: [.init(.column("a"))])
    let translation = TableTranslation(table([text, long], indexes: [both, one]), from: loose, to: narrow)
    #expect(translation.definition.columns.map(\.type) == [.text(maximum: 255), .text(maximum: 600)])
    #expect(translation.definition.indexes.map(\.name) == ["one"])
    #expect(
      translation.notes == ["t: the index both is not copied: its columns are longer than 2000 bytes together"])

    var contents = ColumnContents(declared: .text)
    Array(repeating: UInt8(ascii: "x"), count: 300).withUnsafeBufferPointer { contents.observe(.text($0)) }
    let seen = TableTranslation(table([text], indexes: [one]), from: loose, to: narrow, contents: ["a": contents])
    #expect(seen.definition.columns.map(\.type) == [.text(maximum: 300)])
  }

  @Test("have rows of a length that the database takes")
  func rows() {
    let columns = ["a", "b", "c"].map { ColumnDescription(name: $0, declaredType: "VARCHAR(900)") }
    let translation = TableTranslation(table(columns), from: loose, to: narrow)
    #expect(translation.definition.columns.filter { $0.type == .text }.count == 1)
    #expect(translation.notes.count == 1)
  }

  @Test("have no NULL in a primary key")
  func nullInKey() {
    var contents = ColumnContents(declared: .text(maximum: 9))
    contents.observe(.null)
    let column = ColumnDescription(name: "a", declaredType: "VARCHAR(9)", primaryKeyPosition: 1)
    let kept = TableTranslation(table([column], key: ["a"]), from: loose, to: narrow)
    #expect(kept.definition.primaryKey == ["a"])
    #expect(kept.definition.columns.map(\.isNullable) == [false])
    let unique = TableTranslation(table([column], key: ["a"]), from: loose, to: narrow, contents: ["a": contents])
    #expect(unique.definition.primaryKey == [])
    #expect(unique.definition.uniqueConstraints == [UniqueConstraint(columns: ["a"])])
    #expect(unique.notes == ["t: the primary key becomes a unique key: it holds NULL"])
  }

  @Test("get one type for columns that refer to each other, and names of their own")
  func alignment() {
    let parent = TableDescription(
      name: TableName(name: "p"),
      columns: [ColumnDescription(name: "id", declaredType: "SMALLINT", primaryKeyPosition: 1, isAutoIncrement: true)],
      primaryKey: ["id"])
    func child(_ name: String) -> TableDescription {
      TableDescription(
        name: TableName(name: name), columns: [ColumnDescription(name: "p", declaredType: "SMALLINT")],
        foreignKeys: [
          ForeignKey(
            name: "to_p", columns: ["p"], referencedTable: TableName(name: "p"), referencedColumns: ["id"])
        ], indexes: [IndexDescription(name: "by_p", columns: [.init(.column("p"))])])
    }
    var tables = [parent, child("a"), child("b")].map { TableTranslation($0, from: loose, to: narrow) }
    TableTranslation.align(&tables, in: loose.schemaDialect, taken: ["BY_P"])
    #expect(tables.map { $0.definition.columns[0].type } == [.int, .int, .int])
    #expect(tables.map { $0.definition.foreignKeys.map(\.name) } == [[], ["to_p"], [nil]])
    #expect(tables.map { $0.definition.indexes.map(\.name) } == [[], ["a_by_p"], ["b_by_p"]])
    #expect(tables[1].notes == ["a: the index by_p is called a_by_p, for indexes share their names here"])
    tables[1].removeForeignKey(at: 0, because: "p is gone")
    #expect(tables[1].definition.foreignKeys == [])
    #expect(tables[1].notes.last == "a: the foreign key (p) is not copied: p is gone")
  }
}
