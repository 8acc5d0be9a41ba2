import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let closingCases: [ConformanceCase] = [
    ConformanceCase("connections.closed.calls", "Every call on a closed governor is a clear error, and none hangs.") {
      run in
      let db = try run.alone()
      let table = try run.emptyNumbers(on: db)
      try db.execute("INSERT INTO \(table) (n) VALUES (2)")
      try run.expect(db.query(Int.self, "SELECT n FROM \(table)"), equals: [2], "before it was closed")
      try db.close()
      let calls: [(String, () throws -> Void)] = [
        ("execute", { try db.execute("INSERT INTO \(table) (n) VALUES (1)") }),
        ("query", { _ = try db.query("SELECT n FROM \(table)") }), ("ping", { try db.ping() }),
        ("prepare", { _ = try db.prepare("SELECT n FROM \(table)") }),
        ("first", { _ = try db.first(Int.self, "SELECT n FROM \(table)") }),
        ("forEach", { try db.forEach("SELECT n FROM \(table)") { _ in } }),
        ("rows", { _ = try db.rows("SELECT n FROM \(table)").columnNames }),
        ("transaction", { try db.transaction { _ in } }),
        ("withConnection", { try db.withConnection { _ in } }), ("tables", { _ = try db.tables() }),
        ("describe", { _ = try db.describe(table.name) }), ("onConnect", { try db.onConnect { _ in } }),
        ("executeScript", { try db.executeScript("SELECT n FROM \(table)") }),
      ]
      for (name, call) in calls {
        let error = run.expect(throws: .misuse) { try call() }
        run.expect(error?.code, equals: .nilConnection, "the original's code of \(name)")
        run.expect(error?.message ?? "", contains: "closed")
      }
    },
    ConformanceCase(
      awaited: "connections.closed.awaited", "Every awaited call on a closed governor is a clear error too."
    ) { run in
      let db = try await run.alone()
      let table = try await run.emptyNumbers(on: db)
      try await run.expect(db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 0)
      try await db.close()
      await run.expect(throws: .misuse) { try await db.execute("INSERT INTO \(table) (n) VALUES (1)") }
      await run.expect(throws: .misuse) { try await db.query("SELECT n FROM \(table)") }
      await run.expect(throws: .misuse) { try await db.prepare("SELECT n FROM \(table)") }
      await run.expect(throws: .misuse) { try await db.begin(LeaseRequest(role: .writer)) }
      await run.expect(throws: .misuse) { try await db.transaction { tx in try tx.execute("DELETE FROM \(table)") } }
      await run.expect(throws: .misuse) { for try await _ in db.rows("SELECT n FROM \(table)") {} }
      await run.expect(throws: .misuse) { try await db.tables() }
    },
    ConformanceCase("connections.close.twice", "Closing closes all connections, and closing twice is fine.") { run in
      let db = try run.alone()
      try run.expect(db.first(Int.self, "SELECT COUNT(*) FROM \(run.emptyNumbers(on: db))"), equals: 0)
      run.expect(db.statistics.connections >= 1, "no connection was open")
      try db.close()
      run.expect(db.statistics.connections, equals: 0, "the connections that are open")
      try db.close()
      try db.close(within: .zero)
    },
    ConformanceCase(
      "connections.close.inside", "Closing within a closure of one's own is a misuse, and the closure goes on."
    ) { run in
      let db = try run.alone()
      let table = try run.emptyNumbers(on: db)
      try db.transaction { tx in
        run.expect(throws: .misuse) { try db.close() }
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
      }
      try db.withConnection { _ in run.expect(throws: .misuse) { try db.close(within: .zero) } }
      try run.expect(db.query(Int.self, "SELECT n FROM \(table)"), equals: [1])
      try db.close()
    },
    ConformanceCase(
      "connections.close.rows", "Closing while one's own rows are read is a misuse, and they can be read on."
    ) { run in
      let db = try run.alone()
      let table = try run.emptyNumbers(on: db)
      try db.prepare("INSERT INTO \(table) (n) VALUES (?)").executeMany((1...10).map { [$0] })
      try run.readWhileClosing(db, table)
      try db.close()
    },
    ConformanceCase(awaited: "connections.close.waits", "Closing waits for what runs, within its grace.") { run in
      let db = try await run.another()
      let table = try await run.emptyNumbers()
      let begun = Event()
      let release = Lock(false)
      let work = Task.detached {
        try await db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          begun.happen()
          while !release.withLock({ $0 }) { pause() }
          try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        }
      }
      await begun.wait()
      let closing = Task.detached { try await db.close(within: .seconds(25)) }
      try await run.until { (try? db.ping()) == nil }
      release.withLock { $0 = true }
      try await work.value
      try await closing.value
      try await run.expect(run.contents(of: table), equals: [1, 2])
    },
    ConformanceCase(
      awaited: "connections.close.stops", "Closing stops what still runs after its grace, and undoes it.",
      needs: [.cancellation]
    ) { run in
      let slow = try await run.slowQuery()
      let table = try await run.emptyNumbers()
      let db = try await run.another()
      let begun = Event()
      let work = Task.detached {
        try await db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          begun.happen()
          _ = try tx.query(slow)
        }
      }
      await begun.wait()
      let start = ContinuousClock.now
      try await db.close(within: .milliseconds(10))
      await run.expect(throws: .cancelled) { try await work.value }
      run.expect(ContinuousClock.now - start < .seconds(15), "it took \(ContinuousClock.now - start)")
      try await run.until { db.statistics.connections == 0 }
      try await run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(awaited: "connections.close.waiters", "Closing refuses those who wait for a connection.") { run in
      let db = try await run.alone("pool.max=1")
      let table = try await run.emptyNumbers(on: db)
      try await run.expect(db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 0)
      let held = try await db.begin(LeaseRequest(role: .writer))
      let waiting = Task.detached { try await db.execute("INSERT INTO \(table) (n) VALUES (1)") }
      try await run.until { db.statistics.waiting == 1 }
      let closing = Task.detached { try await db.close(within: .seconds(25)) }
      await run.expect(throws: .misuse) { try await waiting.value }
      await held.rollback()
      try await closing.value
      run.expect(db.statistics.connections, equals: 0, "the connections that are open")
    },
    ConformanceCase(
      awaited: "connections.close.letGo", "A governor that is let go of closes its connections, and another goes on."
    ) {
      run in
      let table = try await run.numbers(1)
      for _ in 1...20 {
        let db = try await run.onThreadOpened()
        try await db.execute("UPDATE \(table) SET n = n + 1")
      }
      try await run.expect(run.contents(of: table), equals: [21])
    },
  ]
}

extension ConformanceRun {
  fileprivate func readWhileClosing(_ db: any Governor, _ table: ConformanceTable) throws {
    var rows = try db.rows("SELECT n FROM \(table) ORDER BY n")
    expect(try rows.next()?.get(0, as: Int.self) == 1, "the first row was another")
    expect(throws: .misuse) { try db.close() }
    var seen = 1
    while try rows.next() != nil { seen += 1 }
    expect(seen, equals: 10, "the rows that were read")
  }

  /// A governor of the same database that only the caller holds.
  fileprivate func onThreadOpened() async throws -> any Governor {
    guard profile.governorsShareDatabase else { throw NotSupported("each governor has a database of its own") }
    return try await onThread { [registry, subject] in try registry.open(subject.url) }
  }
}
