import Testing

@testable import ORDA

@Suite("Transactions")
struct TransactionTests {
  private struct Own: Error, Equatable {}

  private func governor(
    _ fake: FakeDatabase = FakeDatabase()
  ) throws -> (FakeDatabase, any Governor) {
    (
      fake,
      try {
        let db = try fake.open(); fake.forget(); return db
      }()
    )
  }

  @Test func isCommittedWhenItReturns() throws {
    let (fake, db) = try governor()
    let answer = try db.transaction { tx in
      try tx.execute("UPDATE a")
      return 42
    }
    #expect(answer == 42)
    #expect(fake.work == ["begin", "run UPDATE a", "commit"])
  }

  @Test func isRolledBackWhenItThrows() throws {
    let (fake, db) = try governor()
    #expect(throws: Own()) {
      try db.transaction { tx in
        try tx.execute("UPDATE a")
        throw Own()
      }
    }
    #expect(fake.work == ["begin", "run UPDATE a", "rollback"])
  }

  @Test func nestingMakesSavepoints() throws {
    let (fake, db) = try governor()
    try db.transaction { tx in
      try tx.execute("UPDATE a")
      try tx.transaction { inner in
        try inner.execute("UPDATE b")
        try db.transaction { try $0.execute("UPDATE c") }
      }
      try tx.transaction { try $0.execute("UPDATE d") }
    }
    #expect(
      fake.work == [
        "begin", "run UPDATE a", "savepoint orda_1", "run UPDATE b", "savepoint orda_2", "run UPDATE c",
        "release orda_2",
        "release orda_1", "savepoint orda_1", "run UPDATE d", "release orda_1", "commit",
      ])
  }

  @Test func onlyTheInnerOneIsRolledBack() throws {
    let (fake, db) = try governor()
    try db.transaction { tx in
      try tx.execute("UPDATE a")
      #expect(throws: Own()) {
        try tx.transaction { inner in
          try inner.execute("UPDATE b")
          throw Own()
        }
      }
      try tx.execute("UPDATE c")
    }
    #expect(
      fake.work == [
        "begin", "run UPDATE a", "savepoint orda_1", "run UPDATE b", "rollback to orda_1", "run UPDATE c", "commit",
      ])
  }

  @Test func anErrorAtCommitRollsBackAndIsThrown() throws {
    let (fake, db) = try governor()
    fake.fail(.commit, with: DatabaseError(.constraint(.foreignKey), "deferred"))
    let error = databaseError { _ = try db.transaction { try $0.execute("UPDATE a") } }
    #expect(error?.kind == .constraint(.foreignKey))
    #expect(fake.work == ["begin", "run UPDATE a", "commit", "rollback"])
    try db.transaction { try $0.execute("UPDATE b") }
    #expect(fake.openedCount == 1)
  }

  @Test func anErrorAtBeginReachesTheCaller() throws {
    let (fake, db) = try governor()
    fake.fail(.begin, with: .locked)
    var hasRun = false
    let error = databaseError { try db.transaction { _ in hasRun = true } }
    #expect(error?.kind == .busy)
    #expect(!hasRun)
    #expect(fake.work == ["begin"])
    #expect(db.statistics.active == 0)
  }

  @Test func aFailedRollbackEvictsTheConnection() throws {
    let (fake, db) = try governor()
    fake.fail(.rollback, with: .locked)
    #expect(throws: Own()) { try db.transaction { _ in throw Own() } }
    #expect(fake.openCount == 0)
    #expect(fake.warnings.take() == ["rolling back failed; the connection is given up"])
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
  }

  @Test func aConnectionLostAtCommitIsEvicted() throws {
    let (fake, db) = try governor()
    fake.fail(.commit, with: .lost)
    #expect(databaseError { try db.transaction { _ in } }?.kind == .commitUnknown)
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
  }

  // MARK: Transactions that the database ends

  @Test func aDeadOneStaysDead() throws {
    let (fake, db) = try governor()
    fake["UPDATE full"] = .fails(DatabaseError(.full, "the disk is full"), endsTransaction: true)
    let outer = databaseError {
      try db.transaction { tx in
        let statement = try tx.prepare("UPDATE prepared")
        let first = databaseError { try tx.execute("UPDATE full") }
        #expect(first?.kind == .full)
        for _ in 0..<2 {
          #expect(databaseError { try tx.execute("UPDATE a") }?.kind == .transactionEnded(.rolledBack))
          #expect(databaseError { try db.execute("UPDATE a") }?.kind == .transactionEnded(.rolledBack))
          #expect(databaseError { try statement.execute() }?.kind == .transactionEnded(.rolledBack))
          #expect(databaseError { _ = try tx.rows("SELECT 1") }?.kind == .transactionEnded(.rolledBack))
          #expect(databaseError { try tx.transaction { _ in } }?.kind == .transactionEnded(.rolledBack))
          #expect(databaseError { try tx.executeScript("UPDATE a") }?.kind == .transactionEnded(.rolledBack))
          #expect(databaseError { try statement.executeMany([[]]) }?.kind == .transactionEnded(.rolledBack))
        }
        // The error is swallowed; it must not look as if it were committed.
      }
    }
    #expect(outer?.kind == .transactionEnded(.rolledBack))
    #expect(fake.work == ["begin", "run UPDATE full"])
    try db.transaction { try $0.execute("UPDATE b") }
    #expect(fake.work.suffix(3) == ["begin", "run UPDATE b", "commit"])
    #expect(fake.openedCount == 1)
  }

  @Test func anInnerOneThatDiesTakesTheOuterWithIt() throws {
    let (fake, db) = try governor()
    fake["UPDATE full"] = .fails(DatabaseError(.full, "the disk is full"), endsTransaction: true)
    let error = databaseError {
      try db.transaction { tx in
        let inner = databaseError { try tx.transaction { _ = try? $0.execute("UPDATE full") } }
        #expect(inner?.kind == .transactionEnded(.rolledBack))
        #expect(databaseError { try tx.execute("UPDATE a") }?.kind == .transactionEnded(.rolledBack))
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(fake.work == ["begin", "savepoint orda_1", "run UPDATE full"])
  }

  @Test func anImplicitCommitIsToldApart() throws {
    // What a procedure has ended may be committed or not.
    for (text, ending) in [("ANALYZE TABLE a", DatabaseError.Kind.Ending.implicitlyCommitted), ("CALL p()", .unknown)] {
      let (fake, db) = try governor()
      fake[text] = FakeReply(changed: 0, endsTransaction: true)
      let error = databaseError {
        try db.transaction { tx in
          try tx.execute(SQL(text: text))
          #expect(databaseError { try tx.execute("UPDATE a") }?.kind == .transactionEnded(ending))
        }
      }
      #expect(error?.kind == .transactionEnded(ending))
      #expect(fake.work == ["begin", "run \(text)"])
    }
  }

  @Test func oneThatDiesWhileRowsAreReadWasRolledBack() throws {
    let (fake, db) = try governor()
    fake["SELECT n FROM full"] = FakeReply(
      columns: ["n"], count: 3, row: { _ in [1] }, isReadOnly: true,
      failure: (0, DatabaseError(.io, "reading failed")), endsTransaction: true)
    let error = databaseError {
      try db.transaction { tx in
        var rows = try tx.rows("SELECT n FROM full")
        do { _ = try rows.next() } catch { #expect((error as? DatabaseError)?.kind == .io) }
        #expect(databaseError { try tx.execute("UPDATE a") }?.kind == .transactionEnded(.rolledBack))
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
  }

  @Test func aDeadAsyncOneStaysDead() async throws {
    let (fake, db) = try governor()
    fake["UPDATE full"] = .fails(DatabaseError(.full, "the disk is full"), endsTransaction: true)
    let error = await asyncDatabaseError {
      try await db.transaction { tx in
        #expect(await asyncDatabaseError { try await tx.execute("UPDATE full") }?.kind == .full)
        let next = await asyncDatabaseError { try await tx.execute("UPDATE a") }
        #expect(next?.kind == .transactionEnded(.rolledBack))
        let nested = await asyncDatabaseError { try await tx.transaction { _ in } }
        #expect(nested?.kind == .transactionEnded(.rolledBack))
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(fake.work == ["begin", "run UPDATE full"])
  }

  // MARK: What is asked of them

  @Test func isolationAndReadOnlyArePassedOn() throws {
    let (fake, db) = try governor()
    try db.transaction(isolation: .readCommitted) { #expect($0.isolation == .readCommitted) }
    try db.transaction { #expect($0.isolation == .repeatableRead) }
    try db.transaction(isolation: .serializable, readOnly: true) { #expect($0.isolation == .serializable) }
    try db.withConnection { try $0.transaction(isolation: .readUncommitted, readOnly: true) { _ in } }
    #expect(
      fake.work == [
        "begin readCommitted", "commit", "begin", "commit", "begin read only serializable", "commit",
        "begin read only readUncommitted", "commit",
      ])
  }

  @Test func aNestedOneCantBeMoreIsolated() throws {
    let (fake, db) = try governor()
    try db.transaction(isolation: .repeatableRead) { _ in
      let error = databaseError { try db.transaction(isolation: .serializable) { _ in } }
      #expect(error?.kind == .misuse)
      #expect(error?.message.contains("repeatableRead") == true)
      try db.transaction(isolation: .readCommitted) { #expect($0.isolation == .repeatableRead) }
    }
    #expect(fake.work == ["begin repeatableRead", "savepoint orda_1", "release orda_1", "commit"])
  }

  @Test func schemaChangesAreRefusedWhereTheyWouldCommit() throws {
    let (fake, db) = try governor(FakeDatabase(capabilities: [.savepoints]))
    try db.transaction { tx in
      for sql in ["CREATE TABLE a (b)", "DROP TABLE a", "ALTER TABLE a ADD b", "TRUNCATE a"] {
        #expect(databaseError { try tx.execute(SQL(text: sql)) }?.kind == .unsupported)
      }
      try tx.execute("UPDATE a")
    }
    #expect(fake.work == ["begin", "run UPDATE a", "commit"])
    try db.execute("CREATE TABLE a (b)")
    let (other, allowed) = try governor()
    try allowed.transaction { try $0.execute("CREATE TABLE a (b)") }
    #expect(other.work == ["begin", "run CREATE TABLE a (b)", "commit"])
  }

  @Test(
    "What steers transactions or the session is sent by calls",
    arguments: [
      ("BEGIN", "transaction { }"), ("begin immediate", "transaction { }"), ("START TRANSACTION", "transaction { }"),
      ("COMMIT", "transaction { }"), ("END", "transaction { }"), ("ROLLBACK", "transaction { }"),
      ("SAVEPOINT a", "transaction { }"), ("RELEASE a", "transaction { }"), ("SET autocommit = 0", "transaction { }"),
      ("USE music", "onConnect { }"), ("LOCK TABLES a WRITE", "onConnect { }"), ("UNLOCK TABLES", "onConnect { }"),
    ])
  func steering(sql: String, call: String) async throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.forget()
    @Sendable func check(_ error: DatabaseError?) {
      #expect(error?.kind == .misuse)
      #expect(error?.message.contains(call) == true, "\(error?.message ?? "none")")
    }
    let text = SQL(text: sql)
    try await Threads.offload {
      check(databaseError { try db.execute(text) })
      check(databaseError { _ = try db.prepare(text) })
      check(databaseError { _ = try db.rows(text) })
      check(databaseError { _ = try db.withConnection { try $0.execute(text) } })
      check(databaseError { _ = try db.transaction { try $0.execute(text) } })
    }
    check(await asyncDatabaseError { try await db.execute(text) })
    check(await asyncDatabaseError { _ = try await db.transaction { tx in try await tx.execute(text) } })
    #expect(fake.calls.allSatisfy { ["begin", "rollback"].contains($0) })
  }
}
