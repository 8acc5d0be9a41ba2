import ORDA
import Testing

/// What an awaited transaction has beside statements.
@Suite("Rows and statements of awaited transactions") struct TransactionRowsTests {
  struct Undo: Error {}

  private static let table: SQL = "CREATE TABLE n (i INTEGER PRIMARY KEY, t VARCHAR(40))"

  private func numbers(_ database: Database, _ count: Int) throws -> OwnDatabase {
    let test = try database.opened(Self.table)
    try fill(test.db, count)
    return test
  }

  private func fill(_ db: any Governor, _ count: Int) throws {
    try db.prepare("INSERT INTO n VALUES (?, ?)").executeMany(1...count) { number, parameters in
      try parameters.bind(number, "text \(number)")
    }
  }

  @Test("Rows see what the transaction did, and other statements run beside them", arguments: Database.allCases)
  func rows(_ database: Database) async throws {
    let test = try numbers(database, 2000)
    try await test.db.transaction { (tx: AsyncTransaction) in
      try await tx.execute("INSERT INTO n VALUES (0, 'text 0')")
      var seen = 0
      for try await row in tx.rows("SELECT i, t FROM n ORDER BY i") {
        #expect(try row.get("t", as: String.self) == "text \(seen)")
        if seen % 300 == 0 {
          try await tx.execute("UPDATE n SET t = 'changed' WHERE i = ?", -1)
          #expect(try await tx.first(Int.self, "SELECT i FROM n WHERE i = ?", seen) == seen)
        }
        seen += 1
      }
      #expect(seen == 2001)
      // Left early.
      for try await row in tx.rows("SELECT i FROM n WHERE i >= ? ORDER BY i", 7) {
        #expect(try row.get(0, as: Int.self) == 7)
        break
      }
      var none = 0
      for try await _ in tx.rows("SELECT i FROM n WHERE i < 0") { none += 1 }
      #expect(none == 0)
      let error = try await asyncFailure { for try await _ in tx.rows("SELECT missing FROM n") {} }
      #expect(error.kind == .noSuchColumn)
    }
    #expect(try await test.db.first(Int.self, "SELECT count(*) FROM n") == 2001)
  }

  @Test("Rows of a transaction that is over, or was rolled back, are refused", arguments: Database.allCases)
  func refused(_ database: Database) async throws {
    let test = try numbers(database, 1000)
    let db = test.db
    let tx = try await db.begin(LeaseRequest(role: .writer, transaction: TransactionOptions()))
    var rows = tx.rows("SELECT i FROM n ORDER BY i").makeAsyncIterator()
    #expect(try await rows.next()?.get(0, as: Int.self) == 1)
    try await tx.commit()
    // What was fetched before may be read; nothing more is fetched.
    let error = try await asyncFailure { while try await rows.next() != nil {} }
    #expect(error.kind == .misuse)
    #expect(try await asyncFailure { for try await _ in tx.rows("SELECT 1") {} }.kind == .misuse)
    #expect(try await db.first(Int.self, "SELECT count(*) FROM n") == 1000)
  }

  @Test("A transaction that was given up for being idle gives no more rows", arguments: Database.allCases)
  func idle(_ database: Database) async throws {
    let test = try IdleDatabase(database, Self.table)
    try fill(test.db, 1000)
    var seen = 0
    let error = try await asyncFailure {
      try await test.db.transaction { (tx: AsyncTransaction) in
        for try await _ in tx.rows("SELECT i FROM n ORDER BY i") {
          seen += 1
          if seen == 1 { try await test.letTransactionIdle() }
        }
      }
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(seen < 1000)
  }

  @Test("A prepared statement is awaited, and belongs to the transaction", arguments: Database.allCases)
  func prepared(_ database: Database) async throws {
    let test = try numbers(database, 3)
    let db = test.db
    var kept: (any Statement)?
    await #expect(throws: Undo.self) {
      try await db.transaction { (tx: AsyncTransaction) in
        let insert = try await tx.prepare("INSERT INTO n VALUES (?, ?)")
        try await insert.execute(4, "text 4")
        #expect(try await insert.executeMany([[5, "text 5"], [6, nil]]) == 2)
        let select = try await tx.prepare("SELECT i FROM n WHERE i > ? ORDER BY i")
        #expect(try select.columns().map(\.name) == ["i"])
        #expect(try await select.query(Int.self, 3) == [4, 5, 6])
        var seen: [Int] = []
        for try await row in select.rows(4) { seen.append(try row.get(0)) }
        #expect(seen == [5, 6])
        // A batch that fails is undone, and the transaction goes on.
        let error = try await asyncFailure { try await insert.executeMany([[7, nil], [1, nil]]) }
        #expect(error.batchIndex == 1)
        #expect(try await tx.first(Int.self, "SELECT count(*) FROM n") == 6)
        #expect(try await asyncFailure { try await tx.prepare("SELECT missing FROM n") }.kind == .noSuchColumn)
        kept = insert
        throw Undo()
      }
    }
    let insert = try #require(kept)
    #expect(try await asyncFailure { try await insert.execute(8, "late") }.kind == .misuse)
    #expect(try await db.query(Int.self, "SELECT i FROM n ORDER BY i") == [1, 2, 3])
  }

  @Test("Tables, and what is known of them", arguments: Database.allCases)
  func schema(_ database: Database) async throws {
    let test = try numbers(database, 3)
    try await test.db.transaction { (tx: AsyncTransaction) in
      let described = try await tx.describe("n")
      #expect(described.columnNames == ["i", "t"])
      #expect(try await tx.describe(TableName(name: "nothing")) == nil)
      #expect(try await tx.tables().contains { $0.name == "n" })
      #expect(try await tx.table("n").name.name == "n")
    }
  }
}
