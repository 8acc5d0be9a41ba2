import ORDA
import ORDAConformance
import Testing

@Suite("Every case can fail") struct CoverageTests {
  /// Faults that between them reach all that a driver does.
  static let faults: [Fault] = [
    .givesNoRows, .refusesEverything, .readsNumbersAsText, .tellsStaleKeys, .tellsNoKinds, .ignoresCommit,
    .swallowsErrors,
  ]

  /// What the core does before it asks a driver, and what is asked only of a driver that can do less than this one.
  static func isOutOfReach(_ testCase: ConformanceCase) -> Bool {
    testCase.group == "opening" || testCase.without != nil
      || ["scripts.empty", "scripts.noStatement"].contains(testCase.name)
  }

  @Test("on a driver with one fault or another")
  func all() async {
    var unfailing = ConformanceSuite.cases.filter { !Self.isOutOfReach($0) }.map(\.name)
    for fault in Self.faults {
      let failing = Set(await FaultTests.failing(fault))
      unfailing.removeAll { failing.contains($0) }
    }
    #expect(unfailing == [])
  }
}
