import ORDA
import Testing

@Suite("Swift's cooperative pool")
struct CooperativePoolTests {
  /// In a process of its own, where nobody else keeps the pool busy.
  @Test func `64 tasks in slow queries keep no unrelated task waiting`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let db = try Opening.file(in: folder, "pool.acquire-timeout=1h")
      // Prepared before: otherwise each task first asks a reader whether the statement only reads.
      let statement = try await db.prepare(TestSQL.endless)
      let slow = (0..<64).map { _ in Task { try await statement.query() } }
      #expect(await eventually { db.statistics.active == 4 && db.statistics.waiting == 60 })
      // If they blocked the pool, none of these would ever begin.
      for _ in 0..<200 { await Task.detached {}.value }
      #expect(db.statistics.active == 4 && db.statistics.waiting == 60, "they must still be at it")
      for task in slow { task.cancel() }
      for task in slow {
        let kind = await errorKind { _ = try await task.value }
        #expect(kind == .cancelled)
      }
      #expect(try await db.first("SELECT 7")?.get(0) == 7)
    }
  }

  @Test func `Tasks that read slower than the database keep no other one waiting`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let db = try Opening.file(in: folder, "readers=\(OthersTurn.count)")
      let turn = OthersTurn(step: .milliseconds(1))
      let isGiven = await turn.isGiven { number in
        for try await _ in db.rows(TestSQL.numbers(20_000)) { try turn.step(of: number) }
      }
      #expect(isGiven)
    }
  }
}
