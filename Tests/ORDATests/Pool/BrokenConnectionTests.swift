import Testing

@testable import ORDA

@Suite("Connections that break")
struct BrokenConnectionTests {
  @Test func aLostOneIsReplaced() throws {
    let fake = FakeDatabase()
    fake["UPDATE lost"] = .fails(.lost)
    let db = try fake.open()
    let error = databaseError { try db.execute("UPDATE lost") }
    #expect(error?.kind == .commitUnknown)
    #expect(error?.sql == "UPDATE lost")
    #expect(fake.openCount == 0)
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
    #expect(fake.openCount == 1 && db.statistics.connections == 1)
  }

  @Test func oneLostWhileRowsAreReadIsReplaced() throws {
    let fake = FakeDatabase()
    fake["SELECT n FROM lost"] = FakeReply(
      columns: ["n"], count: 9, row: { _ in [1] }, isReadOnly: true, failure: (2, .lost))
    let db = try fake.open()
    func read() throws {
      var rows = try db.rows("SELECT n FROM lost")
      while try rows.next() != nil {}
    }
    #expect(databaseError { try read() }?.kind == .connectionLost)
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
  }

  @Test func oneLostInAPrepareIsReplaced() throws {
    let fake = FakeDatabase()
    fake["UPDATE lost"] = FakeReply()
    fake["UPDATE lost"]?.refusal = .lost
    let db = try fake.open()
    #expect(databaseError { try db.execute("UPDATE lost") }?.kind == .connectionLost)
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
  }

  @Test func oneLostInAPingIsReplaced() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.fail(.ping, with: .lost)
    #expect(databaseError { try db.ping() }?.kind == .connectionLost)
    try db.ping()
    #expect(fake.calls(of: 2) == ["open", "ping"])
  }

  @Test func oneThatEndedWhileIdleIsReplacedUnseen() async throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.fail(.idle, with: .lost)
    try await db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
    fake.fail(.idle, with: .lost)
    try db.blocking.execute("UPDATE b")
    #expect(fake.connections(running: "UPDATE b") == [3])
    #expect(fake.openCount == 1)
    #expect(db.statistics.connections == 1 && db.statistics.active == 0)
  }

  @Test func allThatEndedWhileIdleAreReplaced() throws {
    let fake = FakeDatabase(writers: 3)
    let db = try fake.open()
    try db.withConnection { _ in
      try onOtherThread {
        try db.withConnection { _ in
          try onOtherThread { try db.execute("UPDATE a") }
        }
      }
    }
    #expect(fake.openCount == 3)
    fake.fail(.idle, with: .lost, .lost, .lost)
    try db.execute("UPDATE b")
    #expect(fake.connections(running: "UPDATE b") == [4])
    #expect(fake.openCount == 1)
  }

  @Test func othersErrorsKeepTheConnection() throws {
    let fake = FakeDatabase()
    fake["UPDATE busy"] = .fails(.locked)
    let db = try fake.open()
    #expect(databaseError { try db.execute("UPDATE busy") }?.kind == .busy)
    try db.execute("UPDATE a")
    #expect(fake.openedCount == 1)
  }

  @Test func aWaiterGetsAFreshOne() async throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake["UPDATE lost"] = .fails(.lost)
    fake["UPDATE lost"]?.began = { _ = eventually { db.statistics.waiting == 1 } }
    let loser = Task { await asyncDatabaseError { try await db.execute("UPDATE lost") } }
    #expect(await eventually { !fake.connections(running: "UPDATE lost").isEmpty })
    try await db.execute("UPDATE a")
    #expect(await loser.value?.kind == .commitUnknown)
    #expect(fake.connections(running: "UPDATE a") == [2])
    #expect(fake.openCount == 1)
  }

  @Test func aFailedOpeningReachesItsCallerAndTheNextTries() async throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    let refused = DatabaseError(.cannotOpen, "the server is full")
    // The connection is lost while two wait; the first one's opening fails, the second's succeeds.
    fake["UPDATE lost"] = .fails(.lost)
    fake["UPDATE lost"]?.began = { _ = eventually { db.statistics.waiting == 2 } }
    let loser = Task { await asyncDatabaseError { try await db.execute("UPDATE lost") } }
    #expect(await eventually { !fake.connections(running: "UPDATE lost").isEmpty })
    fake.fail(.open, with: refused)
    let first = Task { await asyncDatabaseError { try await db.execute("UPDATE a") } }
    #expect(await eventually { db.statistics.waiting >= 1 })
    let second = Task { await asyncDatabaseError { try await db.execute("UPDATE b") } }
    #expect(await loser.value?.kind == .commitUnknown)
    #expect(await first.value?.kind == .cannotOpen)
    #expect(await second.value == nil)
    #expect(fake.connections(running: "UPDATE b") == [2])
    #expect(db.statistics.connections == 1 && db.statistics.active == 0)
  }

  @Test func aFailedOpeningReachesABlockedCaller() throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    fake.fail(.open, with: DatabaseError(.cannotOpen, "the server is full"))
    try db.withConnection { _ in
      let errors = try onOtherThread {
        [databaseError { try db.execute("UPDATE a") }, databaseError { try db.execute("UPDATE a") }]
      }
      #expect(errors[0]?.kind == .cannotOpen)
      #expect(errors[1] == nil)
    }
    #expect(db.statistics.connections == 2)
  }

  @Test func anErrorOfTheFirstOpeningIsKnownAtOnce() {
    let fake = FakeDatabase()
    fake.fail(.open, with: DatabaseError(.authentication, "no such user"))
    #expect(databaseError { _ = try fake.open() }?.kind == .authentication)
  }

  @Test func oneGivenBackInsideATransactionIsRolledBack() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.forget()
    try db.withConnection { connection in
      try connection.withDriver(ScriptedConnection.self) { $0.isInTransaction = true }
    }
    #expect(fake.calls == ["rollback"])
    #expect(fake.openedCount == 1)
  }

  @Test func oneThatCantBeRolledBackIsReplaced() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    fake.fail(.rollback, with: .locked)
    try db.withConnection { connection in
      try connection.withDriver(ScriptedConnection.self) { $0.isInTransaction = true }
    }
    try db.execute("UPDATE a")
    #expect(fake.connections(running: "UPDATE a") == [2])
    #expect(fake.openCount == 1)
  }
}
