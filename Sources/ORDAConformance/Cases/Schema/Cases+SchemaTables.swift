import ORDA

extension ConformanceSuite {
  static let schemaTableCases: [ConformanceCase] = [
    ConformanceCase("schema.tables.listed", "A table is among the tables from its making to its dropping.") { run in
      let name = run.reserve().name
      func isListed() throws -> Bool { try run.db.tables().contains { $0.name == name } }
      run.expect(try !isListed(), "it is there before it was made")
      try run.db.create(TableDefinition(name: TableName(name: name), columns: [.column("n", .int)]))
      run.expect(try isListed(), "it is not listed")
      try run.expect(run.db.describe(name).kind, equals: .table)
      try run.db.execute("DROP TABLE \(identifier: name)")
      run.expect(try !isListed(), "it is there after it was dropped")
    },
    ConformanceCase("schema.whole", "The whole schema has each table as it is described by itself.") { run in
      let other = try run.table(.generatedKey("id"), .required("name", .text(maximum: 20)), unique: [["name"]])
      let table = try run.table(.required("a", .int), .column("b", .text(maximum: 20)), primaryKey: ["a"])
      let gone = try run.table(.column("n", .int))
      try run.db.execute("DROP TABLE \(gone)")
      let schema = try run.db.schema()
      run.expect(schema.table(named: gone.name) == nil, "a table that was dropped is in it")
      run.expect(schema.tables.map(\.name.name).sorted() == schema.tables.map(\.name.name), "it is not in order")
      for name in [other.name, table.name] {
        var described = try run.db.describe(name)
        described.name.schema = nil
        let found = try run.require(schema.table(named: name), "the table \(name)")
        run.expect(found.name.schema, equals: nil)
        run.expect(found.columns, equals: described.columns)
        run.expect(found.primaryKey, equals: described.primaryKey)
        run.expect(found.indexes, equals: described.indexes)
        run.expect(found.uniqueConstraints, equals: described.uniqueConstraints)
      }
      try run.db.transaction { tx in
        run.expect(try tx.schema().table(named: table.name) != nil, "a transaction does not tell it")
      }
    },
    ConformanceCase("schema.table.missing", "A table that is not there is nil, or an error that names it.") { run in
      let name = run.reserve().name
      run.expect(try run.db.describe(TableName(name: name)) == nil, "there is a description")
      try run.expect(
        run.db.describe(TableName(name: run.numbers(1).name))?.columnNames, equals: ["n"], "one that is there")
      let error = run.expect(throws: .noSuchTable) { try run.db.describe(name) }
      run.expect(error?.message ?? "", contains: name)
      run.expect(error?.code.subclass, equals: .table, "the part of the original's code")
    },
    ConformanceCase("schema.columns.order", "A table's columns are told in their order, by their names.") { run in
      let table = try run.table(
        .column("zebra", .int), .required("apple", .text(maximum: 9)), .column("Mango", .double), .column("b1", .date))
      let description = try run.db.describe(table.name)
      run.expect(description.name.name, equals: table.name)
      run.expect(description.columnNames, equals: ["zebra", "apple", "Mango", "b1"])
      run.expect(description.columns.map(\.name), equals: ["zebra", "apple", "Mango", "b1"])
      run.expect(description.column(named: "mango")?.name, equals: "Mango", "found in other letters")
      run.expect(description.column(named: "nothing") == nil, "a column was found that is not there")
    },
    ConformanceCase("schema.columns.nullable", "Which columns take NULL is told, and is true.") { run in
      let table = try run.table(.column("a", .int), .required("b", .int), .column("c", .text(maximum: 9)))
      try run.expect(run.db.describe(table.name).columns.map(\.isNullable), equals: [true, false, true])
      try run.db.execute("INSERT INTO \(table) (a, b, c) VALUES (NULL, 1, NULL)")
      run.expect(throws: .constraint(.notNull)) { try run.db.execute("INSERT INTO \(table) (b) VALUES (NULL)") }
    },
    ConformanceCase("schema.columns.defaults", "Defaults are told as SQL text, and are what an insertion takes.") {
      run in
      let table = try run.table(
        .required("id", .int), ColumnDefinition("t", .text(maximum: 20), defaultValue: "'it''s new'"),
        ColumnDefinition("n", .int, isNullable: false, defaultValue: "-7"), .column("none", .int), primaryKey: ["id"])
      let described = try run.db.describe(table.name)
      run.expect(described.column(named: "none")?.defaultValue, equals: nil)
      run.expect(described.column(named: "n")?.defaultValue ?? "", contains: "-7")
      run.expect(described.column(named: "t")?.defaultValue ?? "", contains: "it", "s new", "'")
      try run.db.execute("INSERT INTO \(table) (id) VALUES (1)")
      let row = try run.require(run.db.first("SELECT t, n, none FROM \(table)"), "the row")
      run.expect(row.values, equals: [.text("it's new"), .int(-7), .null])
    },
    ConformanceCase("schema.key.generated", "A key that the database makes is told as such, and is the primary key.") {
      run in
      let table = try run.table(.generatedKey("id"), .column("n", .int))
      let description = try run.db.describe(table.name)
      run.expect(description.columns.map(\.isAutoIncrement), equals: [true, false])
      run.expect(description.primaryKey, equals: ["id"])
      run.expect(description.columns.map(\.isNullable), equals: [false, true])
      try run.expect(run.db.execute("INSERT INTO \(table) (n) VALUES (5)").lastID, equals: 1)
      try run.expect(run.db.execute("INSERT INTO \(table) (n) VALUES (6)").lastID, equals: 2)
    },
    ConformanceCase("schema.key.order", "A primary key of several columns is told in the key's order, not the table's.")
    { run in
      let table = try run.table(
        .required("a", .int), .required("b", .int), .required("c", .int), primaryKey: ["c", "a"])
      let description = try run.db.describe(table.name)
      run.expect(description.primaryKey, equals: ["c", "a"])
      run.expect(description.columns.map(\.primaryKeyPosition), equals: [2, nil, 1])
      run.expect(description.uniqueConstraints, equals: [], "the key is among the unique constraints")
      try run.db.execute("INSERT INTO \(table) (a, b, c) VALUES (1, 1, 1)")
      try run.db.execute("INSERT INTO \(table) (a, b, c) VALUES (1, 1, 2)")
      run.expect(throws: .constraint(.unique)) { try run.db.execute("INSERT INTO \(table) (a, b, c) VALUES (1, 2, 2)") }
    },
    ConformanceCase("schema.key.none", "A table without a primary key is told to have none.") { run in
      let table = try run.table(.required("a", .int), unique: [["a"]])
      let description = try run.db.describe(table.name)
      run.expect(description.primaryKey, equals: [])
      run.expect(description.columns.map(\.primaryKeyPosition), equals: [nil])
    },
    ConformanceCase(
      "schema.awaited.same", "What is told of a table is the same when it is awaited, and in a transaction."
    ) { run in
      let table = try run.table(.generatedKey("id"), .column("t", .text(maximum: 9)), unique: [["t"]])
      let description = try run.db.describe(table.name)
      try run.expect(run.db.withConnection { try $0.describe(table.name) }, equals: description)
      try run.expect(run.db.transaction { try $0.describe(table.name) }, equals: description)
      run.expect(description.columnNames, equals: ["id", "t"])
    },
    ConformanceCase(awaited: "schema.awaited.tables", "Tables and their descriptions are awaited too.") { run in
      let table = try await run.numbers(1)
      try await run.expect(run.db.describe(table.name).primaryKey, equals: ["n"])
      let isListed = try await run.db.tables().contains { $0.name == table.name }
      run.expect(isListed, "the table is not listed")
      await run.expect(throws: .noSuchTable) { try await run.db.describe(table.name + "x") }
    },
    ConformanceCase(
      "schema.view.told", "A view is listed and described as one, with its columns.", needs: [.views]
    ) { run in
      let table = try run.numbers(3)
      let view = table.name + "_view"
      try run.db.execute("CREATE VIEW \(identifier: view) AS SELECT n, n + 1 AS next FROM \(table) WHERE n > 1")
      run.afterwards { try $0.execute("DROP VIEW \(identifier: view)") }
      run.expect(try run.db.tables().contains { $0.name == view }, "the view is not listed")
      let description = try run.db.describe(view)
      run.expect(description.kind, equals: .view)
      run.expect(description.columnNames, equals: ["n", "next"])
      run.expect(description.primaryKey, equals: [])
      try run.expect(run.db.query(Int.self, "SELECT next FROM \(identifier: view) ORDER BY n"), equals: [3, 4])
    },
  ]
}
