import ORDA

extension ConformanceSuite {
  static let transactionEndCases: [ConformanceCase] = [
    ConformanceCase(
      "transactions.ddl.undone", "A table that is made or dropped in a transaction is rolled back with it.",
      needs: [.transactionalDDL]
    ) { run in
      let kept = try run.numbers(3)
      let made = run.reserve()
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.create(TableDefinition(name: TableName(name: made.name), columns: [.required("n", .int)]))
          try tx.execute("INSERT INTO \(made) (n) VALUES (1)")
          try tx.execute("DROP TABLE \(kept)")
          throw SecondThoughts()
        }
      }
      try run.expect(run.count(kept), equals: 3, "the rows of the table that was dropped")
      run.expect(throws: .noSuchTable) { try run.count(made) }
    },
    ConformanceCase(
      "transactions.ddl.refused",
      "Where a change of the schema would commit, it is refused, and the transaction goes on.",
      without: .transactionalDDL
    ) { run in
      let table = try run.numbers(1)
      let made = run.reserve()
      try run.db.transaction { tx in
        try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
        let definition = TableDefinition(name: TableName(name: made.name), columns: [.required("n", .int)])
        run.expect(throws: .unsupported) { try tx.create(definition) }
        run.expect(throws: .unsupported) { try tx.execute("DROP TABLE \(table)") }
        run.expect(throws: .unsupported) { try run.db.execute("DROP TABLE \(table)") }
        try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
      }
      try run.expect(run.contents(of: table), equals: [1, 2, 3])
      run.expect(throws: .noSuchTable) { try run.count(made) }
    },
    ConformanceCase(
      "transactions.ddl.refusedUndone", "After a refused change of the schema the transaction can still be undone.",
      without: .transactionalDDL
    ) { run in
      let table = try run.numbers(1)
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.execute("DELETE FROM \(table)")
          run.expect(throws: .unsupported) { try tx.execute("DROP TABLE \(table)") }
          throw SecondThoughts()
        }
      }
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      "transactions.ended.dead",
      "A transaction that the database rolled back by itself stays dead: nothing more runs in it."
    ) { run in
      let ending = try run.given(\.transactionEndingSQL, "transactionEndingSQL")
      let table = try run.numbers(1)
      run.expect(throws: .transactionEnded(.rolledBack)) {
        try run.db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
          run.expect(throws: .constraint, .deadlock, .serialization, .other) { try tx.execute(ending(table.name)) }
          run.expect(throws: .transactionEnded(.rolledBack)) { try tx.execute("INSERT INTO \(table) (n) VALUES (3)") }
          run.expect(throws: .transactionEnded(.rolledBack)) { try tx.query("SELECT n FROM \(table)") }
          run.expect(throws: .transactionEnded(.rolledBack)) { try tx.transaction { _ in } }
          run.expect(throws: .transactionEnded(.rolledBack)) { try run.db.execute("DELETE FROM \(table)") }
        }
      }
      try run.expect(run.contents(of: table), equals: [1])
      try run.db.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (4)") }
      try run.expect(run.contents(of: table), equals: [1, 4], "after the next transaction")
    },
    ConformanceCase(
      awaited: "transactions.ended.awaited", "An awaited transaction that the database rolled back stays dead too."
    ) { run in
      let ending = try run.given(\.transactionEndingSQL, "transactionEndingSQL")
      let table = try await run.numbers(1)
      await run.expect(throws: .transactionEnded(.rolledBack)) {
        try await run.db.transaction { tx in
          try await tx.execute("INSERT INTO \(table) (n) VALUES (2)")
          await run.expect(throws: .constraint, .deadlock, .serialization, .other) {
            try await tx.execute(ending(table.name))
          }
          await run.expect(throws: .transactionEnded(.rolledBack)) { try await tx.query("SELECT n FROM \(table)") }
        }
      }
      try await run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      "transactions.ended.connection",
      "A transaction whose connection broke is dead, and the next one gets a new connection."
    ) { run in
      let ending = try run.given(\.connectionEndingSQL, "connectionEndingSQL")
      let table = try run.numbers(1)
      run.expect(throws: .connectionLost, .transactionEnded) {
        try run.db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (2)")
          _ = try? tx.execute(ending)
          run.expect(throws: .connectionLost, .transactionEnded) {
            try tx.execute("INSERT INTO \(table) (n) VALUES (3)")
          }
        }
      }
      try run.db.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (4)") }
      try run.expect(run.contents(of: table), equals: [1, 4])
    },
    ConformanceCase("transactions.sql.refused", "BEGIN, COMMIT and the like are a misuse that names the right call.") {
      run in
      let table = try run.emptyNumbers()
      let statements: [SQL] = [
        "BEGIN", "begin transaction", "START TRANSACTION", "/* now */ COMMIT", "END", "ROLLBACK", "SAVEPOINT a",
        "RELEASE SAVEPOINT a", "ROLLBACK TO SAVEPOINT a",
      ]
      for sql in statements {
        let error = run.expect(throws: .misuse) { try run.db.execute(sql) }
        run.expect(error?.message ?? "", contains: "transaction {")
        run.expect(throws: .misuse) { try run.db.prepare(sql) }
      }
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.execute("INSERT INTO \(table) (n) VALUES (1)")
          for sql in statements { run.expect(throws: .misuse) { try tx.execute(sql) } }
          throw SecondThoughts()
        }
      }
      try run.expect(run.contents(of: table), equals: [])
    },
    ConformanceCase(
      "transactions.sql.session", "A statement that changes the session is a misuse that names the right call."
    ) {
      run in
      for sql: SQL in ["USE other", "LOCK TABLES t WRITE", "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"] {
        let error = run.expect(throws: .misuse) { try run.db.execute(sql) }
        run.expect(error?.message ?? "", contains: "onConnect")
      }
      try run.expect(run.count(run.numbers(2)), equals: 2)
    },
    ConformanceCase(
      "transactions.script.open", "A script that leaves a transaction open is a misuse, and is rolled back."
    ) { run in
      let table = try run.emptyNumbers()
      run.expect(throws: .misuse) { try run.db.executeScript("BEGIN; INSERT INTO \(table) (n) VALUES (1)") }
      try run.expect(run.contents(of: table), equals: [])
      try run.db.executeScript("BEGIN; INSERT INTO \(table) (n) VALUES (2); COMMIT")
      try run.expect(run.contents(of: table), equals: [2])
    },
  ]
}
