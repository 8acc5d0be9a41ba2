import ORDA

extension ConformanceSuite {
  static let statementLifeCases: [ConformanceCase] = [
    ConformanceCase(
      "statements.over.transaction", "A statement that a transaction made is a misuse after it, and nothing runs."
    ) {
      run in
      let table = try run.emptyNumbers()
      let insert = try run.db.transaction { tx in
        let insert = try tx.prepare("INSERT INTO \(table) (n) VALUES (?)")
        try insert.execute(1)
        return insert
      }
      run.expect(throws: .misuse) { try insert.execute(2) }
      run.expect(throws: .misuse) { try insert.executeMany([[3]]) }
      run.expect(throws: .misuse) { try insert.columns() }
      try run.db.transaction { _ in run.expect(throws: .misuse) { try insert.execute(4) } }
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase("statements.over.connection", "A statement that a leased connection made is a misuse after it.") {
      run in
      let table = try run.numbers(1)
      let query = try run.db.withConnection { connection in
        let query = try connection.prepare("SELECT n FROM \(table)")
        try run.expect(query.query(Int.self), equals: [1])
        return query
      }
      run.expect(throws: .misuse) { try query.query() }
      run.expect(throws: .misuse) { try query.forEach { _ in } }
    },
    ConformanceCase(awaited: "statements.over.awaited", "A statement that a transaction made can't be awaited.") {
      run in
      let table = try await run.emptyNumbers()
      let insert = try await run.db.transaction { tx in try tx.prepare("INSERT INTO \(table) (n) VALUES (?)") }
      await run.expect(throws: .misuse) { try await insert.execute(1) }
      try await run.expect(run.count(table), equals: 0)
    },
    ConformanceCase("statements.over.closed", "A statement whose governor was closed is a misuse.") { run in
      let db = try run.alone()
      let table = try run.emptyNumbers(on: db)
      let insert = try db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      try insert.execute(1)
      try db.close()
      let error = run.expect(throws: .misuse) { try insert.execute(2) }
      run.expect(error?.message ?? "", contains: "closed")
      run.expect(throws: .misuse) { try insert.executeMany([[3]]) }
      run.expect(throws: .misuse) { try insert.rows().columnNames }
    },
    ConformanceCase("statements.kept.governor", "A statement keeps its governor, for as long as it is there itself.") {
      run in
      let table = try run.numbers(2)
      var query: (any Statement)?
      do { query = try run.registry.open(run.subject.url).prepare("SELECT COUNT(*) FROM \(table)") } catch .noSuchTable
      {}
      guard let query else {
        return run.expect(!run.profile.governorsShareDatabase, "the other governor has no such table")
      }
      try run.expect(query.first(Int.self), equals: 2)
    },
    ConformanceCase("statements.made.anywhere", "A statement that the governor made runs in its transactions too.") {
      run in
      let table = try run.emptyNumbers()
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      try insert.execute(1)
      run.expectSecondThoughts {
        try run.db.transaction { _ in
          try insert.execute(2)
          throw SecondThoughts()
        }
      }
      try run.db.transaction { _ in try insert.execute(3) }
      try run.db.withConnection { _ in try insert.execute(4) }
      try run.expect(run.contents(of: table), equals: [1, 3, 4])
    },
  ]
}
