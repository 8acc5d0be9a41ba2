import ORDA
import ORDATesting
import TestSupport
import Testing

@Suite("A script expects") struct ExpectationTests {
  private let script = ScriptedDatabase()

  @Test("statements in their order, and answers each as it says")
  func order() throws {
    script.expect("INSERT INTO genre (name) VALUES (?)", with: ["Jazz"], answer: .changes(1, lastID: 7))
    script.expect("SELECT id, name FROM genre", answer: .rows(["id", "name"], [[7, "Jazz"], [8, nil]]))
    let db = try script.open()
    let outcome = try db.execute("INSERT INTO genre (name) VALUES (:name)", ["name": "Jazz"])
    #expect(outcome.changed == 1 && outcome.lastID == 7)
    let rows = try db.query((Int, String?).self, "SELECT id, name FROM genre")
    #expect(rows.map(\.0) == [7, 8] && rows.map(\.1) == ["Jazz", nil])
    try script.verify()
  }

  @Test("no other statement in between: the error names what came, and what was expected")
  func unexpected() throws {
    script.expect("SELECT 1", answer: .rows(["n"], [[1]]), file: "Here.swift", line: 3)
    let db = try script.open()
    let error = try failure { try db.execute("DELETE FROM genre WHERE id = ?", 3) }
    #expect(error.kind == ScriptedDatabase.unexpected)
    #expect(error.message == "not expected: DELETE FROM genre WHERE id = ? [3]; expected now: SELECT 1 (Here.swift:3)")
    let failures = try verification()
    #expect(failures == [error.message, "did not come: SELECT 1 (Here.swift:3)"])
  }

  @Test("no statement too early, too late, or too many", arguments: [true, false])
  func places(isInOrder: Bool) throws {
    let script = ScriptedDatabase(order: isInOrder ? .inOrder : .inAnyOrder)
    script.expect("UPDATE a", answer: .changes(1), file: "F", line: 1)
    script.expect("UPDATE b", answer: .changes(1), times: 2, file: "F", line: 2)
    let db = try script.open()
    let early = databaseError { try db.execute("UPDATE b") }
    #expect(
      early?.message == (isInOrder ? "not expected: UPDATE b; it is expected later, and now: UPDATE a (F:1)" : nil))
    #expect(databaseError { try db.execute("UPDATE a") } == nil)
    #expect(
      try verification(of: script).last == "did not come\(isInOrder ? "" : ", more than 1 of 2 times"): UPDATE b (F:2)")
    try db.execute("UPDATE b")
    if isInOrder { try db.execute("UPDATE b") }
    let last = try failure { try db.execute("UPDATE b") }
    #expect(last.message == "not expected: UPDATE b; all that was expected has come")
  }

  @Test("values, also those that are interpolated")
  func values() throws {
    script.expect(
      "INSERT INTO t VALUES (\(1), \("x"), \(nil as Int?), \(2.5), \([7] as [UInt8]))", answer: .changes(1),
      file: "F", line: 1)
    script.expect("UPDATE t SET a = ? WHERE b = ?", with: [true, nil], file: "F", line: 2)
    script.expect("UPDATE t SET a = :a, b = :b WHERE a <> :a", with: ["x", "y"], file: "F", line: 3)
    let db = try script.open()
    try db.execute("INSERT INTO t VALUES (?, ?, ?, ?, ?)", 1, "x", nil as Int?, 2.5, [7] as [UInt8])
    let error = try failure { try db.execute("UPDATE t SET a = ? WHERE b = ?", 1, "c") }
    #expect(
      error.message == "not expected: UPDATE t SET a = ? WHERE b = ? [1, 'c']; parameter 2 was expected to be NULL: "
        + "UPDATE t SET a = ? WHERE b = ? [1, NULL] (F:2)")
    try db.execute("UPDATE t SET a = ? WHERE b = ?", 1, nil as String?)
    try db.execute("UPDATE t SET a = :a, b = :b WHERE a <> :a", ["a": "x", "b": "y"])
    #expect(script.statements.last?.values == ["x", "y", "x"])
  }

  @Test("no more and no fewer values than there are parameters: the script is wrong then")
  func counts() throws {
    script.expect("UPDATE t SET a = ?", with: [], file: "F", line: 1)
    script.expect("UPDATE t SET a = ?", with: [1, 2], file: "F", line: 2)
    #expect(
      try verification() == [
        "the script is wrong: there are fewer values than parameters: UPDATE t SET a = ? (F:1)",
        "the script is wrong: there are more values than parameters: UPDATE t SET a = ? (F:2)",
      ])
  }

  @Test("what a closure knows, which may look at the script meanwhile")
  func closures() throws {
    let script = script
    script.expect(anything: "an insert in a transaction", answer: .changes(1), file: "F", line: 1) {
      $0.keyword == .insert && $0.isInTransaction && $0.connection == 1 && !script.calls.isEmpty
    }
    let db = try script.open()
    let error = try failure { try db.execute("INSERT INTO a VALUES (1)") }
    #expect(
      error.message == "not expected: INSERT INTO a VALUES (1); expected now: an insert in a transaction (F:1)")
    try db.transaction { try $0.execute("INSERT INTO a VALUES (1)") }
  }

  @Test("the bounds of a transaction where they are named, and lets others pass")
  func bounds() throws {
    script.expect(.begin)
    script.expect("UPDATE a", answer: .changes(1))
    script.expect(.commit, file: "F", line: 3)
    let db = try script.open()
    struct SecondThoughts: Error {}
    #expect(throws: SecondThoughts.self) {
      try db.transaction { tx in
        try tx.execute("UPDATE a")
        throw SecondThoughts()
      }
    }
    #expect(try verification() == ["did not come: COMMIT (F:3)"])
    #expect(script.transcript == ["BEGIN", "UPDATE a", "ROLLBACK"])
    try db.transaction { _ in }
    try script.verify()
  }

  @Test("beside what it stubs, whatever the order, and beside what a closure answers")
  func stubs() throws {
    script.stub("SELECT \(1)", answer: .rows(["n"], [["old"]]))
    script.stub("SELECT ?", answer: .rows(["n"], [["any"]]))
    script.stub("SELECT \(2)", answer: .rows(["n"], [["two"]]))
    script.expect("UPDATE a", answer: .changes(1))
    script.answerOthers { $0.sql.hasPrefix("SHOW") ? .rows(["name"], [["genre"]]) : nil }
    let db = try script.open()
    #expect(try db.first(String.self, "SELECT ?", 2) == "two")
    #expect(try db.first(String.self, "SELECT ?", 1) == "any", "the later of two counts")
    #expect(try db.first(String.self, "SHOW TABLES") == "genre")
    try db.execute("UPDATE a")
    #expect(try failure { try db.execute("UPDATE b") }.kind == ScriptedDatabase.unexpected)
  }

  @Test("and tells at once of what came instead, also where the program swallows it")
  func handler() throws {
    let heard = Shared<[String]>([])
    let script = ScriptedDatabase { fault in heard.with { $0.append(fault) } }
    #expect(databaseError { try script.open().execute("UPDATE a") } != nil)
    #expect(heard.current == ["not expected: UPDATE a; nothing is expected"])
  }

  private func verification(of script: ScriptedDatabase? = nil) throws -> [String] {
    try #require(throws: ScriptFailure.self) { try (script ?? self.script).verify() }.failures
  }
}
