import ORDA
import Testing

@testable import Command

@Suite("What a table is made of") struct TableFactsTests {
  private let table = TableDescription(
    name: TableName(schema: "main", name: "track"), attributes: [.strict, .temporary],
    columns: [
      ColumnDescription(
        name: "disc", declaredType: "INT", isNullable: false, primaryKeyPosition: 2, isAutoIncrement: true),
      ColumnDescription(
        name: "album", declaredType: "INT", isNullable: false, primaryKeyPosition: 1, comment: "where it is"),
      ColumnDescription(name: "title", declaredType: "TEXT", defaultValue: "'?'", collation: "NOCASE"),
      ColumnDescription(name: "m", declaredType: "", generated: .virtual(expression: "s / 60")),
      ColumnDescription(name: "s", declaredType: "INT", generated: .stored(expression: nil), isHidden: true),
    ],
    primaryKey: ["album", "disc"],
    foreignKeys: [
      ForeignKey(
        name: "of", columns: ["album"], referencedTable: TableName(name: "album"), referencedColumns: ["id"],
        onUpdate: .cascade, onDelete: .setNull, isDeferred: true),
      ForeignKey(columns: ["s"], referencedTable: TableName(name: "gone"), referencedColumns: []),
    ],
    indexes: [
      IndexDescription(
        name: "auto_1", columns: [.init(.column("album")), .init(.column("disc"))], isUnique: true, isPrimaryKey: true),
      IndexDescription(name: "auto_2", columns: [.init(.column("title"))], isUnique: true),
      IndexDescription(name: "once", columns: [.init(.column("s"))], isUnique: true),
      IndexDescription(
        name: "by", columns: [.init(.column("m"), isDescending: true), .init(.expression("lower(title)"))],
        isPartial: true,
        predicate: "s > 5"),
    ],
    uniqueConstraints: [UniqueConstraint(columns: ["title"]), UniqueConstraint(name: "once", columns: ["s"])],
    checkConstraints: [CheckConstraint(expression: "s > 0"), CheckConstraint(name: "short", expression: "s < 9")])

  @Test func title() {
    #expect(TableFacts.title(table) == "track (table, temporary, strict)")
    #expect(TableFacts.title(TableDescription(name: TableName(name: "v"), kind: .view, columns: [])) == "v (view)")
  }

  @Test func rows() {
    #expect(
      TableFacts.rows(table) == [
        ["disc", "INT", "no", nil, "key 2", "made where none is given"],
        ["album", "INT", "no", nil, "key 1", "where it is"],
        ["title", "TEXT", "yes", "'?'", nil, "collation NOCASE"],
        ["m", "", "yes", nil, nil, "computed: s / 60"],
        ["s", "INT", "yes", nil, nil, "computed and stored; hidden"],
      ])
  }

  @Test func constraints() {
    #expect(
      TableFacts.constraints(table) == [
        "PRIMARY KEY (album, disc)",
        "FOREIGN KEY (album) REFERENCES album (id) ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED, named of",
        "FOREIGN KEY (s) REFERENCES gone",
        "UNIQUE (title)",
        "UNIQUE INDEX once (s)",
        "INDEX by (m DESC, lower(title)) WHERE s > 5",
        "CHECK (s > 0)",
        "CHECK (s < 9), named short",
      ])
  }
}
