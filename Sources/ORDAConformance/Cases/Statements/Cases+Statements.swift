import ORDA

extension ConformanceSuite {
  static let statementCases: [ConformanceCase] = [
    ConformanceCase(
      "statements.reuse.thousand", "A prepared statement runs a thousand times, each time with its own values."
    ) {
      run in
      let table = try run.table(.required("id", .int), .column("t", .text(maximum: 20)), primaryKey: ["id"])
      let insert = try run.db.prepare("INSERT INTO \(table) (id, t) VALUES (?, ?)")
      let query = try run.db.prepare("SELECT t FROM \(table) WHERE id = ?")
      try run.db.transaction { _ in
        for id in 1...1000 { try insert.execute(id, id % 3 == 0 ? nil : "t\(id)") }
      }
      for id in 1...1000 {
        let seen = try query.query(String?.self, id)
        guard seen == [id % 3 == 0 ? nil : "t\(id)"] else { return run.fail("row \(id) holds \(seen)") }
      }
    },
    ConformanceCase(
      awaited: "statements.threads.eight", "Eight threads use one statement at once, and each gets its own rows."
    ) {
      run in
      let table = try await run.numbers(800)
      let query = try await run.db.prepare("SELECT n FROM \(table) WHERE n > ? AND n <= ? ORDER BY n")
      try await run.onThreads(8) { number in
        for _ in 1...25 {
          let seen = try query.query(Int.self, number * 100, number * 100 + 100)
          guard seen == Array(number * 100 + 1...number * 100 + 100) else {
            return run.fail("thread \(number) got \(seen)")
          }
        }
      }
    },
    ConformanceCase(
      awaited: "statements.tasks.eight", "Eight tasks use one statement at once, and each gets its own rows."
    ) { run in
      let table = try await run.numbers(80)
      let query = try await run.db.prepare("SELECT n FROM \(table) WHERE n > ? AND n <= ? ORDER BY n")
      try await withThrowingTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            for _ in 1...25 {
              let seen = try await query.query(Int.self, number * 10, number * 10 + 10)
              guard seen == Array(number * 10 + 1...number * 10 + 10) else {
                return run.fail("task \(number) got \(seen)")
              }
            }
          }
        }
        try await group.waitForAll()
      }
    },
    ConformanceCase("statements.twice.atOnce", "A statement that is being executed can be executed beside itself.") {
      run in
      let table = try run.numbers(5)
      let query = try run.db.prepare("SELECT n FROM \(table) WHERE n >= ? ORDER BY n")
      try run.db.transaction { _ in
        var seen: [[Int]] = []
        try query.forEach(4) { _ in seen.append(try query.query(Int.self, 3)) }
        run.expect(seen, equals: [[3, 4, 5], [3, 4, 5]])
      }
    },
    ConformanceCase("statements.several.texts", "Several statements in one text are a misuse, and none of them runs.") {
      run in
      let table = try run.numbers(1)
      let two: SQL = "INSERT INTO \(table) (n) VALUES (2); INSERT INTO \(table) (n) VALUES (3)"
      run.expect(throws: .misuse) { try run.db.prepare(two) }
      run.expect(throws: .misuse) { try run.db.execute(two) }
      try run.expect(run.contents(of: table), equals: [1])
      try run.db.execute("INSERT INTO \(table) (n) VALUES (4);  ")
      try run.expect(run.contents(of: table), equals: [1, 4])
    },
    ConformanceCase("statements.empty.text", "A text without a statement is a misuse.") { run in
      for text: SQL in ["", "  \n", "-- nothing", "/* nothing */", ";", " ; ; "] {
        run.expect(throws: .misuse) { try run.db.execute(text) }
        run.expect(throws: .misuse) { try run.db.prepare(text) }
      }
      try run.expect(run.db.executeScript("  -- nothing").count, equals: 0, "the results of an empty script")
      let commented: SQL = "/* a */ SELECT COUNT(*) -- b\n FROM \(try run.numbers(2)) /* c */"
      try run.expect(run.db.first(Int.self, commented), equals: 2, "a statement among comments")
    },
    ConformanceCase("statements.columns.before", "A statement tells its columns before it is executed.") { run in
      let table = try run.table(.required("id", .int), .column("name", .text(maximum: 20)))
      let query = try run.db.prepare("SELECT name, id, name AS again FROM \(table) WHERE id = ?")
      try run.expect(query.columns().map(\.name), equals: ["name", "id", "again"])
      let insert = try run.db.prepare("INSERT INTO \(table) (id) VALUES (?)")
      try run.expect(insert.columns().map(\.name), equals: [])
      try run.expect(run.count(table), equals: 0, "the rows after only asking")
    },
    ConformanceCase("statements.parameters.told", "A statement tells its parameters and its text.") { run in
      let table = try run.table(.required("a", .int), .column("b", .int))
      let named = try run.db.prepare("INSERT INTO \(table) (a, b) VALUES (:first, :second)")
      run.expect(named.parameterNames, equals: ["first", "second"])
      let counted = try run.db.prepare("INSERT INTO \(table) (a, b) VALUES (?, ?)")
      run.expect(counted.parameterNames, equals: [nil, nil])
      run.expect(counted.sql, contains: table.name, "INSERT INTO")
    },
    ConformanceCase("statements.prepare.wrong", "A wrong text is known when it is prepared.") { run in
      let missing = run.reserve()
      run.expect(throws: .noSuchTable) { try run.db.prepare("SELECT n FROM \(missing)") }
      run.expect(throws: .syntax) { try run.db.prepare("SELEC n FROM \(missing)") }
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
    },
    ConformanceCase(
      "statements.schema.changed", "A prepared statement follows when its table is made anew with other columns."
    ) {
      run in
      let table = run.reserve()
      let name = TableName(name: table.name)
      try run.db.create(TableDefinition(name: name, columns: [.column("a", .int)]))
      try run.db.execute("INSERT INTO \(table) (a) VALUES (1)")
      let query = try run.db.prepare("SELECT * FROM \(table)")
      try run.expect(query.query().row(at: 0).columnNames, equals: ["a"])
      try run.db.execute("DROP TABLE \(table)")
      run.expect(throws: .noSuchTable) { try query.query() }
      try run.db.create(TableDefinition(name: name, columns: [.column("b", .text(maximum: 9)), .column("c", .int)]))
      try run.db.execute("INSERT INTO \(table) (b, c) VALUES ('x', 2)")
      let row = try query.query().row(at: 0)
      run.expect(row.columnNames, equals: ["b", "c"])
      run.expect(row.values, equals: [.text("x"), .int(2)])
    },
    ConformanceCase("statements.cache.small", "Statements stay right when there are more of them than are kept.") {
      run in
      let db = try run.alone("statement-cache=4")
      let table = try run.emptyNumbers(on: db)
      try db.prepare("INSERT INTO \(table) (n) VALUES (?)").executeMany((1...50).map { [$0] })
      let statements = try (1...20).map { number in
        try db.prepare("SELECT n + \(raw: "\(number)") FROM \(table) WHERE n = ?")
      }
      for round in 1...3 {
        for (index, statement) in statements.enumerated() {
          try run.expect(statement.query(Int.self, round * 10), equals: [round * 10 + index + 1])
        }
      }
    },
  ]
}
