import ORDA
import ORDAConformance
import Testing

@Suite("Every case can fail") struct CoverageTests {
  /// Faults that between them reach all that a driver does.
  static let faults: [Fault] = [
    .givesNoRows, .refusesEverything, .readsNumbersAsText, .tellsStaleKeys, .tellsNoKinds, .ignoresCommit,
    .swallowsErrors, .keepsSessions,
  ]

  /// What the core does before it asks a driver, and what is asked only of a driver that can do less than this one.
  static func isOutOfReach(_ testCase: ConformanceCase) -> Bool {
    testCase.group == "opening" || testCase.without != nil
      || ["scripts.empty", "scripts.noStatement"].contains(testCase.name)
  }

  @Test("on a driver with one fault or another, and none does where nothing is wrong")
  func all() async {
    let faultless = await FaultTests.report(nil)
    #expect(faultless.failures.map { "\($0.testCase): \($0.outcome)" } == [])
    #expect(faultless.passed > 400)
    var unfailing = faultless.results.filter { $0.outcome == .passed && !Self.isOutOfReach($0.testCase) }
      .map(\.testCase.name)
    for fault in Self.faults {
      let failing = Set(await FaultTests.report(fault).failures.map(\.testCase.name))
      unfailing.removeAll { failing.contains($0) }
    }
    #expect(unfailing == [])
  }
}
