#if Conformance
  import ORDA
  import ORDAConformance
  import Testing

  @Suite("Every case can fail") struct CoverageTests {
    /// Faults that between them reach all that a driver does.
    static let faults: [Fault] = [
      .refusesEverything, .givesNoRows, .readsNumbersAsText, .tellsStaleKeys, .tellsNoKinds, .ignoresCommit,
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
        .map(\.testCase)
      // A case that has failed with one fault need not fail with the next.
      for fault in Self.faults {
        let failing = await Self.failing(unfailing, with: fault)
        unfailing.removeAll { failing.contains($0.name) }
      }
      #expect(unfailing.map(\.name) == [])
    }

    /// Those of the cases that fail with a fault.
    private static func failing(_ cases: [ConformanceCase], with fault: Fault) async -> Set<String> {
      // Most of the time is spent in waiting for what never comes. Four at a time and no more: what fails because the machine is
      // busy fails for no fault of the driver's.
      await withTaskGroup(of: Set<String>.self) { group in
        for lane in 0..<4 {
          let cases = stride(from: lane, to: cases.count, by: 4).map { cases[$0] }
          group.addTask { Set(await FaultTests.report(fault, cases).failures.map(\.testCase.name)) }
        }
        return await group.reduce(into: Set()) { $0.formUnion($1) }
      }
    }
  }
#endif
