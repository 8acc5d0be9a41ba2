import ORDA
internal import ORDAThreads

/// Transactions that are repeated if that may help, and limits of whole transactions.
extension ConformanceSuite {
  static let repeatedTransactionCases: [ConformanceCase] = [
    ConformanceCase(
      "repeated.undone", "A transaction that the database gave up is done again, and what it did before is undone."
    ) { run in
      let table = try run.emptyNumbers()
      let times = Lock(0)
      let count = try run.db.transaction(retrying: 3) { tx in
        let time = times.withLock { times in
          times += 1
          return times
        }
        try tx.execute("INSERT INTO \(table) (n) VALUES (?)", time)
        if time < 3 { throw DatabaseError(.deadlock, "another one was chosen") }
        return time
      }
      run.expect(count, equals: 3)
      try run.expect(run.contents(of: table), equals: [3])
      let error = run.expect(throws: .serialization) {
        try run.db.transaction(retrying: 1) { tx in
          times.withLock { $0 += 1 }
          try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          throw DatabaseError(.serialization, "always")
        }
      }
      run.expect(error?.message, equals: "always")
      run.expect(times.withLock { $0 }, equals: 5, "times in all")
      try run.expect(run.contents(of: table), equals: [3])
    },
    ConformanceCase("repeated.not", "A transaction is not repeated where that does not help, or inside another one.") {
      run in
      let table = try run.numbers(1)
      let times = Lock(0)
      run.expect(throws: .constraint(.unique)) {
        try run.db.transaction(retrying: 3) { tx in
          times.withLock { $0 += 1 }
          try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        }
      }
      run.expect(times.withLock { $0 }, equals: 1, "times")
      try run.db.transaction { _ in
        run.expect(throws: .misuse) { try run.db.transaction(retrying: 3) { _ in run.fail("it ran") } }
      }
    },
    ConformanceCase(
      awaited: "repeated.awaited",
      "Awaited transactions are repeated, too, with a closure that awaits and with one that does not."
    ) { run in
      let table = try await run.emptyNumbers()
      let times = Lock(0)
      try await run.db.transaction(retrying: 2) { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        let isFirst = times.withLock { times in
          times += 1
          return times == 1
        }
        if isFirst { throw DatabaseError(.busy, "just now") }
      }
      try await run.db.transaction(retrying: 2) { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        let isFirst = times.withLock { times in
          times += 1
          return times == 3
        }
        if isFirst { throw DatabaseError(.busy, "just now") }
      }
      run.expect(times.withLock { $0 }, equals: 4, "times in all")
      try await run.expect(run.contents(of: table), equals: [1, 2])
      try await run.db.transaction { _ in
        await run.expect(throws: .misuse) {
          try await run.db.transaction(retrying: 1) { tx in try await tx.execute("INSERT INTO \(table) (n) VALUES (3)")
          }
        }
      }
    },
    ConformanceCase(
      "repeated.deadline", "The limit of a whole transaction stops its statements, and undoes it.",
      needs: [.cancellation]
    ) { run in
      let slow = try run.slowQuery()
      let table = try run.emptyNumbers()
      run.expect(throws: .timeout) {
        try run.db.transaction(deadline: .milliseconds(300)) { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          _ = try tx.query(slow)
        }
      }
      let times = Lock(0)
      run.expect(throws: .timeout) {
        try run.db.transaction(retrying: 1_000_000, deadline: .milliseconds(300)) { tx in
          times.withLock { $0 += 1 }
          _ = try run.db.query(slow)
        }
      }
      run.expect(times.withLock { $0 }, equals: 1, "times")
      let start = ContinuousClock.now
      do {
        try run.db.transaction(retrying: 1_000_000, deadline: .milliseconds(300)) { _ in
          throw DatabaseError(.deadlock, "always")
        }
        run.expect(false, "a transaction that fails each time has succeeded")
      } catch let error as DatabaseError {
        // On a busy machine the limit passes while the last attempt begins.
        run.expect(error.kind == .deadlock || error.kind == .timeout, "\(error)")
      }
      run.expect(ContinuousClock.now - start < .seconds(15), "repeating took \(ContinuousClock.now - start)")
      run.expect(throws: .timeout) {
        try run.db.transaction(deadline: .milliseconds(50)) { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
          pause(60)
        }
      }
      try run.expect(run.contents(of: table), equals: [])
    },
  ]
}
