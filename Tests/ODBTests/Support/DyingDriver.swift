import ORDA
import ORDAMariaDB
import ORDASQLite

/// A driver whose governors count their statements down together, and end the process with the one that comes to 0.
struct DyingDriver: Driver {
  private let driver: any Driver
  private let left: Shared<Int>

  var name: String { driver.name }
  var schemes: [String] { driver.schemes }
  var urlShape: DatabaseURL.Shape { driver.urlShape }
  var options: OptionTable { driver.options }
  var capabilities: Capabilities { driver.capabilities }
  var serverCapabilities: Capabilities { driver.serverCapabilities }
  var schemaDialect: any SchemaDialect { driver.schemaDialect }

  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    var configuration = configuration
    configuration.logger = DyingLog.logger(left: left)
    return try driver.governor(for: url, options: options, configuration: configuration)
  }

  /// A registry of the drivers that are tested.
  static func registry(left: Shared<Int>) throws -> Registry {
    let registry = Registry()
    for driver in [SQLite.driver, MariaDB.driver] { try registry.register(DyingDriver(driver: driver, left: left)) }
    return registry
  }
}
