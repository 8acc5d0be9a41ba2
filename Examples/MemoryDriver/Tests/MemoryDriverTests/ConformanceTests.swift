import MemoryDriver
import ORDAConformance
import Testing

@Suite("Conformance") struct ConformanceTests {
  private func subject(_ database: String) -> ConformanceSubject {
    var profile = ConformanceProfile()
    profile.shortLockWait = "busy-timeout=50ms"
    profile.knownLimitations["begun.deferred"] = "whoever may write keeps other writers out from the beginning"
    return ConformanceSubject(driver: Memory.driver, url: "memory:\(database)", profile: profile)
  }

  @Test("The driver keeps the promise", arguments: ConformanceSuite.cases)
  func conforms(_ conformanceCase: ConformanceCase) async {
    // A database for each case, so that they can run side by side.
    let outcome = await conformanceCase.run(on: subject(conformanceCase.name))
    #expect(!outcome.isFailure, "\(outcome)")
  }

  @Test("The report, as orda conformance prints it")
  func report() async {
    let report = await ConformanceSuite.run(ConformanceSuite.cases(in: "errors"), on: subject("report"))
    print(report)
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.first?.hasPrefix("| group  | case ") ?? false)
    #expect(lines.contains { $0.hasPrefix("| errors | errors.syntax.kind ") && $0.contains(" | pass ") })
    #expect(lines.last == "Memory: \(report.passed) passed, 0 failed, \(report.notSupported) not supported")
  }
}
