import ORDA

extension ConformanceSuite {
  static let sessionCases: [ConformanceCase] = [
    ConformanceCase(
      "connections.session.temporary", "A temporary table lasts for its closure, and is gone for whoever comes next.",
      needs: [.temporaryTables]
    ) { run in
      let db = try run.alone("pool.max=1")
      let table = run.reserve()
      for _ in 1...3 {
        try db.withConnection { connection in
          try connection.execute("CREATE TEMPORARY TABLE \(table) (n INTEGER)")
          try connection.execute("INSERT INTO \(table) (n) VALUES (7)")
          try db.withConnection { try run.expect(run.contents(of: table, on: $0), equals: [7]) }
          try run.expect(run.contents(of: table, on: db), equals: [7], "after a closure within it")
        }
        run.expect(throws: .noSuchTable) { try run.contents(of: table, on: db) }
        run.expect(throws: .noSuchTable) { try db.withConnection { try run.contents(of: table, on: $0) } }
      }
      run.expect(db.statistics.connections, equals: 1, "the connections")
    },
    ConformanceCase(
      "connections.session.thrown", "A temporary table is gone also where its closure threw.", needs: [.temporaryTables]
    ) { run in
      let db = try run.alone("pool.max=1")
      let table = run.reserve()
      run.expectSecondThoughts {
        try db.withConnection { connection in
          try connection.execute("CREATE TEMPORARY TABLE \(table) (n INTEGER)")
          throw SecondThoughts()
        }
      }
      run.expect(throws: .noSuchTable) { try run.contents(of: table, on: db) }
    },
    ConformanceCase(
      awaited: "connections.session.awaited", "It is gone also after a closure that was awaited.",
      needs: [.temporaryTables]
    ) { run in
      let db = try await run.alone("pool.max=1")
      let table = run.reserve()
      try await db.withConnection { connection in
        try connection.execute("CREATE TEMPORARY TABLE \(table) (n INTEGER)")
        try run.expect(run.contents(of: table, on: connection), equals: [])
      }
      await run.expect(throws: .noSuchTable) { try await db.query(Int.self, "SELECT n FROM \(table)") }
    },
    ConformanceCase(
      "connections.session.setUp", "What the set-ups put into a session is there again for whoever comes next.",
      needs: [.temporaryTables]
    ) { run in
      let db = try run.alone("pool.max=1")
      let (table, other) = (run.reserve(), run.reserve())
      try db.onConnect { connection in
        try connection.execute("CREATE TEMPORARY TABLE \(table) (n INTEGER)")
        try connection.execute("INSERT INTO \(table) (n) VALUES (1)")
      }
      for _ in 1...3 {
        try db.withConnection { connection in
          try connection.execute("CREATE TEMPORARY TABLE \(other) (n INTEGER)")
          try run.expect(run.contents(of: table, on: connection), equals: [1])
        }
        try run.expect(run.contents(of: table, on: db), equals: [1], "afterwards")
        run.expect(throws: .noSuchTable) { try run.contents(of: other, on: db) }
      }
    },
    ConformanceCase(
      "connections.session.statements", "A prepared statement goes on after a session was tidied up under it.",
      needs: [.temporaryTables]
    ) { run in
      let db = try run.alone("pool.max=1")
      let table = try run.emptyNumbers(on: db)
      let temporary = run.reserve()
      let insert = try db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let select = try db.prepare("SELECT n FROM \(table) WHERE n > ? ORDER BY n")
      for number in 1...4 {
        try insert.execute(number)
        try run.expect(select.query(Int.self, 0), equals: Array(1...number))
        try db.withConnection { try $0.execute("CREATE TEMPORARY TABLE \(temporary) (n INTEGER)") }
      }
      try insert.executeMany([[5], [6]])
      run.expect(try select.columns().map(\.name), equals: ["n"])
      try run.expect(select.query(Int.self, 3), equals: [4, 5, 6])
    },
    ConformanceCase(
      "connections.session.changes", "Whatever else a closure changes in a session is as it was for whoever comes next."
    ) { run in
      let changes = try run.given(\.sessionChanges, "sessionChanges")
      let db = try run.alone("pool.max=1")
      for change in changes {
        let before = try db.withConnection { try run.answer(change, on: $0) }
        try db.withConnection { connection in
          try connection.executeScript(change.change)
          let within = try run.answer(change, on: connection)
          run.expect(within != before, "\(change.question) did not change by \(change.change)")
        }
        let after = try db.withConnection { try run.answer(change, on: $0) }
        run.expect(after, equals: before, "\(change.question) after \(change.change)")
      }
    },
    ConformanceCase(
      "connections.session.scripts", "What a script of a governor changes in a session is undone when it ends."
    ) { run in
      let changes = try run.given(\.sessionChanges, "sessionChanges")
      let db = try run.alone("pool.max=1")
      for change in changes {
        // Asked in closures: what a query by itself leaves in a session is the program's own.
        let before = try db.withConnection { try run.answer(change, on: $0) }
        try db.executeScript(change.change)
        let after = try db.withConnection { try run.answer(change, on: $0) }
        run.expect(after, equals: before, "\(change.question) after \(change.change)")
      }
    },
    ConformanceCase(
      "connections.session.kept", "With pool.reset=false a session stays as it is.", needs: [.temporaryTables]
    ) { run in
      let db = try run.alone("pool.max=1&pool.reset=false")
      let table = run.reserve()
      try db.withConnection { try $0.execute("CREATE TEMPORARY TABLE \(table) (n INTEGER)") }
      try db.withConnection { try $0.execute("INSERT INTO \(table) (n) VALUES (1)") }
      try run.expect(run.contents(of: table, on: db), equals: [1])
    },
  ]
}

extension ConformanceRun {
  fileprivate func answer(
    _ change: ConformanceProfile.SessionChange, on executor: any SQLExecutor
  ) throws -> [[Value]] {
    try executor.query(change.question).rows.map(\.values)
  }
}
