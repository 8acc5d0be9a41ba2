import Testing

@testable import ORDA

@Suite("A pool whose server is full")
struct FullServerTests {
  private static let full = DatabaseError(.cannotOpen(.tooManyConnections), "no more chairs")

  @Test("serves those who wait by what comes back, and asks for more only now and then")
  func served() async throws {
    let fake = FakeDatabase(writers: 8)
    let db = try fake.open("pool.acquire-timeout=60s")
    for _ in 0..<200 { fake.fail(.open, with: Self.full) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { for _ in 0..<10 { _ = try await db.query("SELECT 1") } }
      }
      try await group.waitForAll()
    }
    #expect(db.statistics.connections == 1 && db.statistics.timeouts == 0)
  }

  @Test("tells who waits for nobody's connection at once")
  func told() async throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open("pool.acquire-timeout=60s")
    fake.fail(.open, with: Self.full)
    db.refresh()
    let error = await asyncDatabaseError { _ = try await db.query("SELECT 1") }
    #expect(error?.kind == .cannotOpen(.tooManyConnections))
    _ = try await db.query("SELECT 1")
  }
}
