import Testing

@testable import ORDA

/// A database that aborts the transaction where a statement in it fails, and refuses everything until it is rolled back.
@Suite("A transaction that a failed statement aborts")
struct AbortingTests {
  private func open(_ capabilities: Capabilities = [.transactionalDDL, .savepoints, .interleaving, .cancellation])
    throws -> (FakeDatabase, any Governor)
  {
    let fake = FakeDatabase(capabilities: capabilities, abortsTransactions: true)
    fake["INSERT twice"] = .fails(DatabaseError(.constraint(.unique), "there is one"))
    fake["SELECT late"] = FakeReply(
      columns: ["n"], count: 5, row: { [.int(Int64($0))] }, isReadOnly: true,
      failure: (3, DatabaseError(.outOfRange, "too large")))
    fake["SELECT n"] = .numbers(3)
    var refused = FakeReply()
    refused.refusal = DatabaseError(.syntax, "what is this?")
    fake["SELECT nonsense"] = refused
    let db = try fake.open()
    fake.forget()
    return (fake, db)
  }

  @Test func theStatementIsUndoneAlone() throws {
    let (fake, db) = try open()
    try db.transaction { tx in
      try tx.execute("INSERT one")
      #expect(databaseError { try tx.execute("INSERT twice") }?.kind == .constraint(.unique))
      #expect(databaseError { _ = try tx.query("SELECT nonsense") }?.kind == .syntax)
      #expect(databaseError { _ = try tx.prepare("SELECT nonsense") }?.kind == .syntax)
      try tx.execute("INSERT two")
    }
    #expect(
      fake.work == [
        "begin", "savepoint orda_statement", "run INSERT one", "release orda_statement",
        "savepoint orda_statement", "run INSERT twice", "rollback to orda_statement",
        "savepoint orda_statement", "rollback to orda_statement",
        "savepoint orda_statement", "rollback to orda_statement",
        "savepoint orda_statement", "run INSERT two", "release orda_statement", "commit",
      ])
  }

  @Test func nothingIsProtectedOutsideOfTransactionsOrWhereNothingIsAborted() throws {
    let (fake, db) = try open()
    #expect(databaseError { try db.execute("INSERT twice") }?.kind == .constraint(.unique))
    try db.execute("INSERT one")
    #expect(fake.work == ["run INSERT twice", "run INSERT one"])
    let other = FakeDatabase()
    let plain = try other.open()
    other.forget()
    try plain.transaction { tx in try tx.execute("INSERT one") }
    #expect(other.work == ["begin", "run INSERT one", "commit"])
  }

  @Test func whatTheClosureThrowsUndoesNoStatement() throws {
    let (fake, db) = try open()
    try db.transaction { tx in
      #expect(
        databaseError { try tx.forEach("SELECT n") { _ in throw DatabaseError(.other, "enough") } }?.message == "enough"
      )
    }
    #expect(fake.work.suffix(2) == ["release orda_statement", "commit"])
  }

  /// The rows' own savepoint would take with it what ran beside them.
  @Test func rowsThatFailBehindOtherStatementsEndTheTransaction() throws {
    let (fake, db) = try open()
    var further: DatabaseError?
    let error = databaseError {
      try db.transaction { tx in
        #expect(
          databaseError { try tx.forEach("SELECT late") { _ in try tx.execute("INSERT one") } }?.kind == .outOfRange)
        further = databaseError { try tx.execute("INSERT two") }
      }
    }
    #expect(further?.kind == .transactionEnded(.rolledBack))
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(fake.work.last == "rollback")
    #expect(!fake.work.contains("run INSERT two"))
    try db.transaction { tx in try tx.execute("INSERT two") }
  }

  @Test func aSavepointOfTheProgramsBringsItBackToLife() throws {
    let (fake, db) = try open()
    try db.transaction { tx in
      let error = databaseError {
        try tx.transaction { inner in
          try inner.forEach("SELECT late") { _ in try inner.execute("INSERT one") }
        }
      }
      #expect(error?.kind == .outOfRange)
      try tx.execute("INSERT two")
    }
    #expect(
      fake.work.suffix(5)
        == [
          "rollback to orda_1", "savepoint orda_statement", "run INSERT two", "release orda_statement", "commit",
        ])
  }

  @Test func savepointsOfTheProgramLieBetweenThoseOfStatements() throws {
    let (fake, db) = try open()
    try db.transaction { tx in
      try tx.forEach("SELECT n") { _ in
        try tx.transaction { inner in try inner.execute("INSERT one") }
        _ = try tx.tables()
      }
      #expect(databaseError { try tx.execute("INSERT twice") } != nil)
    }
    #expect(fake.work.last == "commit")
  }

  /// On a connection with one result at a time what is read is kept before the next savepoint is set.
  @Test func withOneResultAtATime() throws {
    let (fake, db) = try open([.transactionalDDL, .savepoints, .cancellation])
    var seen = 0
    try db.transaction { tx in
      try tx.forEach("SELECT n") { row in
        seen += 1
        #expect(databaseError { try tx.execute("INSERT twice") }?.kind == .constraint(.unique))
        let number = try row.get(0, as: Int.self)
        #expect(number == seen - 1)
      }
    }
    #expect(seen == 3)
    #expect(fake.work.last == "commit")
    #expect(!fake.isTangled)
  }

  @Test func batchesAreProtectedAsAWhole() throws {
    let (fake, db) = try open()
    fake["INSERT many"] = .answering { values throws(DatabaseError) in
      if values == [.int(2)] { throw DatabaseError(.constraint(.unique), "there is one") }
      return .changes(1)
    }
    fake["INSERT INTO a VALUES (?)"] = fake["INSERT many"]
    try db.transaction { tx in
      let insert = try tx.prepare("INSERT INTO a VALUES (?)")
      let lists = [1, 2, 3].map { Parameters(values: [$0]) }
      #expect(databaseError { _ = try insert.executeMany(lists) }?.batchIndex == 1)
      try tx.execute("INSERT one")
    }
    #expect(fake.work.last == "commit")
  }

  @Test func awaitedToo() async throws {
    let (fake, db) = try open()
    try await db.transaction { tx in
      let error = await asyncDatabaseError { try await tx.execute("INSERT twice") }
      #expect(error?.kind == .constraint(.unique))
      try await tx.execute("INSERT one")
    }
    #expect(fake.work.last == "commit")
    #expect(fake.work.contains("rollback to orda_statement"))
  }

  @Test func whatIsStillAbortedIsNeverCommitted() throws {
    let (fake, db) = try open()
    fake.fail(.rollbackToSavepoint, with: DatabaseError(.cancelled, "stopped"))
    let error = databaseError {
      try db.transaction { tx in
        try tx.execute("INSERT one")
        #expect(databaseError { _ = try tx.query("SELECT nonsense") }?.kind == .syntax)
      }
    }
    #expect(error?.kind == .transactionEnded(.rolledBack))
    #expect(fake.work.last == "rollback")
    #expect(!fake.work.contains("commit"))
  }

  @Test func whereUndoingFailsTheConnectionIsGivenUp() throws {
    let (fake, db) = try open()
    fake.fail(.rollbackToSavepoint, with: .lost)
    _ = databaseError {
      try db.transaction { tx in
        #expect(databaseError { try tx.execute("INSERT twice") }?.kind == .constraint(.unique))
        try tx.execute("INSERT one")
      }
    }
    #expect(!fake.work.contains("commit"))
    try db.transaction { tx in try tx.execute("INSERT one") }
    #expect(fake.openedCount == 2)
  }
}
