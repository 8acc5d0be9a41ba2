import Logging
import ORDA
import ORDAConformance

extension ConformanceProfile {
  /// A URL with the same options at another location, with one more option, which replaces any of that name.
  static func text(
    _ url: DatabaseURL, _ location: DatabaseURL.Location, _ option: DatabaseURL.Option? = nil
  ) -> String? {
    let options = url.options.filter { $0.name.lowercased() != option?.name } + (option.map { [$0] } ?? [])
    return try? DatabaseURL(scheme: url.scheme, mode: url.mode, location: location, options: options).textWithSecrets
  }

  /// The same database, opened once more.
  static func opened(again db: any Governor) throws -> any Governor {
    var configuration = GovernorConfiguration()
    configuration.logger.logLevel = .error
    return try ORDA.open(db.url.textWithSecrets, configuration: configuration)
  }
}
