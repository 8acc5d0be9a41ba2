public import ORDA

extension ScriptedDatabase {
  /// Opens the database, without a registry.
  ///
  /// - Parameters:
  ///   - options: What stands behind the `?` of its URL, for example `statement-timeout=50ms`.
  ///   - configuration: What is set beside the URL.
  /// - Throws: What the script says of opening, and `badURL` for a wrong option.
  public func open(
    _ options: String = "", configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let registry = Registry()
    try register(with: registry)
    return try registry.open(url(options), configuration: configuration)
  }

  /// Opens the database, without a registry and without blocking the task's thread.
  ///
  /// - Throws: As the function of this name that blocks.
  public func open(
    _ options: String = "", configuration: GovernorConfiguration = GovernorConfiguration()
  ) async throws -> any Governor {
    let registry = Registry()
    try register(with: registry)
    return try await registry.open(url(options), configuration: configuration)
  }

  private func url(_ options: String) -> String {
    "\(schemes[0]):test" + (options.isEmpty ? "" : "?" + options)
  }

  /// Makes the database known to a registry, so that a program opens it by its URL: `scripted:` or `scripted:music`.
  ///
  /// Give each test a registry of its own. The program's, `ORDA.shared`, keeps what it was given for good.
  ///
  /// - Throws: `misuse` where the registry knows another driver by the name or the scheme.
  public func register(with registry: Registry) throws {
    try registry.register(self)
    // Of two with one name a registry takes the second for the first, and would open that.
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
    return try ConnectionGovernor(
      driver: self, url: url, options: options, configuration: configuration, first: try connect(.writer),
      serverCapabilities: faults.serverCapabilities.found, layout: layout, changes: makeChangeSource()
    ) { [self] (role) throws(DatabaseError) in try connect(role) }
  }

  /// A connection, as a governor opens it.
  package func connect(_ role: ConnectionRole) throws(DatabaseError) -> ScriptedConnection {
    if var answer = answer(to: .open) {
      // Nobody can stop an opening, so that one without an end would never come to it.
      answer.waitsForCancel = false
      answer.isSilent = false
      _ = try ScriptedRun(faults: faults).take(answer)
      if let error = answer.error { throw error }
    }
    faults.waitWhileFrozen()
    let number = withRecord { $0.noteOpening(role) }
    if faults.preparesForKinds { return TypedScriptedConnection(to: self, number: number) }
    if faults.abortsTransactions { return AbortingScriptedConnection(to: self, number: number) }
    return ScriptedConnection(to: self, number: number)
  }
}
