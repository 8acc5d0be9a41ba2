import ORDA

extension ConformanceSuite {
  static let awaitedWorkCases: [ConformanceCase] = [
    ConformanceCase(
      awaited: "awaited.tasks.free", "However many statements are awaited, other tasks of the program go on.",
      needs: [.cancellation]
    ) { run in
      let slow = try await run.slowQuery()
      let before = run.db.statistics.statements
      let works = (0..<32).map { _ in Task { try await run.db.query(slow) } }
      try await run.until { run.db.statistics.statements > before }
      let sums = await withTaskGroup(of: Int.self) { group in
        for number in 1...64 {
          group.addTask {
            await Task.yield()
            return number
          }
        }
        return await group.reduce(0, +)
      }
      run.expect(sums, equals: 2080, "what the other tasks gave")
      for work in works { work.cancel() }
      for work in works { await run.expect(throws: .cancelled) { try await work.value } }
      try await run.untilIdle(run.db)
    },
    ConformanceCase(
      awaited: "awaited.tasks.many", "Two hundred tasks share a few connections, and each gets its answer."
    ) { run in
      let table = try await run.numbers(200)
      let sum = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...200 {
          group.addTask { try await run.db.first(Int.self, "SELECT n FROM \(table) WHERE n = ?", number) ?? 0 }
        }
        return try await group.reduce(0, +)
      }
      run.expect(sum, equals: 20_100)
      run.expect(run.db.statistics.waiting, equals: 0, "the callers that wait")
      try await run.untilIdle(run.db)
    },
    ConformanceCase(awaited: "awaited.actor.calls", "An actor awaits its database, and keeps its own state.") { run in
      let table = try await run.emptyNumbers()
      let keeper = Keeper(db: run.db, table: table)
      try await withThrowingTaskGroup { group in
        for number in 1...20 { group.addTask { try await keeper.keep(number) } }
        try await group.waitForAll()
      }
      await run.expect(keeper.kept, equals: 20)
      try await run.expect(run.count(table), equals: 20)
    },
    ConformanceCase(awaited: "awaited.result.sent", "Results and rows can be sent to other tasks.") { run in
      let table = try await run.numbers(5)
      let result = try await run.db.query("SELECT n FROM \(table) ORDER BY n")
      let sums = try await withThrowingTaskGroup(of: Int.self) { group in
        for row in result.rows { group.addTask { try row.get("n", as: Int.self) } }
        group.addTask { try result["n"].get(as: Int.self).reduce(0, +) }
        return try await group.reduce(0, +)
      }
      run.expect(sums, equals: 30)
    },
    ConformanceCase(
      awaited: "awaited.transaction.used", "A transaction that is used now and then outlives its idle limit."
    ) { run in
      let db = try await run.alone("pool.idle-transaction=300ms")
      let table = try await run.emptyNumbers(on: db)
      // If the machine stands still for that long in between, it is not the driver's fault.
      var isKept = false
      for _ in 1...5 where !isKept { isKept = try await run.usesThroughout(db, table) }
      let count = try await db.first(Int.self, "SELECT COUNT(*) FROM \(table)") ?? 0
      run.expect(count > 0, "the transaction was ended each time, though it was used")
    },
    ConformanceCase(
      awaited: "awaited.blocking.inside", "Asynchronous code that wants to block can, by a word of its own."
    ) { run in
      let table = try await run.emptyNumbers()
      let blocking = run.db.blocking
      try blocking.execute("INSERT INTO \(table) (n) VALUES (1)")
      try blocking.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (2)") }
      run.expectSecondThoughts {
        try blocking.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
          throw SecondThoughts()
        }
      }
      try run.expect(blocking.query(Int.self, "SELECT n FROM \(table) ORDER BY n"), equals: [1, 2])
      try run.expect(blocking.describe(table.name).primaryKey, equals: ["n"])
    },
  ]

  private actor Keeper {
    let db: any Governor
    let table: ConformanceTable
    var kept = 0

    init(db: any Governor, table: ConformanceTable) {
      self.db = db
      self.table = table
    }

    func keep(_ number: Int) async throws {
      kept += try await db.execute("INSERT INTO \(table) (n) VALUES (?)", number).changed ?? 0
    }
  }
}

extension ConformanceRun {
  /// Uses a transaction every few milliseconds for half as long again as its idle limit of 300 ms; false if it was
  /// ended.
  fileprivate func usesThroughout(_ db: any Governor, _ table: ConformanceTable) async throws -> Bool {
    do {
      try await db.transaction { tx in
        let end = ContinuousClock.now + .milliseconds(450)
        var number = 0
        while ContinuousClock.now < end {
          number += 1
          try await tx.execute("INSERT INTO \(table) (n) VALUES (?)", number)
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      return true
    } catch .transactionEnded {
      return false
    }
  }
}
