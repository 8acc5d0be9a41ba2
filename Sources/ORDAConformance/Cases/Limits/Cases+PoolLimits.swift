import ORDA

extension ConformanceSuite {
  static let poolLimitCases: [ConformanceCase] = [
    ConformanceCase(
      awaited: "limits.pool.timeout",
      "A call that waits too long for a connection fails, and the error names the holder."
    ) { run in
      let db = try await run.alone("pool.max=1&pool.acquire-timeout=50ms")
      let table = try await run.emptyNumbers(on: db)
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        let work = Task.detached { try await db.execute("INSERT INTO \(table) (n) VALUES (2)") }
        let error = await run.expect(throws: .timeout) { try await work.value }
        run.expect(error?.message ?? "", contains: "Cases+PoolLimits.swift")
        run.expect(error?.isTransient, equals: true, "it is transient")
      }
      try await db.execute("INSERT INTO \(table) (n) VALUES (3)")
      try await run.expect(db.query(Int.self, "SELECT n FROM \(table) ORDER BY n"), equals: [1, 3])
    },
    ConformanceCase(awaited: "limits.pool.call", "The limit of a call bounds its wait for a connection too.") { run in
      let db = try await run.alone("pool.max=1")
      let table = try await run.emptyNumbers(on: db)
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        let awaited = Task.detached {
          try await db.execute("INSERT INTO \(table) (n) VALUES (2)", timeout: .milliseconds(20))
        }
        await run.expect(throws: .timeout) { try await awaited.value }
        let blocking = Task.detached {
          try await onThread {
            _ = try db.transaction(timeout: .milliseconds(20)) { try $0.execute("INSERT INTO \(table) (n) VALUES (3)") }
          }
        }
        await run.expect(throws: .timeout) { try await blocking.value }
      }
      try await run.expect(db.query(Int.self, "SELECT n FROM \(table)"), equals: [1])
    },
    ConformanceCase(
      awaited: "limits.pool.cancelled",
      "A task that is cancelled while it waits for a connection leaves the queue at once."
    ) { run in
      let db = try await run.alone("pool.max=1")
      let table = try await run.emptyNumbers(on: db)
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        let work = Task.detached { try await db.execute("INSERT INTO \(table) (n) VALUES (2)") }
        try await run.until { db.statistics.waiting == 1 }
        work.cancel()
        await run.expect(throws: .cancelled) { try await work.value }
        run.expect(db.statistics.waiting, equals: 0, "the callers that wait")
      }
      try await run.expect(db.query(Int.self, "SELECT n FROM \(table)"), equals: [1])
    },
    ConformanceCase(
      awaited: "limits.pool.own",
      "Waiting for a connection that the same task holds fails at once, and names the holder."
    ) { run in
      let db = try await run.alone("pool.max=1")
      let table = try await run.emptyNumbers(on: db)
      try await db.execute("INSERT INTO \(table) (n) VALUES (3)")
      let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
      let start = ContinuousClock.now
      let error = await run.expect(throws: .misuse) { try await db.tables() }
      run.expect(error?.message ?? "", contains: "Cases+PoolLimits.swift")
      await run.expect(throws: .misuse) { try await db.begin(LeaseRequest(role: .writer)) }
      run.expect(ContinuousClock.now - start < .seconds(15), "it took \(ContinuousClock.now - start)")
      let seen = try await tx.first(Int.self, "SELECT n FROM \(table)")
      run.expect(seen, equals: 3, "what the transaction reads afterwards")
      try await tx.commit()
      try await run.untilIdle(db)
    },
    ConformanceCase(
      "limits.pool.ownRows", "One who reads rows on all connections gets an error for one more, not a wait for ever."
    ) { run in
      let db = try run.another("pool.max=2&pool.acquire-timeout=20s")
      let table = try run.numbers(100)
      let start = ContinuousClock.now
      var opened = 0
      do {
        var first = try db.rows("SELECT n FROM \(table)")
        _ = try first.next() != nil
        opened += 1
        var second = try db.rows("SELECT n FROM \(table)")
        _ = try second.next() != nil
        opened += 1
        var third = try db.rows("SELECT n FROM \(table)")
        _ = try third.next() != nil
        opened += 1
      } catch .misuse {}
      run.expect(opened >= 1, "not even one reading could be opened")
      run.expect(ContinuousClock.now - start < .seconds(15), "it took \(ContinuousClock.now - start)")
      try run.expect(db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 100)
    },
  ]
}
