import Testing

@testable import ORDA

@Suite("Running scripts")
struct ScriptRunTests {
  private func governor() throws -> (FakeDatabase, any Governor) {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.forget()
    return (fake, db)
  }

  @Test func givesEachResult() throws {
    let (fake, db) = try governor()
    let results = try db.executeScript("INSERT INTO a VALUES (1);\nSELECT 1;\n\nUPDATE a;")
    #expect(results.map(\.changed) == [1, nil, 1])
    #expect(results.map(\.lastID) == [1, nil, nil])
    #expect(results.map(\.count) == [0, 1, 0])
    #expect(fake.work == ["run INSERT INTO a VALUES (1)", "run SELECT 1", "run UPDATE a"])
  }

  @Test func mayBeginAndCommit() throws {
    let (fake, db) = try governor()
    try db.executeScript("BEGIN; UPDATE a; COMMIT; UPDATE b")
    #expect(fake.work == ["run BEGIN", "run UPDATE a", "run COMMIT", "run UPDATE b"])
  }

  @Test func oneLeftOpenIsRolledBack() throws {
    let (fake, db) = try governor()
    let error = databaseError { try db.executeScript("BEGIN; UPDATE a") }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("End it with COMMIT") == true)
    #expect(fake.work == ["run BEGIN", "run UPDATE a", "rollback"])
    #expect(fake.openedCount == 1)
  }

  @Test func oneThatFailsIsRolledBackAndNamesItsLine() throws {
    let (fake, db) = try governor()
    fake["UPDATE bad"] = .fails(DatabaseError(.noSuchTable, "no such table: bad"))
    let error = databaseError { try db.executeScript("BEGIN;\nUPDATE a;\n\n-- here\nUPDATE bad;\nUPDATE c; COMMIT") }
    #expect(error?.kind == .noSuchTable)
    #expect(error?.message == "no such table: bad (line 5 of the script)")
    #expect(error?.sql == "UPDATE bad")
    #expect(fake.work == ["run BEGIN", "run UPDATE a", "run UPDATE bad", "rollback"])
  }

  @Test func insideATransactionItMayNotBegin() throws {
    let (fake, db) = try governor()
    try db.transaction { tx in
      let error = databaseError { try tx.executeScript("UPDATE a; BEGIN; UPDATE b") }
      #expect(error?.kind == .misuse)
      try db.executeScript("UPDATE c")
    }
    #expect(fake.work == ["begin", "run UPDATE a", "run UPDATE c", "commit"])
  }

  @Test func takesNoValues() throws {
    let (fake, db) = try governor()
    #expect(databaseError { try db.executeScript("UPDATE a SET b = \(1)") }?.kind == .misuse)
    #expect(databaseError { try db.executeScript("UPDATE a SET b = ?") }?.kind == .misuse)
    #expect(fake.work == [])
  }

  @Test func manyScriptsLeaveFewHandles() throws {
    let fake = FakeDatabase()
    let db = try fake.open("statement-cache=8")
    fake.forgetAlways()
    for number in 0..<500 { try db.executeScript(SQL(text: "UPDATE a\(number); UPDATE b\(number)")) }
    #expect(fake.mostHandleCount <= 9)
  }

  @Test func whatFailsInAScriptOfATransactionLeavesItOpen() throws {
    let (fake, db) = try governor()
    fake["UPDATE bad"] = .fails(.locked)
    try db.transaction { tx in
      #expect(databaseError { try tx.executeScript("UPDATE a; UPDATE bad") }?.kind == .busy)
      try tx.execute("UPDATE c")
    }
    #expect(fake.work == ["begin", "run UPDATE a", "run UPDATE bad", "run UPDATE c", "commit"])
  }
}
