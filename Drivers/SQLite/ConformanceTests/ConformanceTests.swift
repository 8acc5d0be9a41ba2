import Foundation
import ORDA
import ORDAConformance
import ORDASQLite
import Testing

@Suite("SQLite's driver as a package of its own") struct ConformanceTests {
  /// A database in a folder of its own, which goes with the object.
  private final class Place {
    let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("orda-kit-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = Data(String(repeating: "This is a text and no database.\n", count: 64).utf8)
      try text.write(to: folder.appendingPathComponent("text"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  @Test("It keeps what the interface promises", arguments: ConformanceSuite.cases)
  func conforms(_ conformanceCase: ConformanceCase) async throws {
    try SQLite.register()
    let place = try Place()
    let text = "sqlite:\(place.folder.path)/kit.db"
    let url = try DatabaseURL(text, shape: SQLite.driver.urlShape)
    let subject = ConformanceSubject(driver: SQLite.driver, url: text, profile: .file(url, place.folder.path))
    let outcome = await conformanceCase.run(on: subject)
    #expect(!outcome.isFailure, "\(outcome)")
  }
}
