internal import Synchronization

extension ConnectionGovernor: Governor {
  /// A governor over a driver's connections.
  ///
  /// - Parameters:
  ///   - driver: Whose name, capabilities and dialects the governor tells.
  ///   - url: What is opened.
  ///   - options: The URL's options, resolved.
  ///   - configuration: What the program says by code.
  ///   - first: A connection that may write. It is opened before there is a governor, so that a wrong URL is known at once.
  ///   - serverCapabilities: Which of the driver's ``Driver/serverCapabilities`` this server has, as the first connection found
  ///     out. Others are left out.
  ///   - layout: How many connections there may be.
  ///   - changes: Where changes of rows come from, for drivers with that ability.
  ///   - connect: Opens a connection of a sort; called on any thread, whenever one more is needed.
  /// - Throws: What the configuration's set-ups throw.
  public convenience init(
    driver: any Driver, url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration,
    first: sending any DriverConnection, serverCapabilities: Capabilities = [], layout: Layout,
    changes: (any ChangeSource)? = nil,
    connect: @escaping @Sendable (ConnectionRole) throws(DatabaseError) -> any DriverConnection
  ) throws(DatabaseError) {
    let capabilities = driver.capabilities.union(serverCapabilities.intersection(driver.serverCapabilities))
    try self.init(
      driverName: driver.name, capabilities: capabilities, schemaDialect: driver.schemaDialect, url: url,
      options: options, configuration: configuration, first: first, layout: layout, changes: changes, connect: connect)
  }

  /// How many connections there are, and what they do.
  public var statistics: GovernorStatistics {
    let pools = [writers.counts, readers?.counts].compactMap { $0 }
    return GovernorStatistics(
      connections: pools.map(\.connections).reduce(0, +), active: pools.map(\.active).reduce(0, +),
      waiting: pools.map(\.waiting).reduce(0, +), statements: statementCount.load(ordering: .relaxed))
  }

  /// Has a closure told what becomes of the transaction that this thread is in.
  @discardableResult
  public func atTransactionEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) throws -> Bool {
    guard let scope = ThreadScopes.current(of: self), scope.depth > 0 else { return false }
    try scope.atEnd(body)
    return true
  }
}
