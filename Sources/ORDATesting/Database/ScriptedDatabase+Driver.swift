public import ORDA
package import ORDAThreads

extension ScriptedDatabase {
  /// Opens the database, without a registry.
  ///
  /// - Parameters:
  ///   - options: The options in the URL, for example `statement-timeout=50ms`. Slow statements are logged only with
  ///     `slow-statement`.
  ///   - configuration: Settings beside the URL.
  /// - Throws: What the script says about opening, and `badURL` for a wrong option.
  public func open(
    _ options: String = "", configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let registry = Registry()
    try register(with: registry)
    return try registry.open(url(options), configuration: configuration)
  }

  /// Opens the database, without a registry and without blocking the task's thread.
  ///
  /// - Throws: Like the blocking function of this name.
  public func open(
    _ options: String = "", configuration: GovernorConfiguration = GovernorConfiguration()
  ) async throws -> any Governor {
    let registry = Registry()
    try register(with: registry)
    return try await registry.open(url(options), configuration: configuration)
  }

  /// The URL of a test. Statements are not logged as slow by default: a script's answer takes as long as the test's clock says.
  private func url(_ options: String) -> String {
    let options = options.contains("slow-statement=") ? [options] : ["slow-statement=0", options]
    return "\(schemes[0]):test?" + options.filter { !$0.isEmpty }.joined(separator: "&")
  }

  /// Makes the database known to a registry, so that a program opens it by its URL: `scripted:` or `scripted:music`.
  ///
  /// Give each test a registry of its own. The program's, `ORDA.shared`, keeps its drivers for good.
  ///
  /// - Throws: `misuse` if the registry knows another driver with the same name or scheme.
  public func register(with registry: Registry) throws {
    try registry.register(self)
    // If two have one name, a registry takes the second for the first, and would open that.
    if (registry.driver(for: schemes[0]) as? ScriptedDatabase) !== self {
      throw DatabaseError(
        .misuse,
        "the registry has another scripted database named '\(name)': give each test a registry of its own, "
          + "or this database a name and a scheme of its own")
    }
  }

  /// What a registry calls to open the database.
  public func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor {
    try url.requireMode(oneOf: [])
    let time = configuration.timeSource
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: try connect(.writer, time: time),
      serverCapabilities: faults.serverCapabilities.found, layout: layout, changes: makeChangeSource()
    ) { [self] (role) throws(DatabaseError) in try connect(role, time: time) }
  }

  /// A connection, opened for a governor.
  package func connect(_ role: ConnectionRole, time: TimeSource = .system) throws(DatabaseError) -> ScriptedConnection {
    if var answer = answer(to: .open) {
      // Nobody can stop an opening, so an endless one would never finish.
      answer.waitsForCancel = false
      answer.isSilent = false
      _ = try ScriptedRun(faults: faults, time: time).take(answer)
      if let error = answer.error { throw error }
    }
    faults.waitWhileFrozen()
    let number = withRecord { $0.noteOpening(role) }
    if faults.preparesForKinds { return TypedScriptedConnection(to: self, number: number, time: time) }
    if faults.abortsTransactions { return AbortingScriptedConnection(to: self, number: number, time: time) }
    return ScriptedConnection(to: self, number: number, time: time)
  }
}
