import ORDA

extension ConformanceSuite {
  static let isolationCases: [ConformanceCase] = [
    ConformanceCase(
      "transactions.isolation.told",
      "A transaction is never less isolated than it was asked to be, and tells how far it is."
    ) { run in
      let table = try run.emptyNumbers()
      for isolation in Isolation.allCases {
        try run.db.transaction(isolation: isolation) { tx in
          run.expect(tx.isolation >= isolation, "asked for \(isolation), got \(tx.isolation)")
          try tx.execute("INSERT INTO \(table) (n) VALUES (?)", isolation.rawValue)
        }
      }
      try run.expect(run.contents(of: table), equals: [0, 1, 2, 3])
    },
    ConformanceCase(awaited: "transactions.isolation.awaited", "An awaited transaction tells the same isolation.") {
      run in
      let table = try await run.numbers(1)
      for isolation in Isolation.allCases {
        let whole = try await run.db.transaction(isolation: isolation) { tx in tx.isolation }
        let held = try await run.db.transaction(isolation: isolation) { tx in
          let seen = try await tx.first(Int.self, "SELECT n FROM \(table)")
          run.expect(seen, equals: 1)
          return tx.isolation
        }
        run.expect(whole >= isolation, "asked for \(isolation), got \(whole)")
        run.expect(held, equals: whole, "with a closure that awaits")
      }
    },
    ConformanceCase(
      "transactions.isolation.dirty", "Others do not see what is not committed, and see it afterwards.",
      needs: [.concurrentReaders]
    ) { run in
      let table = try run.numbers(1)
      let other = try run.another()
      try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        try tx.execute("DELETE FROM \(table) WHERE n = 1")
        try run.expect(run.contents(of: table, on: other), equals: [1], "before the commit")
      }
      try run.expect(run.contents(of: table, on: other), equals: [2], "after the commit")
    },
    ConformanceCase(
      "transactions.isolation.undoneUnseen", "Others never see what was rolled back.", needs: [.concurrentReaders]
    ) { run in
      let table = try run.numbers(1)
      let other = try run.another()
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.execute("UPDATE \(table) SET n = 7")
          try run.expect(run.contents(of: table, on: other), equals: [1], "before the rollback")
          throw SecondThoughts()
        }
      }
      try run.expect(run.contents(of: table, on: other), equals: [1], "after the rollback")
    },
    ConformanceCase(
      "transactions.isolation.repeatable",
      "A repeatable read sees the same rows again, whatever others commit meanwhile.",
      needs: [.concurrentReaders]
    ) { run in
      let table = try run.numbers(2)
      let other = try run.another()
      try run.db.transaction(isolation: .repeatableRead, readOnly: true) { tx in
        try run.expect(run.contents(of: table, on: tx), equals: [1, 2], "at first")
        try other.execute("INSERT INTO \(table) (n) VALUES (3)")
        try other.execute("DELETE FROM \(table) WHERE n = 1")
        try run.expect(run.contents(of: table, on: tx), equals: [1, 2], "after others committed")
      }
      try run.expect(run.contents(of: table), equals: [2, 3], "after the transaction")
    },
    ConformanceCase(
      "transactions.readOnly.refused", "A transaction that only reads refuses to write, and writing works after it.",
      needs: [.readOnlyTransactions]
    ) { run in
      let table = try run.numbers(2)
      try run.db.transaction(readOnly: true) { tx in
        let statements: [SQL] = [
          "INSERT INTO \(table) (n) VALUES (3)", "UPDATE \(table) SET n = 5 WHERE n = 1", "DELETE FROM \(table)",
        ]
        for sql in statements { run.expect(throws: .readOnly) { try tx.execute(sql) } }
        try run.expect(run.contents(of: table, on: tx), equals: [1, 2], "within the transaction")
      }
      try run.expect(run.db.execute("DELETE FROM \(table) WHERE n = 1").changed, equals: 1)
      try run.db.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (4)") }
      try run.expect(run.contents(of: table), equals: [2, 4])
    },
    ConformanceCase(
      awaited: "transactions.readOnly.awaited", "An awaited transaction that only reads refuses to write too.",
      needs: [.readOnlyTransactions]
    ) { run in
      let table = try await run.numbers(1)
      try await run.db.transaction(readOnly: true) { tx in
        await run.expect(throws: .readOnly) { try await tx.execute("DELETE FROM \(table)") }
        try await run.expect(run.contents(of: table, on: tx), equals: [1])
      }
      try await run.expect(run.db.execute("DELETE FROM \(table)").changed, equals: 1)
    },
  ]
}
