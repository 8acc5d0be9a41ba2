import ORDA
internal import ORDAThreads

/// What participants in a transaction learn about its end.
extension ConformanceSuite {
  static let transactionFateCases: [ConformanceCase] = [
    ConformanceCase(
      "fate.told", "Who takes part in a transaction is told of its end before the call returns, in order and once."
    ) { run in
      let table = try run.emptyNumbers()
      let told = Told()
      try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        try tx.atEnd { told.add("first \($0)") }
        try tx.atEnd { told.add("second \($0)") }
        run.expect(told.lines, equals: [], "told before the end")
      }
      run.expect(told.lines, equals: ["first committed", "second committed"])
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
          try tx.atEnd { told.add("third \($0)") }
          throw SecondThoughts()
        }
      }
      run.expect(told.lines, equals: ["first committed", "second committed", "third rolledBack"])
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      "fate.savepoint", "What was done in a savepoint that was undone is told as that at the outermost end.",
      needs: [.savepoints]
    ) { run in
      let table = try run.emptyNumbers()
      let told = Told()
      try run.db.transaction { tx in
        run.expectSecondThoughts {
          try tx.transaction { inner in
            try inner.execute("INSERT INTO \(table) (n) VALUES (1)")
            try inner.atEnd { told.add("undone \($0)") }
            throw SecondThoughts()
          }
        }
        try tx.transaction { inner in
          try inner.execute("INSERT INTO \(table) (n) VALUES (2)")
          try inner.atEnd { told.add("kept \($0)") }
        }
        run.expect(told.lines, equals: [], "told before the outermost end")
      }
      run.expect(told.lines, equals: ["undone undoneWithSavepoint", "kept committed"])
      try run.expect(run.contents(of: table), equals: [2])
    },
    ConformanceCase("fate.governor", "Who is told of a transaction's end may use the governor; its connection is free.")
    {
      run in
      let table = try run.emptyNumbers()
      let db = run.db
      let isFree = Told()
      try db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        try tx.atEnd { _ in
          isFree.add("\(db.statistics.active)")
          try db.execute("INSERT INTO \(table) (n) VALUES (2)")
        }
      }
      run.expect(isFree.lines, equals: ["0"], "connections in use")
      try run.expect(run.contents(of: table), equals: [1, 2])
    },
    ConformanceCase(
      "fate.ambient",
      "Code that was given the governor alone is told of the transaction that it runs in, if there is one."
    ) { run in
      let table = try run.emptyNumbers()
      let told = Told()
      run.expect(try run.db.atTransactionEnd { told.add("\($0)") }, equals: false, "outside of transactions")
      try run.db.withConnection { _ in
        run.expect(try run.db.atTransactionEnd { told.add("\($0)") }, equals: false, "outside of transactions")
      }
      try run.db.transaction { _ in
        try run.db.execute("INSERT INTO \(table) (n) VALUES (1)")
        run.expect(try run.db.atTransactionEnd { told.add("\($0)") }, equals: true, "in a transaction")
      }
      run.expect(told.lines, equals: ["committed"])
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      awaited: "fate.awaited", "Who takes part in an awaited transaction is told of its end before it is over, too."
    ) { run in
      let table = try await run.emptyNumbers()
      let db = run.db
      let told = Told()
      try await db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        try tx.atEnd { outcome in
          try db.blocking.execute("INSERT INTO \(table) (n) VALUES (2)")
          told.add("whole \(outcome)")
        }
      }
      run.expect(told.lines, equals: ["whole committed"])
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (3)")
        try await tx.atEnd { outcome in
          try db.blocking.execute("INSERT INTO \(table) (n) VALUES (4)")
          told.add("held \(outcome)")
        }
      }
      await run.expectSecondThoughts {
        try await db.transaction { tx in
          try await tx.execute("INSERT INTO \(table) (n) VALUES (5)")
          try await tx.atEnd { told.add("undone \($0)") }
          throw SecondThoughts()
        }
      }
      run.expect(told.lines, equals: ["whole committed", "held committed", "undone rolledBack"])
      try await run.expect(run.contents(of: table), equals: [1, 2, 3, 4])
    },
  ]
}
