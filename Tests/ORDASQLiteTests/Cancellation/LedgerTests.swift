import ORDA
import Synchronization
import Testing

@Suite("Cancelling at random", .timeLimit(.minutes(10)))
struct LedgerTests {
  /// Moves money between accounts and notes it, in one of the three ways to run a transaction.
  private static func transfer(_ db: any Governor, way: Int, from: Int, to: Int) async throws {
    switch way {
    case 0:
      try await db.transaction { tx in
        try tx.execute("UPDATE account SET balance = balance - 1 WHERE id = ?", from)
        try tx.execute("UPDATE account SET balance = balance + 1 WHERE id = ?", to)
        _ = try tx.execute("INSERT INTO entry (origin, target) VALUES (?, ?)", from, to)
      }
    case 1:
      try await db.transaction { tx in
        try await tx.execute("UPDATE account SET balance = balance - 1 WHERE id = ?", from)
        await Task.yield()
        try await tx.execute("UPDATE account SET balance = balance + 1 WHERE id = ?", to)
        _ = try await tx.execute("INSERT INTO entry (origin, target) VALUES (?, ?)", from, to)
      }
    default:
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO entry (origin, target) VALUES (?, ?)", from, to)
        try await tx.transaction { nested in
          try await nested.execute("UPDATE account SET balance = balance - 1 WHERE id = ?", from)
          _ = try await nested.execute("UPDATE account SET balance = balance + 1 WHERE id = ?", to)
        }
      }
    }
  }

  @Test(arguments: [true, false]) func `The sum stays exact, and nobody else is hit`(inMemory: Bool) async throws {
    let folder = try TemporaryFolder()
    let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
    try await db.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)")
    try await db.execute("CREATE TABLE entry (origin INTEGER, target INTEGER)")
    let ids = Array(1...32)
    _ = try await db.prepare("INSERT INTO account VALUES (?, 100)").executeMany(ids.map { [$0] as Parameters })

    let committed = SharedResource(Atomic(0))
    let cancelled = SharedResource(Atomic(0))
    let wrong = Collected<String>()
    let end = ContinuousClock.now + .seconds(stressSeconds / 2)
    // Beside other tests these tasks may get their first turn after that.
    let latest = end + .seconds(120)
    @Sendable func goesOn() -> Bool {
      let isEmpty = [committed, cancelled].contains { $0.value.load(ordering: .relaxed) == 0 }
      return ContinuousClock.now < (isEmpty ? latest : end)
    }
    await withTaskGroup { group in
      for index in 0..<32 {
        group.addTask {
          var random = SystemRandomNumberGenerator()
          while goesOn() {
            let way = Int.random(in: 0..<3, using: &random)
            let from = Int.random(in: 1...32, using: &random)
            let to = Int.random(in: 1...32, using: &random)
            let isCancelled = index % 2 == 0
            if index % 8 == 7 {
              // A reader: each of its views is of a whole state.
              let sum = try? await db.first("SELECT sum(balance) FROM account")?.get(0, as: Int.self)
              if sum != 3_200 { wrong.add("a reader saw the sum \(String(describing: sum))") }
              continue
            }
            let task = Task { try await Self.transfer(db, way: way, from: from, to: to) }
            if isCancelled {
              try? await Task.sleep(for: .microseconds(Int.random(in: 0..<4_000, using: &random)))
              task.cancel()
            }
            do {
              try await task.value
              committed.value.add(1, ordering: .relaxed)
            } catch let error as DatabaseError where isCancelled && error.kind == .cancelled {
              cancelled.value.add(1, ordering: .relaxed)
            } catch {
              wrong.add("task \(index), way \(way): \(error)")
            }
          }
        }
      }
    }
    #expect(wrong.all.prefix(5).isEmpty, "\(wrong.all.count): \(wrong.all.prefix(5))")
    #expect(try await db.first("SELECT sum(balance) FROM account")?.get(0) == 3_200)
    // What was reported as committed is there, and nothing else.
    #expect(try await db.first("SELECT count(*) FROM entry")?.get(0) == committed.value.load(ordering: .relaxed))
    #expect(committed.value.load(ordering: .relaxed) > 0)
    #expect(cancelled.value.load(ordering: .relaxed) > 0)
    #expect(db.statistics.active == 0)
  }
}
