import ORDA

/// Transactions without an enclosing closure.
extension ConformanceSuite {
  static let begunTransactionCases: [ConformanceCase] = [
    ConformanceCase(
      "begun.committed", "A transaction that was begun by hand is committed, and its connection is free then."
    ) { run in
      let table = try run.emptyNumbers()
      let tx = try run.db.begin()
      try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
      // What runs on the governor is part of it.
      try run.db.execute("INSERT INTO \(table) (n) VALUES (2)")
      try run.expect(run.contents(of: table), equals: [1, 2], "within the transaction")
      try tx.commit()
      run.expect(run.db.statistics.active, equals: 0, "connections in use")
      try run.expect(run.contents(of: table), equals: [1, 2])
      run.expect(throws: .misuse) { try tx.execute("INSERT INTO \(table) (n) VALUES (3)") }
      run.expect(throws: .misuse) { try tx.commit() }
    },
    ConformanceCase(
      "begun.undone", "A transaction that was begun by hand is rolled back, or let go of, with all that it did."
    ) { run in
      let table = try run.numbers(1)
      let tx = try run.db.begin()
      try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
      try run.db.execute("INSERT INTO \(table) (n) VALUES (3)")
      try tx.rollback()
      try tx.rollback()
      try run.expect(run.contents(of: table), equals: [1])
      do {
        let forgotten = try run.db.begin()
        try forgotten.execute("INSERT INTO \(table) (n) VALUES (4)")
      }
      run.expect(run.db.statistics.active, equals: 0, "connections in use")
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase("begun.nested", "One that is begun inside another is a savepoint.", needs: [.savepoints]) { run in
      let table = try run.emptyNumbers()
      let tx = try run.db.begin()
      try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
      let inner = try run.db.begin()
      try inner.execute("INSERT INTO \(table) (n) VALUES (2)")
      try inner.rollback()
      let kept = try run.db.begin()
      try kept.execute("INSERT INTO \(table) (n) VALUES (3)")
      try kept.commit()
      try run.db.transaction { _ in
        run.expect(throws: .misuse) { try tx.commit() }
        try run.db.execute("INSERT INTO \(table) (n) VALUES (4)")
      }
      try tx.commit()
      try run.expect(run.contents(of: table), equals: [1, 3, 4])
    },
    ConformanceCase(
      "begun.inClosure", "One that a closure leaves open is rolled back when that returns, and its own work is kept.",
      needs: [.savepoints]
    ) { run in
      let table = try run.emptyNumbers()
      let left = try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
        let left = try run.db.begin()
        try left.execute("INSERT INTO \(table) (n) VALUES (2)")
        return left
      }
      try run.expect(run.contents(of: table), equals: [1])
      run.expect(throws: .misuse) { try left.commit() }
    },
    ConformanceCase(
      "begun.deferred", "A transaction that takes no lock before it writes is committed like any other."
    ) { run in
      let table = try run.emptyNumbers()
      let other = try run.another()
      let tx = try run.db.begin(.deferred)
      // It holds no lock that another writer needs.
      try other.execute("INSERT INTO \(table) (n) VALUES (1)", timeout: .seconds(5))
      try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
      try tx.commit()
      try run.expect(run.contents(of: table), equals: [1, 2])
    },
  ]
}
