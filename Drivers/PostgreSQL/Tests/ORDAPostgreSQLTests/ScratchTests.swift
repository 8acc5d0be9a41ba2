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
    let cases = ConformanceSuite.cases.filter { testCase in
      words.isEmpty || words.contains { testCase.name.hasPrefix($0) }
    }
    let report = await ConformanceSuite.run(cases, on: subject) { result in
      let text = "\(result.outcome)"
      if result.outcome.isFailure || (!text.hasPrefix("passed") && ProcessInfo.processInfo.environment["ALL"] != nil)
        || result.duration > .seconds(3)
      {
        print("KIT \(result.testCase.name) [\(result.duration)]: \(text.prefix(700))")
      }
    }
    print("KIT TOTAL", "\(report)".suffix(900))
  }
}

extension ScratchTests {
  @Test func breaking() async throws {
    let db = try TestServer.open("pool.max=1")
    try await db.execute("DROP TABLE IF EXISTS scratch_b")
    try await db.execute("CREATE TABLE scratch_b (n INT)")
    try await db.execute("INSERT INTO scratch_b SELECT generate_series(1, 100)")
    let clock = ContinuousClock()
    for _ in 1...5 {
      let t = try await clock.measure { for try await _ in db.rows("SELECT n FROM scratch_b") { break } }
      let u = try await clock.measure { _ = try await db.query("SELECT 1") }
      print("KIT break", t, u)
    }
  }
}
