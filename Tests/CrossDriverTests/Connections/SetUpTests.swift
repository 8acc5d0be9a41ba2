import ORDA
import Testing

/// What is given to `onConnect` while a connection is in use reaches it when it comes back, and nothing of it happens in the
/// middle of a transaction.
@Suite("Set-ups beside transactions") struct SetUpTests {
  struct Undo: Error {}

  static let accounts: SQL = """
    CREATE TABLE account (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL);
    CREATE TABLE seen (n INTEGER);
    INSERT INTO account VALUES (1, 100), (2, 0)
    """

  /// What a set-up does that would end a transaction, or become part of it.
  enum Deed: CaseIterable, Sendable {
    case transaction, script, definition, statement

    func run(on connection: Connection) throws {
      guard connection.role == .writer else { return }
      switch self {
      case .transaction: try connection.transaction { tx in _ = try tx.execute("INSERT INTO seen VALUES (1)") }
      case .script: try connection.executeScript("BEGIN; INSERT INTO seen VALUES (1); COMMIT")
      case .definition:
        try connection.execute("CREATE TABLE IF NOT EXISTS made (id INTEGER)")
        try connection.execute("INSERT INTO seen VALUES (1)")
      case .statement: try connection.execute("INSERT INTO seen VALUES (1)")
      }
    }
  }

  private func amounts(_ db: any Governor) async throws -> [Int] {
    try await db.query(Int.self, "SELECT amount FROM account ORDER BY id")
  }

  @Test(
    "An awaited transaction goes on as if there were none", arguments: Database.allCases,
    [("", true), ("", false), ("pool.max=1", true), ("pool.max=1", false)])
  func awaited(_ database: Database, _ how: (options: String, commits: Bool)) async throws {
    for deed in Deed.allCases {
      let test = try database.opened(Self.accounts, options: how.options)
      let db = test.db
      do {
        try await db.transaction { (tx: AsyncTransaction) in
          try await tx.execute("UPDATE account SET amount = amount - 50 WHERE id = 1")
          try await Threads.offload { try db.onConnect { try deed.run(on: $0) } }
          try await tx.execute("UPDATE account SET amount = amount + 50 WHERE id = 2")
          #expect(try await tx.first(Int.self, "SELECT sum(amount) FROM account") == 100)
          if !how.commits { throw Undo() }
        }
      } catch is Undo {}
      #expect(try await amounts(db) == (how.commits ? [50, 50] : [100, 0]))
      // It has run by the next use of the transaction's connection.
      try await db.withConnection { _ in }
      #expect(try await db.first(Int.self, "SELECT count(*) FROM seen") ?? 0 >= 1)
    }
  }

  @Test("A transaction on the same thread goes on as if there were none", arguments: Database.allCases, Deed.allCases)
  func blocking(_ database: Database, _ deed: Deed) throws {
    for options in ["", "pool.max=1"] {
      let test = try database.opened(Self.accounts, options: options)
      let db = test.db
      #expect(throws: Undo.self) {
        try db.transaction { tx in
          try tx.execute("UPDATE account SET amount = amount - 50 WHERE id = 1")
          try db.onConnect { try deed.run(on: $0) }
          try tx.execute("UPDATE account SET amount = amount + 50 WHERE id = 2")
          throw Undo()
        }
      }
      #expect(try db.query(Int.self, "SELECT amount FROM account ORDER BY id") == [100, 0])
      try db.onConnect { _ in }
      #expect(try db.first(Int.self, "SELECT count(*) FROM seen") ?? 0 >= 1)
    }
  }

  @Test("Its error reaches the next who is lent the connection", arguments: Database.allCases)
  func failing(_ database: Database) throws {
    let test = try database.opened(Self.accounts, options: "pool.max=1")
    let isRefused = Shared(true)
    try test.db.transaction { tx in
      try test.db.onConnect { _ in if isRefused.current { throw DatabaseError(.permission, "not yet") } }
      try tx.execute("UPDATE account SET amount = 1")
    }
    #expect(try failure { try test.db.execute("UPDATE account SET amount = 2") }.kind == .permission)
    isRefused.with { $0 = false }
    #expect(try test.db.query(Int.self, "SELECT amount FROM account") == [1, 1])
  }

  @Test("On a free connection its error reaches who gave it", arguments: Database.allCases)
  func failingAtOnce(_ database: Database) async throws {
    let test = try database.opened(Self.accounts)
    let db = test.db
    try await db.transaction { (tx: AsyncTransaction) in
      try await tx.execute("UPDATE account SET amount = 1")
      let error = await #expect(throws: DatabaseError.self) {
        try await Threads.offload { try db.onConnect { _ in throw DatabaseError(.permission, "no") } }
      }
      #expect(error?.kind == .permission)
      try await tx.execute("UPDATE account SET amount = 2")
    }
    #expect(try await amounts(db) == [2, 2])
  }

  @Test("What it runs on the governor runs on the connection that is set up", arguments: Database.allCases)
  func governor(_ database: Database) throws {
    let test = try database.opened(Self.accounts, options: "pool.max=1")
    let db = test.db
    try db.onConnect { [weak db] _ in try db?.execute("INSERT INTO seen VALUES (1)") }
    #expect(try db.query(Int.self, "SELECT n FROM seen") == [1])
    // One that gives another: it runs after it.
    try db.onConnect { [weak db] _ in try db?.onConnect { try $0.execute("INSERT INTO seen VALUES (2)") } }
    try db.withConnection { _ in }
    #expect(try db.query(Int.self, "SELECT n FROM seen ORDER BY n") == [1, 2])
  }
}
