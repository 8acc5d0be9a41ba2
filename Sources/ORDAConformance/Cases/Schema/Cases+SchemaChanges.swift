import ORDA

extension ConformanceSuite {
  static let schemaChangeCases: [ConformanceCase] = [
    ConformanceCase(
      "schema.create.missing", "A table is created where it is missing, and stays as it is where it is there."
    ) {
      run in
      let name = TableName(name: run.reserve().name)
      let table = TableDefinition(name: name, columns: [.required("id", .int), .column("n", .int)], primaryKey: ["id"])
      try run.db.create(table, ifMissing: true)
      try run.db.execute("INSERT INTO \(name.sql) (id, n) VALUES (1, 10)")
      try run.db.create(table, ifMissing: true)
      try run.expect(run.db.query(Int.self, "SELECT n FROM \(name.sql)"), equals: [10])
      run.expect(throws: .alreadyExists) { try run.db.create(table) }
      run.expect(throws: .misuse) { try run.db.create(TableDefinition(name: name, columns: []), ifMissing: true) }
    },
    ConformanceCase(
      awaited: "schema.create.race", "Several programs that create the same missing table at once all find it there."
    ) { run in
      let name = TableName(name: run.reserve().name)
      let table = TableDefinition(name: name, columns: [.required("id", .int)], primaryKey: ["id"])
      try await run.onThreads(4) { _ in try run.db.create(table, ifMissing: true) }
      try await run.db.create(table, ifMissing: true)
      try await run.expect(run.db.describe(name)?.primaryKey, equals: ["id"])
    },
    ConformanceCase(
      "schema.drop.exists", "A table is dropped, and one that is not there is an error unless it may be missing."
    ) {
      run in
      let name = TableName(name: try run.numbers(2).name)
      try run.db.drop(table: name)
      run.expect(try run.db.describe(name) == nil, "it is there still")
      let error = run.expect(throws: .noSuchTable) { try run.db.drop(table: name) }
      run.expect(error?.message ?? "", contains: name.name)
      try run.db.drop(table: name, ifExists: true)
    },
    ConformanceCase(
      "schema.index.changed", "An index is created and dropped, and one that may be there already is no error."
    ) { run in
      let table = try run.table(.required("id", .int), .column("n", .int), primaryKey: ["id"])
      let name = table.name + "_by_n"
      let index = IndexDescription(name: name, columns: [.init(.column("n"))], isUnique: true)
      func names() throws -> [String] { try run.db.describe(table.name).indexes.map(\.name).filter { $0 == name } }
      do {
        try run.db.create(index, on: table.tableName)
      } catch .unsupported {
        throw NotSupported("the database has no indexes")
      }
      run.expect(try names(), equals: [name])
      run.expect(throws: .alreadyExists) { try run.db.create(index, on: table.tableName) }
      try run.db.create(index, on: table.tableName, ifMissing: true)
      try run.db.execute("INSERT INTO \(table) (id, n) VALUES (1, 1)")
      run.expect(throws: .constraint(.unique)) { try run.db.execute("INSERT INTO \(table) (id, n) VALUES (2, 1)") }
      try run.db.drop(index: name, of: table.tableName)
      run.expect(try names(), equals: [])
      try run.db.execute("INSERT INTO \(table) (id, n) VALUES (2, 1)")
      run.expect(throws: .noSuchIndex) { try run.db.drop(index: name, of: table.tableName) }
      try run.db.drop(index: name, of: table.tableName, ifExists: true)
    },
    ConformanceCase(
      "schema.index.completed", "A table that is there gets the indexes that its definition has and it has not."
    ) { run in
      let name = run.reserve().name
      var table = TableDefinition(
        name: TableName(name: name), columns: [.required("id", .int), .column("n", .int)], primaryKey: ["id"])
      try run.db.create(table)
      table.indexes = [IndexDescription(name: name + "_by_n", columns: [.init(.column("n"))])]
      do {
        try run.db.create(table, ifMissing: true)
      } catch .unsupported {
        throw NotSupported("the database has no indexes")
      }
      try run.db.create(table, ifMissing: true)
      try run.expect(run.db.describe(name).indexes.contains { $0.name == name + "_by_n" }, "the index is missing")
    },
    ConformanceCase(
      "schema.column.changed", "A column is added with its default, renamed, and dropped; rows keep what they hold.",
      needs: [.alteringTables]
    ) { run in
      let table = try run.numbers(2)
      try run.db.add(
        ColumnDefinition("t", .text(maximum: 9), isNullable: false, defaultValue: "'new'"), to: table.tableName)
      try run.db.add(.column("x", .int), to: table.tableName)
      try run.db.execute("INSERT INTO \(table) (n, t, x) VALUES (3, 'own', 30)")
      try run.expect(run.db.query(String.self, "SELECT t FROM \(table) ORDER BY n"), equals: ["new", "new", "own"])
      run.expect(throws: .alreadyExists) { try run.db.add(.column("x", .int), to: table.tableName) }
      run.expect(throws: .misuse) { try run.db.add(.required("y", .int), to: table.tableName) }
      try run.db.rename(column: "x", of: table.tableName, to: "z")
      try run.expect(run.db.query(Int?.self, "SELECT z FROM \(table) ORDER BY n"), equals: [nil, nil, 30])
      try run.db.drop(column: "t", of: table.tableName)
      try run.expect(run.db.describe(table.name).columnNames, equals: ["n", "z"])
      run.expect(throws: .noSuchColumn) { try run.db.drop(column: "t", of: table.tableName) }
    },
    ConformanceCase(
      "schema.table.renamed", "A table is renamed with its rows, and its old name is free.", needs: [.alteringTables]
    ) { run in
      let (table, other) = (try run.numbers(3), run.reserve())
      try run.db.rename(table: table.tableName, to: other.name)
      try run.expect(run.count(other), equals: 3)
      run.expect(try run.db.describe(table.tableName) == nil, "the old name is there still")
      try run.db.create(TableDefinition(name: table.tableName, columns: [.column("n", .int)]))
      run.expect(throws: .alreadyExists) { try run.db.rename(table: table.tableName, to: other.name) }
    },
    ConformanceCase(
      "schema.alter.refused", "Where a table that is there can't be changed, the call says so.",
      without: .alteringTables
    ) { run in
      let table = try run.numbers(1)
      let error = run.expect(throws: .unsupported) { try run.db.rename(table: table.tableName, to: "other") }
      run.expect(error?.message ?? "", contains: "alteringTables")
      run.expect(throws: .unsupported) { try run.db.add(.column("x", .int), to: table.tableName) }
    },
    ConformanceCase(
      awaited: "schema.changes.awaited",
      "The schema is changed by awaited calls too, and in a transaction where it can be undone.",
      needs: [.transactionalDDL]
    ) { run in
      let (first, second) = (TableName(name: run.reserve().name), TableName(name: run.reserve().name))
      try await run.db.create(TableDefinition(name: first, columns: [.column("n", .int)]), ifMissing: true)
      do {
        try await run.db.transaction { tx in
          try await tx.create(TableDefinition(name: second, columns: [.column("n", .int)]))
          try await tx.drop(table: first)
          throw SecondThoughts()
        }
      } catch is SecondThoughts {}
      run.expect(try await run.db.describe(first) != nil, "what was dropped is not there again")
      run.expect(try await run.db.describe(second) == nil, "what was created is there still")
      try await run.db.drop(table: first)
      try await run.db.drop(table: first, ifExists: true)
    },
    ConformanceCase("schema.compact.kept", "A database that is compacted holds what it held.", needs: [.compaction]) {
      run in
      let table = try run.numbers(500)
      try run.db.execute("DELETE FROM \(table) WHERE n > 2")
      try run.db.compact([table.tableName])
      try run.expect(run.contents(of: table), equals: [1, 2])
      run.expect(throws: .misuse) { try run.db.transaction { _ in try run.db.compact([table.tableName]) } }
      run.expect(throws: .noSuchTable) { try run.db.compact([TableName(name: run.reserve().name)]) }
    },
    ConformanceCase("schema.compact.refused", "Where nothing can be compacted, the call says so.", without: .compaction)
    { run in
      let table = try run.numbers(1)
      let error = run.expect(throws: .unsupported) { try run.db.compact([table.tableName]) }
      run.expect(error?.message ?? "", contains: "compaction")
    },
    ConformanceCase(
      "schema.functions.added",
      "A function of the program's is called by SQL on every connection, and its error is the statement's.",
      needs: [.addedFunctions]
    ) { run in
      let table = try run.numbers(3)
      try run.db.addFunction("orda_kit_twice") { (number: Int) in number * 2 }
      try run.expect(run.db.first(Int.self, "SELECT SUM(orda_kit_twice(n)) FROM \(table)"), equals: 12)
      try run.db.transaction { tx in
        try tx.execute("UPDATE \(table) SET n = orda_kit_twice(n) + 100")
      }
      try run.expect(run.contents(of: table), equals: [102, 104, 106])
      try run.db.addFunction("orda_kit_never", arguments: 1) { _ in
        throw DatabaseError(.readOnly, "as the function says")
      }
      run.expect(throws: .readOnly) { try run.db.query("SELECT orda_kit_never(n) FROM \(table)") }
      run.expect(throws: .typeMismatch) { try run.db.query("SELECT orda_kit_twice('x')") }
    },
    ConformanceCase(
      "schema.functions.refused", "Where SQL can't call a function of the program's, the call says so.",
      without: .addedFunctions
    ) { run in
      _ = try run.numbers(1)
      let error = run.expect(throws: .unsupported) { try run.db.addFunction("orda_kit_f") { (number: Int) in number } }
      run.expect(error?.message ?? "", contains: "addedFunctions")
    },
  ]
}
