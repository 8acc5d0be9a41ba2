import ORDA

extension ConformanceSuite {
  static let savepointCases: [ConformanceCase] = [
    ConformanceCase(
      awaited: "transactions.savepoint.undone",
      "Rolling back to a savepoint undoes what came after it, and keeps it open.",
      needs: [.savepoints]
    ) { run in
      let table = try await run.emptyNumbers()
      try await run.db.transaction { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        try await tx.savepoint("half")
        for number in 2...4 {
          try await tx.execute("INSERT INTO \(table) (n) VALUES (?)", number)
          try await tx.rollback(toSavepoint: "half")
        }
        try await run.expect(run.contents(of: table, on: tx), equals: [1], "after rolling back three times")
        try await tx.execute("INSERT INTO \(table) (n) VALUES (5)")
        try await tx.release(savepoint: "half")
      }
      try await run.expect(run.contents(of: table), equals: [1, 5])
    },
    ConformanceCase(
      awaited: "transactions.savepoint.inner", "Ending a savepoint ends those that were set since.",
      needs: [.savepoints]
    ) { run in
      let table = try await run.emptyNumbers()
      try await run.db.transaction { tx in
        for (number, name) in [(1, "a"), (2, "b"), (3, "c")] {
          try await tx.savepoint(name)
          try await tx.execute("INSERT INTO \(table) (n) VALUES (?)", number)
        }
        try await tx.rollback(toSavepoint: "b")
        try await run.expect(run.contents(of: table, on: tx), equals: [1], "after rolling back to the second")
        await run.expect(throws: .misuse) { try await tx.release(savepoint: "c") }
        try await tx.release(savepoint: "a")
        await run.expect(throws: .misuse) { try await tx.rollback(toSavepoint: "b") }
      }
      try await run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      awaited: "transactions.savepoint.hidden", "A savepoint hides an outer one of the same name until it is released.",
      needs: [.savepoints]
    ) { run in
      let table = try await run.emptyNumbers()
      try await run.db.transaction { tx in
        try await tx.savepoint("same")
        try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        try await tx.savepoint("same")
        try await tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        try await tx.rollback(toSavepoint: "same")
        try await run.expect(run.contents(of: table, on: tx), equals: [1], "after rolling back to the inner one")
        try await tx.release(savepoint: "same")
        try await tx.rollback(toSavepoint: "same")
      }
      try await run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(
      awaited: "transactions.savepoint.unknown", "A savepoint that is not open is a misuse that names it.",
      needs: [.savepoints]
    ) { run in
      let table = try await run.emptyNumbers()
      try await run.db.transaction { tx in
        try await tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        let error = await run.expect(throws: .misuse) { try await tx.rollback(toSavepoint: "nowhere") }
        run.expect(error?.message ?? "", contains: "nowhere")
      }
      try await run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      awaited: "transactions.savepoint.names", "A savepoint's name is any text, and never becomes SQL.",
      needs: [.savepoints]
    ) { run in
      let table = try await run.numbers(1)
      try await run.db.transaction { tx in
        for name in ["", "a b", "\"'`", "x; DELETE FROM \(table.name)", "🎷", "SELECT", "orda_1"] {
          try await tx.savepoint(name)
          try await tx.execute("INSERT INTO \(table) (n) VALUES (2)")
          try await tx.rollback(toSavepoint: name)
          try await tx.release(savepoint: name)
        }
      }
      try await run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      awaited: "transactions.savepoint.closure", "Savepoints that a nested closure leaves open end with it.",
      needs: [.savepoints]
    ) { run in
      let table = try await run.emptyNumbers()
      try await run.db.transaction { tx in
        try await tx.savepoint("outer")
        try await tx.transaction { inner in
          await run.expect(throws: .misuse) { try await inner.rollback(toSavepoint: "outer") }
          try await inner.savepoint("inner")
          try await inner.execute("INSERT INTO \(table) (n) VALUES (1)")
        }
        await run.expect(throws: .misuse) { try await tx.release(savepoint: "inner") }
        try await tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        try await tx.release(savepoint: "outer")
      }
      try await run.expect(run.contents(of: table), equals: [1, 2])
    },
  ]
}
