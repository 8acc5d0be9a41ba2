import Logging
import ORDA
import ORDATesting
import TestSupport
import Testing

@Suite("A script answers") struct AnswerTests {
  private let script = ScriptedDatabase()

  @Test(
    "with an error of any kind",
    arguments: [DatabaseError.Kind.constraint(.unique), .noSuchTable, .busy, .deadlock, .readOnly, .full, .syntax])
  func kinds(kind: DatabaseError.Kind) throws {
    script.expect("UPDATE a", answer: .fails(kind, "so it is"))
    script.expect("UPDATE b", answer: .fails(kind).whenPrepared())
    let db = try script.open()
    let run = try failure { try db.execute("UPDATE a") }
    #expect(run.kind == kind && run.message == "so it is" && run.sql == "UPDATE a")
    let prepared = try failure { try db.execute("UPDATE b") }
    #expect(prepared.kind == kind)
    try script.verify()
    #expect(script.transcript == ["UPDATE a"], "what can't be prepared does not run")
  }

  @Test("with an error after all rows, too")
  func lateErrors() throws {
    script.stub("SELECT n", answer: .rows(["n"], [[1], [2]]).failing(.io, atRow: 500))
    let db = try script.open()
    var seen: [Int] = []
    #expect(try failure { try db.forEach("SELECT n") { seen.append(try $0.get(0)) } }.kind == .io)
    #expect(seen == [1, 2])
  }

  @Test("a statement that can't be prepared when its turn has come, and not before")
  func turns() throws {
    script.expect("UPDATE a", answer: .changes(1))
    script.expect("UPDATE b", answer: .fails(.noSuchTable).whenPrepared())
    let db = try script.open()
    #expect(try failure { try db.execute("UPDATE b") }.kind == ScriptedDatabase.unexpected)
    try db.execute("UPDATE a")
    #expect(try failure { try db.execute("UPDATE b") }.kind == .noSuchTable)
  }

  @Test("with a lost connection: before, within and after")
  func losses() throws {
    script.expect("SELECT n", answer: .rows(["n"], count: 10) { [.int(Int64($0))] }.failing(.connectionLost, atRow: 2))
    script.expect("UPDATE a", answer: .fails(.connectionLost))
    let lost = try script.open()
    var seen: [Int] = []
    let read = try failure { try lost.forEach("SELECT n") { seen.append(try $0.get(0)) } }
    #expect(read.kind == .connectionLost && seen == [0, 1])
    #expect(try failure { try lost.execute("UPDATE a") }.kind == .commitUnknown)
    script.expect(.open, answer: .fails(.cannotOpen(.unreachable)))
    #expect(try failure { try lost.execute("UPDATE a") }.kind == .cannotOpen(.unreachable))
    script.expect(.open, answer: .silence)
    script.expect("UPDATE a", answer: .changes(1))
    try lost.execute("UPDATE a")
    try script.verify()
    #expect(script.counts.connections == 3)
  }

  @Test("a commit with a failure, or not at all")
  func commits() throws {
    script.stub("UPDATE a", answer: .changes(1))
    script.expect(.commit, answer: .fails(.busy))
    script.expect(.commit, answer: .fails(.connectionLost))
    let db = try script.open()
    let busy = try failure { try db.transaction { try $0.execute("UPDATE a") } }
    #expect(busy.kind == .busy && busy.isRetryable)
    #expect(script.transcript == ["BEGIN", "UPDATE a", "COMMIT", "ROLLBACK"])
    let unknown = try failure { try db.transaction { try $0.execute("UPDATE a") } }
    #expect(unknown.kind == .commitUnknown && !unknown.isRetryable)
    try db.transaction { try $0.execute("UPDATE a") }
    try script.verify()
  }

  @Test("a transaction that the database ends by itself")
  func ended() throws {
    script.expect("UPDATE a", answer: .fails(.deadlock).endingTransaction())
    let db = try script.open()
    let error = try failure {
      try db.transaction { tx in
        #expect(try failure { try tx.execute("UPDATE a") }.kind == .deadlock)
        try tx.execute("UPDATE b")
      }
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(script.transcript == ["BEGIN", "UPDATE a"])
  }

  @Test("after a while, unless a limit or a cancelling comes first")
  func delays() async throws {
    let clock = TestClock()
    script.expect("UPDATE a", answer: .changes(3).after(.seconds(20)))
    script.expect(
      "UPDATE b SET n = ?", with: [1], answer: .changes(1).after(.seconds(3600)).letting(clock, pass: .seconds(20)))
    script.expect("UPDATE c", answer: .waits)
    let db = try await script.open(configuration: clock.configuration)
    clock.advanceOnceAwaited(by: .seconds(20))
    #expect(try await db.execute("UPDATE a").changed == 3)
    let late = try await asyncFailure { try await db.execute("UPDATE b SET n = ?", 1, timeout: .seconds(20)) }
    #expect(late.kind == .timeout)
    let task = Task { try await asyncFailure { try await db.execute("UPDATE c") } }
    #expect(await eventually { script.transcript.last == "UPDATE c" })
    task.cancel()
    #expect(try await task.value.kind == .cancelled)
    #expect(script.cancelled.map(\.sql) == ["UPDATE b SET n = ?", "UPDATE c"] && script.cancelled.first?.values == [1])
    try script.verify()
  }

  @Test("with silence, which only the loss of the connection ends")
  func silence() throws {
    let clock = TestClock()
    // Its limit, and the time after which what goes on is cut.
    script.expect("UPDATE a", answer: .silence.letting(clock, pass: .seconds(21)))
    let db = try script.open(configuration: clock.configuration)
    let error = try failure { try db.execute("UPDATE a", timeout: .seconds(20)) }
    #expect(error.kind == .commitUnknown)
  }

  @Test("once a gate is open, unless a cancelling comes first")
  func gates() async throws {
    let gate = AnswerGate()
    script.expect("UPDATE a", answer: .changes(1).once(gate))
    script.expect("UPDATE b", answer: .changes(2).once(gate))
    script.expect("UPDATE c", answer: .changes(3).once(gate))
    let db = try await script.open()
    let stopped = Task { try await asyncFailure { try await db.execute("UPDATE a") } }
    #expect(await eventually { script.transcript == ["UPDATE a"] })
    stopped.cancel()
    #expect(try await stopped.value.kind == .cancelled)
    let held = Task { try await db.execute("UPDATE b").changed }
    #expect(await eventually { script.transcript == ["UPDATE a", "UPDATE b"] })
    #expect(!gate.isOpen && db.statistics.active == 1)
    gate.open()
    #expect(try await held.value == 2)
    #expect(try await db.execute("UPDATE c").changed == 3)
    try script.verify()
  }

  @Test("with several results, warnings, and what it makes of the values")
  func more() throws {
    script.expect(
      "CALL report()", answer: .rows(["a"], [[1]]).followed(by: .rows(["b", "c"], [[2, 3]])).followed(by: .nothing))
    script.expect("UPDATE a", answer: .changes(1).warning("cut", code: 1265))
    script.expect(
      "SELECT ?", answer: .answering { values in .rows(["twice"], [values, values]) }, times: 2)
    let log = RecordedLog()
    let db = try script.open(configuration: GovernorConfiguration(logger: log.logger(.warning)))
    let result = try db.query("CALL report()")
    #expect(result.further.map(\.columns.count) == [2, 0])
    #expect(try result.further.first?.rows[0]["c"] == 3)
    #expect(try db.execute("UPDATE a").warnings.map(\.description) == ["warning 1265: cut"])
    #expect(log.entries.map(\.message) == ["the database warns of a statement"])
    #expect(try db.query(String.self, "SELECT ?", "x") == ["x", "x"])
    #expect(try db.query(Int.self, "SELECT ?", 5) == [5, 5])
  }

  @Test("with other columns for the same text, one time and another")
  func columns() throws {
    script.expect("SELECT * FROM a", answer: .rows(["x"], [[1]]))
    script.expect("SELECT * FROM a", answer: .rows(["y", "x"], [[2, 3]]))
    let db = try script.open()
    let statement = try db.prepare("SELECT * FROM a")
    #expect(try statement.query()[0]["x"] == 1)
    #expect(try statement.query()[0]["x"] == 3)
    #expect(script.counts.openStatements == 1)
  }

  @Test("no row that does not fit its columns: the script is wrong then")
  func shape() throws {
    script.expect("SELECT a, b", answer: .rows(["a", "b"], [[1, 2], [3]]))
    let db = try script.open()
    let error = try failure { try db.query("SELECT a, b") }
    #expect(error.kind == ScriptedDatabase.unexpected)
    #expect(error.message == "the script is wrong: row 1 of the answer to SELECT a, b has 1 values for 2 columns")
    #expect(throws: ScriptFailure.self) { try script.verify() }
  }
}
