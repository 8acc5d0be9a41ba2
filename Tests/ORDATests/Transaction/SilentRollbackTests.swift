import Testing

@testable import ORDA

@Suite("A transaction that the database rolled back without an error")
struct SilentRollbackTests {
  private struct Own: Error {}

  /// Runs something in a transaction that is gone afterwards: the next statement is refused, and so is the commit.
  private func check(
    _ fake: FakeDatabase, work: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (any Governor, Transaction) throws -> Void
  ) throws {
    let db = try fake.open()
    let opened = fake.openedCount
    fake.forget()
    let outer = databaseError {
      try db.transaction { tx in
        try body(db, tx)
        let next = databaseError { try tx.execute("INSERT INTO a") }
        #expect(next?.kind == .transactionEnded(.rolledBack), sourceLocation: sourceLocation)
        #expect(next?.isRetryable == true, sourceLocation: sourceLocation)
      }
    }
    #expect(outer?.kind == .transactionEnded(.rolledBack), sourceLocation: sourceLocation)
    #expect(outer?.isRetryable == true, sourceLocation: sourceLocation)
    #expect(fake.work == ["begin"] + work, sourceLocation: sourceLocation)
    // The connection is as good as any.
    try db.transaction { try $0.execute("UPDATE a") }
    #expect(fake.work.suffix(3) == ["begin", "run UPDATE a", "commit"], sourceLocation: sourceLocation)
    #expect(fake.openedCount == opened, sourceLocation: sourceLocation)
  }

  @Test(
    "under a statement that commits nothing",
    arguments: [
      "SELECT 1", "WITH a AS (SELECT 1) SELECT 1", "VALUES (1)", "EXPLAIN SELECT 1", "SHOW TABLES", "INSERT INTO b",
      "UPDATE b", "DELETE FROM b", "REPLACE INTO b",
    ])
  func statements(text: String) throws {
    let fake = FakeDatabase()
    fake[text] = FakeReply(columns: ["n"], count: 1, row: { _ in [1] }, isReadOnly: true, endsTransaction: true)
    try check(fake, work: ["run \(text)"]) { _, tx in
      let count = try tx.query(SQL(text: text)).count
      #expect(count == 1)
    }
  }

  @Test("under rows that the program did not want to the end")
  func dropped() throws {
    let fake = FakeDatabase()
    fake["SELECT n"] = FakeReply(columns: ["n"], count: 3, row: { _ in [1] }, isReadOnly: true, endsTransaction: true)
    try check(fake, work: ["run SELECT n"]) { _, tx in
      let number = try tx.first(Int.self, "SELECT n")
      #expect(number == 1)
    }
    try check(fake, work: ["run SELECT n"]) { _, tx in
      do { try tx.forEach("SELECT n") { _ in throw Own() } } catch is Own {}
    }
    try check(fake, work: ["run SELECT n"]) { _, tx in
      var rows = try tx.rows("SELECT n")
      let isRow = try rows.next() != nil
      #expect(isRow)
    }
  }

  @Test("is retried no sooner than the error says that did tell of it")
  func told() throws {
    for (kind, isRetryable) in [(DatabaseError.Kind.deadlock, true), (.full, false)] {
      let fake = FakeDatabase()
      let db = try fake.open()
      fake["UPDATE a"] = .fails(DatabaseError(kind, "no"), endsTransaction: true)
      let error = databaseError { try db.transaction { tx in _ = try? tx.execute("UPDATE a") } }
      #expect(error?.kind == .transactionEnded(.rolledBack))
      #expect(error?.isRetryable == isRetryable)
    }
  }

  @Test("and one that a procedure has ended, who knows how, is not repeated")
  func committed() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake["CALL p()"] = FakeReply(changed: 0, endsTransaction: true)
    let error = databaseError { try db.transaction { _ = try $0.execute("CALL p()") } }
    #expect(error?.kind == .transactionEnded(.unknown))
    #expect(error?.isRetryable == false)
  }

  @Test("What a statement that failed has committed before is told")
  func committedBefore() throws {
    for (kind, ending) in [
      (DatabaseError.Kind.cancelled, DatabaseError.Kind.Ending.implicitlyCommitted), (.deadlock, .unknown),
    ] {
      let fake = FakeDatabase()
      let db = try fake.open()
      fake["ANALYZE TABLE a"] = .fails(DatabaseError(kind, "stopped"), endsTransaction: true)
      let inner = Shared<DatabaseError?>(nil)
      let error = databaseError {
        try db.transaction { tx in
          inner.current = databaseError { try tx.execute("ANALYZE TABLE a") }
        }
      }
      #expect(error?.kind == .transactionEnded(ending))
      #expect(error?.isRetryable == false)
      #expect(inner.current?.kind == (ending == .unknown ? kind : .transactionEnded(ending)))
      if ending == .implicitlyCommitted { #expect(inner.current?.underlying?.kind == kind) }
    }
  }

  @Test("under an element of a batch: the next ones are not run")
  func batch() throws {
    for (text, ending) in [
      ("INSERT INTO b VALUES (?)", DatabaseError.Kind.Ending.rolledBack), ("CALL p(?)", .unknown),
    ] {
      let fake = FakeDatabase()
      let db = try fake.open()
      let insert = try db.prepare(SQL(text: text))
      fake.forget()
      fake[text] = FakeReply(changed: 1, endsTransaction: true)
      let error = databaseError { try insert.executeMany([[1], [2], [3]]) }
      #expect(error?.kind == .transactionEnded(ending))
      #expect(error?.batchIndex == nil)
      #expect(fake.work == ["begin", "run \(text) [1]"])
    }
  }

  @Test("under a savepoint, whatever was to happen to that")
  func savepoints() throws {
    let set = FakeDatabase()
    set.endTransaction(at: .savepoint)
    try check(set, work: ["savepoint orda_1"]) { _, tx in
      let inner = databaseError { try tx.transaction { _ in _ = Issue.record("it runs") } }
      #expect(inner?.kind == .transactionEnded(.rolledBack))
    }
    let released = FakeDatabase()
    released.endTransaction(at: .release)
    try check(released, work: ["savepoint orda_1", "release orda_1"]) { _, tx in try tx.transaction { _ in } }
    let undone = FakeDatabase()
    undone.endTransaction(at: .rollbackToSavepoint)
    try check(undone, work: ["savepoint orda_1", "rollback to orda_1"]) { _, tx in
      do { try tx.transaction { _ in throw Own() } } catch is Own {}
    }
  }

  @Test("under a savepoint that can't be undone: the outer transaction keeps nothing")
  func stuck() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.forget()
    fake.fail(.rollbackToSavepoint, with: .locked)
    let error = databaseError {
      try db.transaction { tx in
        do { try tx.transaction { _ in throw Own() } } catch is Own {}
        #expect(databaseError { try tx.execute("UPDATE a") }?.kind == .transactionEnded(.rolledBack))
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(error?.isRetryable == false)
    #expect(fake.work.prefix(4) == ["begin", "savepoint orda_1", "rollback to orda_1", "rollback"])
    #expect(fake.warnings.take() == ["rolling back failed; the connection is given up"])
  }

  @Test("under a question of the driver's own")
  func questions() throws {
    let fake = FakeDatabase()
    fake.endTransaction(at: .tables)
    try check(fake, work: ["tables"]) { db, _ in
      let names = try db.tables().map(\.name)
      #expect(names == ["genre"])
    }
  }

  @Test("under a script's statement: the rest of the script is not run")
  func scripts() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake["SELECT n"] = FakeReply(columns: ["n"], count: 1, row: { _ in [1] }, isReadOnly: true, endsTransaction: true)
    fake.forget()
    let error = databaseError { try db.executeScript("BEGIN; SELECT n; INSERT INTO a; COMMIT") }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(fake.work == ["run BEGIN", "run SELECT n"])
    fake.forget()
    try db.executeScript("BEGIN; INSERT INTO a; COMMIT; SELECT n")
    #expect(fake.work == ["run BEGIN", "run INSERT INTO a", "run COMMIT", "run SELECT n"])
  }

  @Test("in an awaited transaction")
  func awaited() async throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake["SELECT n"] = FakeReply(columns: ["n"], count: 1, row: { _ in [1] }, isReadOnly: true, endsTransaction: true)
    fake.forget()
    let error = await asyncDatabaseError {
      try await db.transaction { tx in
        let number = try await tx.first(Int.self, "SELECT n")
        #expect(number == 1)
        let next = await asyncDatabaseError { try await tx.execute("INSERT INTO a") }
        #expect(next?.kind == .transactionEnded(.rolledBack))
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(error?.isRetryable == true)
    #expect(fake.work == ["begin", "run SELECT n"])
  }
}
