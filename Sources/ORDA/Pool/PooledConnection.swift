/// A connection with what the core keeps beside it: its prepared statements, its thread, and who holds it.
final class PooledConnection: @unchecked Sendable {
  // Proof: the pool lends it to one lease at a time, and the pool's lock orders one lease after the other; what other
  // threads use too (`gate`, `thread`) protects itself.
  let driver: any DriverConnection
  /// The same, where it is asked about a log that readers can hold back; asked for once, for the cast is slow.
  let log: (any LogKeeping)?
  let role: ConnectionRole
  let gate: CancelGate
  let thread = WorkerThread()
  /// Changed in place by the lease's thread alone, and nothing that runs meanwhile comes back here: the run-time check of
  /// exclusive access, which costs as much as the look-up, is off.
  @exclusivity(unchecked) var statements: StatementHandles
  /// How many of the governor's set-ups have run here since its session was new.
  var setUpCount = 0
  /// Set where an error made it useless: it is closed when it comes back.
  var isBroken = false

  init(driver: any DriverConnection, role: ConnectionRole, statementCapacity: Int, hasReaders: Bool = false) {
    self.driver = driver
    log = hasReaders && role == .writer ? driver as? any LogKeeping : nil
    self.role = role
    gate = CancelGate(canceller: driver.canceller)
    statements = StatementHandles(capacity: statementCapacity)
  }

  /// Asks the driver for something other than a statement. An error that tells of a connection that is of no more use gives
  /// it up.
  func ask<R>(_ question: (any DriverConnection) throws(DatabaseError) -> R) throws(DatabaseError) -> R {
    do throws(DatabaseError) {
      return try question(driver)
    } catch {
      if driver.isBroken(by: error) { isBroken = true }
      throw error
    }
  }

  /// Closes everything; only for whoever holds it, or once the pool has let it go.
  func close() {
    gate.shut()
    statements.closeAll()
    driver.close()
    thread.stop()
  }
}

/// What a connection of a governor is for.
public enum ConnectionRole: Sendable, Hashable {
  /// It may write.
  case writer
  /// It only reads.
  case reader
}
