import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let statisticsCases: [ConformanceCase] = [
    ConformanceCase(
      "connections.statistics.statements", "The statistics count the statements that ran, those that failed too."
    ) { run in
      let table = try run.numbers(1)
      let before = run.db.statistics.statements
      for number in 2...6 { try run.db.execute("INSERT INTO \(table) (n) VALUES (?)", number) }
      run.expect(run.db.statistics.statements, equals: before + 5)
      run.expect(throws: .constraint(.unique)) { try run.db.execute("INSERT INTO \(table) (n) VALUES (1)") }
      run.expect(run.db.statistics.statements, equals: before + 6, "after one that failed")
    },
    ConformanceCase("connections.statistics.active", "The statistics tell how many connections are in use.") { run in
      let db = run.db
      let table = try run.numbers(1)
      run.expect(db.statistics.active, equals: 0, "before")
      try db.withConnection { _ in run.expect(db.statistics.active, equals: 1, "in a closure") }
      try db.transaction { _ in
        run.expect(db.statistics.active, equals: 1, "in a transaction")
        try run.expect(run.contents(of: table), equals: [1])
        run.expect(db.statistics.active, equals: 1, "after a query in it")
      }
      run.expect(db.statistics.active, equals: 0, "after")
      run.expect(db.statistics.connections >= 1, "no connection is kept")
    },
    ConformanceCase(
      awaited: "connections.statistics.waiting", "The statistics tell how many callers wait for a connection."
    ) { run in
      let db = try await run.alone("pool.max=1")
      run.expect(db.statistics.connections, equals: 1, "the connections at first")
      try await run.expect(db.first(Int.self, "SELECT COUNT(*) FROM \(run.emptyNumbers(on: db))"), equals: 0)
      let held = try await db.begin(LeaseRequest(role: .writer))
      var waiting: [Task<Void, any Error>] = []
      for number in 1...3 {
        waiting.append(Task.detached { try await db.withConnection { _ in } })
        try await run.until { db.statistics.waiting == number }
      }
      run.expect(db.statistics.active, equals: 1, "the connections in use")
      await held.rollback()
      for task in waiting { try await task.value }
      run.expect(db.statistics.waiting, equals: 0, "the callers that wait afterwards")
      try await run.untilIdle(db)
    },
    ConformanceCase(awaited: "connections.pool.maximum", "No more connections are opened than the URL allows.") { run in
      let db = try await run.alone("pool.max=3")
      let table = try await run.emptyNumbers(on: db)
      try await db.execute("INSERT INTO \(table) (n) VALUES (1)")
      let most = Lock(0)
      try await withThrowingTaskGroup { group in
        for _ in 0..<30 {
          group.addTask {
            try await db.withConnection(.reader) { connection in
              try run.expect(run.contents(of: table, on: connection), equals: [1])
              let now = db.statistics.connections
              most.withLock { $0 = max($0, now) }
            }
          }
        }
        try await group.waitForAll()
      }
      let seen = most.withLock { $0 }
      run.expect((1...3).contains(seen), "\(seen) connections were open")
    },
    ConformanceCase("connections.ping.answers", "A governor answers to ping, outside and within its closures.") { run in
      let table = try run.numbers(1)
      try run.db.ping()
      try run.db.withConnection { _ in try run.db.ping() }
      try run.db.transaction { tx in
        try run.db.ping()
        try run.expect(run.contents(of: table, on: tx), equals: [1], "after the ping")
      }
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
    },
    ConformanceCase("connections.same.connection", "Within a closure everything runs on one connection.") { run in
      let db = run.db
      let table = try run.numbers(1)
      try db.withConnection { outer in
        try db.withConnection { inner in run.expect(inner.role, equals: outer.role) }
        for _ in 1...10 { try db.ping() }
        try run.expect(run.contents(of: table), equals: [1])
        run.expect(db.statistics.active, equals: 1, "the connections in use")
      }
    },
    ConformanceCase("connections.broken.replaced", "Connections that broke give way to new ones, and none is lost.") {
      run in
      let ending = try run.given(\.connectionEndingSQL, "connectionEndingSQL")
      let db = try run.another("pool.max=2")
      let table = try run.numbers(1)
      for _ in 1...10 {
        _ = try? db.execute(ending)
        _ = try? db.ping()
        try run.expect(db.first(Int.self, "SELECT n FROM \(table)"), equals: 1)
      }
      run.expect(db.statistics.active, equals: 0, "the connections in use")
      run.expect(db.statistics.connections <= 2, "\(db.statistics.connections) connections are open")
    },
    ConformanceCase("connections.reader.lent", "A connection that is leased to read reads what was committed.") { run in
      let table = try run.numbers(3)
      try run.db.withConnection(.reader) { connection in
        try run.expect(run.contents(of: table, on: connection), equals: [1, 2, 3])
        try run.expect(run.db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 3)
      }
      try run.db.execute("DELETE FROM \(table) WHERE n = 1")
      try run.db.withConnection(.reader) { try run.expect(run.contents(of: table, on: $0), equals: [2, 3]) }
    },
  ]
}
