import ORDA
import Testing

@Suite("Cancelling at random")
struct LedgerTests {
  /// Moves money between accounts and notes it, in one of the three ways to run a transaction.
  private static func transfer(
    _ db: any Governor, way: Int, from: Int, to: Int, _ course: Course
  ) async throws {
    defer { course.end() }
    switch way {
    case 0:
      try await db.transaction { tx in
        try tx.execute("UPDATE account SET balance = balance - 1 WHERE id = ?", from)
        course.block(after: 1)
        try tx.execute("UPDATE account SET balance = balance + 1 WHERE id = ?", to)
        course.block(after: 2)
        _ = try tx.execute("INSERT INTO entry (origin, target) VALUES (?, ?)", from, to)
        course.block(after: 3)
      }
    case 1:
      try await db.transaction { tx in
        try await tx.execute("UPDATE account SET balance = balance - 1 WHERE id = ?", from)
        await course.pause(after: 1)
        try await tx.execute("UPDATE account SET balance = balance + 1 WHERE id = ?", to)
        await course.pause(after: 2)
        _ = try await tx.execute("INSERT INTO entry (origin, target) VALUES (?, ?)", from, to)
        await course.pause(after: 3)
      }
    default:
      try await db.transaction { tx in
        try await tx.execute("INSERT INTO entry (origin, target) VALUES (?, ?)", from, to)
        await course.pause(after: 1)
        try await tx.transaction { nested in
          try await nested.execute("UPDATE account SET balance = balance - 1 WHERE id = ?", from)
          await course.pause(after: 2)
          _ = try await nested.execute("UPDATE account SET balance = balance + 1 WHERE id = ?", to)
        }
        await course.pause(after: 3)
      }
    }
  }

  @Test(arguments: [true, false]) func `The sum stays exact, and nobody else is hit`(inMemory: Bool) async throws {
    let folder = try TemporaryFolder()
    // Who waits is never refused: every transfer that is not cancelled has to be made.
    let options = "pool.acquire-timeout=1h"
    let db = try inMemory ? Opening.memory(options) : Opening.file(in: folder, options)
    try await db.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)")
    try await db.execute("CREATE TABLE entry (origin INTEGER, target INTEGER)")
    let ids = Array(1...32)
    _ = try await db.prepare("INSERT INTO account VALUES (?, 100)").executeMany(ids.map { [$0] as Parameters })

    let committed = Shared(0)
    let wrong = Collected<String>()
    let rounds = stressed(40)
    await withTaskGroup { group in
      for index in 0..<32 {
        group.addTask {
          var random = Seeded(UInt64(index))
          for round in 0..<rounds {
            let way = Int.random(in: 0..<3, using: &random)
            let from = Int.random(in: 1...32, using: &random)
            let to = Int.random(in: 1...32, using: &random)
            if index % 8 == 7 {
              // A reader: each of its views is of a whole state.
              let sum = try? await db.first("SELECT sum(balance) FROM account")?.get(0, as: Int.self)
              if sum != 3_200 { wrong.add("a reader saw the sum \(String(describing: sum))") }
              continue
            }
            // Half of those that are cancelled wait for that in their middle, and the others go on meanwhile.
            let cancelling = index % 2 == 0 ? Int.random(in: 0...3, using: &random) : nil
            let waits = round % 2 == 0 && [1, 2].contains(cancelling)
            let course = Course(waitingAfter: waits ? cancelling : nil)
            let task = Task { try await Self.transfer(db, way: way, from: from, to: to, course) }
            if let cancelling {
              await course.hasReached(cancelling)
              task.cancel()
              course.goOn()
            }
            do {
              try await task.value
              committed.with { $0 += 1 }
              if waits { wrong.add("task \(index), way \(way): was cancelled after \(cancelling ?? 0) and committed") }
            } catch let error as DatabaseError where cancelling != nil && error.kind == .cancelled {
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
    #expect(try await db.first("SELECT count(*) FROM entry")?.get(0) == committed.current)
    #expect(db.statistics.active == 0)
  }
}

/// How far a transfer has come, and where it waits until it is cancelled.
private final class Course: Sendable {
  private let steps = Shared(0)
  private let waitingAfter: Int?
  private let mayGoOn = Event()

  init(waitingAfter step: Int?) { waitingAfter = step }

  /// Notes a step, and blocks the thread where the transfer is to wait.
  func block(after step: Int) {
    note(step)
    if step == waitingAfter { mayGoOn.wait() }
  }

  /// The same for a task, which goes on once it is cancelled.
  func pause(after step: Int) async {
    note(step)
    if step == waitingAfter { try? await mayGoOn.wait() } else { await Task.yield() }
  }

  private func note(_ step: Int) { steps.with { $0 = max($0, step) } }

  /// The transfer is over.
  func end() { steps.current = .max }

  /// Waits for a step, or the end.
  func hasReached(_ step: Int) async { _ = try? await steps.wait { $0 >= step } }

  func goOn() { mayGoOn.signal() }
}
