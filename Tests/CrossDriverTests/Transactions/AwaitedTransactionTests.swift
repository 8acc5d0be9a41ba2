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
}
