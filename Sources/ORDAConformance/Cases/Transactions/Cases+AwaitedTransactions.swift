import ORDA

extension ConformanceSuite {
  static let awaitedTransactionCases: [ConformanceCase] = [
    ConformanceCase(
      awaited: "transactions.awaited.committed",
      "An awaited transaction is held across suspensions, and committed at its end."
    ) { run in
      let table = try await run.emptyNumbers()
      let changed = try await run.db.transaction { tx in
        for number in 1...3 {
          try await tx.execute("INSERT INTO \(table) (n) VALUES (?)", number)
          try await Task.sleep(for: .milliseconds(1))
        }
        return try await tx.execute("DELETE FROM \(table) WHERE n = 2").changed
      }
      run.expect(changed, equals: 1, "what the closure returned")
      try await run.expect(run.contents(of: table), equals: [1, 3])
    },
    ConformanceCase(awaited: "transactions.awaited.undone", "An awaited transaction is undone when its closure throws.")
    { run in
      let table = try await run.numbers(2)
      await run.expectSecondThoughts {
        try await run.db.transaction { tx in
          try await tx.execute("DELETE FROM \(table)")
          await Task.yield()
          throw SecondThoughts()
        }
      }
      try await run.expect(run.contents(of: table), equals: [1, 2])
    },
    ConformanceCase(
      awaited: "transactions.awaited.whole", "An awaited transaction with a closure that does not await is the same."
    ) { run in
      let table = try await run.emptyNumbers()
      let count = try await run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        return try tx.first(Int.self, "SELECT COUNT(*) FROM \(table)")
      }
      run.expect(count, equals: 1, "what the closure returned")
      await run.expectSecondThoughts {
        try await run.db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
          throw SecondThoughts()
        }
      }
      try await run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      awaited: "transactions.awaited.nested", "A nested awaited transaction is kept or undone alone.",
      needs: [.savepoints]
    ) { run in
      let table = try await run.emptyNumbers()
      try await run.db.transaction { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        await run.expectSecondThoughts {
          try await tx.transaction { inner in
            try await inner.execute("INSERT INTO \(table) (n) VALUES (2)")
            try await inner.transaction { try await $0.execute("INSERT INTO \(table) (n) VALUES (3)") }
            throw SecondThoughts()
          }
        }
        try await tx.transaction { try await $0.execute("INSERT INTO \(table) (n) VALUES (4)") }
      }
      try await run.expect(run.contents(of: table), equals: [1, 4])
    },
    ConformanceCase(
      awaited: "transactions.awaited.leased",
      "What a transaction's connection is lent for is part of it, the governor's calls too."
    ) { run in
      let table = try await run.emptyNumbers()
      let db = run.db
      await run.expectSecondThoughts {
        try await db.transaction { tx in
          try await tx.lease { connection in
            try connection.prepare("INSERT INTO \(table) (n) VALUES (?)").execute(1)
            try db.execute("INSERT INTO \(table) (n) VALUES (2)")
            try run.expect(run.contents(of: table), equals: [1, 2], "within the transaction")
          }
          throw SecondThoughts()
        }
      }
      try await run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(
      awaited: "transactions.awaited.over", "An awaited transaction that is used after its closure is a misuse."
    ) {
      run in
      let table = try await run.numbers(1)
      let tx = try await run.db.transaction { (tx: AsyncTransaction) async in tx }
      await run.expect(throws: .misuse) { try await tx.execute("INSERT INTO \(table) (n) VALUES (2)") }
      await run.expect(throws: .misuse) { try await tx.commit() }
      await tx.rollback()
      try await run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(awaited: "transactions.begun.ended", "A transaction that is begun by a call is ended by one, once.")
    { run in
      let table = try await run.emptyNumbers()
      let request = LeaseRequest(role: .writer, transaction: TransactionOptions())
      let kept = try await run.db.begin(request)
      try await kept.execute("INSERT INTO \(table) (n) VALUES (1)")
      try await kept.commit()
      await run.expect(throws: .misuse) { try await kept.commit() }
      let undone = try await run.db.begin(request)
      try await undone.execute("INSERT INTO \(table) (n) VALUES (2)")
      await undone.rollback()
      await run.expect(throws: .misuse) { try await undone.execute("INSERT INTO \(table) (n) VALUES (3)") }
      try await run.expect(run.contents(of: table), equals: [1])
      try await run.untilIdle(run.db)
    },
    ConformanceCase(
      awaited: "transactions.begun.forgotten", "A transaction that is let go of without an end is rolled back."
    ) { run in
      let table = try await run.emptyNumbers()
      for number in 1...3 {
        let tx = try await run.db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
        try await tx.execute("INSERT INTO \(table) (n) VALUES (?)", number)
      }
      try await run.untilIdle(run.db)
      try await run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(
      awaited: "transactions.awaited.governor",
      "The governor's calls take part in an awaited transaction of their task."
    ) { run in
      let table = try await run.emptyNumbers()
      let db = run.db
      let insert = try await db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      await run.expectSecondThoughts {
        try await db.transaction { tx in
          try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          try await db.execute("INSERT INTO \(table) (n) VALUES (2)")
          try await insert.execute(3)
          try await db.transaction { inner in try await inner.execute("INSERT INTO \(table) (n) VALUES (4)") }
          try await db.transaction { inner in try inner.execute("INSERT INTO \(table) (n) VALUES (5)") }
          var numbers: [Int] = []
          for try await row in db.rows("SELECT n FROM \(table) ORDER BY n") { numbers.append(try row.get(0)) }
          run.expect(numbers, equals: [1, 2, 3, 4, 5], "what the governor reads in the transaction")
          throw SecondThoughts()
        }
      }
      try await run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(
      awaited: "transactions.awaited.tasks",
      "A task that is started in an open transaction is refused by the governor; a detached task is no part of it.",
      needs: [.concurrentReaders]
    ) { run in
      let table = try await run.emptyNumbers()
      let db = try await run.another()
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        await run.expect(throws: .misuse) {
          try await Task { try await db.first(Int.self, "SELECT COUNT(*) FROM \(table)") }.value
        }
        let count = try await Task.detached { try await db.first(Int.self, "SELECT COUNT(*) FROM \(table)") }.value
        run.expect(count, equals: 0, "what the detached task sees of it")
      }
      try await run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      awaited: "transactions.awaited.idle",
      "A transaction that does nothing for longer than its limit is rolled back, and says so."
    ) { run in
      let db = try await run.alone("pool.idle-transaction=50ms")
      let table = try await run.emptyNumbers(on: db)
      var ended: AsyncTransaction?
      // Each use restarts the time, and on a busy machine the alarm may be late.
      for pause in [200, 1000, 5000] where ended == nil {
        let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
        // On a busy machine it may already have been idle too long.
        guard (try? await tx.execute("INSERT INTO \(table) (n) VALUES (1)")) != nil else {
          ended = tx
          continue
        }
        try await Task.sleep(for: .milliseconds(pause))
        if (try? await tx.execute("INSERT INTO \(table) (n) VALUES (2)")) == nil {
          ended = tx
        } else {
          await tx.rollback()
        }
      }
      let tx = try run.require(ended, "a transaction that was rolled back after 5 seconds without use")
      await run.expect(throws: .transactionEnded(.rolledBack)) { try await tx.query("SELECT n FROM \(table)") }
      await run.expect(throws: .transactionEnded(.rolledBack)) { try await tx.commit() }
      try await run.expect(db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 0)
    },
  ]
}
