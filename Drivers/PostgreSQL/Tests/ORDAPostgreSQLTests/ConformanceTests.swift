import ORDA
import ORDAConformance
import ORDAPostgreSQL
import Testing

/// What ORDA promises, case by case.
@Suite struct ConformanceTests {
  private func subject() throws -> ConformanceSubject {
    let url = try TestServer.url.get()
    return ConformanceSubject(driver: PostgreSQL.driver, url: url, profile: try .postgresql(url))
  }

  @Test("The driver keeps the promise", arguments: ConformanceSuite.cases)
  func conforms(_ conformanceCase: ConformanceCase) async throws {
    let outcome = await conformanceCase.run(on: try subject())
    #expect(!outcome.isFailure, "\(conformanceCase.name): \(outcome)")
  }
}
