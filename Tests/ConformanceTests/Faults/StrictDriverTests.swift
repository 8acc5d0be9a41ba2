#if Conformance
  import ORDA
  import ORDAConformance
  import Testing

  @testable import Command

  @Suite("All promises are kept, too, by a driver whose database") struct StrictDriverTests {
    private func expectNoFailure(_ strictness: Strictness) async {
      let report = await ConformanceSuite.run(on: FaultTests.subject(nil, strictness, timeLimit: .seconds(120)))
      #expect(report.failures.map { "\($0.testCase): \($0.outcome)" } == [])
      #expect(report.passed > 400)
    }

    @Test("gives one result at a time, and is never asked for anything between the rows of a statement")
    func givesOneResult() async { await expectNoFailure(Strictness(givesOneResult: true)) }

    @Test("aborts the transaction where a statement in it fails")
    func abortsTransactions() async { await expectNoFailure(Strictness(abortsTransactions: true)) }

    @Test("does both")
    func both() async { await expectNoFailure(Strictness(givesOneResult: true, abortsTransactions: true)) }
  }
#endif
