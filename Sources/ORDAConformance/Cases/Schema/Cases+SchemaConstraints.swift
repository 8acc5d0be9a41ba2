import ORDA

extension ConformanceSuite {
  static let schemaConstraintCases: [ConformanceCase] = [
    ConformanceCase("schema.unique.told", "Unique constraints are told, of one column and of several in their order.") {
      run in
      let table = try run.table(
        .required("id", .int), .column("a", .int), .column("b", .text(maximum: 9)), primaryKey: ["id"],
        unique: [["b", "a"], ["b"]])
      let told = try run.db.describe(table.name).uniqueConstraints.map(\.columns)
      run.expect(Set(told), equals: [["b", "a"], ["b"]])
      run.expect(told.count, equals: 2)
    },
    ConformanceCase("schema.unique.nulls", "A unique column takes NULL many times.") { run in
      let table = try run.table(.required("id", .int), .column("a", .int), primaryKey: ["id"], unique: [["a"]])
      for id in 1...3 { try run.db.execute("INSERT INTO \(table) (id, a) VALUES (?, NULL)", id) }
      try run.expect(run.count(table), equals: 3)
    },
    ConformanceCase("schema.index.told", "An index is told with its name, its columns and whether it is unique.") {
      run in
      let name = run.reserve().name
      let plain = IndexDescription(name: "\(name)_plain", columns: [.init(.column("b")), .init(.column("a"))])
      let unique = IndexDescription(name: "\(name)_unique", columns: [.init(.column("c"))], isUnique: true)
      let table = try run.indexed([plain, unique])
      let description = try run.db.describe(table.name)
      let found = description.indexes.filter { !$0.isPrimaryKey }.sorted { $0.name < $1.name }
      run.expect(found.map(\.name), equals: ["\(name)_plain", "\(name)_unique"])
      run.expect(found.map(\.columnNames), equals: [["b", "a"], ["c"]])
      run.expect(found.map(\.isUnique), equals: [false, true])
      run.expect(found.map(\.isPartial), equals: [false, false])
      run.expect(description.uniqueConstraints.map(\.columns), equals: [["c"]], "what the unique index amounts to")
    },
    ConformanceCase(
      "schema.check.told", "A condition that rows must meet is told, with its name.", needs: [.checkConstraints]
    ) { run in
      let table = try run.table(
        .required("low", .int), .column("high", .int),
        checks: [CheckConstraint(name: "kit_order", expression: "low < high")])
      let told = try run.db.describe(table.name).checkConstraints
      run.expect(told.map(\.name), equals: ["kit_order"])
      run.expect(told.first?.expression ?? "", contains: "low", "<", "high")
      run.expect(throws: .constraint(.check)) { try run.db.execute("INSERT INTO \(table) (low, high) VALUES (2, 1)") }
    },
    ConformanceCase(
      "schema.foreignKey.told", "A reference is told with its columns, its table, the columns there and both actions.",
      needs: [.foreignKeys]
    ) { run in
      let parent = try run.numbers(3)
      for (onUpdate, onDelete) in [(ForeignKey.Action.cascade, ForeignKey.Action.setNull), (.restrict, .cascade)] {
        let reference = ForeignKey(
          columns: ["p"], referencedTable: TableName(name: parent.name), referencedColumns: ["n"], onUpdate: onUpdate,
          onDelete: onDelete)
        let child = try run.table(.required("n", .int), .column("p", .int), primaryKey: ["n"], foreignKeys: [reference])
        let told = try run.db.describe(child.name).foreignKeys
        run.expect(told.map(\.columns), equals: [["p"]])
        run.expect(told.map(\.referencedTable.name), equals: [parent.name])
        run.expect(told.map(\.referencedColumns), equals: [["n"]])
        run.expect(told.map(\.onUpdate), equals: [onUpdate])
        run.expect(told.map(\.onDelete), equals: [onDelete])
        try run.expect(run.db.describe(child.name).foreignKeyTableNames, equals: [parent.name])
      }
      try run.expect(run.db.describe(parent.name).foreignKeys, equals: [])
    },
    ConformanceCase(
      "schema.foreignKey.wide", "A reference of several columns, and one to the table itself, are told.",
      needs: [.foreignKeys]
    ) { run in
      let pair = try run.table(.required("x", .int), .required("y", .int), primaryKey: ["y", "x"])
      let own = run.reserve()
      let wide = ForeignKey(
        columns: ["a", "b"], referencedTable: TableName(name: pair.name), referencedColumns: ["y", "x"])
      let inner = ForeignKey(
        columns: ["parent"], referencedTable: TableName(name: own.name), referencedColumns: ["id"], onDelete: .cascade)
      try run.db.create(
        TableDefinition(
          name: TableName(name: own.name),
          columns: [.required("id", .int), .column("parent", .int), .column("a", .int), .column("b", .int)],
          primaryKey: ["id"], foreignKeys: [wide, inner]))
      let told = try run.db.describe(own.name).foreignKeys.sorted { $0.columns.count < $1.columns.count }
      run.expect(told.map(\.columns), equals: [["parent"], ["a", "b"]])
      run.expect(told.map(\.referencedColumns), equals: [["id"], ["y", "x"]])
      run.expect(told.map(\.referencedTable.name), equals: [own.name, pair.name])
    },
    ConformanceCase(
      "schema.foreignKey.actions", "What a reference's actions say is what happens.", needs: [.foreignKeys]
    ) { run in
      let parent = try run.numbers(4)
      func child(_ onUpdate: ForeignKey.Action, _ onDelete: ForeignKey.Action) throws -> ConformanceTable {
        let reference = ForeignKey(
          columns: ["p"], referencedTable: TableName(name: parent.name), referencedColumns: ["n"], onUpdate: onUpdate,
          onDelete: onDelete)
        return try run.table(.required("n", .int), .column("p", .int), primaryKey: ["n"], foreignKeys: [reference])
      }
      let nulled = try child(.cascade, .setNull)
      let removed = try child(.cascade, .cascade)
      for table in [nulled, removed] {
        for number in 1...3 { try run.db.execute("INSERT INTO \(table) (n, p) VALUES (\(number), \(number))") }
      }
      try run.db.execute("UPDATE \(parent) SET n = 30 WHERE n = 3")
      try run.db.execute("DELETE FROM \(parent) WHERE n = 1")
      try run.expect(run.db.query(Int?.self, "SELECT p FROM \(nulled) ORDER BY n"), equals: [nil, 2, 30])
      try run.expect(run.db.query(Int?.self, "SELECT p FROM \(removed) ORDER BY n"), equals: [2, 30])
    },
    ConformanceCase(
      "schema.names.odd", "Names of tables and columns with quotes, spaces and dots are kept as they are."
    ) { run in
      let name = run.reserve().name + " o'dd \"x\" `y` z.w"
      run.afterwards { try $0.execute("DROP TABLE \(identifier: name)") }
      let columns = ["select", "a b", "q\"q", "t`t", "d.d", "é"]
      try run.db.create(
        TableDefinition(name: TableName(name: name), columns: columns.map { .column($0, .int) }, primaryKey: []))
      let description = try run.db.describe(name)
      run.expect(description.name.name, equals: name)
      run.expect(description.columnNames, equals: columns)
      for column in columns {
        try run.db.execute("INSERT INTO \(identifier: name) (\(identifier: column)) VALUES (\(column.utf8.count))")
        let seen = try run.db.first(Int.self, "SELECT MAX(\(identifier: column)) FROM \(identifier: name)")
        run.expect(seen, equals: column.utf8.count, "in the column \(column)")
      }
    },
    ConformanceCase("schema.definition.faults", "A definition that contradicts itself is a misuse, and makes nothing.")
    { run in
      let name = TableName(name: run.reserve().name)
      let none = TableDefinition(name: name, columns: [])
      let unknown = TableDefinition(name: name, columns: [.column("a", .int)], primaryKey: ["b"])
      let two = TableDefinition(name: name, columns: [.generatedKey("a"), .column("b", .int)], primaryKey: ["a", "b"])
      for definition in [none, unknown, two] { run.expect(throws: .misuse) { try run.db.create(definition) } }
      run.expect(try run.db.describe(name) == nil, "a table was made")
      try run.db.create(TableDefinition(name: name, columns: [.column("a", .int)]))
      try run.expect(run.db.describe(name)?.columnNames, equals: ["a"])
    },
  ]
}

extension ConformanceRun {
  /// A table with indexes on its columns `a`, `b` and `c`; ends the case as not supported if there are no indexes.
  fileprivate func indexed(_ indexes: [IndexDescription]) throws -> ConformanceTable {
    do {
      return try table(
        .required("id", .int), .column("a", .int), .column("b", .int), .column("c", .int), primaryKey: ["id"],
        indexes: indexes)
    } catch .unsupported {
      throw NotSupported("the database has no indexes")
    }
  }
}
