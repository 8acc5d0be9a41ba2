import Logging
import Testing

@testable import ORDA

@Suite("What is logged")
struct LoggingTests {
  private let clock = TestClock()
  private static let secret = "correct horse"

  private func open(
    _ options: String, _ level: Logger.Level = .trace
  ) throws -> (FakeDatabase, any Governor, RecordedLog) {
    let fake = FakeDatabase()
    let log = RecordedLog()
    let db = try fake.open(options, configuration: GovernorConfiguration(logger: log.logger(level)), clock: clock)
    return (fake, db, log)
  }

  @Test func aTracePerStatementWithoutValues() throws {
    let (_, db, log) = try open("")
    try db.execute("UPDATE a SET b = ?", Self.secret)
    _ = try db.query("SELECT \(Self.secret)")
    let traces = log.entries(.trace)
    #expect(traces.map { $0.metadata["sql"] } == ["UPDATE a SET b = ?", "SELECT ?"])
    #expect(traces.allSatisfy { $0.metadata["values"] == nil && $0.message == "statement" })
    #expect("\(log.entries)".contains(Self.secret) == false)
  }

  @Test func withValuesWhereTheyAreAskedFor() throws {
    let (_, db, log) = try open("log-values=true")
    try db.execute("UPDATE a SET b = \(7), c = :c, d = :c", ["c": Self.secret])
    #expect(log.entries(.trace).map { $0.metadata["values"] } == ["[7, 'correct horse', 'correct horse']"])
  }

  @Test func nothingIsTracedAboveTrace() throws {
    let (_, db, log) = try open("", .debug)
    try db.execute("UPDATE a")
    #expect(log.entries.isEmpty)
  }

  @Test func aFailedStatementIsTracedToo() throws {
    let (fake, db, log) = try open("")
    fake["UPDATE wrong"] = .fails(.locked)
    _ = databaseError { try db.execute("UPDATE wrong") }
    #expect(log.entries(.trace).count == 1)
  }

  @Test func aSlowStatementIsWarnedOf() throws {
    let (fake, db, log) = try open("slow-statement=1s", .info)
    fake["UPDATE slow SET a = ?"] = .changes(1).letting(clock, pass: .milliseconds(1_100))
    fake["UPDATE quick SET a = ?"] = .changes(1).letting(clock, pass: .milliseconds(999))
    try db.execute("UPDATE slow SET a = ?", Self.secret)
    try db.execute("UPDATE quick SET a = ?", Self.secret)
    let warnings = log.entries(.warning)
    #expect(warnings.map(\.message) == ["slow statement"])
    #expect(warnings.first?.metadata["sql"] == "UPDATE slow SET a = ?")
    #expect(warnings.first?.metadata["values"] == nil)
    #expect(warnings.first?.metadata["milliseconds"] == "1100")
    #expect("\(log.entries)".contains(Self.secret) == false)
  }

  @Test func theWarningCanBeSwitchedOffOrHaveValues() throws {
    let (fake, db, log) = try open("slow-statement=0s", .info)
    fake["UPDATE slow"] = .changes(1).letting(clock, pass: .seconds(20))
    try db.execute("UPDATE slow")
    #expect(log.entries.isEmpty)
    let (other, verbose, told) = try open("slow-statement=5s&log-values=true", .info)
    other["UPDATE slow SET a = ?"] = .changes(1).letting(clock, pass: .seconds(20))
    try verbose.execute("UPDATE slow SET a = ?", Self.secret)
    #expect(told.entries(.warning).map { $0.metadata["values"] } == ["['correct horse']"])
  }

  @Test func aConnectionThatIsGivenUpIsWarnedOf() throws {
    struct Own: Error {}
    let (fake, db, log) = try open("", .info)
    fake.fail(.rollback, with: .locked)
    #expect(throws: Own.self) { try db.transaction { _ in throw Own() } }
    #expect(log.entries(.warning).map(\.message) == ["rolling back failed; the connection is given up"])
  }

  @Test func warningsAreLoggedOncePerStatement() throws {
    let (fake, db, log) = try open("", .debug)
    var reply = FakeReply.changes(1)
    reply.warnings = [
      DatabaseWarning(level: .warning, code: 1265, message: "cut \(Self.secret)"),
      DatabaseWarning(level: .note, code: 1051, message: "unknown table"),
    ]
    fake["UPDATE warned"] = reply
    reply.warnings.removeFirst()
    fake["DROP noted"] = reply
    #expect(try db.execute("UPDATE warned").warnings.map(\.code) == [1265, 1051])
    #expect(try db.execute("DROP noted").warnings.map(\.level) == [.note])
    #expect(try db.execute("UPDATE good").warnings == [])
    try db.withExecution(of: "UPDATE warned", Parameters.none, timeout: nil) { while try $0.step() {} }
    #expect(log.entries(.warning).map { $0.metadata["codes"] } == ["1051, 1265", "1051, 1265"])
    #expect(log.entries(.debug).map { $0.metadata["sql"] } == ["DROP noted"])
    #expect("\(log.entries)".contains(Self.secret) == false)
    let (other, verbose, told) = try open("log-values=true", .info)
    other["UPDATE warned"] = fake["UPDATE warned"]
    try verbose.execute("UPDATE warned")
    #expect(
      told.entries.map { $0.metadata["warnings"] } == ["warning 1265: cut \(Self.secret); note 1051: unknown table"])
  }
}

@Suite("Values in errors")
struct ErrorParameterTests {
  private static let secret = "correct horse"

  private func error(_ options: String) throws -> DatabaseError? {
    let fake = FakeDatabase()
    fake["UPDATE a SET b = ?, c = ?"] = .fails(DatabaseError(.constraint(.unique), "twice"))
    let db = try fake.open(options)
    return databaseError { try db.execute("UPDATE a SET b = \(Self.secret), c = ?", 7) }
  }

  @Test func areLeftOut() throws {
    let error = try #require(try error(""))
    #expect(error.parameters == nil)
    #expect(error.sql == "UPDATE a SET b = ?, c = ?")
    #expect("\(error)".contains(Self.secret) == false)
    var dumped = ""
    dump(error, to: &dumped)
    #expect(dumped.contains(Self.secret) == false)
  }

  @Test func areThereWhereTheyAreAskedFor() throws {
    let error = try #require(try error("errors-carry-parameters=true"))
    #expect(error.parameters == [.text(Self.secret), .int(7)])
    #expect("\(error)".contains(Self.secret))
  }

  @Test func noDescriptionHasOne() throws {
    let clock = TestClock()
    let fake = FakeDatabase()
    fake["SELECT ?"] = .rows(["a"], [[.text(Self.secret)]])
    let db = try fake.open(clock: clock)
    let mismatch = databaseError { _ = try db.query(Int.self, "SELECT ?", Self.secret) }
    #expect(mismatch?.kind == .typeMismatch)
    #expect(mismatch.map { "\($0)" }?.contains(Self.secret) == false)
    let surplus = databaseError { try db.execute("SELECT ?", Self.secret, Self.secret) }
    #expect(surplus.map { "\($0)" }?.contains(Self.secret) == false)
    let named = databaseError { try db.execute("SELECT ?", ["b": Self.secret]) }
    #expect(named.map { "\($0)" }?.contains(Self.secret) == false)
    try db.withConnection { _ in
      clock.advanceOnceAwaited(by: .seconds(5))
      let waiting = try onOtherThread {
        databaseError { try db.execute("SELECT ?", Self.secret, timeout: .seconds(5)) }
      }
      #expect(waiting?.kind == .timeout)
      #expect(waiting.map { "\($0)" }?.contains(Self.secret) == false)
    }
    #expect("\(SQL("SELECT \(Self.secret)"))".contains(Self.secret) == false)
  }
}
