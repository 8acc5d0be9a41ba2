internal import ORDAThreads
internal import Synchronization

/// A connection with what the core keeps beside it: its prepared statements, its thread, and who holds it.
final class PooledConnection: PoolMember, @unchecked Sendable {
  // Proof: the pool lends it to one lease at a time, and the pool's lock orders one lease after the other; what other
  // threads use too (`gate`, `thread`) protects itself.
  let driver: any DriverConnection
  /// The same, where it is asked about a log that readers can hold back; asked for once, since the cast is slow.
  let log: (any LogKeepingConnection)?
  /// Whose rows are still to come, where the connection gives one result at a time; nil if it gives several.
  let openResult: OpenResult?
  /// Which statement can be undone alone, where the database aborts the transaction with one that fails; nil if it does not.
  @exclusivity(unchecked) var protection: StatementProtection?
  let role: ConnectionRole
  let gate: CancelGate
  let thread = WorkerThread()
  /// Changed in place by the lease's thread alone, and nothing that runs meanwhile comes back here: the run-time check of
  /// exclusive access, which costs as much as the look-up, is off.
  @exclusivity(unchecked) var statements: StatementHandles
  /// How many of the governor's set-ups have run here since its session was new.
  var setUpCount = 0
  /// True while set-ups run: what they do with the governor does not begin them again.
  var isBeingSetUp = false
  /// True inside a transaction that the core has begun.
  var hasTransaction = false
  /// True if what statements of a program changed in the session is to stay, since it is the only connection: where that
  /// one ends, the program is told.
  var keepsSession = false
  /// True if that may be, for all that is known.
  var mayKeepSession = false
  /// True if something may have been written since it was taken, or somebody waits for its being given back.
  var hasNews = false
  private var whenGivenBack: [@Sendable () -> Void] = []
  /// Set where an error made it useless: it is closed when it comes back.
  var isBroken = false
  /// Changed under the pool's lock, or by whoever holds it.
  @exclusivity(unchecked) var age = PoolAge()
  /// The last lease whose length was warned of.
  let warnedLease = Atomic<Int>(-1)

  init(
    driver: any DriverConnection, role: ConnectionRole, statementCapacity: Int, hasReaders: Bool = false,
    givesSeveralResults: Bool = true
  ) {
    self.driver = driver
    log = hasReaders && role == .writer ? driver as? any LogKeepingConnection : nil
    protection = (driver as? any TransactionAbortingConnection).map { StatementProtection($0) }
    self.role = role
    gate = CancelGate(canceller: driver.canceller)
    openResult = givesSeveralResults ? nil : OpenResult()
    statements = StatementHandles(
      capacity: statementCapacity, openResult: openResult, typed: driver as? any TypedPreparingConnection)
  }

  /// Has something done when it has been given back.
  func afterGivingBack(_ action: @escaping @Sendable () -> Void) {
    whenGivenBack.append(action)
    hasNews = true
  }

  /// What is to be done when it has been given back, once.
  func takeNews() -> [@Sendable () -> Void] {
    hasNews = false
    defer { whenGivenBack = [] }
    return whenGivenBack
  }

  /// Closes everything, the first time; only for whoever holds it, or once the pool has let it go. Where the driver is
  /// still being told to stop what ran here, that happens afterwards, on another thread.
  func close() {
    thread.stop()
    gate.shut {
      self.statements.closeAll()
      self.driver.close()
    }
  }
}

/// What a connection of a governor is for.
public enum ConnectionRole: Sendable, Hashable {
  /// It may write.
  case writer
  /// It only reads.
  case reader
}
