import Logging
import Testing

@testable import ORDA

/// What holds of every way to run a statement.
@Suite("One way of execution")
struct OneWayTests {
  private let clock = TestClock()

  /// How a program can run a statement and come to its end.
  enum Way: CaseIterable, Sendable {
    case blocking, leased, rows, leasedRows, awaited, streamed, prepared, preparedStream
    /// With values of known types, which are bound from where they lie.
    case arguments, leasedArguments, typedArguments

    func run(_ sql: SQL, _ parameters: Parameters = .none, on db: any Governor, timeout: Duration? = nil) async throws {
      switch self {
      case .blocking: try db.blocking.execute(sql, parameters, timeout: timeout)
      case .leased:
        try await db.lease(LeaseRequest(role: .writer)) { try $0.execute(sql, parameters, timeout: timeout) }
      case .rows: try exhaust { try db.openRows(of: sql, parameters, timeout: timeout) }
      case .leasedRows:
        try await db.lease(LeaseRequest(role: .writer)) { connection in
          try exhaust { try connection.openRows(of: sql, parameters, timeout: timeout) }
        }
      case .awaited: try await db.execute(sql, parameters, timeout: timeout)
      case .streamed: for try await _ in db.rowStream(of: sql, parameters, timeout: timeout) {}
      case .prepared:
        try await db.blocking.prepare(sql).withExecution(parameters, timeout: timeout) { _ = try $0.run() }
      case .preparedStream:
        for try await _ in try db.blocking.prepare(sql).rowStream(parameters, timeout: timeout) {}
      case .arguments: try db.blocking.prepare(sql).runBlocking(with: parameters, timeout)
      case .leasedArguments:
        try await db.lease(LeaseRequest(role: .writer)) { connection in
          try connection.prepare(sql).runBlocking(with: parameters, timeout)
        }
      case .typedArguments:
        _ = try db.blocking.prepare(sql).queryBlocking(with: parameters, timeout)
      }
    }

    private func exhaust(_ open: () throws -> Rows) throws {
      var rows = try open()
      while try rows.next() != nil {}
    }
  }

  @Test(arguments: Way.allCases)
  func itIsTracedAndCounted(_ way: Way) async throws {
    let fake = FakeDatabase()
    let log = RecordedLog()
    let db = try fake.open("log-values=true", configuration: GovernorConfiguration(logger: log.logger(.trace)))
    try await way.run("SELECT ?", [7], on: db)
    let traces = log.entries(.trace)
    #expect(traces.map { $0.metadata["sql"] } == ["SELECT ?"])
    #expect(traces.map { $0.metadata["values"] } == ["[7]"])
    #expect(db.statistics.statements == 1)
  }

  @Test(arguments: Way.allCases)
  func itIsToldOfWhereItIsSlow(_ way: Way) async throws {
    let fake = FakeDatabase()
    fake["SELECT slow, ?"] = FakeReply(columns: ["n"], count: 1, row: { _ in [.int(1)] })
      .letting(clock, pass: .seconds(60))
    let log = RecordedLog()
    let db = try fake.open(
      "slow-statement=30s", configuration: GovernorConfiguration(logger: log.logger(.info)), clock: clock)
    try await way.run("SELECT slow, ?", [7], on: db)
    #expect(log.entries(.warning).map(\.message) == ["slow statement"])
    #expect(log.entries(.warning).first?.metadata["sql"] == "SELECT slow, ?")
  }

  @Test(arguments: Way.allCases)
  func itsErrorHasTheTextAndTheValues(_ way: Way) async throws {
    let fake = FakeDatabase()
    fake["SELECT ?"] = .fails(.locked)
    let db = try fake.open("errors-carry-parameters=true")
    let error = await asyncDatabaseError { try await way.run("SELECT ?", [7], on: db) }
    #expect(error?.sql == "SELECT ?")
    #expect(error?.parameters == [.int(7)])
    #expect(error?.kind == .busy)
  }

  /// A driver that waits for a lock says `busy` where it was stopped meanwhile.
  @Test(arguments: Way.allCases)
  func itsLimitIsToldAsSuch(_ way: Way) async throws {
    let fake = FakeDatabase()
    fake["SELECT a, ?"] = FakeReply(columns: ["n"], isReadOnly: true, interruption: .busy, waitsForCancel: true)
      .letting(clock, pass: .seconds(20))
    let db = try fake.open(clock: clock)
    let error = await asyncDatabaseError { try await way.run("SELECT a, ?", [7], on: db, timeout: .seconds(20)) }
    #expect(error?.kind == .timeout)
    #expect(error?.message == "the statement took longer than its limit of 20.0 seconds")
    #expect(error?.sql == "SELECT a, ?")
    try await way.run("SELECT b, ?", [7], on: db)
    #expect(fake.openedCount == 1)
  }

  @Test(arguments: Way.allCases)
  func aTemporaryTableHasNoPlaceOnOneConnectionOfSeveral(_ way: Way) async throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    let error = await asyncDatabaseError { try await way.run("CREATE TEMPORARY TABLE t (a DEFAULT ?)", [7], on: db) }
    switch way {
    case .leased, .leasedRows, .leasedArguments: #expect(error == nil)
    default: #expect(error?.kind == .misuse)
    }
  }

  @Test func whatWouldCommitATransactionIsRefusedThereInRowsToo() throws {
    let fake = FakeDatabase(capabilities: [.savepoints])
    let db = try fake.open()
    try db.transaction { tx in
      let error = databaseError {
        var rows = try tx.rows("CREATE TABLE t (a)")
        _ = try rows.next()
      }
      #expect(error?.kind == .unsupported)
    }
    #expect(fake.connections(running: "CREATE TABLE t (a)") == [])
  }

  @Test func whatIsOnlyPreparedDidNotRun() throws {
    let fake = FakeDatabase(writers: 1, readers: 1)
    let log = RecordedLog()
    let db = try fake.open("", configuration: GovernorConfiguration(logger: log.logger(.trace)))
    let statement = try db.prepare("SELECT a")
    _ = try statement.columns()
    try db.withConnection { connection in _ = try connection.prepare("SELECT b").columns() }
    #expect(db.statistics.statements == 0)
    #expect(log.entries(.trace).isEmpty)
    _ = try statement.query()
    #expect(db.statistics.statements == 1)
  }
}

extension Statement {
  /// Runs it with one value of a type that the compiler knows.
  fileprivate func runBlocking(with parameters: Parameters, _ timeout: Duration?) throws {
    try execute(try parameters.number, timeout: timeout)
  }

  fileprivate func queryBlocking(with parameters: Parameters, _ timeout: Duration?) throws -> [Int] {
    try query(Int.self, try parameters.number, timeout: timeout)
  }
}

extension Parameters {
  fileprivate var number: Int {
    get throws {
      guard let number = positional?.first as? Int else { throw DatabaseError(.misuse, "the test gives one number") }
      return number
    }
  }
}
