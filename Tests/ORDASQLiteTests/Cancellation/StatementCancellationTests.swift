import ORDA
import Testing

@Suite("Cancelling a task")
struct StatementCancellationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Cancels a task and returns how it ended.
  private func cancel<T: Sendable>(_ task: Task<T, any Error>) async -> DatabaseError.Kind? {
    task.cancel()
    return await errorKind { _ = try await task.value }
  }

  @Test(arguments: [true, false]) func `A running statement is stopped, and the connection goes on`(
    inMemory: Bool
  ) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    let endless = try await EndlessQuery(on: db)
    for round in 1...20 {
      let task = Task { try await db.query(endless.sql) }
      try await endless.hasBegun(times: round)
      #expect(await cancel(task) == .cancelled)
      #expect(try await db.first("SELECT 1")?.get(0) == 1)
    }
  }

  @Test func `A task that waits for the writer leaves the queue`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    try await db.transaction { tx in
      _ = try await tx.execute("INSERT INTO t VALUES (1)")
      let task = Task.detached { try await db.execute("INSERT INTO t VALUES (2)") }
      #expect(await eventually { db.statistics.waiting == 1 })
      #expect(await cancel(task) == .cancelled)
      #expect(db.statistics.waiting == 0)
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1])
  }

  @Test func `A task that is cancelled while it joins the queue does not stay in it`() async throws {
    let db = try Opening.file(in: folder, "pool.acquire-timeout=1h")
    try await db.execute("CREATE TABLE t (a)")
    try await db.transaction { tx in
      _ = try await tx.execute("INSERT INTO t VALUES (1)")
      // One that stayed would wait until the transaction ends.
      for round in 0..<5_000 {
        let task = Task.detached { try await db.execute("INSERT INTO t VALUES (2)") }
        for _ in 0..<round % 300 { _ = task.isCancelled }
        #expect(await cancel(task) == .cancelled)
      }
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1])
  }

  @Test func `A task that was cancelled before it begins runs nothing`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    for _ in 0..<200 {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await db.execute("INSERT INTO t VALUES (1)")
      }
      #expect(await errorKind { _ = try await task.value } == .cancelled)
    }
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
  }

  @Test func `A wait for another program's lock is stopped`() async throws {
    let begun = BegunStatements()
    let db = try Opening.file(in: folder, "busy-timeout=1h", configuration: begun.configuration)
    try await db.execute("CREATE TABLE t (a)")
    let other = RawSQLite(folder.file("a.db"))
    try other.query("BEGIN IMMEDIATE")
    for body in 0..<3 {
      begun.forget()
      let task = Task {
        switch body {
        case 0: try await db.execute("INSERT INTO t VALUES (1)")
        case 1: try await db.transaction { tx in _ = try tx.execute("INSERT INTO t VALUES (1)") }
        default: try await db.transaction { tx in _ = try await tx.execute("INSERT INTO t VALUES (1)") }
        }
      }
      // From here on it asks for the lock, and is not stopped before it has been refused.
      try await begun.wait(for: body == 0 ? "INSERT" : "BEGIN IMMEDIATE")
      #expect(await cancel(task) == .cancelled)
    }
    try other.query("COMMIT")
    try await db.execute("INSERT INTO t VALUES (7)")
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [7])
  }

  @Test(arguments: [true, false]) func `A transaction on the connection's thread is rolled back`(
    inMemory: Bool
  ) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    let endless = try await EndlessQuery(on: db)
    let task = Task {
      try await db.transaction { tx in
        try tx.execute("INSERT INTO t VALUES (1)")
        // The error is caught; the transaction must not be committed all the same.
        _ = try? tx.query(endless.sql)
        _ = try? tx.execute("INSERT INTO t VALUES (2)")
      }
    }
    try await endless.hasBegun()
    #expect(await cancel(task) == .cancelled)
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
  }

  @Test(arguments: [true, false]) func `A transaction with an asynchronous closure is rolled back`(
    inMemory: Bool
  ) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    let endless = try await EndlessQuery(on: db)
    let (hasBegun, never) = (Event(), Event())
    for waits in [false, true] {
      let task = Task {
        try await db.transaction { tx in
          _ = try await tx.execute("INSERT INTO t VALUES (1)")
          if waits {
            hasBegun.signal()
            try? await never.wait()
          } else {
            _ = try? await tx.query(endless.sql)
          }
        }
      }
      if waits { try await hasBegun.wait() } else { try await endless.hasBegun() }
      #expect(await cancel(task) == .cancelled)
      #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
    }
  }

  @Test func `In memory nothing is lost when a transaction inside a reading is stopped`() async throws {
    let db = try Opening.memory()
    try await db.execute("CREATE TABLE t (a)")
    try await db.execute("INSERT INTO t VALUES (1), (2), (3)")
    let endless = try await EndlessQuery(on: db)
    for round in 1...20 {
      let task = Task {
        try await db.withConnection { connection in
          try connection.forEach("SELECT a FROM t") { _ in
            try connection.transaction { tx in
              _ = try tx.execute("INSERT INTO t VALUES (4)")
              _ = try tx.query(endless.sql)
            }
          }
        }
      }
      try await endless.hasBegun(times: round)
      #expect(await cancel(task) == .cancelled)
      #expect(try await db.query(Int.self, "SELECT a FROM t") == [1, 2, 3])
    }
  }

  @Test func `In memory a statement beside one's own rows is stopped, and the rows with it`() async throws {
    let db = try Opening.memory()
    try await db.execute("CREATE TABLE t (a)")
    try await db.execute("INSERT INTO t \(TestSQL.numbers(5_000))")
    let endless = try await EndlessQuery(on: db)
    for way in 0..<3 {
      let task = Task {
        for try await _ in db.rows("SELECT a FROM t") {
          switch way {
          case 0: _ = try await db.query(endless.sql)
          case 1:
            try await db.transaction { tx in
              try tx.execute("DELETE FROM t")
              _ = try tx.query(endless.sql)
            }
          default:
            try await db.transaction { tx in
              try await tx.execute("DELETE FROM t")
              _ = try await tx.query(endless.sql)
            }
          }
        }
      }
      try await endless.hasBegun(times: way + 1)
      #expect(await cancel(task) == .cancelled)
      #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 5_000)
    }
  }
}
