internal import ORDAThreads

/// The drivers that a program, a library or a test knows, by their schemes.
///
/// Most programs use ``ORDA/shared``. Any number of threads may use a registry.
public final class Registry: Sendable {
  /// A driver with its name and options at registration: none of its code runs under the lock, and no table is
  /// assembled again for each URL.
  private struct Entry {
    var driver: any Driver
    var name: String
    var options: OptionTable
  }
  private struct Entries {
    var inOrder: [Entry] = []
    var byScheme: [String: Entry] = [:]
  }

  private let entries = Lock(Entries())

  /// A registry without drivers.
  public init() {}

  /// The drivers, in the order of their registration.
  public var drivers: [any Driver] { entries.withLock { $0.inOrder.map(\.driver) } }

  /// The driver for a scheme, in any case; nil if there is none.
  public func driver(for scheme: String) -> (any Driver)? { entry(for: scheme)?.driver }

  private func entry(for scheme: String) -> Entry? {
    let folded = asciiLowercased(scheme)
    return entries.withLock { $0.byScheme[folded] }
  }

  /// Makes a driver known by its schemes. Registering one again, the same type with the same name, changes nothing.
  ///
  /// - Throws: `misuse` if another driver has one of the schemes, or the driver's description of itself is faulty; then
  ///   nothing is registered.
  public func register(_ driver: any Driver) throws {
    let schemes = driver.schemes.map(asciiLowercased)
    let entry = Entry(driver: driver, name: driver.name, options: driver.options + .core)
    let fault = Registry.fault(of: entry, schemes)
    let refusal: DatabaseError? = entries.withLock { entries in
      let isThere = entries.inOrder.contains { type(of: $0.driver) == type(of: driver) && $0.name == entry.name }
      guard !isThere else { return nil }
      if let fault { return fault }
      for scheme in schemes {
        guard let other = entries.byScheme[scheme] else { continue }
        return DatabaseError(
          .misuse,
          "the driver \(entry.name) (\(type(of: driver))) can't have the scheme '\(scheme)': "
            + "the driver \(other.name) (\(type(of: other.driver))) has it")
      }
      entries.inOrder.append(entry)
      for scheme in schemes { entries.byScheme[scheme] = entry }
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Opens a database by its URL.
  ///
  /// - Parameters:
  ///   - text: The URL, such as `sqlite:music.db` or `mariadb://app@localhost/music`.
  ///   - configuration: Settings beside the URL.
  ///   - limit: How long a database is waited for that is not there yet, for programs that start together with it. A wrong
  ///     password, for example, is thrown at once.
  /// - Throws: `missingDriver` for a scheme without driver, `badURL` for a wrong URL or option, and what the driver
  ///   throws. No message contains a password.
  public func open(
    _ text: String, configuration: GovernorConfiguration = GovernorConfiguration(), waitingUpTo limit: Duration = .zero
  ) throws -> any Governor {
    let (entry, url) = try read(text)
    let options = try entry.options.resolve(url.options, under: configuration.options)
    var patience = Patience(limit, by: configuration.timeSource)
    while true {
      do { return try entry.driver.governor(for: url, options: options, configuration: configuration) } catch {
        configuration.timeSource.sleep(try patience.pause(after: error))
      }
    }
  }

  /// Opens a database by a URL that was put together or read before.
  ///
  /// - Throws: Like the function that takes a text; `badURL` also if the driver's databases are elsewhere, for example
  ///   a file for one of servers.
  public func open(
    _ url: DatabaseURL, configuration: GovernorConfiguration = GovernorConfiguration(),
    waitingUpTo limit: Duration = .zero
  ) throws -> any Governor {
    // Whatever can be built can be written: what the driver can't accept fails here as it would as text.
    try open(url.textWithSecrets, configuration: configuration, waitingUpTo: limit)
  }

  /// Opens a database by its URL, without blocking the task's thread.
  ///
  /// - Throws: Like the blocking function of this name; `cancelled` at once when the task is cancelled.
  public func open(
    _ text: String, configuration: GovernorConfiguration = GovernorConfiguration(), waitingUpTo limit: Duration = .zero
  ) async throws -> any Governor {
    var patience = Patience(limit, by: configuration.timeSource)
    while true {
      do {
        return try await apart(leftBehind: { (db: any Governor) in try? db.close(within: .zero) }) {
          try self.open(text, configuration: configuration)
        }
      } catch {
        try await suspendTask(for: try patience.pause(after: error), by: configuration.timeSource)
      }
    }
  }

  /// Opens a database by a URL that was put together or read before, without blocking the task's thread.
  ///
  /// - Throws: Like the blocking function of this name; `cancelled` at once when the task is cancelled.
  public func open(
    _ url: DatabaseURL, configuration: GovernorConfiguration = GovernorConfiguration(),
    waitingUpTo limit: Duration = .zero
  ) async throws -> any Governor {
    try await open(url.textWithSecrets, configuration: configuration, waitingUpTo: limit)
  }

  /// Explains how a URL is understood, without opening anything: each option, its value and its default, with secrets
  /// masked.
  ///
  /// - Throws: `missingDriver` and `badURL`, like `open(_:configuration:)`.
  public func explain(_ text: String) throws -> Explanation {
    let (driver, url, options) = try resolve(text)
    return Explanation(
      driver: driver.name, scheme: url.scheme, mode: url.mode, location: "\(url.location)", options: options.explain())
  }

  /// Finds a URL's driver and checks the URL against it.
  func resolve(_ text: String) throws(DatabaseError) -> (any Driver, DatabaseURL, OptionValues) {
    let (entry, url) = try read(text)
    return (entry.driver, url, try entry.options.resolve(url.options))
  }

  private func read(_ text: String) throws(DatabaseError) -> (Entry, DatabaseURL) {
    let parts = try DatabaseURL.Parts(text)
    guard let entry = entry(for: parts.scheme) else { throw missingDriver(parts.scheme) }
    return (entry, try DatabaseURL(parts, shape: entry.driver.urlShape))
  }

  private static func fault(of entry: Entry, _ schemes: [String]) -> DatabaseError? {
    var faults = entry.options.faults
    if entry.name.isEmpty { faults.append("its name is empty") }
    if schemes.isEmpty { faults.append("it has no scheme") }
    for scheme in schemes where !DatabaseURL.isScheme(scheme) {
      faults.append("\(quoted(scheme)) is no scheme: a letter, then letters, digits, - and .")
    }
    guard !faults.isEmpty else { return nil }
    let reasons = faults.joined(separator: "; ")
    return DatabaseError(.misuse, "the driver \(quoted(entry.name)) can't be registered: \(reasons)")
  }
}
