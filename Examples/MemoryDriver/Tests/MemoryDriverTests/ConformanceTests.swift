import MemoryDriver
import ORDAConformance
import Testing

@Suite("Conformance") struct ConformanceTests {
  @Test("The driver keeps the promise", arguments: ConformanceSuite.cases)
  func conforms(_ conformanceCase: ConformanceCase) async {
    var profile = ConformanceProfile()
    profile.shortLockWait = "busy-timeout=50ms"
    // A database for each case, so that they can run side by side.
    let url = "memory:\(conformanceCase.name)"
    let subject = ConformanceSubject(driver: Memory.driver, url: url, profile: profile)
    let outcome = await conformanceCase.run(on: subject)
    #expect(!outcome.isFailure, "\(outcome)")
  }
}
