import ORDA

extension ConformanceSuite {
  static let constraintErrorCases: [ConformanceCase] = [
    ConformanceCase(
      "errors.unique.kind", "A value that a unique column holds already is refused as such, in any statement."
    ) {
      run in
      let table = try run.people()
      let insert = run.expect(throws: .constraint(.unique)) {
        try run.db.execute("INSERT INTO \(table) (id, name) VALUES (?, ?)", 3, "Ann")
      }
      run.expect(insert?.kind, equals: .constraint(.unique))
      run.expectMention(of: "name", in: insert)
      let update = run.expect(throws: .constraint(.unique)) {
        try run.db.execute("UPDATE \(table) SET name = ? WHERE id = 2", "Ann")
      }
      run.expect(update?.kind, equals: .constraint(.unique))
      try run.expect(run.names(in: table), equals: ["Ann", "Bob"])
    },
    ConformanceCase(
      "errors.primaryKey.kind", "A primary key that is there already is refused as such, and as not unique."
    ) {
      run in
      let table = try run.people()
      for sql: SQL in ["INSERT INTO \(table) (id, name) VALUES (1, 'Cid')", "UPDATE \(table) SET id = 1 WHERE id = 2"] {
        let error = run.expect(throws: .constraint(.unique)) { try run.db.execute(sql) }
        run.expect(error?.kind, equals: .constraint(.primaryKey))
      }
      try run.expect(run.names(in: table), equals: ["Ann", "Bob"])
    },
    ConformanceCase(
      "errors.notNull.kind", "NULL in a column that takes none is refused as such, also where it is left out."
    ) {
      run in
      let table = try run.people()
      let given = run.expect(throws: .constraint(.notNull)) {
        try run.db.execute("INSERT INTO \(table) (id, name) VALUES (?, ?)", 3, nil)
      }
      run.expectMention(of: "name", in: given)
      run.expect(throws: .constraint(.notNull)) { try run.db.execute("INSERT INTO \(table) (id) VALUES (3)") }
      run.expect(throws: .constraint(.notNull)) { try run.db.execute("UPDATE \(table) SET name = NULL WHERE id = 1") }
      try run.expect(run.names(in: table), equals: ["Ann", "Bob"])
    },
    ConformanceCase(
      "errors.check.kind", "A row that does not meet a table's condition is refused as such.",
      needs: [.checkConstraints]
    ) { run in
      let table = try run.table(
        .required("n", .int), checks: [CheckConstraint(name: "kit_positive", expression: "n > 0")])
      try run.db.execute("INSERT INTO \(table) (n) VALUES (1)")
      let error = run.expect(throws: .constraint(.check)) {
        try run.db.execute("INSERT INTO \(table) (n) VALUES (?)", -4711)
      }
      run.expect(error?.constraint, equals: "kit_positive", "the constraint that the error names")
      run.expect(throws: .constraint(.check)) { try run.db.execute("UPDATE \(table) SET n = 0") }
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      "errors.foreignKey.missing", "A reference to a row that is not there is refused as such.", needs: [.foreignKeys]
    ) { run in
      let (parent, child) = try run.parentAndChild()
      run.expect(throws: .constraint(.foreignKey)) {
        try run.db.execute("INSERT INTO \(child) (n, parent) VALUES (?, ?)", 2, 77)
      }
      run.expect(throws: .constraint(.foreignKey)) { try run.db.execute("UPDATE \(child) SET parent = 77") }
      try run.db.execute("INSERT INTO \(child) (n, parent) VALUES (2, NULL)")
      try run.expect(run.contents(of: child), equals: [1, 2])
      try run.expect(run.contents(of: parent), equals: [1])
    },
    ConformanceCase(
      "errors.foreignKey.referred", "A row that is referred to is neither deleted nor given another key.",
      needs: [.foreignKeys]
    ) { run in
      let (parent, child) = try run.parentAndChild()
      run.expect(throws: .constraint(.foreignKey)) { try run.db.execute("DELETE FROM \(parent)") }
      run.expect(throws: .constraint(.foreignKey)) { try run.db.execute("UPDATE \(parent) SET n = 9") }
      try run.db.execute("DELETE FROM \(child)")
      try run.expect(run.db.execute("DELETE FROM \(parent)").changed, equals: 1)
    },
    ConformanceCase("errors.constraint.catch", "Kinds of constraint nest when they are caught.") { run in
      let table = try run.people()
      try run.catchDuplicate { try run.db.execute("INSERT INTO \(table) (id, name) VALUES (1, 'Cid')") }
    },
    ConformanceCase(
      "errors.constraint.several", "A statement of several rows that fails at one of them changes none of them."
    ) { run in
      let table = try run.people()
      run.expect(throws: .constraint(.unique)) {
        try run.db.execute("INSERT INTO \(table) (id, name) VALUES (3, 'Cid'), (4, 'Ann'), (5, 'Dan')")
      }
      run.expect(throws: .constraint(.unique)) { try run.db.execute("UPDATE \(table) SET name = 'Eve'") }
      try run.expect(run.names(in: table), equals: ["Ann", "Bob"])
    },
  ]
}

extension ConformanceRun {
  /// A table of two people, with unique names that are not NULL.
  fileprivate func people() throws -> ConformanceTable {
    let table = try table(
      .required("id", .int), .required("name", .text(maximum: 20)), primaryKey: ["id"], unique: [["name"]])
    try db.execute("INSERT INTO \(table) (id, name) VALUES (1, 'Ann')")
    try db.execute("INSERT INTO \(table) (id, name) VALUES (2, 'Bob')")
    return table
  }

  fileprivate func catchDuplicate<R>(_ insert: () throws -> R) throws {
    do {
      _ = try insert()
      fail("nothing was thrown")
    } catch .constraint(.notNull) {
      fail("a primary key was caught as NULL")
    } catch .constraint(.unique) {}
    do {
      _ = try insert()
      fail("nothing was thrown")
    } catch .misuse {
      fail("a primary key was caught as a misuse")
    } catch .constraint {}
  }

  fileprivate func names(in table: ConformanceTable) throws -> [String] {
    try db.query(String.self, "SELECT name FROM \(table) ORDER BY id")
  }

  /// Two tables with a row each; the second one refers to the first.
  fileprivate func parentAndChild() throws -> (parent: ConformanceTable, child: ConformanceTable) {
    let parent = try numbers(1)
    let reference = ForeignKey(
      columns: ["parent"], referencedTable: TableName(name: parent.name), referencedColumns: ["n"],
      onUpdate: .restrict, onDelete: .restrict)
    let child = try table(
      .required("n", .int), .column("parent", .int), primaryKey: ["n"], foreignKeys: [reference])
    try db.execute("INSERT INTO \(child) (n, parent) VALUES (1, 1)")
    return (parent, child)
  }

  /// Expects an error to say which column it is about: directly, by its constraint, or in its message.
  fileprivate func expectMention(
    of column: String, in error: DatabaseError?, file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let error else { return }
    expect(error.column ?? column, equals: column, "the column that the error names", file: file, line: line)
    expect("\(error.column ?? "") \(error.constraint ?? "") \(error.message)", contains: column, file: file, line: line)
  }
}
