import Testing

@testable import ORDA

@Suite("The lease of a closure")
struct AmbientLeaseTests {
  @Test func callsOnTheGovernorUseIt() throws {
    let fake = FakeDatabase(writers: 3, readers: 2)
    let db = try fake.open()
    let statement = try db.prepare("UPDATE prepared")
    fake.forget()
    try db.transaction { _ in
      try db.execute("UPDATE a")
      _ = try db.query("SELECT 1")
      try statement.execute()
      try db.forEach("SELECT 2") { _ in try db.execute("UPDATE b") }
      _ = try db.tables()
      try db.ping()
      try statement.executeMany([[], []])
      try db.executeScript("UPDATE c; UPDATE d")
      try db.withConnection(.reader) { try $0.execute("UPDATE e") }
    }
    #expect(fake.calls(of: 1) == fake.calls)
    #expect(
      fake.work == [
        "begin", "run UPDATE a", "run SELECT 1", "run UPDATE prepared", "run SELECT 2", "run UPDATE b", "tables",
        "ping", "savepoint orda_1", "run UPDATE prepared", "run UPDATE prepared", "release orda_1", "run UPDATE c",
        "run UPDATE d",
        "run UPDATE e", "commit",
      ])
    #expect(fake.openedCount == 1)
  }

  @Test func anotherThreadTakesAnother() throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    try db.transaction { tx in
      try tx.execute("UPDATE a")
      try onOtherThread { _ = try db.execute("UPDATE a") }
      try tx.execute("UPDATE a")
    }
    #expect(fake.connections(running: "UPDATE a") == [1, 2, 1])
    #expect(fake.calls(of: 2).contains("begin") == false)
  }

  @Test func aTaskTakesAnother() async throws {
    let fake = FakeDatabase(writers: 2)
    let db = try fake.open()
    try await Threads.offload {
      try db.transaction { tx in
        try tx.execute("UPDATE a")
        let isOver = Shared(false)
        Task.detached {
          try await db.execute("UPDATE a")
          isOver.current = true
        }
        #expect(eventually { isOver.current })
      }
    }
    #expect(fake.connections(running: "UPDATE a") == [1, 2])
  }

  @Test func anAwaitedClosureHasItsOwn() async throws {
    let fake = FakeDatabase(writers: 2, readers: 1)
    let db = try fake.open()
    try await db.transaction { @Sendable (tx: Transaction) in
      try tx.execute("UPDATE a")
      try db.execute("UPDATE a")
      _ = try db.query("SELECT 1")
    }
    #expect(fake.connections(running: "UPDATE a") == [1, 1])
    #expect(fake.connections(running: "SELECT 1") == [1])
  }

  @Test func twoGovernorsDoNotMix() throws {
    let first = FakeDatabase()
    let second = FakeDatabase()
    let one = try first.open()
    let two = try second.open()
    try one.transaction { _ in
      try two.execute("UPDATE a")
      try two.transaction { _ in try one.execute("UPDATE b") }
      try one.execute("UPDATE c")
    }
    #expect(first.work.dropFirst() == ["begin", "run UPDATE b", "run UPDATE c", "commit"])
    #expect(second.work.dropFirst() == ["run UPDATE a", "begin", "commit"])
  }

  @Test func afterTheClosureItIsMisuse() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    var kept: Transaction?
    var keptStatement: (any Statement)?
    var keptConnection: Connection?
    try db.transaction { tx in
      kept = tx
      keptStatement = try tx.prepare("UPDATE a")
    }
    try db.withConnection { keptConnection = $0 }
    fake.forget()
    #expect(databaseError { try kept?.execute("UPDATE a") }?.kind == .misuse)
    #expect(databaseError { try keptStatement?.execute() }?.kind == .misuse)
    #expect(databaseError { try keptConnection?.execute("UPDATE a") }?.kind == .misuse)
    #expect(databaseError { try kept?.transaction { _ in } }?.kind == .misuse)
    #expect(databaseError { _ = try kept?.prepare("UPDATE a") }?.kind == .misuse)
    #expect(databaseError { _ = try keptConnection?.tables() }?.kind == .misuse)
    #expect(fake.calls == [])
  }

  /// A savepoint's `tx` is over with its own closure, although the outer transaction goes on.
  @Test func afterItsSavepointItIsMisuse() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    try db.transaction { outer in
      var kept: Transaction?
      try outer.transaction { kept = $0 }
      let error = databaseError { try kept?.execute("UPDATE a") }
      #expect(error?.kind == .misuse)
      try outer.execute("UPDATE b")
    }
    #expect(fake.connections(running: "UPDATE a") == [])
    #expect(fake.connections(running: "UPDATE b") == [1])
  }

  @Test func anAsyncTransactionAfterItsClosureIsMisuse() async throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    let kept = Shared<AsyncTransaction?>(nil)
    try await db.transaction { tx in
      kept.current = tx
      try await tx.execute("UPDATE a")
    }
    let error = await asyncDatabaseError { _ = try await kept.current?.execute("UPDATE b") }
    #expect(error?.kind == .misuse)
    #expect(fake.connections(running: "UPDATE b") == [])
  }

  @Test func rowsLeftOpenInAClosureEndWithIt() throws {
    final class Holder { var rows: Rows?; init(_ rows: consuming Rows) { self.rows = consume rows } }
    let fake = FakeDatabase()
    fake["SELECT n FROM long"] = .numbers(5)
    let db = try fake.open()
    var holder: Holder?
    try db.withConnection { connection in
      var rows = try connection.rows("SELECT n FROM long")
      _ = try rows.next()
      holder = Holder(rows)
    }
    let next = try holder?.rows?.next()?.count
    #expect(next == nil)
    try db.execute("UPDATE a")
    holder = nil
    try db.execute("UPDATE a")
    #expect(db.statistics.active == 0)
  }
}
