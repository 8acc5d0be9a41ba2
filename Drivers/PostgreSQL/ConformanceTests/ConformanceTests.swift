import Foundation
import ORDA
import ORDAConformance
import ORDAPostgreSQL
import Testing

@Suite("PostgreSQL's driver as a package of its own") struct ConformanceTests {
  /// The database of the server that ORDA_TEST_POSTGRESQL names.
  private static func subject() throws -> ConformanceSubject {
    try PostgreSQL.register()
    let given = ProcessInfo.processInfo.environment["ORDA_TEST_POSTGRESQL"]
    let text = try #require(given, "ORDA_TEST_POSTGRESQL names no server: Scripts/check-drivers.sh starts one")
    let url = try DatabaseURL(text, shape: PostgreSQL.driver.urlShape)
    guard case .server(let server) = url.location else { throw DatabaseError(.badURL, "this names no server: \(url)") }
    return ConformanceSubject(driver: PostgreSQL.driver, url: text, profile: .postgresql(url, server))
  }

  @Test("It keeps what the interface promises", .serialized, arguments: ConformanceSuite.cases)
  func conforms(_ conformanceCase: ConformanceCase) async throws {
    let outcome = await conformanceCase.run(on: try Self.subject())
    #expect(!outcome.isFailure, "\(outcome)")
  }
}
