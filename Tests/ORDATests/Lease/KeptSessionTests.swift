import ORDA
import Testing

/// Where there is but one connection, what statements set in its session is the program's, and stays.
@Suite("The session of the only connection")
struct KeptSessionTests {
  let fake = FakeDatabase()

  private func governor(_ options: String = "") throws -> any Governor {
    let db = try fake.open(options)
    fake.forget()
    return db
  }

  private func isTold(_ error: DatabaseError?) -> Bool {
    error?.kind == .connectionLost && error?.message.contains("session") == true && error?.isRetryable == false
  }

  @Test("One that ended while it was idle is told of, once")
  func idle() throws {
    let db = try governor()
    try db.execute("SET a")
    fake.fail(.idle, with: .lost)
    #expect(isTold(databaseError { try db.execute("UPDATE a") }))
    #expect(fake.connections(running: "UPDATE a").isEmpty)
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
    // Nobody has set anything since.
    fake.fail(.idle, with: .lost)
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2, 3])
  }

  @Test("whatever comes next", arguments: 0..<5)
  func whatever(_ number: Int) throws {
    let db = try governor()
    try db.execute("SET a")
    fake.fail(.idle, with: .lost)
    let calls: [(any Governor) throws -> Void] = [
      { try $0.ping() }, { try $0.withConnection { _ in } }, { try $0.transaction { _ in } },
      { _ = try $0.rows("SELECT 1") }, { try $0.executeScript("UPDATE a; UPDATE b") },
    ]
    #expect(isTold(databaseError { try calls[number](db) }))
    try calls[number](db)
    #expect(fake.openedCount == 2)
  }

  @Test("whatever is awaited next")
  func awaited() async throws {
    let db = try governor()
    _ = try await db.execute("SET a")
    fake.fail(.idle, with: .lost)
    #expect(isTold(await asyncDatabaseError { _ = try await db.execute("UPDATE a") }))
    _ = try await db.execute("SET a")
    fake.fail(.idle, with: .lost)
    #expect(isTold(await asyncDatabaseError { for try await _ in db.rows("SELECT 1") {} }))
    _ = try await db.execute("SET a")
    fake.fail(.idle, with: .lost)
    #expect(isTold(await asyncDatabaseError { try await db.transaction { (_: AsyncTransaction) in } }))
    _ = try await db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [4])
  }

  @Test("With pool.reset=false what closures set counts, too")
  func withoutReset() throws {
    let db = try governor("pool.reset=false")
    try db.withConnection { try $0.execute("SET a") }
    fake.fail(.idle, with: .lost)
    #expect(isTold(databaseError { try db.execute("UPDATE a") }))
  }

  @Test("What was undone is not missed, and one that nobody changed is replaced unseen")
  func undone() throws {
    let db = try governor()
    try db.withConnection { try $0.execute("SET a") }
    #expect(fake.work == ["run SET a", "reset"])
    fake.fail(.idle, with: .lost)
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
  }

  @Test("A closure's changes stay where undoing them would undo the program's")
  func closures() throws {
    let db = try governor()
    try db.execute("SET a")
    try db.withConnection { try $0.execute("SET b") }
    #expect(fake.work == ["run SET a", "run SET b"])
    fake.fail(.idle, with: .lost)
    #expect(isTold(databaseError { try db.execute("UPDATE a") }))
    try db.withConnection { try $0.execute("SET b") }
    #expect(fake.calls(of: 2).contains("reset"))
  }

  @Test("Of several connections none is a program's")
  func several() throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    try db.execute("SET a")
    fake.fail(.idle, with: .lost)
    try db.execute("UPDATE a")
    #expect(fake.openedCount == 2)
    let warnings = fake.warnings.take()
    #expect(warnings.count == 1 && warnings[0].hasPrefix("what a statement changed in the session"), "\(warnings)")
  }
}
