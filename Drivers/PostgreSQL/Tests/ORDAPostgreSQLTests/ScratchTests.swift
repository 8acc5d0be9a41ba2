import Foundation
import ORDA
import ORDAConformance
import ORDAPostgreSQL
import Testing

@Suite struct ScratchTests {
  @Test func kit() async throws {
    let wanted = ProcessInfo.processInfo.environment["KIT"] ?? ""
    let url = try TestServer.url.get()
    let subject = ConformanceSubject(driver: PostgreSQL.driver, url: url, profile: try .postgresql(url))
    let words = wanted.split(separator: " ")
    let cases = ConformanceSuite.cases.filter { testCase in words.isEmpty || words.contains { testCase.name.hasPrefix($0) } }
    let report = await ConformanceSuite.run(cases, on: subject) { result in
      let text = "\(result.outcome)"
      if result.outcome.isFailure || (!text.hasPrefix("passed") && ProcessInfo.processInfo.environment["ALL"] != nil) || result.duration > .seconds(3) {
        print("KIT \(result.testCase.name) [\(result.duration)]: \(text.prefix(700))")
      }
    }
    print("KIT TOTAL", "\(report)".split(separator: "\n").first ?? "")
  }
}
