import ORDA
import ORDAConformance
import Testing

@testable import Command

@Suite("The drivers keep ORDA's promises", .serialized) struct ConformanceTests {
  @Test("on a SQLite file", .serialized, arguments: ConformanceSuite.cases)
  func file(_ testCase: ConformanceCase) async throws { try await check(testCase, on: .file) }

  @Test("on SQLite in memory", .serialized, arguments: ConformanceSuite.cases)
  func memory(_ testCase: ConformanceCase) async throws { try await check(testCase, on: .memory) }

  @Test("on MariaDB", .serialized, arguments: ConformanceSuite.cases)
  func server(_ testCase: ConformanceCase) async throws { try await check(testCase, on: .server) }

  /// Passed, or not supported for the reason that is listed; and as docs/conformance.md says.
  private func check(_ testCase: ConformanceCase, on database: TestedDatabase) async throws {
    let own = try database.target()
    var subject = own.target.subject
    subject.timeLimit = .seconds(300)
    let outcome = await testCase.run(on: subject)
    let reason = database.notSupported[testCase.name]
    #expect(outcome == (reason.map { .notSupported($0) } ?? .passed))
    let shown = try ConformancePage.outcomes.get()[testCase.name]?[database.rawValue]
    #expect(shown == reason.map { "not supported: \($0)" } ?? "pass", "docs/conformance.md; Scripts/conformance.sh")
  }

  @Test("The lists of what can't be asked name cases that there are", arguments: TestedDatabase.allCases)
  func names(_ database: TestedDatabase) {
    for name in database.notSupported.keys { #expect(ConformanceSuite.case(named: name) != nil, "\(name)") }
  }
}
