import Dispatch
import Testing

@testable import ORDA

/// A source that tells of each commit of its governor's, as it is made.
@Suite("Observers that writers wait for") struct BeforeReturnTests {
  private let clock = TestClock()

  private func open(_ source: FakeSource, writers: Int = 2) throws -> (FakeDatabase, any Governor) {
    let database = FakeDatabase(writers: writers)
    database.tellChanges(by: source)
    let db = try database.open(clock: clock)
    var insert = FakeReply.changes(1)
    insert.began = { source.insert("track", 1, origin: .governor) }
    database["INSERT"] = insert
    return (database, db)
  }

  @Test func `An observer that waits for another thread's write is not waited for without end`() async throws {
    let source = FakeSource()
    let (database, db) = try open(source)
    // Nothing here blocks a thread of Swift's.
    try await Threads.offload { try endlessWait(database, db) }
  }

  private func endlessWait(_ database: FakeDatabase, _ db: any Governor) throws {
    let calls = Shared(0)
    let observation = try db.observeChanges(of: "track", when: .beforeReturn) { _ in
      let isFirst = calls.with { calls in
        calls += 1
        return calls == 1
      }
      if isFirst { _ = try? onOtherThread { try db.execute("INSERT") } }
    }
    // Both writers wait for the observer.
    clock.advanceOnceAwaited(by: ChangeAnnouncer.longestWait, waiters: 2)
    try db.execute("INSERT")
    calls.wait { $0 == 2 }
    #expect(database.warnings.take().count == 1)
    observation.cancel()
  }

  @Test func `A reader does not wait for them, and who writes does`() throws {
    let source = FakeSource()
    let (database, db) = try open(source)
    database["SELECT n"] = .numbers(1)
    let gate = Shared(false)
    let isCalled = Shared(false)
    let observation = try db.observeChanges(of: "track", when: .beforeReturn) { _ in
      isCalled.current = true
      gate.wait { $0 }
    }
    let written = Shared(0)
    let writers = Threads.start(2) { _ in
      _ = try? db.execute("INSERT")
      written.with { $0 += 1 }
    }
    defer { writers.wait() }
    isCalled.wait { $0 }
    #expect(try db.query("SELECT n").count == 1)
    #expect(written.current == 0)
    gate.current = true
    written.wait { $0 == 2 }
    observation.cancel()
  }

  @Test func `Others do not hold them up`() throws {
    let source = FakeSource()
    let (_, db) = try open(source)
    let gate = Shared(false)
    let isHeld = Shared(false)
    let slow = try db.observeChanges(of: "track") { _ in
      isHeld.current = true
      gate.wait { $0 }
    }
    source.insert("track", 7)
    // Whoever is first calls the slow one; here that is not to be the writer.
    isHeld.wait { $0 }
    let told = Shared(0)
    let observation = try db.observeChanges(of: "track", when: .beforeReturn) { _ in told.with { $0 += 1 } }
    try onOtherThread { _ = try db.execute("INSERT") }
    #expect(told.current == 1)
    gate.current = true
    observation.cancel()
    slow.cancel()
  }

  @Test func `Catching up waits for observers, and says where it would wait for itself`() throws {
    let source = FakeSource()
    let (_, db) = try open(source)
    let told = Shared(0)
    let inside = Shared<DatabaseError.Kind?>(nil)
    let observation = try db.observeChanges(of: "track") { _ in
      inside.current = databaseError { try db.catchUp() }?.kind
      told.with { $0 += 1 }
    }
    source.insert("track", 1)
    source.insert("track", 2)
    try db.catchUp()
    #expect(told.current == 2)
    #expect(inside.current == .misuse)
    observation.cancel()
    let gate = Shared(false)
    let stuck = try db.observeChanges(of: "track") { _ in gate.wait { $0 } }
    source.insert("track", 3)
    clock.advanceOnceAwaited(by: .seconds(20))
    #expect(databaseError { try db.catchUp(within: .seconds(20)) }?.kind == .timeout)
    gate.current = true
    try db.catchUp()
    stuck.cancel()
  }
}
