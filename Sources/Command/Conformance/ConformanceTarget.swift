#if Conformance
  import ORDA
  import ORDAConformance

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A database to run the kit on, by its URL, with its driver's profile.
  ///
  /// The profile's files are in a folder that is removed with the object.
  final class ConformanceTarget: Sendable {
    let subject: ConformanceSubject
    /// Its title in a chart: `SQLite`, or `SQLite in memory`.
    let title: String
    private let folder: String

    /// - Throws: `badURL` and `missingDriver`.
    init(url text: String) throws {
      let (driver, url) = try Drivers.registered {
        _ = try ORDA.explain(text)
        let scheme = try DatabaseURL.scheme(of: text)
        let driver = try Drivers.named(scheme)
        return (driver, try DatabaseURL(text, shape: driver.urlShape))
      }
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("orda-kit-\(UUID().uuidString)").path
      let profile: ConformanceProfile
      switch url.location {
      case .memory:
        profile = .memory(folder)
        title = "\(driver.name) in memory"
      case .file:
        profile = .file(url, folder)
        title = driver.name
      case .server(let server):
        profile = driver.name == "PostgreSQL" ? .postgresql(url, server) : .mariadb(url, server)
        title = driver.name
      }
      subject = ConformanceSubject(
        driver: driver, url: text, configuration: GovernorConfiguration().quiet, profile: profile)
      guard profile.notADatabaseURL != nil else { return }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(String(repeating: "This is a text and no database.\n", count: 64).utf8).write(
        to: URL(fileURLWithPath: folder + "/text"))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }
#endif
