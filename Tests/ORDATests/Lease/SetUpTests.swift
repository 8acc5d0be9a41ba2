import Testing

@testable import ORDA

@Suite("onConnect")
struct SetUpTests {
  @Test func runsOnceOnEachConnectionBeforeItsFirstUse() throws {
    let fake = FakeDatabase(writers: 2, readers: 1)
    let db = try fake.open(
      configuration: GovernorConfiguration(onConnect: [{ try $0.execute("PRAGMA first") }]))
    #expect(fake.calls(of: 1).contains("run PRAGMA first"))
    try db.onConnect { try $0.execute("PRAGMA second") }
    for _ in 0..<3 {
      try db.withConnection { _ in try onOtherThread { _ = try db.execute("UPDATE a") } }
      _ = try db.query("SELECT 1")
    }
    #expect(fake.openedCount == 3)
    for connection in 1...3 {
      let runs = fake.calls(of: connection).filter { $0.hasPrefix("run ") }
      #expect(runs.prefix(2) == ["run PRAGMA first", "run PRAGMA second"], "connection \(connection)")
      #expect(runs.dropFirst(2).contains { $0.contains("PRAGMA") } == false)
    }
  }

  @Test func isRunOnConnectionsThatAreAwaited() async throws {
    let fake = FakeDatabase(writers: 1, readers: 1)
    let db = try fake.open()
    try await db.onConnect { try $0.execute("PRAGMA a") }
    _ = try await db.query("SELECT 1")
    #expect(fake.connections(running: "PRAGMA a") == [1, 2])
    #expect(fake.calls(of: 2).filter { $0.hasPrefix("run") } == ["run PRAGMA a", "run SELECT 1"])
  }

  @Test func itsErrorReachesTheCallerAndItIsForgotten() throws {
    struct Refusal: Error {}
    let fake = FakeDatabase()
    let db = try fake.open()
    let error = databaseError { try db.onConnect { _ in throw Refusal() } }
    #expect(error?.message.contains("Refusal") == true)
    let other = databaseError { try db.onConnect { _ in throw DatabaseError(.permission, "no") } }
    #expect(other?.kind == .permission)
    try db.execute("UPDATE a")
    try db.onConnect { try $0.execute("PRAGMA later") }
    #expect(fake.connections(running: "PRAGMA later") == [1])
  }

  @Test func anErrorInTheConfigurationsFailsOpening() {
    let fake = FakeDatabase()
    let configuration = GovernorConfiguration(onConnect: [{ _ in throw DatabaseError(.permission, "no") }])
    #expect(databaseError { _ = try fake.open(configuration: configuration) }?.kind == .permission)
    #expect(fake.openCount == 0)
  }

  @Test func anErrorOnALaterConnectionReachesWhoAsksForIt() throws {
    let fake = FakeDatabase(writers: 1, readers: 1)
    let db = try fake.open()
    let isRefused = Shared(true)
    try db.onConnect { connection in
      let number = try connection.withDriver(ScriptedConnection.self) { $0.number }
      if number == 2, isRefused.current { throw DatabaseError(.permission, "not yet") }
      try connection.execute("PRAGMA a")
    }
    #expect(databaseError { _ = try db.query("SELECT 1") }?.kind == .permission)
    isRefused.current = false
    _ = try db.query("SELECT 1")
    #expect(fake.connections(running: "PRAGMA a") == [1, 2])
  }

  /// One that failed must not count as one that a connection has seen.
  @Test func aFailureDoesNotHideALaterOne() throws {
    let fake = FakeDatabase(writers: 1, readers: 1)
    let db = try fake.open()
    _ = try db.query("SELECT 1")
    let failed = databaseError {
      try db.onConnect { connection in
        let number = try connection.withDriver(ScriptedConnection.self) { $0.number }
        guard number == 1 else { return }
        // Meanwhile a reader runs it, and has no fault to find.
        _ = try onOtherThread { try db.query("SELECT 1") }
        throw DatabaseError(.permission, "no")
      }
    }
    #expect(failed?.kind == .permission)
    try db.onConnect { try $0.execute("PRAGMA later") }
    _ = try db.query("SELECT 1")
    #expect(fake.connections(running: "PRAGMA later") == [1, 2])
  }

  @Test func whatIsSetUpInsideAClosureHoldsThereAtOnce() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    try db.withConnection { connection in
      try db.onConnect { try $0.execute("PRAGMA a") }
      try connection.execute("UPDATE a")
    }
    #expect(fake.work.filter { $0.hasPrefix("run") } == ["run PRAGMA a", "run UPDATE a"])
    let error = databaseError {
      try db.withConnection { _ in try db.onConnect { _ in throw DatabaseError(.permission, "no") } }
    }
    #expect(error?.kind == .permission)
    try db.execute("UPDATE a")
  }
}
