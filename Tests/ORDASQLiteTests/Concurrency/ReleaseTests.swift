import Testing

@testable import ORDA

@Suite("Letting go")
struct ReleaseTests {
  @Test(arguments: [true, false]) func `A governor that is let go leaves nothing in memory`(inMemory: Bool) async throws
  {
    let folder = try TemporaryFolder()
    weak var texts: StatementSlots?
    weak var pool: ConnectionPool?
    do {
      let db = try inMemory ? Opening.memory() : Opening.file(in: folder)
      try await db.execute("CREATE TABLE t (a)")
      _ = try await db.query("SELECT * FROM t WHERE a = ?", 1)
      for try await _ in db.rows(TestSQL.numbers(1_000)) { break }
      let governor = try #require(db as? ConnectionGovernor)
      (texts, pool) = (governor.slots, governor.writers)
      #expect(texts != nil && pool != nil)
    }
    #expect(await eventually { texts == nil && pool == nil })
  }
}
