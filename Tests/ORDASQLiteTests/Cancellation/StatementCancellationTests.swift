import ORDA
import Testing

@testable import ORDASQLite

/// How long a cancelled task may take to end where the machine is busy with other tests; without that it is a few
/// milliseconds, and one that is not stopped would go on for good.
let cancellationLimit = Duration.seconds(120)

@Suite("Cancelling a task", .timeLimit(.minutes(10)))
struct StatementCancellationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Cancels a task and returns how it ended and how long that took.
  private func cancel<T: Sendable>(_ task: Task<T, any Error>) async -> (kind: DatabaseError.Kind?, taken: Duration) {
    let start = ContinuousClock.now
    task.cancel()
    let kind = await errorKind { _ = try await task.value }
    return (kind, ContinuousClock.now - start)
  }

  @Test(arguments: [true, false]) func `A running statement is stopped, and the connection goes on`(
    inMemory: Bool
  ) async {
    // In a process of its own: beside other tests the task would get its turn when they are done.
    await #expect(processExitsWith: .success) { [inMemory] in
      let suite = try StatementCancellationTests()
      let db = try inMemory ? Opening.memory() : Opening.file(in: suite.folder)
      var best = cancellationLimit
      for _ in 0..<20 {
        let before = db.statistics.statements
        let task = Task { try await db.query(TestSQL.endless) }
        #expect(await eventually { db.statistics.statements > before })
        try await Task.sleep(for: .milliseconds(5))
        let (kind, taken) = await suite.cancel(task)
        #expect(kind == .cancelled)
        #expect(taken < cancellationLimit)
        best = min(best, taken)
        #expect(try await db.first("SELECT 1")?.get(0) == 1)
      }
      #expect(best < .milliseconds(100), "the quickest of 20 took \(best)")
    }
  }

  @Test func `A task that waits for the writer leaves the queue`() async throws {
    let db = try Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    try await db.transaction { tx in
      _ = try await tx.execute("INSERT INTO t VALUES (1)")
      let task = Task.detached { try await db.execute("INSERT INTO t VALUES (2)") }
      #expect(await eventually { db.statistics.waiting == 1 })
      let (kind, taken) = await cancel(task)
      #expect(kind == .cancelled)
      #expect(taken < cancellationLimit)
      #expect(db.statistics.waiting == 0)
    }
    #expect(try await db.query(Int.self, "SELECT a FROM t") == [1])
  }

  @Test func `A task that is cancelled while it joins the queue does not stay in it`() async throws {
    let db = try Opening.file(in: folder, "pool.acquire-timeout=60s")
    try await db.execute("CREATE TABLE t (a)")
    try await db.transaction { tx in
      _ = try await tx.execute("INSERT INTO t VALUES (1)")
      // One that stayed would end with a timeout.
      for round in 0..<5_000 {
        let task = Task.detached { try await db.execute("INSERT INTO t VALUES (2)") }
        for _ in 0..<round % 300 { _ = task.isCancelled }
        let (kind, _) = await cancel(task)
        #expect(kind == .cancelled)
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
    let db = try Opening.file(in: folder, "busy-timeout=60s")
    try await db.execute("CREATE TABLE t (a)")
    let other = RawSQLite(folder.file("a.db"))
    try other.query("BEGIN IMMEDIATE")
    for body in 0..<3 {
      let task = Task {
        switch body {
        case 0: try await db.execute("INSERT INTO t VALUES (1)")
        case 1: try await db.transaction { tx in _ = try tx.execute("INSERT INTO t VALUES (1)") }
        default: try await db.transaction { tx in _ = try await tx.execute("INSERT INTO t VALUES (1)") }
        }
      }
      #expect(await eventually { db.statistics.active == 1 })
      try await Task.sleep(for: .milliseconds(30))
      let (kind, taken) = await cancel(task)
      #expect(kind == .cancelled)
      #expect(taken < cancellationLimit)
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
    let task = Task {
      try await db.transaction { tx in
        try tx.execute("INSERT INTO t VALUES (1)")
        // The error is caught; the transaction must not be committed all the same.
        _ = try? tx.query(TestSQL.endless)
        _ = try? tx.execute("INSERT INTO t VALUES (2)")
      }
    }
    #expect(await eventually { db.statistics.statements >= 3 })
    try await Task.sleep(for: .milliseconds(5))
    let (kind, taken) = await cancel(task)
    #expect(kind == .cancelled)
    #expect(taken < cancellationLimit)
    #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
  }

  @Test(arguments: [true, false]) func `A transaction with an asynchronous closure is rolled back`(
    inMemory: Bool
  ) async throws {
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    try await db.execute("CREATE TABLE t (a)")
    for sleeps in [false, true] {
      let before = db.statistics.statements
      let task = Task {
        try await db.transaction { tx in
          _ = try await tx.execute("INSERT INTO t VALUES (1)")
          if sleeps {
            try? await Task.sleep(for: .seconds(3_600))
          } else {
            _ = try? await tx.query(TestSQL.endless)
          }
        }
      }
      #expect(await eventually { db.statistics.statements >= before + (sleeps ? 1 : 2) })
      try await Task.sleep(for: .milliseconds(5))
      let (kind, taken) = await cancel(task)
      #expect(kind == .cancelled)
      #expect(taken < cancellationLimit)
      #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 0)
    }
  }

  @Test func `In memory nothing is lost when a transaction inside a reading is stopped`() async throws {
    let db = try Opening.memory()
    try await db.execute("CREATE TABLE t (a)")
    try await db.execute("INSERT INTO t VALUES (1), (2), (3)")
    for _ in 0..<20 {
      let before = db.statistics.statements
      let task = Task {
        try await db.withConnection { connection in
          try connection.forEach("SELECT a FROM t") { _ in
            try connection.transaction { tx in
              _ = try tx.execute("INSERT INTO t VALUES (4)")
              _ = try tx.query(TestSQL.endless)
            }
          }
        }
      }
      #expect(await eventually { db.statistics.statements >= before + 3 })
      let (kind, _) = await cancel(task)
      #expect(kind == .cancelled)
      #expect(try await db.query(Int.self, "SELECT a FROM t") == [1, 2, 3])
    }
  }

  @Test func `In memory a statement beside one's own rows is stopped, and the rows with it`() async throws {
    let db = try Opening.memory()
    try await db.execute("CREATE TABLE t (a)")
    try await db.execute("INSERT INTO t \(TestSQL.numbers(5_000))")
    for way in 0..<3 {
      let before = db.statistics.statements
      let task = Task {
        for try await _ in db.rows("SELECT a FROM t") {
          switch way {
          case 0: _ = try await db.query(TestSQL.endless)
          case 1:
            try await db.transaction { tx in
              try tx.execute("DELETE FROM t")
              _ = try tx.query(TestSQL.endless)
            }
          default:
            try await db.transaction { tx in
              try await tx.execute("DELETE FROM t")
              _ = try await tx.query(TestSQL.endless)
            }
          }
        }
      }
      #expect(await eventually { db.statistics.statements >= before + (way == 0 ? 2 : 3) })
      let (kind, taken) = await cancel(task)
      #expect(kind == .cancelled)
      #expect(taken < cancellationLimit)
      #expect(try await db.first("SELECT count(*) FROM t")?.get(0) == 5_000)
    }
  }
}
