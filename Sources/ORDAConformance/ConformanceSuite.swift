import ORDA

/// All cases, in the order in which a chart shows them.
public enum ConformanceSuite {
  /// The cases.
  public static let cases: [ConformanceCase] = dataCases + workCases

  /// The groups, in order.
  public static let groups: [String] = cases.reduce(into: []) { groups, testCase in
    if !groups.contains(testCase.group) { groups.append(testCase.group) }
  }

  /// The cases of a group; none for a name that no group has.
  public static func cases(in group: String) -> [ConformanceCase] { cases.filter { $0.group == group } }

  /// The case of that name; nil if there is none.
  public static func `case`(named name: String) -> ConformanceCase? { cases.first { $0.name == name } }

  /// Runs cases one after another.
  ///
  /// - Parameters:
  ///   - cases: Which ones; by default all.
  ///   - subject: What to run them on.
  ///   - each: Receives each result as it comes.
  public static func run(
    _ cases: [ConformanceCase] = ConformanceSuite.cases, on subject: ConformanceSubject,
    each: @Sendable (ConformanceResult) -> Void = { _ in }
  ) async -> ConformanceReport {
    var results: [ConformanceResult] = []
    let clock = ContinuousClock()
    for testCase in cases {
      let start = clock.now
      let outcome = await testCase.run(on: subject)
      let result = ConformanceResult(testCase: testCase, outcome: outcome, duration: clock.now - start)
      each(result)
      results.append(result)
    }
    let names = Set((ConformanceSuite.cases + cases).map(\.name))
    return ConformanceReport(
      driverName: subject.driver.name, results: results,
      unknownLimitations: subject.profile.knownLimitations.keys.filter { !names.contains($0) }.sorted())
  }
}
