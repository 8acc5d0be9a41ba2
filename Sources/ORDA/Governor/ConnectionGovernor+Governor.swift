internal import Synchronization

extension ConnectionGovernor: Governor {
  /// A governor over a driver's connections.
  ///
  /// - Parameters:
  ///   - driver: Provides the governor's name, capabilities and dialects.
  ///   - url: The URL to open.
  ///   - options: The URL's options, resolved.
  ///   - configuration: The program's settings in code.
  ///   - first: A connection that may write. It is opened before the governor is made, so that a wrong URL shows at
  ///     once.
  ///   - serverCapabilities: Which of the driver's ``Driver/serverCapabilities`` this server has, according to the
  ///     first connection. Others are ignored.
  ///   - layout: How many connections there may be.
  ///   - changes: The source of changed rows, for drivers that have one.
  ///   - hosts: What `connect` asks for a host, for drivers of servers.
  ///   - connect: Opens a connection for a role; called on any thread, whenever one more is needed.
  /// - Throws: What the configuration's set-ups throw.
  public convenience init(
    driver: any Driver, url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration,
    first: sending any DriverConnection, serverCapabilities: Capabilities = [], layout: Layout,
    changes: (any ChangeSource)? = nil, hosts: Hosts? = nil,
    connect: @escaping @Sendable (ConnectionRole) throws(DatabaseError) -> any DriverConnection
  ) throws(DatabaseError) {
    let capabilities = driver.capabilities.union(serverCapabilities.intersection(driver.serverCapabilities))
    try self.init(
      driverName: driver.name, capabilities: capabilities, schemaDialect: driver.schemaDialect, url: url,
      options: options, configuration: configuration, first: first, layout: layout, changes: changes, hosts: hosts,
      connect: connect)
  }

  /// How many connections there are, and what they do.
  public var statistics: GovernorStatistics {
    var statistics = GovernorStatistics()
    for pool in [writers, readers].compactMap(\.self) { statistics.add(pool) }
    statistics.statements = statementCount.load(ordering: .relaxed)
    statistics.retries = retryCount.load(ordering: .relaxed)
    statistics.failovers = hosts?.failovers ?? 0
    return statistics
  }

  /// Changes how many connections there may be, and how many are kept.
  public func resize(maximum: Int, minimum: Int = 0) throws {
    let least = readers == nil ? 2 : layout.writers + 1
    guard !hasSingleConnection, maximum >= least, (0...maximum).contains(minimum) else {
      throw DatabaseError(
        .misuse,
        hasSingleConnection
          ? "this governor was opened with a single connection, and keeps it; open another with pool.max of 2 or more"
          : "a pool of \(minimum) to \(maximum) connections can't be: the most is \(least) or more, and not less than the least"
      )
    }
    guard let readers else { return writers.resize(maximum: maximum, minimum: minimum) }
    readers.resize(maximum: maximum - layout.writers, minimum: minimum - layout.writers)
  }

  /// Has every connection replaced: those that are idle at once, the others when they are given back.
  public func refresh() {
    for pool in pools { pool.refresh() }
  }

  /// Informs a closure of the end of this thread's transaction, or of this task's.
  @discardableResult
  public func atTransactionEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) throws -> Bool {
    if let transaction = try transactionOfThisTask() {
      transaction.observeEnd(body)
      return true
    }
    guard let scope = ThreadScopes.current(of: self), scope.depth > 0 else { return false }
    try scope.atEnd(body)
    return true
  }
}
