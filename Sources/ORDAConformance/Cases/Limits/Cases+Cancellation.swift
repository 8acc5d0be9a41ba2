import ORDA

extension ConformanceSuite {
  static let cancellationCases: [ConformanceCase] = [
    ConformanceCase(
      awaited: "limits.cancel.statement", "Cancelling a task stops its statement, and the connection goes on.",
      needs: [.cancellation]
    ) { run in
      let slow = try await run.slowQuery()
      let table = try await run.numbers(3)
      let work = try await run.started { try await run.db.query(slow) }
      work.cancel()
      await run.expect(throws: .cancelled) { try await work.value }
      try await run.expect(run.count(table), equals: 3)
      try await run.untilIdle(run.db)
    },
    ConformanceCase(awaited: "limits.cancel.before", "A task that was cancelled before runs nothing.") { run in
      let table = try await run.numbers(3)
      let work = Task {
        try? await Task.sleep(for: .seconds(600))
        return try await run.db.execute("DELETE FROM \(table)").changed
      }
      work.cancel()
      await run.expect(throws: .cancelled) { try await work.value }
      let batch = Task {
        try? await Task.sleep(for: .seconds(600))
        return try await run.db.transaction { tx in try tx.execute("DELETE FROM \(table)").changed }
      }
      batch.cancel()
      await run.expect(throws: .cancelled) { try await batch.value }
      try await run.expect(run.count(table), equals: 3)
    },
    ConformanceCase(
      awaited: "limits.cancel.rows",
      "Cancelling a task ends its reading of rows with an error, and frees the connection.",
      needs: [.cancellation]
    ) { run in
      let table = try await run.numbers(1000)
      let begun = Event()
      let work = Task {
        for try await _ in run.db.rows("SELECT a.n FROM \(table) AS a, \(table) AS b, \(table) AS c") { begun.happen() }
      }
      await begun.wait()
      work.cancel()
      await run.expect(throws: .cancelled) { try await work.value }
      try await run.untilIdle(run.db)
      try await run.expect(run.count(table), equals: 1000)
    },
    ConformanceCase(
      awaited: "limits.cancel.transaction", "Cancelling a task rolls its transaction back, whatever it was doing."
    ) { run in
      let table = try await run.emptyNumbers()
      let begun = Event()
      let work = Task {
        try await run.db.transaction { tx in
          try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          begun.happen()
          try? await Task.sleep(for: .seconds(600))
        }
      }
      await begun.wait()
      work.cancel()
      await run.expect(throws: .cancelled) { try await work.value }
      try await run.expect(run.contents(of: table), equals: [])
      try await run.db.execute("INSERT INTO \(table) (n) VALUES (2)")
      try await run.expect(run.contents(of: table), equals: [2])
    },
    ConformanceCase(
      awaited: "limits.cancel.whole",
      "Cancelling a task stops a transaction whose closure does not await, and undoes it.",
      needs: [.cancellation]
    ) { run in
      let slow = try await run.slowQuery()
      let table = try await run.emptyNumbers()
      let begun = Event()
      let work = Task {
        try await run.db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          begun.happen()
          _ = try? tx.query(slow)
          _ = try? tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        }
      }
      await begun.wait()
      work.cancel()
      await run.expect(throws: .cancelled) { try await work.value }
      try await run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(
      awaited: "limits.cancel.batch", "Cancelling a task stops its batch, of which nothing remains.",
      needs: [.cancellation]
    ) { run in
      let table = try await run.emptyNumbers()
      let insert = try await run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let begun = Event()
      let work = Task {
        try await insert.executeMany(1...Int.max) { number, parameters in
          if number == 5000 { begun.happen() }
          try parameters.bind(number)
        }
      }
      await begun.wait()
      work.cancel()
      await run.expect(throws: .cancelled) { try await work.value }
      try await run.expect(run.count(table), equals: 0)
    },
    ConformanceCase(
      awaited: "limits.cancel.next",
      "Cancelling a task never stops the next statement of its connection, a hundred times.",
      needs: [.cancellation]
    ) { run in
      let db = try await run.alone("pool.max=1")
      let table = try await run.emptyNumbers(on: db)
      try await db.execute("INSERT INTO \(table) (n) VALUES (1)")
      for round in 1...100 {
        // Cancelled at a random moment between its beginning and after its end.
        let work = Task { try await db.first(Int.self, "SELECT COUNT(*) FROM \(table)") }
        for _ in 0..<(round % 10) { await Task.yield() }
        work.cancel()
        let next = try await db.first(Int.self, "SELECT n FROM \(table)")
        run.expect(next, equals: 1, "round \(round)")
        do {
          try await run.expect(work.value, equals: 1, "round \(round)")
        } catch .cancelled {}
      }
    },
    ConformanceCase(
      awaited: "limits.cancel.others", "Cancelling one task leaves the statements of others alone.",
      needs: [.cancellation]
    ) { run in
      let slow = try await run.slowQuery()
      let table = try await run.numbers(500)
      let db = try await run.another()
      let work = try await run.started(on: db) { try await db.query(slow) }
      let others = Task {
        var sum = 0
        for number in 1...100 {
          sum += try await run.db.first(Int.self, "SELECT n FROM \(table) WHERE n = ?", number) ?? 0
          if number == 50 { work.cancel() }
        }
        return sum
      }
      try await run.expect(others.value, equals: 5050)
      await run.expect(throws: .cancelled) { try await work.value }
    },
  ]
}

extension ConformanceRun {
  /// A task whose statement has begun to run.
  fileprivate func started<R: Sendable>(
    on governor: (any Governor)? = nil, _ body: @escaping @Sendable () async throws -> R
  ) async throws -> Task<R, any Error> {
    let governor = governor ?? db
    let before = governor.statistics.statements
    let work = Task { try await body() }
    try await until { governor.statistics.statements > before }
    return work
  }
}
