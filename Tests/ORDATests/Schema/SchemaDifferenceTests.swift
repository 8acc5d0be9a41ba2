import ORDA
import Testing

@Suite("Differences of schemas") struct SchemaDifferenceTests {
  /// A dialect of SQL that can alter so much.
  private struct Altering: SchemaDialect {
    var alteration: TableAlteration
    let generatedKey = GeneratedKeyDeclaration("INTEGER PRIMARY KEY", isPrimaryKey: true)
    func declaration(of type: ColumnType, isKeyed: Bool) -> String { "" }
    func type(of column: ColumnDescription) -> ColumnType { .other(column.declaredType) }
    var limits: SchemaLimits {
      var limits = SchemaLimits()
      limits.alteration = alteration
      return limits
    }
  }

  private func differences(
    _ actual: [TableDescription], _ wanted: [TableDescription], _ alteration: TableAlteration = .everything
  ) -> [SchemaDifference] {
    DatabaseDescription(tables: actual).differences(
      from: DatabaseDescription(tables: wanted),
      in: DatabaseLanguage(
        driverName: "Test", dialect: .standard, schemaDialect: Altering(alteration: alteration)))
  }

  private func table(
    _ name: TableName = "t", _ columns: ColumnDescription..., change: (inout TableDescription) -> Void = { _ in }
  ) -> TableDescription {
    var table = TableDescription(name: name, columns: [ColumnDescription(name: "a", declaredType: "INT")] + columns)
    change(&table)
    return table
  }

  @Test(arguments: [TableAlteration.columns, .constraints, .everything])
  func `A schema does not differ from itself, nor from one that is only written otherwise`(
    _ alteration: TableAlteration
  ) {
    let track = DatabaseDescriptionTests.track
    #expect(differences([track, table()], [table(), track], alteration) == [])
    var other = track
    other.name = "TRACK"
    other.columns[1].declaredType = "text"
    other.columns[1].name = "Title"
    other.columns[2].generated = .virtual(expression: "( \"ID\" *  2 )")
    other.foreignKeys[1].name = "g"
    other.checkConstraints[0].expression = #"("id">0)"#
    other.sql = "create table …"
    #expect(differences([track], [other], alteration) == [])
  }

  @Test func `Whole tables and views, in an order in which they can be made and dropped`() {
    let parent = table("z_parent")
    let child = table("a_child") {
      $0.foreignKeys = [ForeignKey(columns: ["a"], referencedTable: "z_parent", referencedColumns: ["a"])]
    }
    func view(_ name: TableName, _ query: String) -> TableDescription {
      TableDescription(name: name, kind: .view, columns: [], sql: "CREATE VIEW \(name) AS \(query)")
    }
    let views = [view("above", "SELECT * FROM below"), view("below", "SELECT 1")]
    let made = differences([], [child, parent] + views)
    #expect(made.map(\.table) == ["z_parent", "a_child", "below", "above"])
    #expect(made.map(\.kind) == Array(repeating: .missing, count: 4))
    #expect(made.last?.statements == ["CREATE VIEW above AS SELECT * FROM below"])
    #expect(made.last?.description == "above: the view is missing")
    let dropped = differences([child, parent] + views, [])
    #expect(dropped.map(\.table) == ["above", "below", "a_child", "z_parent"])
    #expect(dropped.flatMap(\.statements).last == #"DROP TABLE "z_parent""#)
    let changed = differences([views[1]], [view("below", "SELECT 2")])
    #expect(changed.flatMap(\.statements) == [#"DROP VIEW "below""#, "CREATE VIEW below AS SELECT 2"])
    #expect(differences([views[1]], [view("below", "select  1 -- one")]) == [])
    let kinds = differences([view("t", "SELECT 1 AS a")], [table()])
    #expect(kinds.map(\.kind) == [.extra, .missing])
  }

  /// What a column may differ in, and what is said of it.
  private static let columns: [(ColumnDescription, String)] = [
    (ColumnDescription(name: "a", declaredType: "BIGINT"), "is INT and should be BIGINT"),
    (ColumnDescription(name: "a", declaredType: "INT", isNullable: false), "takes NULL and should not"),
    (ColumnDescription(name: "a", declaredType: "INT", defaultValue: "7"), "has no default and should have 7"),
    (
      ColumnDescription(name: "a", declaredType: "INT", generated: .stored(expression: "b")),
      "is not computed and should be computed and stored as b"
    ),
    (
      ColumnDescription(name: "a", declaredType: "INT", collation: "x"), ""
    ),
    (ColumnDescription(name: "a", declaredType: "INT", isAutoIncrement: true), "should get generated values"),
    (ColumnDescription(name: "a", declaredType: "INT", isHidden: true), "should be hidden"),
    (ColumnDescription(name: "a", declaredType: "INT", comment: "c"), "should have another comment"),
  ]

  @Test func `Columns that differ, one difference for each`() {
    for (column, words) in Self.columns {
      let wanted = TableDescription(name: "t", columns: [column])
      let found = differences([table()], [wanted])
      // Both compare exactly.
      if words.isEmpty {
        #expect(found == [])
        continue
      }
      #expect(found.map(\.words) == ["the column a \(words)"])
      #expect(found.flatMap(\.statements).first?.hasPrefix(#"ALTER TABLE "t" MODIFY COLUMN "a" "#) == true)
      let fixed = differences([table()], [wanted], .columns)
      #expect(fixed.map(\.statements) == [[]])
      #expect(fixed.first?.obstacle == "ALTER TABLE can't do that here, so that the table has to be made anew")
    }
    var both = table()
    both.columns[0].collation = "x"
    var other = both
    other.columns[0].collation = "y"
    #expect(differences([both], [other]).map(\.words) == ["the column a is compared by x and should be by y"])
  }

  @Test func `Columns that are missing or too many`() {
    let wanted = table("t", ColumnDescription(name: "b", declaredType: "INT", isNullable: false, defaultValue: "1")) {
      $0.sql = #"CREATE TABLE t (a INT, "b" INT NOT NULL DEFAULT 1 CHECK (b IN (1, 2)), CHECK (a > 0))"#
      $0.checkConstraints = [CheckConstraint(expression: "b IN (1, 2)", column: "b")]
    }
    let missing = differences([table()], [wanted], .columns)
    // Its own text has more than the description: the condition comes with it.
    #expect(
      missing.map(\.statements) == [[#"ALTER TABLE "t" ADD COLUMN "b" INT NOT NULL DEFAULT 1 CHECK (b IN (1, 2))"#]])
    var plain = wanted
    plain.sql = nil
    #expect(
      differences([table()], [plain]).first?.statements == [#"ALTER TABLE "t" ADD COLUMN "b" INT NOT NULL DEFAULT 1"#])
    let extra = differences([wanted], [table()], .columns)
    #expect(extra.map(\.part) == [.checkConstraint, .column])
    #expect(extra.map(\.obstacle).contains(nil) == false)
    #expect(
      differences([table("t", ColumnDescription(name: "c", declaredType: ""))], [table()], .columns)
        .flatMap(\.statements) == [#"ALTER TABLE "t" DROP COLUMN "c""#])
  }

  @Test func `A column that is called as a clause begins is declared by its own text`() {
    let wanted = table("t", ColumnDescription(name: "key", declaredType: "INT")) {
      $0.sql = #"CREATE TABLE t (a INT, "key" INT /* its own */, KEY part (a), UNIQUE (a))"#
    }
    #expect(differences([table()], [wanted]).first?.statements == [#"ALTER TABLE "t" ADD COLUMN "key" INT"#])
  }

  @Test(arguments: [
    ColumnDescription(name: "b", declaredType: "INT", isNullable: false),
    ColumnDescription(name: "b", declaredType: "INT", defaultValue: "CURRENT_TIMESTAMP"),
    ColumnDescription(name: "b", declaredType: "INT", defaultValue: "(1 + 1)"),
    ColumnDescription(name: "b", declaredType: "INT", generated: .stored(expression: "a")),
  ])
  func `Columns that SQLite's ALTER TABLE does not add`(_ column: ColumnDescription) {
    let found = differences([table()], [table("t", column)], .columns)
    #expect(found.map(\.kind) == [.missing])
    #expect(found.first?.obstacle != nil)
    #expect(differences([table()], [table("t", column)], .everything).first?.obstacle == nil)
  }

  @Test func `Keys, constraints and indexes`() {
    let plain = table("t", ColumnDescription(name: "b", declaredType: "INT"))
    var full = plain
    full.primaryKey = ["a"]
    full.uniqueConstraints = [UniqueConstraint(name: "u", columns: ["b"])]
    full.checkConstraints = [CheckConstraint(name: "c", expression: "a > 0")]
    full.foreignKeys = [
      ForeignKey(name: "f", columns: ["b"], referencedTable: "p", referencedColumns: ["id"], onDelete: .cascade)
    ]
    full.indexes = [IndexDescription(name: "i", columns: [.init(.column("b"), isDescending: true)])]
    #expect(
      differences([plain], [full]).flatMap(\.statements) == [
        #"ALTER TABLE "t" ADD PRIMARY KEY ("a")"#, #"ALTER TABLE "t" ADD CONSTRAINT "u" UNIQUE ("b")"#,
        #"CREATE INDEX "i" ON "t" ("b" DESC)"#, #"ALTER TABLE "t" ADD CONSTRAINT "c" CHECK (a > 0)"#,
        #"ALTER TABLE "t" ADD CONSTRAINT "f" FOREIGN KEY ("b") REFERENCES "p" ("id") ON DELETE CASCADE ON UPDATE NO ACTION"#,
      ])
    #expect(
      differences([full], [plain]).flatMap(\.statements) == [
        #"ALTER TABLE "t" DROP CONSTRAINT "f""#, #"ALTER TABLE "t" DROP CONSTRAINT "u""#, #"DROP INDEX "i""#,
        #"ALTER TABLE "t" DROP CONSTRAINT "c""#, #"ALTER TABLE "t" DROP PRIMARY KEY"#,
      ])
    // SQLite makes and drops indexes, and nothing else of these.
    #expect(differences([plain], [full], .columns).flatMap(\.statements) == [#"CREATE INDEX "i" ON "t" ("b" DESC)"#])
    #expect(differences([full], [plain], .columns).filter { $0.obstacle != nil }.count == 4)
    var other = full
    other.primaryKey = ["b", "a"]
    other.foreignKeys[0].onDelete = .setNull
    other.indexes[0].isUnique = true
    other.uniqueConstraints.append(UniqueConstraint(name: "i", columns: ["b"]))
    #expect(
      differences([full], [other]).map(\.words) == [
        "the primary key is (a) and should be (b, a)",
        "the index i is on (b DESC) and should be on (b DESC), unique",
        "the foreign key (b) refers to p (id) ON DELETE CASCADE and should be one that refers to p (id) ON DELETE SET NULL",
      ])
  }

  @Test func `Triggers by their names, and attributes where the table is written by them`() {
    let other = table {
      $0.triggers = ["told"]
      $0.attributes = .strict
    }
    let found = differences([table()], [other], .columns)
    #expect(found.map(\.words) == ["it is not STRICT and should be", "the trigger told is missing"])
    #expect(found.allSatisfy { $0.obstacle != nil })
    #expect(differences([other], [table()]).flatMap(\.statements) == [#"DROP TRIGGER "told""#])
  }
}
