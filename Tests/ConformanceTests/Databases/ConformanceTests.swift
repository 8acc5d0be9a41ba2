#if Conformance
  import ORDA
  import ORDAConformance
  import TestSupport
  import Testing

  @testable import Command

  @Suite("The drivers keep ORDA's promises", .ownThread) struct ConformanceTests {
    @Test("on a SQLite file", .serialized, arguments: ConformanceSuite.cases)
    func file(_ testCase: ConformanceCase) async throws { try await check(testCase, on: .file) }

    @Test("on SQLite in memory", .serialized, arguments: ConformanceSuite.cases)
    func memory(_ testCase: ConformanceCase) async throws { try await check(testCase, on: .memory) }

    @Test("on MariaDB", .serialized, arguments: ConformanceSuite.cases)
    func server(_ testCase: ConformanceCase) async throws { try await check(testCase, on: .server) }

    #if PostgreSQL
      @Test("on PostgreSQL", .serialized, arguments: ConformanceSuite.cases)
      func postgresql(_ testCase: ConformanceCase) async throws { try await check(testCase, on: .postgresql) }
    #endif

    /// Passed, or not supported or a limitation for the reason that is listed; and as docs/conformance.md says.
    private func check(_ testCase: ConformanceCase, on database: TestedDatabase) async throws {
      let own = try database.target()
      var subject = own.target.subject
      subject.timeLimit = .seconds(300)
      let outcome = await testCase.run(on: subject)
      let limitation = database.limitations[testCase.name].map { ConformanceOutcome.limited($0) }
      let expected = database.notSupported[testCase.name].map { .notSupported($0) } ?? limitation ?? .passed
      #expect(outcome == expected)
      let shown = try ConformancePage.outcomes.get()[testCase.name]?[database.rawValue]
      let words = expected == .passed ? "pass" : expected.description
      #expect(shown == words, "docs/conformance.md; Scripts/conformance.sh")
    }

    @Test("The lists of what can't be asked name cases that there are", arguments: TestedDatabase.allCases)
    func names(_ database: TestedDatabase) {
      for name in database.notSupported.keys { #expect(ConformanceSuite.case(named: name) != nil, "\(name)") }
    }
  }
#endif
