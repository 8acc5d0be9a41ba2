import ORDA
import Testing

@Suite("Awaited transactions") struct AwaitedTransactionTests {
  static let table: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)"
  struct Undo: Error {}

  @Test("hold across suspensions, with savepoints in them", arguments: Database.allCases)
  func suspended(_ database: Database) async throws {
    let test = try database.opened(Self.table)
    try await test.db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1, 1)")
      await Task.yield()
      do {
        try await tx.transaction { inner in
          try await inner.execute("INSERT INTO t VALUES (2, 2)")
          await Task.yield()
          throw Undo()
        }
      } catch is Undo {}
      #expect(try await tx.first(Int.self, "SELECT count(*) FROM t") == 1)
      try await tx.execute("INSERT INTO t VALUES (3, 3)")
    }
    await #expect(throws: Undo.self) {
      try await test.db.transaction { tx in
        try await tx.execute("DELETE FROM t")
        throw Undo()
      }
    }
    #expect(try await test.db.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 3])
  }

  @Test("count right, however many there are at once", arguments: Database.allCases)
  func counting(_ database: Database) async throws {
    let test = try database.opened("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t VALUES (1, 0)")
    let db = test.db
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<25 { try await db.transaction { tx in try tx.execute("UPDATE t SET n = n + 1 WHERE id = 1") } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await db.first(Int.self, "SELECT n FROM t") == 200)
  }

  @Test("are undone when their task is cancelled", arguments: Database.allCases)
  func cancelled(_ database: Database) async throws {
    let test = try database.opened(Self.table)
    let db = test.db
    let inserted = Event()
    let work = Task {
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO t VALUES (1, 1)")
        inserted.signal()
        // Nobody signals this one: the wait ends when the task is cancelled.
        try await Event().wait()
      }
    }
    try await inserted.wait()
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(try await db.first(Int.self, "SELECT count(*) FROM t") == 0)
    #expect(try await db.execute("INSERT INTO t VALUES (1, 1)").changed == 1)
  }

  /// A helper that was given the governor, as in a program whose functions don't know of the transaction.
  private func insert(_ id: Int, _ db: any Governor) async throws {
    try await db.execute("INSERT INTO t VALUES (?, 0)", id)
  }

  private func insertNow(_ id: Int, _ db: any Governor) throws { try db.execute("INSERT INTO t VALUES (?, 0)", id) }

  @Test("include what their task calls on the governor", arguments: Database.allCases)
  func governorCalls(_ database: Database) async throws {
    let test = try database.opened(Self.table)
    let db = test.db
    let prepared = try await db.prepare("INSERT INTO t VALUES (?, 0)")
    let outcomes = Shared<[TransactionOutcome]>([])
    await #expect(throws: Undo.self) {
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO t VALUES (1, 0)")
        try await insert(2, db)
        try await prepared.execute(3)
        try await prepared.executeMany([[4], [5]])
        try await db.table("t").insert(["id": 6, "n": 0])
        try await db.executeScript("INSERT INTO t VALUES (7, 0); INSERT INTO t VALUES (8, 0)")
        try await db.withConnection { connection in _ = try connection.execute("INSERT INTO t VALUES (9, 0)") }
        try await db.transaction { inner in _ = try inner.execute("INSERT INTO t VALUES (10, 0)") }
        try await db.transaction { inner in try await inner.execute("INSERT INTO t VALUES (11, 0)") }
        #expect(try db.atTransactionEnd { outcome in outcomes.with { $0.append(outcome) } })
        var ids: [Int] = []
        for try await row in db.rows("SELECT id FROM t ORDER BY id") { ids.append(try row.get(0)) }
        #expect(ids == Array(1...11))
        #expect(try await db.first(Int.self, "SELECT count(*) FROM t") == 11)
        throw Undo()
      }
    }
    #expect(outcomes.current == [.rolledBack])
    #expect(try await db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test("undo a nested transaction of the governor alone", arguments: Database.allCases)
  func governorSavepoint(_ database: Database) async throws {
    let test = try database.opened(Self.table)
    let db = test.db
    try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1, 0)")
      await #expect(throws: Undo.self) {
        try await db.transaction { _ in
          try await insert(2, db)
          throw Undo()
        }
      }
      await #expect(throws: Undo.self) {
        try await db.transaction { inner in
          try insertNow(3, db)
          throw Undo()
        }
      }
      try await insert(4, db)
    }
    #expect(try await db.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 4])
  }

  @Test("refuse calls that block, and calls of tasks that their closure starts", arguments: Database.allCases)
  func refusedCalls(_ database: Database) async throws {
    let test = try database.opened(Self.table)
    let db = test.db
    try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1, 0)")
      #expect(try failure { try insertNow(2, db) }.kind == .misuse)
      let error = try await asyncFailure {
        async let child: Void = insert(3, db)
        try await child
      }
      #expect(error.kind == .misuse)
      #expect(error.message.contains("Task.detached"), "\(error)")
      #expect(try await asyncFailure { try await Task { try await insert(4, db) }.value }.kind == .misuse)
      let inGroup = try await asyncFailure {
        try await withThrowingTaskGroup { group in
          group.addTask { try await insert(5, db) }
          try await group.waitForAll()
        }
      }
      #expect(inGroup.kind == .misuse)
      // The transaction itself is unharmed, and can be used by the tasks.
      async let other: Void = { _ = try await tx.execute("INSERT INTO t VALUES (6, 0)") }()
      try await other
    }
    #expect(try await db.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 6])
  }

  @Test("leave detached tasks, and tasks that outlive them, their own connections", arguments: Database.allCases)
  func detached(_ database: Database) async throws {
    let test = try database.opened(Self.table)
    let db = test.db
    let isOver = Event()
    let (seen, later) = try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (1, 0)")
      let seen = try await Task.detached { try await db.first(Int.self, "SELECT count(*) FROM t") }.value
      return (
        seen,
        Task {
          try await isOver.wait()
          return try await db.first(Int.self, "SELECT count(*) FROM t")
        }
      )
    }
    isOver.signal()
    #expect(seen == 0)
    #expect(try await later.value == 1)
  }
}
