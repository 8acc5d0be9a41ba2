import Dispatch
import Testing

@testable import ORDA

@Suite("Calling observers") struct AnnouncingTests {
  private func open(_ source: FakeSource) throws -> any Governor {
    let database = FakeDatabase(writers: 2)
    database.tellChanges(by: source)
    let db = try database.open()
    var insert = FakeReply.changes(1)
    insert.began = { source.insert("track", 1, origin: .governor) }
    database["INSERT"] = insert
    return db
  }

  @Test func `A writing call doesn't wait for the observers of later commits`() throws {
    let db = try open(FakeSource())
    let calls = Shared(0)
    let isFirstReleased = Shared(false)
    let areOthersReleased = Shared(false)
    let observation = try db.observeChanges(of: "track") { _ in
      let number = calls.with { calls in
        calls += 1
        return calls
      }
      if number == 1 { isFirstReleased.wait { $0 } } else { areOthersReleased.wait { $0 } }
    }
    let writer = Threads.start(1) { _ in _ = try? db.execute("INSERT") }
    calls.wait { $0 == 1 }
    // The writer calls the observer, so these calls leave their batches to the writer and return.
    for _ in 0..<3 { try db.execute("INSERT") }
    isFirstReleased.current = true
    writer.wait()
    areOthersReleased.current = true
    calls.wait { $0 == 4 }
    observation.cancel()
  }

  @Test func `Ten thousand observers are called once for each commit, in the order of the commits`() throws {
    let db = try open(FakeSource())
    let told = Shared<[Int: [Int]]>([:])
    let observations = try (0..<10_000).map { number in
      try db.observeChanges(of: "track") { batch in
        told.with { $0[number, default: []].append(batch.sequence) }
      }
    }
    for _ in 0..<2 { try db.execute("INSERT") }
    #expect(eventually { told.with { $0.values.count { $0.count == 2 } } == 10_000 })
    #expect(told.current.values.allSatisfy { $0 == $0.sorted() && Set($0).count == 2 })
    for observation in observations { observation.cancel() }
  }

  /// An observer holds another observation, which ends when the first is released.
  @Test func `An observer that ends with another one, whose batch still waits, is released without harm`() throws {
    let db = try open(FakeSource())
    let isReleased = Shared(false)
    let calls = Shared(0)
    let blocking = try db.observeChanges(of: "track") { _ in
      calls.with { $0 += 1 }
      isReleased.wait { $0 }
    }
    var held: ChangeObservation? = try db.observeChanges(of: "track") { _ in }
    var holder: ChangeObservation? = try db.observeChanges(of: "track") { [held] _ in withExtendedLifetime(held) {} }
    held = nil
    let writer = Threads.start(1) { _ in _ = try? db.execute("INSERT") }
    calls.wait { $0 == 1 }
    // The batch waits for both when they end.
    holder = nil
    isReleased.current = true
    writer.wait()
    withExtendedLifetime((held, holder)) {}
    blocking.cancel()
  }

  @Test func `The union of interests follows the listeners that come and go`() {
    var tally = InterestTally()
    #expect(tally.interest == .nothing)
    tally.add(.tables(["a", "b"]))
    tally.add(.tables(["b"]))
    #expect(tally.interest == .tables(["a", "b"]))
    tally.add(.everything)
    #expect(tally.interest == .everything)
    tally.remove(.everything)
    tally.remove(.tables(["a", "b"]))
    #expect(tally.interest == .tables(["b"]))
    tally.remove(.tables(["b"]))
    #expect(tally.interest.isNothing)
  }
}
