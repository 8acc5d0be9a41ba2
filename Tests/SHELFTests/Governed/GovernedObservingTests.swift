import ORDA
import SHELF
import ShelfConformance
import TestSupport
import Testing

@Suite("What a store in a database tells of others")
struct GovernedObservingTests {
  private static let cases = ["place.told", "place.own", "place.silent"]

  @Test("By each of the ways in which MariaDB's changes are followed", arguments: ["log", "triggers", "poll"], cases)
  func means(_ means: String, _ name: String) async throws {
    let testCase = try #require(ShelfStoreSuite.case(named: name))
    let outcome = await testCase.run {
      let database = try ShelfHome.mariadb.made()
      let governor = try await database.governor("changes=\(means)")
      return ShelfStorePlace(GovernorShelfStore(governor: governor), owner: database) { try await database.store() }
    }
    #expect(outcome == .passed)
  }

  @Test("Nothing is promised where others' changes are not heard of")
  func unheard() async throws {
    let database = try ShelfHome.mariadb.made()
    let governor = try await database.governor("changes=none")
    #expect(try await GovernorShelfStore(governor: governor).observe { _ in } == nil)
    let alone = try ShelfHome.sqliteMemory.made()
    #expect(try await alone.store().observe { _ in } == nil)
  }

  @Test("Two stores on one governor tell each other", arguments: ShelfHome.shared)
  func oneGovernor(_ home: ShelfHome) async throws {
    let database = try home.made()
    let governor = try await database.governor()
    for name in Self.cases {
      let testCase = try #require(ShelfStoreSuite.case(named: name))
      let outcome = await testCase.run {
        ShelfStorePlace(GovernorShelfStore(governor: governor)) { GovernorShelfStore(governor: governor) }
      }
      #expect(outcome == .passed, "\(name)")
    }
  }

  @Test("Keys that are filled in are no change of an object", arguments: ShelfHome.shared)
  func filled(_ home: ShelfHome) async throws {
    let database = try home.made()
    let (store, other) = (try await database.store(), try await database.store())
    let (first, second) = (ShelfId(), ShelfId())
    let outcome = try await other.write([.put(first, "1")])
    guard case .written(let revisions) = outcome, let revision = revisions.first ?? nil else {
      Issue.record("\(outcome)")
      return
    }
    let told = Shared<Set<ShelfId>>([])
    let observation = try await store.observe { change in
      if case .objects(let ids) = change { told.with { $0.formUnion(ids) } }
    }
    try await other.fill("Text", [(first, revision, [ShelfFieldKey(ShelfField("n", kind: "integer"), .integer(1))])])
    _ = try await other.write([.put(second, "2")])
    try await told.wait { $0.contains(second) }
    // PostgreSQL's log names no columns, so that what was filled in may be anything there.
    #expect(told.current == (home == .postgresql ? [first, second] : [second]))
    withExtendedLifetime(observation) {}
  }
}
