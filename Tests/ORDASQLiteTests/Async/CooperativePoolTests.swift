import ORDA
import Testing

@Suite("Swift's cooperative pool")
struct CooperativePoolTests {
  /// The longest that an unrelated task waited for its turn while others are in the database.
  private func longestWait(samples: Int) async -> Duration {
    var longest = Duration.zero
    for _ in 0..<samples {
      let asked = ContinuousClock.now
      let waited = await Task.detached { ContinuousClock.now - asked }.value
      longest = max(longest, waited)
      try? await Task.sleep(for: .milliseconds(2))
    }
    return longest
  }

  @Test(.timeLimit(.minutes(2))) func `64 tasks in slow queries keep no unrelated task waiting`() async throws {
    let folder = try TemporaryFolder()
    let db = try Opening.file(in: folder)
    var best = Duration.seconds(1_000)
    // Other tests run meanwhile and may hold a core for a moment: a pool that is blocked would be so in every round.
    for _ in 0..<4 {
      let slow = (0..<64).map { _ in Task { try await db.query(TestSQL.endless, timeout: .seconds(10)) } }
      #expect(await eventually { db.statistics.active == 4 && db.statistics.waiting == 60 })
      best = min(best, await longestWait(samples: 40))
      for task in slow { task.cancel() }
      for task in slow {
        let kind = await errorKind { _ = try await task.value }
        #expect(kind == .cancelled)
      }
    }
    #expect(best < .milliseconds(50), "the longest wait of the best round was \(best)")
    #expect(try await db.first("SELECT 7")?.get(0) == 7)
  }
}
