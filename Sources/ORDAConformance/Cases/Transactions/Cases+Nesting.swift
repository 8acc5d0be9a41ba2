import ORDA

extension ConformanceSuite {
  static let nestingCases: [ConformanceCase] = [
    ConformanceCase(
      "transactions.nested.undone", "A nested transaction that throws is undone alone; the outer one is kept.",
      needs: [.savepoints]
    ) { run in
      let table = try run.emptyNumbers()
      try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        run.expectSecondThoughts {
          try tx.transaction { inner in
            try inner.execute("INSERT INTO \(table) (n) VALUES (2)")
            throw SecondThoughts()
          }
        }
        try run.expect(run.contents(of: table, on: tx), equals: [1], "after the inner one")
        try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
      }
      try run.expect(run.contents(of: table), equals: [1, 3])
    },
    ConformanceCase(
      "transactions.nested.outerUndone", "A nested transaction that returned is undone with the outer one.",
      needs: [.savepoints]
    ) { run in
      let table = try run.emptyNumbers()
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (1)") }
          try run.expect(run.contents(of: table, on: tx), equals: [1], "after the inner one")
          throw SecondThoughts()
        }
      }
      try run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(
      "transactions.nested.deep", "Transactions nest at any depth, and each is kept or undone as its closure ends.",
      needs: [.savepoints]
    ) { run in
      let table = try run.emptyNumbers()
      func nest(_ level: Int, in tx: Transaction) throws {
        try tx.execute("INSERT INTO \(table) (n) VALUES (?)", level)
        if level == 12 { return }
        run.expectSecondThoughts {
          try tx.transaction { inner in
            try nest(level + 1, in: inner)
            if level + 1 == 9 { throw SecondThoughts() }
          }
          if level + 1 != 9 { throw SecondThoughts() }
        }
      }
      try run.db.transaction { try nest(1, in: $0) }
      try run.expect(run.contents(of: table), equals: Array(1...8))
    },
    ConformanceCase(
      "transactions.nested.ambient", "A transaction of the governor inside another is nested in it.",
      needs: [.savepoints]
    ) { run in
      let table = try run.emptyNumbers()
      let db = run.db
      try db.transaction { _ in
        try db.execute("INSERT INTO \(table) (n) VALUES (1)")
        run.expectSecondThoughts {
          try db.transaction { inner in
            try inner.execute("INSERT INTO \(table) (n) VALUES (2)")
            try db.execute("INSERT INTO \(table) (n) VALUES (3)")
            throw SecondThoughts()
          }
        }
        try db.transaction { _ in try db.execute("INSERT INTO \(table) (n) VALUES (4)") }
      }
      try run.expect(run.contents(of: table), equals: [1, 4])
    },
    ConformanceCase(
      "transactions.nested.failed",
      "An error that is caught outside a nested transaction leaves the outer one as it was.",
      needs: [.savepoints]
    ) { run in
      let table = try run.numbers(1)
      try run.db.transaction { tx in
        run.expect(throws: .constraint(.unique)) {
          try tx.transaction { inner in
            try inner.execute("INSERT INTO \(table) (n) VALUES (2)")
            try inner.execute("INSERT INTO \(table) (n) VALUES (1)")
          }
        }
        try run.expect(run.contents(of: table, on: tx), equals: [1], "after the inner one")
        try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
      }
      try run.expect(run.contents(of: table), equals: [1, 3])
    },
    ConformanceCase(
      "transactions.nested.isolation", "A nested transaction is as isolated as it asks, or is refused.",
      needs: [.savepoints]
    ) { run in
      let table = try run.emptyNumbers()
      let db = run.db
      try db.transaction(isolation: .readUncommitted) { outer in
        do {
          try db.transaction(isolation: .serializable) { inner in
            run.expect(inner.isolation, equals: .serializable)
            try inner.execute("INSERT INTO \(table) (n) VALUES (1)")
          }
        } catch .misuse {
          run.expect(outer.isolation < .serializable, "refused, though the outer one is isolated so far")
          try outer.execute("INSERT INTO \(table) (n) VALUES (1)")
        }
      }
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      "transactions.nested.refused",
      "Where transactions do not nest, a nested one is refused and the outer one goes on.",
      without: .savepoints
    ) { run in
      let table = try run.emptyNumbers()
      try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        run.expect(throws: .unsupported) {
          try tx.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (2)") }
        }
        try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
      }
      try run.expect(run.contents(of: table), equals: [1, 3])
    },
  ]
}
