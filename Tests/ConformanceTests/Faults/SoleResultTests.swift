import ORDA
import ORDAConformance
import Testing

@testable import Command

@Suite("A driver that gives one result at a time") struct SoleResultTests {
  @Test("keeps all promises, and is never asked for anything between the rows of a statement")
  func all() async {
    let report = await ConformanceSuite.run(
      on: FaultTests.subject(nil, givesOneResult: true, timeLimit: .seconds(120)))
    #expect(report.failures.map { "\($0.testCase): \($0.outcome)" } == [])
    #expect(report.passed > 400)
  }
}
