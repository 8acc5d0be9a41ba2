#if Conformance
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
      // Most of the time is spent in waiting for what never comes. Four at a time and no more: what fails because the machine is
      // busy fails for no fault of the driver's.
      let failing = await withTaskGroup(of: Set<String>.self) { group in
        for lane in 0..<4 {
          group.addTask {
            await Self.failing(with: stride(from: lane, to: Self.faults.count, by: 4).map { Self.faults[$0] })
          }
        }
        return await group.reduce(into: Set()) { $0.formUnion($1) }
      }
      unfailing.removeAll { failing.contains($0) }
      #expect(unfailing == [])
    }

    @concurrent
    private static func failing(with faults: [Fault]) async -> Set<String> {
      var failing: Set<String> = []
      for fault in faults { failing.formUnion(await FaultTests.report(fault).failures.map(\.testCase.name)) }
      return failing
    }
  }
#endif
