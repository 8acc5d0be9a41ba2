import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let concurrencyCases: [ConformanceCase] = [
    ConformanceCase(
      awaited: "concurrency.writes.read", "A read that begins after a write returned sees it, 2,000 times on 8 threads."
    ) { run in
      let table = try await run.table(.required("id", .int), .required("n", .int), primaryKey: ["id"])
      for id in 0..<8 { try await run.db.execute("INSERT INTO \(table) (id, n) VALUES (?, 0)", id) }
      let update = try await run.db.prepare("UPDATE \(table) SET n = ? WHERE id = ?")
      let query = try await run.db.prepare("SELECT n FROM \(table) WHERE id = ?")
      try await run.onThreads(8) { thread in
        for number in 1...50 {
          try update.execute(number, thread)
          for _ in 1...5 {
            let seen = try query.first(Int.self, thread)
            guard seen == number else { return run.fail("thread \(thread) wrote \(number) and read \(seen ?? -1)") }
          }
        }
      }
      try await run.expect(run.db.first(Int.self, "SELECT SUM(n) FROM \(table)"), equals: 400)
    },
    ConformanceCase(awaited: "concurrency.tasks.read", "What a task wrote it reads, whatever connections it is given.")
    { run in
      let table = try await run.emptyNumbers()
      try await withThrowingTaskGroup { group in
        for task in 0..<8 {
          group.addTask {
            for number in 1...25 {
              let own = task * 1000 + number
              try await run.db.execute("INSERT INTO \(table) (n) VALUES (?)", own)
              let seen = try await run.db.first(Int.self, "SELECT n FROM \(table) WHERE n = ?", own)
              guard seen == own else { return run.fail("task \(task) wrote \(own) and did not find it") }
            }
          }
        }
        try await group.waitForAll()
      }
      try await run.expect(run.count(table), equals: 200)
    },
    ConformanceCase(awaited: "concurrency.counter.tasks", "Eight tasks that count up in transactions lose nothing.") {
      run in
      let table = try await run.counter()
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 1...25 {
              try await run.db.transaction { try $0.execute("UPDATE \(table) SET n = n + 1 WHERE id = 1") }
            }
          }
        }
        try await group.waitForAll()
      }
      try await run.expect(run.contents(of: table), equals: [200])
    },
    ConformanceCase(awaited: "concurrency.counter.held", "Transactions that suspend lose nothing either.") { run in
      let table = try await run.counter()
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 1...10 {
              try await run.db.transaction { tx in
                try await tx.execute("UPDATE \(table) SET n = n + 1 WHERE id = 1")
                await Task.yield()
                try await tx.execute("UPDATE \(table) SET n = n + 1 WHERE id = 1")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try await run.expect(run.contents(of: table), equals: [160])
    },
    ConformanceCase(
      awaited: "concurrency.counter.readThenWrite",
      "In serializable transactions that are repeated where they should be, reading and then writing loses nothing."
    ) { run in
      let table = try await run.counter()
      try await run.onThreads(4) { _ in
        for _ in 1...10 {
          try run.repeated {
            try run.db.transaction(isolation: .serializable) { tx in
              let seen = try tx.first(Int.self, "SELECT n FROM \(table) WHERE id = 1") ?? 0
              try tx.execute("UPDATE \(table) SET n = ? WHERE id = 1", seen + 1)
            }
          }
        }
      }
      try await run.expect(run.contents(of: table), equals: [40])
    },
    ConformanceCase(
      awaited: "concurrency.transfer.sum", "Whoever reads between transfers finds the same sum, always.",
      needs: [.concurrentReaders]
    ) { run in
      let table = try await run.table(.required("id", .int), .required("n", .int), primaryKey: ["id"])
      for id in 1...2 { try await run.db.execute("INSERT INTO \(table) (id, n) VALUES (?, 500)", id) }
      let isOver = Lock(false)
      let reading = Task.detached {
        var reads = 0
        while !isOver.withLock({ $0 }) || reads == 0 {
          let sum = try await run.db.first(Int.self, "SELECT SUM(n) FROM \(table)")
          run.expect(sum, equals: 1000, "the sum between two transfers")
          reads += 1
        }
        return reads
      }
      for amount in 1...50 {
        try await run.db.transaction { tx in
          try tx.execute("UPDATE \(table) SET n = n - ? WHERE id = 1", amount)
          try tx.execute("UPDATE \(table) SET n = n + ? WHERE id = 2", amount)
        }
      }
      isOver.withLock { $0 = true }
      let reads = try await reading.value
      run.expect(reads > 0, "nothing was read")
    },
    ConformanceCase(awaited: "concurrency.pool.order", "Who waits longest for a connection is served first.") { run in
      let db = try await run.alone("pool.max=1")
      let table = try await run.emptyNumbers(on: db)
      let order = Lock<[Int]>([])
      let held = try await db.begin(LeaseRequest(role: .writer))
      var waiting: [Task<Void, any Error>] = []
      for number in 1...10 {
        waiting.append(
          Task.detached {
            try await db.withConnection { connection in
              order.withLock { $0.append(number) }
              try connection.execute("INSERT INTO \(table) (n) VALUES (?)", number)
            }
          })
        try await run.until { db.statistics.waiting == number }
      }
      await held.rollback()
      for task in waiting { try await task.value }
      run.expect(order.withLock { $0 }, equals: Array(1...10), "the order in which they were served")
    },
    ConformanceCase(
      awaited: "concurrency.single.everything", "A governor of one connection serves many threads and tasks at once."
    ) { run in
      let db = try await run.alone("pool.max=1")
      let table = try await run.emptyNumbers(on: db)
      async let threads: Void = run.onThreads(4) { thread in
        for number in 1...20 {
          try db.execute("INSERT INTO \(table) (n) VALUES (?)", thread * 100 + number)
          try db.forEach("SELECT n FROM \(table) WHERE n > ?", thread * 100) { _ in
            _ = try db.query("SELECT n FROM \(table)")
          }
        }
      }
      try await withThrowingTaskGroup { group in
        for task in 4..<8 {
          group.addTask {
            for number in 1...20 {
              try await db.execute("INSERT INTO \(table) (n) VALUES (?)", task * 100 + number)
              for try await _ in db.rows("SELECT n FROM \(table)") { break }
            }
          }
        }
        try await group.waitForAll()
      }
      try await threads
      try await run.expect(db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 160)
    },
    ConformanceCase(awaited: "concurrency.governors.apart", "Many governors write one table, and every row arrives.") {
      run in
      let table = try await run.emptyNumbers()
      var governors = [run.db]
      for _ in 1...3 { governors.append(try await run.another()) }
      let all = governors
      try await run.onThreads(4) { thread in
        for number in 1...20 { try all[thread].execute("INSERT INTO \(table) (n) VALUES (?)", thread * 100 + number) }
      }
      try await run.expect(run.count(table), equals: 80)
    },
  ]
}

extension ConformanceRun {
  /// Runs a body until it does not fail for a reason that is worth a repetition.
  fileprivate func repeated(_ body: () throws -> Void) throws {
    while true {
      do {
        return try body()
      } catch let error as DatabaseError where error.isRetryable {}
    }
  }
}
