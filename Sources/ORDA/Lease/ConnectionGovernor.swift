public import ORDAThreads
internal import Synchronization

/// The governor that the core makes of a driver's connections: pools, caches, routing, transactions.
///
/// A driver's `governor(for:options:configuration:)` returns one of these, unless its database is no connection.
public final class ConnectionGovernor: Sendable {
  /// The driver's name.
  public let driverName: String
  /// What it was opened by.
  public let url: DatabaseURL
  /// What this database can do.
  public let capabilities: Capabilities
  /// How this database quotes and comments: as a session does when it was set up.
  public var dialect: Dialect { slots.dialect }
  /// How this database writes the schema of its tables.
  public var schemaDialect: any SchemaDialect { ownSchemaDialect.adapted(to: dialect) }
  private let ownSchemaDialect: any SchemaDialect

  let writers: ConnectionPool
  /// Nil if all connections are alike.
  let readers: ConnectionPool?
  /// Where statements run that only read.
  let readersOrWriters: ConnectionPool
  /// The pool of those that hold a lock by name; made when the first one is asked for.
  let lockConnections = AtomicLazyReference<ConnectionPool>()
  let lockOwners: LockOwners
  /// False once it is known that the database keeps no locks by name.
  let keepsLocks: Atomic<Bool>
  let slots: StatementSlots
  let settings: GovernorSettings
  /// The governor's clock: ``GovernorConfiguration/timeSource``.
  public var timeSource: TimeSource { settings.timeSource }
  /// The server's; nil for a database in no network.
  let hosts: Hosts?
  let layout: Layout
  let setUps: Lock<[@Sendable (Connection) throws -> Void]>
  /// How many set-ups there are, read at every lease without a lock.
  let setUpTotal: Atomic<Int>
  let statementCount = Atomic<Int>(0)
  /// How often transactions were repeated.
  let retryCount = Atomic<Int>(0)
  /// The lease of the rows that a task reads on the only connection; nil if there are several connections.
  let sharedLease = Lock<HeldLease?>(nil)
  /// When the size of the log is to be asked for again, by the monotonic clock's nanoseconds.
  let nextLogCheck = Atomic<Int64>(0)
  /// How many transactions are open: while there is none, no entry has to look whether it is read in one.
  let openTransactions = Atomic<Int>(0)
  let taskTransactions = TaskTransactions()
  let changeHub: ChangeHub
  let companion = CompanionPlace()
  let traced: TracedDatabase
  #if Metrics
    /// Nil where the program collects no metrics.
    let metrics: GovernorMetrics?
  #endif
  #if ServiceLifecycle
    /// True once it was run as a service.
    let isService = Atomic(false)
  #endif

  /// How many connections of each sort there may be.
  public struct Layout: Sendable, Hashable {
    /// Connections that may write.
    public var writers: Int
    /// Connections that only read, beside the writers; 0 where all connections are alike.
    public var readers: Int

    /// False where a connection must last as long as the governor, since something ends with it: a database in memory. Then
    /// none is closed for its age, or because nobody uses it.
    public var replacesConnections: Bool

    /// How long what reads waits for a copy that lags behind what the program has seen, before it goes to a connection that may
    /// write; zero for not at all. Nil, the default, where readers and writers use the same database. Otherwise the readers are
    /// each a ``ReplicaConnection``.
    public var replicaPatience: Duration?

    /// True where a connection's work is done by this process, and not by a server. Then no more of them do awaited work at the same
    /// time than there are processors, as long as each takes less than a millisecond or so.
    public var worksHere: Bool

    /// So many connections of each sort.
    public init(
      writers: Int, readers: Int = 0, replacesConnections: Bool = true, replicaPatience: Duration? = nil,
      worksHere: Bool = false
    ) {
      self.writers = writers
      self.readers = readers
      self.replacesConnections = replacesConnections
      self.replicaPatience = replicaPatience
      self.worksHere = worksHere
    }
  }

  /// What ``init(driver:url:options:configuration:first:layout:changes:connect:)`` makes of a driver.
  init(
    driverName: String, capabilities: Capabilities, schemaDialect: any SchemaDialect, url: DatabaseURL,
    options: OptionValues, configuration: GovernorConfiguration, first: sending any DriverConnection, layout: Layout,
    changes: (any ChangeSource)?, hosts: Hosts?,
    connect: @escaping @Sendable (ConnectionRole) throws(DatabaseError) -> any DriverConnection
  ) throws(DatabaseError) {
    self.driverName = driverName
    self.url = url
    traced = TracedDatabase(url)
    self.hosts = hosts
    self.capabilities = capabilities
    ownSchemaDialect = schemaDialect
    let settings = try GovernorSettings(options, configuration)
    self.settings = settings
    changeHub = ChangeHub(
      driverName: driverName, source: changes, logger: settings.logger, time: settings.timeSource,
      isThreadLeased: { ThreadScopes.isInAny })
    lockOwners = LockOwners(settings.timeSource)
    setUps = Lock(configuration.onConnect)
    setUpTotal = Atomic(configuration.onConnect.count)

    keepsLocks = Atomic(first is any NamedLockConnection)
    slots = StatementSlots(
      capacity: settings.statementCache * 2, dialect: first.dialect, takesLists: capabilities.contains(.lists))
    let hasReaders = layout.readers > 0
    self.layout = layout
    func limits(_ maximum: Int, minimum: Int) -> PoolLimits {
      var limits = settings.poolLimits(maximum: maximum, minimum: minimum, ages: layout.replacesConnections)
      if layout.worksHere { limits.crowd = Processors.count }
      return limits
    }
    let givesSeveralResults = capabilities.contains(.interleaving)
    writers = ConnectionPool(
      name: hasReaders ? "writer" : "connection", limits: limits(layout.writers, minimum: settings.minimum),
      acquireTimeout: settings.acquireTimeout, logger: settings.logger, time: settings.timeSource,
      first: PooledConnection(
        driver: first, role: .writer, statementCapacity: settings.statementCache, hasReaders: hasReaders,
        givesSeveralResults: givesSeveralResults, time: settings.timeSource)
    ) { () throws(DatabaseError) in
      PooledConnection(
        driver: try connect(.writer), role: .writer, statementCapacity: settings.statementCache, hasReaders: hasReaders,
        givesSeveralResults: givesSeveralResults, time: settings.timeSource)
    }
    readers =
      !hasReaders
      ? nil
      : ConnectionPool(
        name: "reader", limits: limits(layout.readers, minimum: settings.minimum - layout.writers),
        acquireTimeout: settings.acquireTimeout, logger: settings.logger, time: settings.timeSource
      ) { () throws(DatabaseError) in
        PooledConnection(
          driver: try connect(.reader), role: .reader, statementCapacity: settings.statementCache,
          givesSeveralResults: givesSeveralResults, time: settings.timeSource)
      }
    readersOrWriters = readers ?? writers
    #if Metrics
      metrics = GovernorMetrics(url, configuration, pools: [writers, readers].compactMap(\.self))
      if let metrics { hosts?.report { [weak metrics] in metrics?.noteFailovers($0) } }
    #endif
    // The first connection goes through its set-ups now, so that an error in them is known at once.
    let connection = try take(from: writers, .closure(#fileID, #line), within: nil)
    giveBack(connection, to: writers)
    try openMinimum()
  }

  /// Opens as many connections as there are to be at least, and waits for them where that was asked for.
  private func openMinimum() throws(DatabaseError) {
    for pool in [writers, readers].compactMap(\.self) {
      if settings.isWarmed { try pool.warm(within: settings.acquireTimeout) } else { pool.fill() }
      pool.watch()
    }
  }

  deinit {
    #if Metrics
      metrics?.close()
    #endif
    changeHub.close()
    companion.close()
    for pool in pools { pool.abandon() }
  }

  /// True if everything runs on one connection.
  var hasSingleConnection: Bool { readers == nil && writers.maximum == 1 }

  /// All pools that there are. The writer comes last: closing the last connection of a file tidies up after the others.
  var pools: [ConnectionPool] { [lockConnections.load(), readers, writers].compactMap(\.self) }

  func pool(for role: ConnectionRole) -> ConnectionPool { role == .reader ? readersOrWriters : writers }

  // MARK: Leasing

  /// Waits for a connection on this thread, and makes it ready.
  func take(
    from pool: ConnectionPool, _ purpose: Holder.Purpose, within deadline: Deadline?
  ) throws(DatabaseError) -> PooledConnection {
    try checkMayBlock()
    let connection = try lease(from: pool, purpose, within: deadline)
    do throws(DatabaseError) { try beginLease(of: connection, purpose, within: deadline) } catch {
      giveBack(connection, to: pool)
      throw error
    }
    guard lags(connection, within: deadline) else { return connection }
    giveBack(connection, to: pool)
    return try take(from: writers, purpose, within: deadline)
  }

  @inline(__always)
  private func lease(
    from pool: ConnectionPool, _ purpose: Holder.Purpose, within deadline: Deadline?
  ) throws(DatabaseError) -> PooledConnection {
    let begin = TraceMoment.now
    do throws(DatabaseError) {
      let connection = try pool.lease(timeout: deadline?.left)
      connection.noteAsked(at: begin)
      return connection
    } catch {
      traced.tellUnserved(purpose.sql, in: dialect, since: begin, error)
      throw error.naming(purpose.sql)
    }
  }

  /// A function of its own, to which the connection is lent: that retains nothing.
  @inline(never)
  private func beginLease(
    of connection: PooledConnection, _ purpose: Holder.Purpose, within deadline: Deadline?
  ) throws(DatabaseError) {
    _ = connection.gate.begin(Holder(purpose, since: connection.age.lentAt, thread: .current))
    connection.endingLimit = deadline?.limit ?? settings.statementTimeout
    try checkSession(of: connection)
    try makeReady(connection, within: deadline)
  }

  /// Gives a connection back with nothing open on it, and tells those who are to hear of what was done on it.
  ///
  /// - Parameter done: Called when they have heard who are to hear before an awaited call returns. On the connection's own
  ///   thread that may be later than this returns.
  func giveBack(_ connection: PooledConnection, to pool: ConnectionPool, then done: (@Sendable () -> Void)? = nil) {
    // What a replica could not do went on where it is written.
    if connection.role == .writer, pool === readers { return giveBack(connection, to: writers, then: done) }
    if !connection.driver.isUsable { connection.isBroken = true }
    if !connection.isBroken, connection.isInTransaction {
      do {
        try connection.undo(within: settings.fixedLimits.undoing) { (driver) throws(DatabaseError) in
          try driver.rollback()
        }
      } catch {
        connection.isBroken = true
      }
    }
    if !connection.isBroken, connection.driver.isSessionChanged { resetSession(of: connection) }
    warnOfLongReaders(after: connection)
    let hasNews = connection.hasNews
    let news = hasNews ? connection.takeNews() : []
    leaveStandIn(connection, of: pool)
    let isLimited = connection.endingLimit != nil
    pool.giveBack(connection)
    if hasNews { tell(news, after: connection.thread, then: done) } else { done?() }
    changeHub.announce(after: connection.thread, isLimited: isLimited)
  }

  /// Tells those who are to hear of what was done on a connection before the call returns: of its transactions' ends first,
  /// and then of its changes.
  ///
  /// - Parameter thread: The connection's own, which must not be kept by whoever is told.
  @inline(never)
  private func tell(
    _ news: [@Sendable () -> Void], after thread: WorkerThread, then done: (@Sendable () -> Void)?
  ) {
    let hub = changeHub
    let last = hub.lastToAnswer
    let tellAll: @Sendable () -> Void = {
      for tell in news { tell() }
      if let last { hub.answer(last) }
      done?()
    }
    if !thread.isCurrent || (news.isEmpty && last == nil) {
      tellAll()
    } else if news.isEmpty, let last {
      hub.answer(last) { done?() }
    } else {
      SpareThreads.shared.run(tellAll)
    }
  }

  // MARK: The whole

  /// Asks the database for a sign of life.
  public func ping() throws { try lease(LeaseRequest(role: .writer)) { try $0.ping() } }

  /// Refuses what comes, waits for what runs, and stops what is still running after `grace`.
  public func close(within grace: Duration) throws {
    try checkNotHeldHere()
    closePools(within: grace)
  }

  /// Closes as ``close(within:)-(Duration)`` does, without blocking the task's thread.
  public func close(within grace: Duration) async throws {
    try checkNotHeldHere()
    let thread = WorkerThread()
    defer { thread.stop() }
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      thread.submit {
        self.closePools(within: grace)
        continuation.resume()
      }
    }
  }

  /// Refuses closing to who holds a connection: it would wait for itself.
  private func checkNotHeldHere() throws(DatabaseError) {
    let task = currentTask
    if pools.contains(where: { $0.isHeld(byTask: task) }) {
      throw DatabaseError(
        .misuse, "a governor can't be closed inside one of its own closures, or while its rows are read")
    }
  }

  private func closePools(within grace: Duration) {
    #if Metrics
      defer { metrics?.close() }
    #endif
    // What is still committed meanwhile nobody hears of.
    changeHub.close()
    companion.close()
    // Before the others are looked at: who makes the locks' pool after that closes it.
    writers.refuse()
    ConnectionPool.close(pools, within: grace)
  }
}
