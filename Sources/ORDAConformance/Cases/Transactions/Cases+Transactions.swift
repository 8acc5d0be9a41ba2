import ORDA

extension ConformanceSuite {
  static let transactionCases: [ConformanceCase] = [
    ConformanceCase("transactions.closure.committed", "A transaction is committed when its closure returns.") { run in
      let table = try run.emptyNumbers()
      try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
      }
      try run.expect(run.contents(of: table), equals: [1, 2])
    },
    ConformanceCase(
      "transactions.closure.undone", "A transaction is undone when its closure throws, which comes out as it is."
    ) { run in
      let table = try run.numbers(2)
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
          try tx.execute("UPDATE \(table) SET n = n + 10 WHERE n = 2")
          try tx.execute("DELETE FROM \(table) WHERE n = 1")
          try run.expect(run.contents(of: table, on: tx), equals: [3, 12], "within the transaction")
          throw SecondThoughts()
        }
      }
      try run.expect(run.contents(of: table), equals: [1, 2])
    },
    ConformanceCase("transactions.closure.value", "A transaction gives what its closure returns.") { run in
      let table = try run.numbers(3)
      let deleted = try run.db.transaction { tx in try tx.execute("DELETE FROM \(table)").changed }
      run.expect(deleted, equals: 3)
    },
    ConformanceCase("transactions.statement.failed", "A statement that fails is undone alone; the transaction goes on.")
    { run in
      let table = try run.numbers(1)
      try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        run.expect(throws: .constraint(.unique)) { try tx.execute("INSERT INTO \(table) (n) VALUES (3), (1)") }
        run.expect(throws: .syntax) { try tx.execute("SELEC") }
        run.expect(throws: .noSuchColumn) { try tx.query("SELECT nowhere FROM \(table)") }
        try tx.execute("INSERT INTO \(table) (n) VALUES (4)")
      }
      try run.expect(run.contents(of: table), equals: [1, 2, 4])
    },
    ConformanceCase(
      "transactions.ambient.governor", "What the closure runs on the governor itself is part of the transaction."
    ) {
      run in
      let table = try run.emptyNumbers()
      let db = run.db
      let insert = try db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      run.expectSecondThoughts {
        try db.transaction { _ in
          try db.execute("INSERT INTO \(table) (n) VALUES (1)")
          try insert.execute(2)
          try insert.executeMany([[3], [4]])
          try db.withConnection { try $0.execute("INSERT INTO \(table) (n) VALUES (5)") }
          try run.expect(run.contents(of: table), equals: [1, 2, 3, 4, 5], "within the transaction")
          throw SecondThoughts()
        }
      }
      try run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(
      "transactions.ambient.rows", "Rows that the closure reads from the governor see the transaction's writes."
    ) {
      run in
      let table = try run.numbers(2)
      let db = run.db
      try db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
        var seen: [Int] = []
        try db.forEach("SELECT n FROM \(table) ORDER BY n") { seen.append(try $0.get(0)) }
        run.expect(seen, equals: [1, 2, 3], "the rows that were lent")
        var rows = try db.rows("SELECT n FROM \(table) ORDER BY n DESC")
        run.expect(try rows.next()?.get(0, as: Int.self) == 3, "the first row that was read was another")
      }
    },
    ConformanceCase("transactions.ambient.executor", "One function serves a governor, a connection and a transaction.")
    { run in
      let table = try run.emptyNumbers()
      func save(_ number: Int, on db: some SQLExecutor) throws {
        try db.execute("INSERT INTO \(table) (n) VALUES (?)", number)
      }
      try save(1, on: run.db)
      try run.db.withConnection { try save(2, on: $0) }
      try run.db.transaction { try save(3, on: $0) }
      try run.expect(run.contents(of: table), equals: [1, 2, 3])
    },
    ConformanceCase(
      "transactions.connection.committed", "A leased connection runs transactions of its own, one after the other."
    ) {
      run in
      let table = try run.emptyNumbers()
      try run.db.withConnection { connection in
        try connection.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (1)") }
        run.expectSecondThoughts {
          try connection.transaction { tx in
            try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
            throw SecondThoughts()
          }
        }
        try connection.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (3)") }
      }
      try run.expect(run.contents(of: table), equals: [1, 3])
    },
    ConformanceCase(
      "transactions.over.used", "A transaction that is used after its closure is a misuse, and nothing runs."
    ) { run in
      let table = try run.numbers(1)
      var kept: Transaction?
      try run.db.transaction { kept = $0 }
      let tx = try run.require(kept, "the transaction")
      run.expect(throws: .misuse) { try tx.execute("INSERT INTO \(table) (n) VALUES (2)") }
      run.expect(throws: .misuse) { try tx.prepare("SELECT n FROM \(table)") }
      run.expect(throws: .misuse) { try tx.transaction { _ in } }
      try run.db.transaction { _ in
        run.expect(throws: .misuse) { try tx.execute("INSERT INTO \(table) (n) VALUES (2)") }
      }
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase("transactions.over.connection", "A leased connection that is used after its closure is a misuse.") {
      run in
      let table = try run.numbers(1)
      var kept: Connection?
      try run.db.withConnection { kept = $0 }
      let connection = try run.require(kept, "the connection")
      run.expect(throws: .misuse) { try connection.execute("INSERT INTO \(table) (n) VALUES (2)") }
      run.expect(throws: .misuse) { try connection.transaction { _ in } }
      run.expect(throws: .misuse) { try connection.tables() }
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase("transactions.over.thread", "A leased connection is refused to other threads, and its own goes on.")
    { run in
      let table = try run.emptyNumbers()
      try run.db.withConnection { connection in
        // Proof: this thread waits while the other one tries to use it.
        nonisolated(unsafe) let lent = connection
        run.elsewhere {
          run.expect(throws: .misuse) { try lent.execute("INSERT INTO \(table) (n) VALUES (1)") }
        }
        try connection.execute("INSERT INTO \(table) (n) VALUES (2)")
      }
      try run.expect(run.contents(of: table), equals: [2])
    },
  ]
}
