import ORDA

extension ConformanceSuite {
  static let alterationCases: [ConformanceCase] = [
    ConformanceCase(
      "schema.alter.columns", "Several changes of a table are made in order, each on what those before it have left.",
      needs: [.alteringTables]
    ) { run in
      let (table, renamed) = (try run.numbers(3), run.reserve())
      try run.db.alter(
        table.tableName,
        [
          .addColumn(ColumnDefinition("t", .text(maximum: 9), isNullable: false, defaultValue: "'new'")),
          .addColumn(.column("x", .int)), .renameColumn("x", to: "y"),
          .addIndex(IndexDescription(name: renamed.name + "_by_y", columns: [.init(.column("y"))])),
          .rename(to: renamed.name), .dropIndex(renamed.name + "_by_y"), .addColumn(.column("z", .int)),
          .dropColumn("y"),
        ])
      try run.expect(run.db.describe(renamed.name).columnNames, equals: ["n", "t", "z"])
      try run.expect(run.db.query(String.self, "SELECT t FROM \(renamed)"), equals: ["new", "new", "new"])
      try run.expect(run.contents(of: renamed), equals: [1, 2, 3])
      run.expect(try run.db.describe(table.tableName) == nil, "the old name is there still")
    },
    ConformanceCase(
      "schema.alter.changed", "A column takes another type, a default, and no NULL; its values and its keys stay.",
      needs: [.alteringTables]
    ) { run in
      let table = try run.table(
        .required("id", .int), .column("a", .text(maximum: 20)), .column("b", .int), primaryKey: ["id"], unique: [["a"]]
      )
      try run.db.execute("INSERT INTO \(table) (id, a, b) VALUES (1, '10', 5), (2, '20', NULL)")
      try run.db.alter(
        table.tableName, [.changeColumn(ColumnDefinition("a", .int, isNullable: false, defaultValue: "7"))])
      try run.expect(run.db.query(Int.self, "SELECT a + 1 FROM \(table) ORDER BY id"), equals: [11, 21])
      let told = try run.db.describe(table.name)
      run.expect(told.columnNames, equals: ["id", "a", "b"])
      run.expect(told.column(named: "a")?.isNullable, equals: false)
      run.expect(told.column(named: "a").map { run.db.schemaDialect.type(of: $0, in: told) }, equals: .int)
      run.expect(told.uniqueConstraints.map(\.columns), equals: [["a"]])
      run.expect(told.primaryKey, equals: ["id"])
      try run.db.execute("INSERT INTO \(table) (id) VALUES (3)")
      try run.expect(run.db.first(Int.self, "SELECT a FROM \(table) WHERE id = 3"), equals: 7)
      // An existing row has NULL.
      do {
        try run.db.alter(table.tableName, [.changeColumn(ColumnDefinition("b", .int, isNullable: false))])
        run.expect(false, "NULL was taken for a value")
      } catch is DatabaseError {}
      try run.expect(run.db.describe(table.name).column(named: "b")?.isNullable, equals: true)
      try run.expect(run.db.query(Int?.self, "SELECT b FROM \(table) ORDER BY id"), equals: [5, nil, nil])
    },
    ConformanceCase(
      "schema.alter.references",
      "A reference is added, holds, and is dropped; rows that refer to a changed table stay.",
      needs: [.alteringTables, .foreignKeys]
    ) { run in
      let parent = try run.table(.required("id", .int), .column("a", .int), primaryKey: ["id"])
      let child = try run.table(.required("n", .int), .column("p", .int), primaryKey: ["n"])
      try run.db.execute("INSERT INTO \(parent) (id, a) VALUES (1, 10), (2, 20)")
      try run.db.execute("INSERT INTO \(child) (n, p) VALUES (1, 1), (2, 2), (3, NULL)")
      let key = ForeignKey(
        columns: ["p"], referencedTable: parent.tableName, referencedColumns: ["id"], onDelete: .cascade)
      try run.db.alter(child.tableName, [.addForeignKey(key)])
      try run.expect(run.db.describe(child.name).foreignKeys.map(\.onDelete), equals: [.cascade])
      run.expect(throws: .constraint(.foreignKey)) { try run.db.execute("INSERT INTO \(child) (n, p) VALUES (4, 9)") }
      // However the parent is changed, no row goes with it.
      try run.db.alter(
        parent.tableName,
        [.changeColumn(ColumnDefinition("a", .text(maximum: 20), isNullable: false, defaultValue: "'x'"))])
      try run.expect(run.count(child), equals: 3)
      try run.db.execute("DELETE FROM \(parent) WHERE id = 1")
      try run.expect(run.contents(of: child), equals: [2, 3], "the reference held no more")
      try run.db.alter(child.tableName, [.dropForeignKey(["p"])])
      try run.expect(run.db.describe(child.name).foreignKeys.count, equals: 0)
      try run.db.execute("INSERT INTO \(child) (n, p) VALUES (4, 9)")
      // The existing rows violate it.
      run.expect(throws: .constraint(.foreignKey)) { try run.db.alter(child.tableName, [.addForeignKey(key)]) }
      try run.expect(run.contents(of: child), equals: [2, 3, 4])
    },
    ConformanceCase(
      "schema.alter.unique", "What is unique is added, holds, and is dropped.", needs: [.alteringTables]
    ) { run in
      let table = try run.table(.required("n", .int), .column("a", .int), .column("b", .int), primaryKey: ["n"])
      try run.db.execute("INSERT INTO \(table) (n, a, b) VALUES (1, 1, 1), (2, 1, 2)")
      try run.db.alter(table.tableName, [.addUnique(UniqueConstraint(columns: ["a", "b"]))])
      run.expect(throws: .constraint(.unique)) { try run.db.execute("INSERT INTO \(table) (n, a, b) VALUES (3, 1, 2)") }
      run.expect(throws: .constraint(.unique)) {
        try run.db.alter(table.tableName, [.addUnique(UniqueConstraint(columns: ["a"]))])
      }
      try run.expect(run.db.describe(table.name).uniqueConstraints.map(\.columns), equals: [["a", "b"]])
      try run.db.alter(table.tableName, [.dropUnique(["b", "a"]), .dropColumn("b")])
      try run.expect(run.db.describe(table.name).uniqueConstraints.count, equals: 0)
      try run.db.execute("INSERT INTO \(table) (n, a) VALUES (3, 1)")
      try run.expect(run.contents(of: table), equals: [1, 2, 3])
    },
    ConformanceCase(
      "schema.alter.check", "A condition is added, holds, and is dropped by its name.",
      needs: [.alteringTables, .checkConstraints]
    ) { run in
      let table = try run.numbers(3)
      let small = CheckConstraint(name: table.name + "_small", expression: "n < 9")
      try run.db.alter(table.tableName, [.addCheck(small)])
      run.expect(throws: .constraint(.check)) { try run.db.execute("INSERT INTO \(table) (n) VALUES (9)") }
      run.expect(throws: .alreadyExists) { try run.db.alter(table.tableName, [.addCheck(small)]) }
      run.expect(throws: .constraint(.check)) {
        try run.db.alter(table.tableName, [.addCheck(CheckConstraint(name: table.name + "_less", expression: "n < 2"))])
      }
      try run.db.alter(table.tableName, [.dropCheck(table.name + "_small")])
      try run.db.execute("INSERT INTO \(table) (n) VALUES (9)")
      try run.expect(run.contents(of: table), equals: [1, 2, 3, 9])
    },
    ConformanceCase(
      "schema.alter.dependents", "However a table is changed, its indexes stay, and views of it can be read.",
      needs: [.alteringTables]
    ) { run in
      let table = try run.table(.required("n", .int), .column("a", .int), primaryKey: ["n"])
      let view = run.reserve()
      let index = IndexDescription(name: table.name + "_by_a", columns: [.init(.column("a"))], isUnique: true)
      do { try run.db.create(index, on: table.tableName) } catch .unsupported {
        throw NotSupported("the database has no indexes")
      }
      do { try run.db.execute("CREATE VIEW \(view) AS SELECT n, a FROM \(table) WHERE a > 1") } catch .unsupported {
        throw NotSupported("the database has no views")
      }
      defer { _ = try? run.db.execute("DROP VIEW \(view)") }
      try run.db.execute("INSERT INTO \(table) (n, a) VALUES (1, 1), (2, 2)")
      try run.db.alter(
        table.tableName, [.changeColumn(ColumnDefinition("a", .int, isNullable: false, defaultValue: "0"))])
      run.expect(try run.db.describe(table.name).indexes.contains { $0.name == index.name }, "the index is gone")
      run.expect(throws: .constraint(.unique)) { try run.db.execute("INSERT INTO \(table) (n, a) VALUES (3, 2)") }
      try run.expect(run.contents(of: view), equals: [2])
    },
    ConformanceCase(
      "schema.alter.misuse",
      "Changes that contradict the table are errors that say so, and none of a call is made then.",
      needs: [.alteringTables]
    ) { run in
      let table = try run.table(
        .required("id", .int), .column("a", .int), .column("b", .int), primaryKey: ["id"], unique: [["a"]])
      func refused(_ kind: DatabaseError.Kind, naming word: String, _ change: TableChange) {
        let error = run.expect(throws: kind) {
          try run.db.alter(table.tableName, [.addColumn(.column("x", .int)), change])
        }
        run.expect(error?.message ?? "", contains: word)
      }
      refused(.noSuchColumn, naming: "c", .dropColumn("c"))
      refused(.noSuchColumn, naming: "c", .changeColumn(.column("c", .int)))
      refused(.misuse, naming: "primary key", .dropColumn("id"))
      refused(.misuse, naming: "unique", .dropColumn("a"))
      refused(.alreadyExists, naming: "b", .renameColumn("a", to: "b"))
      refused(.alreadyExists, naming: "x", .addColumn(.column("x", .int)))
      refused(.misuse, naming: "y", .addColumn(.required("y", .int)))
      refused(.misuse, naming: "b", .dropForeignKey(["b"]))
      refused(.misuse, naming: "b", .dropUnique(["b"]))
      refused(.misuse, naming: "kit", .dropCheck("kit"))
      refused(.noSuchIndex, naming: "kit", .dropIndex("kit"))
      try run.expect(run.db.describe(table.name).columnNames, equals: ["id", "a", "b"])
      run.expect(throws: .noSuchTable) { try run.db.alter(run.reserve().tableName, [.dropColumn("a")]) }
      try run.db.alter(table.tableName, [])
    },
    ConformanceCase(
      awaited: "schema.alter.awaited", "A table is changed by an awaited call, and in a step of a migration.",
      needs: [.alteringTables]
    ) { run in
      let (table, migrations) = (try await run.numbers(2), run.reserve())
      try await run.db.alter(table.tableName, [.addColumn(.column("a", .int))])
      let name = table.tableName
      let step = Migration("change") { db in
        try db.alter(name, [.changeColumn(ColumnDefinition("a", .text(maximum: 9), defaultValue: "'x'"))])
      }
      try await Migrator(run.db, [step], table: TableName(name: migrations.name)).up()
      try await run.db.execute("INSERT INTO \(table) (n) VALUES (3)")
      try await run.expect(
        run.db.query(String?.self, "SELECT a FROM \(table) ORDER BY n"), equals: [nil, nil, "x"])
    },
    ConformanceCase(
      "schema.alter.undone", "Where changes of the schema can be undone, all of a call are made or none.",
      needs: [.alteringTables, .transactionalDDL]
    ) { run in
      let table = try run.table(.required("n", .int), .column("a", .int), primaryKey: ["n"])
      try run.db.execute("INSERT INTO \(table) (n, a) VALUES (1, 1), (2, 1)")
      run.expect(throws: .constraint(.unique)) {
        try run.db.alter(
          table.tableName, [.addColumn(.column("x", .int)), .addUnique(UniqueConstraint(columns: ["a"]))])
      }
      try run.expect(run.db.describe(table.name).columnNames, equals: ["n", "a"])
      try run.expect(run.contents(of: table), equals: [1, 2])
    },
  ]
}
