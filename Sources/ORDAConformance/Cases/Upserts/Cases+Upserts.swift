import ORDA

extension ConformanceSuite {
  static let upsertCases: [ConformanceCase] = [
    ConformanceCase(
      "upserts.row.inserted", "An upsert inserts a row where there is none with its key, and counts it once."
    ) {
      run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "name", "n"], key: ["id"])
      run.expect(save.parameterNames, equals: ["id", "name", "n"], "the names of the parameters")
      try run.expect(save.execute(4, "Dan", 40).changed, equals: 1, "the rows changed")
      try run.expect(run.members(in: table), equals: run.firstMembers + ["4 - Dan 40 -"])
    },
    ConformanceCase(
      "upserts.row.updated",
      "An upsert updates the row that has its key, once, and erases no column that it does not name."
    ) { run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["n", "id", "name"], key: ["id"])
      try run.expect(save.execute(21, 2, "Bea").changed, equals: 1, "the rows changed")
      try run.expect(save.execute(["name": "Bea", "n": 21, "id": 2]).changed, equals: 1, "of the same values again")
      try run.expect(
        run.members(in: table), equals: [run.ann, "2 a2 Bea 21 200", run.cid])
    },
    ConformanceCase(
      "upserts.columns.some", "Of the columns that are named, only those to be updated change in a row that is there."
    ) { run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(
        into: table.tableName, columns: ["id", "name", "n", "m"], key: ["id"], updating: ["m"])
      try save.execute(1, "Zoe", 77, 7)
      try save.execute(5, "Eve", 50, 500)
      try run.expect(
        run.members(in: table),
        equals: ["1 a1 Ann 10 7", run.bob, run.cid, "5 - Eve 50 500"])
    },
    ConformanceCase(
      "upserts.columns.needed", "A column that needs a value and is not named is missed by a new row alone."
    ) { run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "n"], key: ["id"])
      try run.expect(save.execute(3, 33).changed, equals: 1, "the rows changed")
      run.expect(throws: .constraint(.notNull)) { try save.execute(4, 44) }
      try run.expect(
        run.members(in: table), equals: [run.ann, run.bob, "3 a3 Cid 33 300"])
    },
    ConformanceCase(
      "upserts.conflict.new", "An upsert of a new key that meets another unique value is refused, and changes nothing."
    ) { run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "address", "name"], key: ["id"])
      run.expect(throws: .constraint(.unique)) { try save.execute(4, "a1", "Eve") }
      try run.expect(run.members(in: table), equals: run.firstMembers)
    },
    ConformanceCase(
      "upserts.conflict.there", "An upsert of a key that is there is refused where it meets another row's unique value."
    ) { run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "address", "name"], key: ["id"])
      run.expect(throws: .constraint(.unique)) { try save.execute(3, "a1", "Eve") }
      try run.expect(run.members(in: table), equals: run.firstMembers)
      try save.execute(3, "a3", "Eve")
      try run.expect(run.members(in: table).last, equals: "3 a3 Eve 30 300")
    },
    ConformanceCase(
      "upserts.key.unique", "An upsert goes by another unique key than the primary key, where that is named."
    ) {
      run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(
        into: table.tableName, columns: ["id", "address", "name"], key: ["address"], updating: ["name"])
      try run.expect(save.execute(9, "a2", "Bea").changed, equals: 1, "the rows changed")
      try save.execute(4, "a4", "Dan")
      // Here the primary key is the other one.
      run.expect(throws: .constraint(.unique)) { try save.execute(1, "a5", "Eve") }
      try run.expect(
        run.members(in: table),
        equals: [run.ann, "2 a2 Bea 20 200", run.cid, "4 a4 Dan - -"])
    },
    ConformanceCase("upserts.key.several", "An upsert goes by a key of several columns, in any order.") { run in
      let table = try run.table(
        .required("a", .int), .required("b", .text(maximum: 10)), .column("n", .int), primaryKey: ["a", "b"])
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["n", "b", "a"], key: ["b", "a"])
      for (n, b, a) in [(1, "x", 1), (2, "y", 1), (3, "x", 2), (4, "y", 1)] { try save.execute(n, b, a) }
      let rows = try run.db.query((Int, String, Int).self, "SELECT a, b, n FROM \(table) ORDER BY a, b")
      run.expect(rows.map { "\($0.0) \($0.1) \($0.2)" }, equals: ["1 x 1", "1 y 4", "2 x 3"])
    },
    ConformanceCase("upserts.key.null", "A unique key with NULL in it is no row's: the row is inserted.") { run in
      let table = try run.members()
      let save = try run.db.prepareUpsert(into: table.tableName, columns: ["id", "address", "name"], key: ["address"])
      try save.execute(4, nil, "Dan")
      try save.execute(5, nil, "Eve")
      try run.expect(run.members(in: table), equals: run.firstMembers + ["4 - Dan - -", "5 - Eve - -"])
    },
    ConformanceCase(
      "upserts.key.none", "An upsert is refused where its key is none of the table's, or a name is unknown."
    ) {
      run in
      let table = try run.members()
      func prepare(_ columns: [String], _ key: [String], _ updating: [String]? = nil) throws {
        _ = try run.db.prepareUpsert(into: table.tableName, columns: columns, key: key, updating: updating)
      }
      run.expect(throws: .misuse) { try prepare(["id", "name"], ["name"]) }
      run.expect(throws: .misuse) { try prepare(["id", "name"], []) }
      run.expect(throws: .misuse) { try prepare(["name"], ["id"]) }
      run.expect(throws: .misuse) { try prepare(["id", "id", "name"], ["id"]) }
      run.expect(throws: .misuse) { try prepare(["id", "name"], ["id"], ["n"]) }
      run.expect(throws: .noSuchColumn) { try prepare(["id", "nome"], ["id"]) }
      run.expect(throws: .noSuchTable) {
        _ = try run.db.prepareUpsert(into: "no_such_table", columns: ["id"], key: ["id"])
      }
      try prepare(["id", "name"], ["id"])
    },
    ConformanceCase(
      "upserts.transaction.undone", "An upsert is undone with its transaction, and sees what that has done."
    ) {
      run in
      let table = try run.members()
      do {
        try run.db.transaction { tx in
          try tx.execute("DELETE FROM \(table) WHERE id = 1")
          try tx.upsert(into: table.tableName, ["id": 1, "name": "Zoe"], key: ["id"])
          try tx.upsert(into: table.tableName, ["id": 1, "name": "Zac"], key: ["id"])
          let name = try tx.first(String.self, "SELECT name FROM \(table) WHERE id = 1")
          run.expect(name, equals: "Zac", "the name within the transaction")
          run.expect(throws: .constraint(.unique)) {
            try tx.upsert(into: table.tableName, ["id": 4, "address": "a2", "name": "Eve"], key: ["id"])
          }
          try run.expect(tx.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 3, "the rows after a refusal")
          throw SecondThoughts()
        }
      } catch is SecondThoughts {}
      try run.expect(run.members(in: table), equals: run.firstMembers)
    },
    ConformanceCase(
      awaited: "upserts.race.same",
      "Many who upsert the same new keys at the same time all succeed, and each key is there once."
    ) { run in
      let table = try await run.table(.required("id", .int), .column("n", .int), primaryKey: ["id"])
      let save = try await run.db.prepareUpsert(into: table.tableName, columns: ["id", "n"], key: ["id"])
      try await run.onThreads(4) { thread in
        for id in 1...25 { run.expect(try save.execute(id, thread).changed, equals: 1, "the rows changed") }
      }
      try await run.expect(run.db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 25, "the rows")
    },
    ConformanceCase(
      awaited: "upserts.awaited", "Upserts are awaited too, on a governor and in a transaction that suspends."
    ) {
      run in
      let table = try await run.members()
      let save = try await run.db.prepareUpsert(into: table.tableName, columns: ["id", "name"], key: ["id"])
      try await run.expect(save.execute(1, "Amy").changed, equals: 1, "the rows changed")
      try await run.db.upsert(into: table.tableName, ["id": 4, "name": "Dan"], key: ["id"])
      try await run.expect(
        run.db.insertOrIgnore(into: table.tableName, ["id": 4, "name": "Eve"], key: ["id"]).changed, equals: 0,
        "the rows inserted")
      try await run.db.transaction { tx in
        let save = try await tx.prepareUpsert(into: table.tableName, columns: ["id", "n"], key: ["id"])
        try await save.execute(4, 40)
        try await tx.upsert(into: table.tableName, ["id": 4, "m": 400], key: ["id"])
        let ignored = try await tx.insertOrIgnore(into: table.tableName, ["id": 1, "name": "Zoe"], key: ["id"])
        run.expect(ignored.changed, equals: 0, "the rows inserted")
        let insert = try await tx.prepareInsertOrIgnore(into: table.tableName, columns: ["id", "name"], key: ["id"])
        try await insert.execute(5, "Eve")
      }
      let insert = try await run.db.prepareInsertOrIgnore(into: table.tableName, columns: ["id", "name"], key: ["id"])
      try await run.expect(insert.execute(5, "Zoe").changed, equals: 0, "the rows inserted")
      try await run.expect(
        run.members(in: table),
        equals: ["1 a1 Amy 10 100", run.bob, run.cid, "4 - Dan 40 400", "5 - Eve - -"])
    },
  ]
}
