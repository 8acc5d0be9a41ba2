internal import ORDAThreads
internal import Synchronization

/// A connection with what the core keeps for it: its prepared statements, its thread, and its holder.
final class PooledConnection: PoolMember, @unchecked Sendable {
  // Proof: the pool lends it to one lease at a time, and the pool's lock orders the leases; what other threads use too
  // (`gate`, `thread`, `warnedLease`) protects itself.
  let driver: any DriverConnection
  /// The same, if it can report on a log that readers hold back; determined once, since the cast is slow.
  let log: (any LogKeepingConnection)?
  /// Whose rows are still to come, if the connection returns one result at a time; nil if it returns several.
  let openResult: OpenResult?
  /// Which statement can be undone separately, if the database aborts the transaction with a failing one; nil if it
  /// does not.
  @exclusivity(unchecked) var protection: StatementProtection?
  let role: ConnectionRole
  let gate: CancelGate
  let time: TimeSource
  let thread = WorkerThread()
  /// Only the lease's thread changes it, in place, and nothing that runs meanwhile comes back here: the run-time check
  /// of exclusive access, which costs as much as the look-up, is off.
  @exclusivity(unchecked) var statements: StatementHandles
  /// How many of the governor's set-ups have run in its current session.
  var setUpCount = 0
  /// True while set-ups run: what they do with the governor does not begin them again.
  var isBeingSetUp = false
  /// True inside a transaction begun by the core.
  var hasTransaction = false
  /// True if a program's changes to the session should stay, since it is the only connection: if it ends, the program
  /// is informed.
  var keepsSession = false
  /// True if that is possible, as far as is known.
  var mayKeepSession = false
  /// True if something may have been written since it was taken, or somebody waits for its return.
  var hasNews = false
  /// How long the holder's call gives to each thing that ends its work, such as a rollback or the reset of the session; nil
  /// if only the fixed limit applies.
  @exclusivity(unchecked) var endingLimit: Duration?
  private var whenGivenBack: [@Sendable () -> Void] = []
  /// Set when an error made it useless: it is closed when it is returned.
  var isBroken = false
  /// Changed under the pool's lock, or by whoever holds it.
  @exclusivity(unchecked) var age = PoolAge()
  #if Tracing
    /// When it was asked for; for the first that is done on it.
    private var askedAt: TraceMoment?
  #endif
  /// The last lease whose length was warned of.
  let warnedLease = Atomic<Int>(-1)

  init(
    driver: any DriverConnection, role: ConnectionRole, statementCapacity: Int, hasReaders: Bool = false,
    givesSeveralResults: Bool = true, time: TimeSource = .system
  ) {
    self.driver = driver
    log = hasReaders && role == .writer ? driver as? any LogKeepingConnection : nil
    protection = (driver as? any TransactionAbortingConnection).map { StatementProtection($0) }
    self.role = role
    self.time = time
    gate = CancelGate(canceller: driver.canceller, time: time)
    openResult = givesSeveralResults ? nil : OpenResult()
    statements = StatementHandles(
      capacity: statementCapacity, openResult: openResult, typed: driver as? any TypedPreparingConnection)
  }

  /// True while a transaction is open in the database.
  ///
  /// A call of its own: written into its callers, it would retain the driver, which is a constant here and something further away
  /// there.
  var isInTransaction: Bool { @inline(never) get { driver.isInTransaction } }

  /// Notes when it was asked for.
  @inline(__always)
  func noteAsked(at moment: @autoclosure () -> TraceMoment?) {
    #if Tracing
      askedAt = moment()
    #endif
  }

  /// When it was asked for, the first time.
  @inline(__always)
  func takeAsked() -> TraceMoment? {
    #if Tracing
      defer { askedAt = nil }
      return askedAt
    #else
      return nil
    #endif
  }

  /// Schedules an action for after its return.
  func afterGivingBack(_ action: @escaping @Sendable () -> Void) {
    whenGivenBack.append(action)
    hasNews = true
  }

  /// The actions to run after its return, once.
  func takeNews() -> [@Sendable () -> Void] {
    hasNews = false
    defer { whenGivenBack = [] }
    return whenGivenBack
  }

  /// Closes everything, the first time; only for its holder, or once the pool has released it. If the driver is still
  /// being asked to stop what ran here, that happens afterwards, on another thread.
  func close() {
    thread.stop()
    gate.shut {
      self.statements.closeAll()
      self.driver.close()
    }
  }
}
