import Logging
import ORDA
import ORDAThreads

/// The drivers that the command was given.
enum Drivers {
  private static let given = Lock<[CommandDriver]>([])

  static var all: [CommandDriver] { given.withLock { $0 } }

  /// Has these from now on.
  static func use(_ drivers: [CommandDriver]) { given.withLock { $0 = drivers } }

  /// Registers all of them; doing so twice is fine.
  static func register() throws {
    for driver in all { try driver.register() }
  }

  /// Registers the one that a URL needs, or all of them: each takes a twentieth of the time in which the command starts.
  static func register(for url: String) throws {
    guard let driver = all.first(where: { url.hasPrefix($0.scheme + ":") }) else { return try register() }
    try driver.register()
  }

  /// Runs a body that needs a URL's driver; if there is none, the error lists the existing ones.
  static func registered<R>(for url: String? = nil, _ body: () throws -> R) throws -> R {
    if let url { try register(for: url) } else { try register() }
    do {
      return try body()
    } catch .missingDriver {
      // ORDA's own message tells a programmer what to import, which does not help here.
      throw missing
    }
  }

  /// The driver of that name or scheme, in any case.
  ///
  /// - Throws: `missingDriver`.
  static func named(_ name: String) throws -> any Driver {
    try register()
    let scheme = name.hasSuffix(":") ? String(name.dropLast()) : name
    let byName = ORDA.drivers.first { $0.name.lowercased() == scheme.lowercased() }
    guard let driver = byName ?? ORDA.shared.driver(for: scheme) else { throw missing }
    return driver
  }

  private static var missing: DatabaseError {
    let schemes = ORDA.drivers.flatMap(\.schemes).map { $0 + ":" }.joined(separator: ", ")
    var message = "this command has no driver for such a URL; it has those for \(schemes)"
    #if !PostgreSQL
      message += "; it is built with PostgreSQL's by swift build --traits PostgreSQL"
    #endif
    return DatabaseError(.missingDriver, message)
  }
}

extension GovernorConfiguration {
  /// The same with a logger that only reports errors: a person waiting at a terminal knows that a statement is slow.
  var quiet: GovernorConfiguration {
    var configuration = self
    configuration.logger.logLevel = .error
    return configuration
  }
}

/// Opens a URL's database.
///
/// - Throws: `DatabaseError`.
func openDatabase(_ url: String, _ configuration: GovernorConfiguration = GovernorConfiguration()) throws
  -> any Governor
{
  try Drivers.registered(for: url) { try ORDA.open(url, configuration: configuration.quiet) }
}

/// The same, awaited.
func openedDatabase(_ url: String) async throws -> any Governor {
  try await ORDA.open(url, configuration: GovernorConfiguration().quiet)
}

/// A URL with further options, each unless the URL already has it.
func withOptions(_ wanted: [(name: String, value: String)], _ url: String) throws -> String {
  try Drivers.register(for: url)
  // A URL that can't be explained can't be opened either; opening reports it.
  guard let options = try? ORDA.explain(url).options else { return url }
  let missing = wanted.filter { option in options.contains { $0.name == option.name && !$0.isSet } }
  guard !missing.isEmpty else { return url }
  return url + (url.contains("?") ? "&" : "?") + missing.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
}
