import ORDA

extension ConformanceSuite {
  static let upsertBatchCases: [ConformanceCase] = [
    ConformanceCase(
      "upserts.batch.mixed",
      "A batch of upserts updates what is there and inserts the rest, also where a key comes twice."
    ) { run in
      let table = try run.table(
        .required("id", .int), .column("n", .int), .column("t", .text(maximum: 20)), primaryKey: ["id"])
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "n", "t"], key: ["id"])
      try run.expect(save.executeMany((1...70).map { [$0 * 2, $0, "a\($0)"] }), equals: 70, "the rows inserted")
      let changed = try save.executeMany(1...140) { id, parameters in try parameters.bind(id, -id, "b\(id)") }
      run.expect(changed, equals: 140, "the rows inserted and updated")
      try run.expect(
        save.executeMany([[1, 1, "x"], [1, 2, "y"], [200, 3, nil]]), equals: 3, "of a key that comes twice")
      let sum = try run.db.first(Int.self, "SELECT SUM(n) FROM \(table)")
      run.expect(sum, equals: -(140 * 141 / 2) + 1 + 2 + 3, "the sum of the numbers")
      try run.expect(run.count(table), equals: 141)
    },
    ConformanceCase(
      "upserts.batch.refused", "A batch of upserts of which one is refused names it, and nothing of the batch remains."
    ) { run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "address", "name"], key: ["id"])
      let error = run.expect(throws: .constraint(.unique)) {
        try save.executeMany([[1, "b1", "Amy"], [4, "b4", "Dan"], [5, "a2", "Eve"], [6, "b6", "Fay"]])
      }
      run.expect(error?.batchIndex, equals: 2, "the place of the row that was refused")
      try run.expect(run.members(in: table), equals: run.firstMembers)
    },
    ConformanceCase("upserts.batch.needed", "A batch updates rows that are there without a column that new ones need.")
    {
      run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "n"], key: ["id"])
      try run.expect(save.executeMany([[1, 11], [2, 22], [3, 33]]), equals: 3, "the rows changed")
      try run.expect(run.members(in: table), equals: ["1 a1 Ann 11 100", "2 a2 Bob 22 200", "3 a3 Cid 33 300"])
    },
    ConformanceCase("upserts.codable", "Codable values are upserted by their names, one by one and many at once.") {
      run in
      let table = try run.members()
      let bea = Member(id: 2, name: "Bea", n: 21)
      try run.db.upsert(into: table.tableName, Parameters(encoding: bea), key: ["id"])
      // A column for which the value has nothing stays as it is.
      try run.expect(run.members(in: table), equals: [run.ann, "2 a2 Bea 21 200", run.cid])
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "name", "n"], key: ["id"])
      try run.expect(
        save.executeMany([Member(id: 2, name: "Bob"), Member(id: 4, name: "Dan", n: 40)]), equals: 2, "the rows changed"
      )
      try run.expect(
        run.members(in: table),
        equals: [
          run.ann, "2 a2 Bob - 200", run.cid, "4 - Dan 40 -",
        ])
    },
    ConformanceCase(
      "upserts.ignored.kept",
      "What inserts or ignores leaves the row that has its key as it is, and counts what it inserts."
    ) { run in
      let table = try run.members()
      let insert = try run.db.prepareInsertOrIgnore(
        into: table.tableName, columns: ["id", "address", "name"], key: ["id"])
      try run.expect(insert.execute(4, "a4", "Dan").changed, equals: 1, "the rows inserted")
      try run.expect(insert.execute(4, "a5", "Eve").changed, equals: 0, "of a key that is there")
      // The row exists, whatever else it contains.
      try run.expect(insert.execute(4, "a1", "Eve").changed, equals: 0, "of a key that is there, with another's value")
      try run.expect(
        insert.executeMany([[1, "x1", "Zoe"], [5, "a5", "Eve"], [5, "x5", "Zac"], [6, "a6", "Fay"]]), equals: 2,
        "the rows of a batch")
      try run.expect(
        run.members(in: table), equals: run.firstMembers + ["4 a4 Dan - -", "5 a5 Eve - -", "6 a6 Fay - -"])
    },
    ConformanceCase("upserts.ignored.unique", "What inserts or ignores a key refuses a conflict by another unique key.")
    {
      run in
      let table = try run.members()
      let insert = try run.db.prepareInsertOrIgnore(
        into: table.tableName, columns: ["id", "address", "name"], key: ["id"])
      run.expect(throws: .constraint(.unique)) { try insert.execute(4, "a1", "Dan") }
      let byAddress = try run.db.prepareInsertOrIgnore(
        into: table.tableName, columns: ["id", "address", "name"], key: ["address"])
      run.expect(throws: .constraint(.unique)) { try byAddress.execute(1, "a9", "Dan") }
      try run.expect(byAddress.execute(9, "a1", "Dan").changed, equals: 0, "the rows inserted")
      try run.expect(run.members(in: table), equals: run.firstMembers)
    },
    ConformanceCase("upserts.ignored.null", "What inserts or ignores a key refuses NULL where nothing may be.") { run in
      let table = try run.members()
      let insert = try run.db.prepareInsertOrIgnore(into: table.tableName, columns: ["id", "name"], key: ["id"])
      run.expect(throws: .constraint(.notNull)) { try insert.execute(4, nil) }
      try run.expect(run.members(in: table), equals: run.firstMembers)
    },
    ConformanceCase(
      "upserts.ignored.check", "What inserts or ignores a key refuses what a condition refuses.",
      needs: [.checkConstraints]
    ) { run in
      let table = try run.table(
        .required("id", .int), .required("n", .int), primaryKey: ["id"], checks: [CheckConstraint(expression: "n > 0")])
      let insert = try run.db.prepareInsertOrIgnore(into: table.tableName, columns: ["id", "n"], key: ["id"])
      try insert.execute(1, 1)
      run.expect(throws: .constraint(.check)) { try insert.execute(2, -1) }
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "n"], key: ["id"])
      run.expect(throws: .constraint(.check)) { try save.execute(1, -1) }
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      "upserts.ignored.foreignKey", "What inserts or ignores a key refuses a reference to nothing.",
      needs: [.foreignKeys]
    ) { run in
      let members = try run.members()
      let table = try run.table(
        .required("id", .int), .column("member", .int), primaryKey: ["id"],
        foreignKeys: [ForeignKey(columns: ["member"], referencedTable: members.tableName, referencedColumns: ["id"])])
      let insert = try run.db.prepareInsertOrIgnore(into: table.tableName, columns: ["id", "member"], key: ["id"])
      try insert.execute(1, 2)
      run.expect(throws: .constraint(.foreignKey)) { try insert.execute(2, 77) }
      try run.expect(run.count(table), equals: 1)
    },
  ]
}
