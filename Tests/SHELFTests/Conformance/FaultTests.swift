import ShelfConformance
import Testing

@Suite("Every case of the suite for stores can fail")
struct FaultTests {
  private static func place(_ fault: StoreFault?) -> ShelfStorePlace {
    let place = FaultyStore.Place()
    // What is never told is not waited for.
    let patience: Duration = fault == .tellsNothing ? .zero : .seconds(30)
    return ShelfStorePlace(FaultyStore(place, fault), patience: patience) { FaultyStore(place, fault) }
  }

  @Test("A store without a fault passes")
  func faultless() async {
    let report = await ShelfStoreSuite.run { Self.place(nil) }
    #expect(report.isPassed, "\(report)")
    #expect(report.results.allSatisfy { $0.outcome == .passed }, "none is left out")
  }

  @Test("A fault is noticed by the cases that are about it", arguments: StoreFault.allCases)
  func noticed(_ fault: StoreFault) async throws {
    for name in fault.cases {
      let testCase = try #require(ShelfStoreSuite.case(named: name))
      let outcome = await testCase.run { Self.place(fault) }
      if case .failed = outcome { continue }
      Issue.record("\(name) came to \(outcome)")
    }
  }

  @Test("There is a fault for every case")
  func complete() {
    let noticed = Set(StoreFault.allCases.flatMap(\.cases))
    #expect(Set(ShelfStoreSuite.cases.map(\.name)).subtracting(noticed).isEmpty)
  }

  @Test("A report tells what failed, and what was left out")
  func report() async {
    let cases = ["reading.absent", "reading.order", "place.told"].compactMap { ShelfStoreSuite.case(named: $0) }
    let report = await ShelfStoreSuite.run(cases) { ShelfStorePlace(FaultyStore(.init(), .leavesOutWhatIsMissing)) }
    #expect(!report.isPassed)
    #expect(report.failures.map(\.testCase.name) == ["reading.absent"])
    #expect("\(report)".hasSuffix("1 passed, 1 failed, 1 skipped"))
    #expect("\(report)".contains("skipped  place.told: each store is its own"))
  }

  @Test("A failure is thrown with the promise's name")
  func thrown() async throws {
    let testCase = try #require(ShelfStoreSuite.case(named: "reading.order"))
    await #expect { try await testCase.check { Self.place(.readsInItsOwnOrder) } } throws: {
      "\($0)".hasPrefix("reading.order: Objects come in the order of the ids that are asked for.")
    }
  }
}
