import Testing

@testable import ORDA

/// A database that is told what will be bound when it prepares a statement.
@Suite("A statement that is prepared for kinds of values")
struct TypedPreparingTests {
  private func open(_ capabilities: Capabilities? = nil) throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase(
      capabilities: capabilities ?? [.transactionalDDL, .savepoints, .interleaving, .cancellation],
      preparesForKinds: true)
    let db = try fake.open()
    fake.forget()
    return (fake, db)
  }

  @Test func itIsPreparedForWhatIsBound() throws {
    let (fake, db) = try open()
    try db.execute("UPDATE a SET b = ?, c = ?", 1, "x")
    try db.execute("UPDATE a SET b = ?, c = ?", 2, "y")
    #expect(
      fake.calls == [
        "prepare UPDATE a SET b = ?, c = ? for [\"int\", \"text\"]", "run UPDATE a SET b = ?, c = ? [1, 'x']",
        "run UPDATE a SET b = ?, c = ? [2, 'y']",
      ])
  }

  @Test func otherKindsHaveItPreparedAnew() throws {
    let (fake, db) = try open()
    for value: any ValueConvertible in [1, "x", 2, 1.5, "y"] { try db.execute("UPDATE a SET b = ?", [value]) }
    // NULL goes with any kind; where only NULL is known, another kind does not go with it.
    try db.execute("UPDATE a SET b = ?", nil as Int?)
    #expect(
      fake.calls.filter { $0.hasPrefix("prepare") }
        == ["int", "text", "double"].map { "prepare UPDATE a SET b = ? for [\"\($0)\"]" })
    #expect(fake.handleCount == 3)
    try db.execute("UPDATE c SET d = ?", nil as Int?)
    try db.execute("UPDATE c SET d = ?", 1)
    #expect(fake.calls.contains("prepare UPDATE c SET d = ? for [\"null\"]"))
    #expect(fake.calls.contains("prepare UPDATE c SET d = ? for [\"int\"]"))
  }

  @Test func aFewAreKeptForEachText() throws {
    let (fake, db) = try open()
    let values: [any ValueConvertible] = [1, "x", 1.5, [UInt8](), try #require(CivilDate("2026-01-02"))]
    for value in values { try db.execute("UPDATE a SET b = ?", [value]) }
    #expect(fake.handleCount == 4)
    #expect(fake.calls.filter { $0.hasPrefix("finalize") }.count == 1)
    try db.close(within: .zero)
    #expect(fake.handleCount == 0)
  }

  @Test func theTextIsCheckedBeforeThereAreValues() throws {
    let (fake, db) = try open()
    fake["SELECT n FROM a WHERE n = ?"] = .numbers(2)
    let statement = try db.prepare("SELECT n FROM a WHERE n = ?")
    #expect(fake.calls == ["prepare SELECT n FROM a WHERE n = ?"])
    #expect(try statement.columns().map(\.name) == ["n"])
    #expect(try statement.query(1).count == 2)
    #expect(fake.calls.contains("prepare SELECT n FROM a WHERE n = ? for [\"int\"]"))
    #expect(fake.handleCount == 1)
  }

  @Test func withOneResultAtATime() throws {
    let (fake, db) = try open([.transactionalDDL, .savepoints, .cancellation])
    fake["SELECT n FROM a WHERE n > ?"] = .numbers(3)
    var seen = 0
    try db.forEach("SELECT n FROM a WHERE n > ?", 1) { row in
      let number = try row.get(0, as: Int.self)
      #expect(number == seen)
      seen += 1
      try db.execute("UPDATE a SET b = ?", ["x"])
    }
    #expect(seen == 3)
    #expect(!fake.isTangled)
  }

  @Test func aFailureOfPreparingIsTheStatements() throws {
    let (fake, db) = try open()
    var refused = FakeReply()
    refused.refusal = DatabaseError(.syntax, "what is this?")
    fake["SELECT nonsense"] = refused
    let error = databaseError { _ = try db.query("SELECT nonsense") }
    #expect(error?.kind == .syntax)
    #expect(error?.sql == "SELECT nonsense")
    #expect(fake.handleCount == 0)
  }
}
