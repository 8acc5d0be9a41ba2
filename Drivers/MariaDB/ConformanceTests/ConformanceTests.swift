import Foundation
import ORDA
import ORDAConformance
import ORDAMariaDB
import Testing

@Suite("MariaDB's driver as a package of its own") struct ConformanceTests {
  /// The database of the server that ORDA_TEST_MARIADB names.
  private static func subject() throws -> ConformanceSubject {
    try MariaDB.register()
    let given = ProcessInfo.processInfo.environment["ORDA_TEST_MARIADB"]
    let text = try #require(given, "ORDA_TEST_MARIADB names no server: Scripts/check-drivers.sh starts one")
    let url = try DatabaseURL(text, shape: MariaDB.driver.urlShape)
    guard case .server(let server) = url.location else { throw DatabaseError(.badURL, "this names no server: \(url)") }
    return ConformanceSubject(driver: MariaDB.driver, url: text, profile: .mariadb(url, server))
  }

  @Test("It keeps what the interface promises", .serialized, arguments: ConformanceSuite.cases)
  func conforms(_ conformanceCase: ConformanceCase) async throws {
    let outcome = await conformanceCase.run(on: try Self.subject())
    #expect(!outcome.isFailure, "\(outcome)")
  }
}
