import ORDA

extension ConformanceSuite {
  static let timeLimitCases: [ConformanceCase] = [
    ConformanceCase(
      "limits.timeout.call", "A statement that takes longer than its limit is stopped, and the next one runs.",
      needs: [.cancellation]
    ) { run in
      let slow = try run.slowQuery()
      let table = try run.numbers(3)
      let start = ContinuousClock.now
      let error = run.expect(throws: .timeout) { try run.db.query(slow, timeout: .milliseconds(50)) }
      run.expect(ContinuousClock.now - start < .seconds(15), "stopping took \(ContinuousClock.now - start)")
      run.expect(error?.isTransient, equals: true, "it is transient")
      run.expect(error?.sql != nil, "the error does not tell the statement")
      try run.expect(run.count(table), equals: 3)
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
    },
    ConformanceCase(
      "limits.timeout.url", "A limit in the URL holds for every statement that has none of its own.",
      needs: [.cancellation]
    ) { run in
      let slow = try run.slowQuery()
      let db = try run.another("statement-timeout=50ms")
      run.expect(throws: .timeout) { try db.query(slow) }
      run.expect(throws: .timeout) { try db.withConnection { try $0.query(slow) } }
      try db.ping()
    },
    ConformanceCase(
      "limits.timeout.transaction", "After a statement of a transaction was stopped, the transaction goes on.",
      needs: [.cancellation]
    ) { run in
      let slow = try run.slowQuery()
      let table = try run.emptyNumbers()
      do {
        try run.db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          run.expect(throws: .timeout) { try tx.query(slow, timeout: .milliseconds(50)) }
          try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        }
        try run.expect(run.contents(of: table), equals: [1, 2])
      } catch .connectionLost {
        // A database that is too busy to stop the statement in time loses the connection, and with it the transaction.
        try run.expect(run.contents(of: table), equals: [])
      }
    },
    ConformanceCase(
      "limits.timeout.rows", "Rows that take longer than their limit end in its error, read one by one or lent.",
      needs: [.cancellation]
    ) { run in
      let slow = try run.slowQuery()
      run.expect(throws: .timeout) { try run.db.forEach(slow, timeout: .milliseconds(50)) { _ in } }
      do {
        var rows = try run.db.rows(slow, timeout: .milliseconds(50))
        run.fail("a row came: \(try rows.next() != nil)")
      } catch .timeout {}
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
      try run.db.ping()
    },
    ConformanceCase(
      awaited: "limits.timeout.awaited", "An awaited statement and awaited rows are stopped by their limits too.",
      needs: [.cancellation]
    ) { run in
      let slow = try await run.slowQuery()
      let table = try await run.numbers(3)
      await run.expect(throws: .timeout) { try await run.db.query(slow, timeout: .milliseconds(50)) }
      await run.expect(throws: .timeout) {
        for try await _ in run.db.rows(slow, timeout: .milliseconds(50)) { run.fail("a row came") }
      }
      await run.expect(throws: .timeout) {
        try await run.db.transaction { tx in try await tx.query(slow, timeout: .milliseconds(50)) }
      }
      try await run.expect(run.count(table), equals: 3)
      try await run.untilIdle(run.db)
    },
    ConformanceCase(
      "limits.timeout.again", "A statement that was stopped can be run again, and so can others, twenty times over.",
      needs: [.cancellation]
    ) { run in
      let slow = try run.db.prepare(try run.slowQuery())
      let table = try run.numbers(5)
      for _ in 1...20 {
        run.expect(throws: .timeout) { try slow.query(timeout: .milliseconds(5)) }
        try run.expect(run.count(table), equals: 5)
      }
    },
    ConformanceCase("limits.timeout.unneeded", "A limit that is not reached changes nothing.") { run in
      let table = try run.numbers(100)
      for number in 1...100 {
        let seen = try run.db.first(Int.self, "SELECT n FROM \(table) WHERE n = ?", number, timeout: .seconds(100))
        run.expect(seen, equals: number)
      }
    },
    ConformanceCase(
      "limits.lock.timeout", "Waiting for a lock that another holds ends at the statement's limit.",
      needs: [.cancellation]
    ) { run in
      let table = try run.counter()
      let other = try run.another()
      try run.db.transaction { tx in
        try tx.execute("UPDATE \(table) SET n = 1 WHERE id = 1")
        let start = ContinuousClock.now
        // A database that is too busy to stop the statement in time loses the connection, and the outcome is unknown.
        run.expect(throws: .timeout, .busy, .commitUnknown) {
          try other.execute("UPDATE \(table) SET n = 2 WHERE id = 1", timeout: .milliseconds(100))
        }
        run.expect(ContinuousClock.now - start < .seconds(15), "it took \(ContinuousClock.now - start)")
      }
      try run.expect(other.execute("UPDATE \(table) SET n = 3 WHERE id = 1").changed, equals: 1)
      try run.expect(run.contents(of: table), equals: [3])
    },
    ConformanceCase(
      "limits.lock.reader", "Reading does not wait for one who writes.", needs: [.concurrentReaders]
    ) { run in
      let table = try run.numbers(2)
      let other = try run.another()
      try run.db.transaction { tx in
        try tx.execute("DELETE FROM \(table)")
        try run.expect(other.first(Int.self, "SELECT COUNT(*) FROM \(table)", timeout: .seconds(20)), equals: 2)
      }
      try run.expect(run.count(table, on: other), equals: 0)
    },
  ]
}
