internal import ORDAThreads
internal import Synchronization

/// One execution of a statement, on a connection that its owner holds.
///
/// Everything goes through here: blocking and awaited calls, rows read one by one or as a stream, batches and scripts.
/// It is plain numbers: whoever began it lends it the statement, its handle and the connection with each call, because
/// retaining them would take longer than the rest of the work here. What outlasts the call that began it is a
/// ``HeldExecution``.
///
/// 1. What can't run here is refused. The connection's handle for the text is checked out, and prepared if necessary.
/// 2. Parameters are bound, and the owner steps. A time limit stops the work through the gate.
/// 3. The handle is reset, the transaction is checked, and an error gets its SQL text and, if the work was stopped, its
///    true reason.
/// 4. What is to be said of it, if anything, is said with its values: an ``ExecutionReport``.
struct Execution: ~Copyable {
  /// True if it must leave no transaction open.
  private let isOutside: Bool
  /// What was left of the limit when the database was informed, in milliseconds; -1 if it was not.
  private var toldLeft: Int64 = -1
  private var work: LimitedWork
  /// How long it has been active, in nanoseconds, and since when; kept if slow ones are reported. A time of 0 for not at all.
  private var spent: Int64 = 0
  private var since: MonotonicTime
  /// How many rows it has paused before.
  private var rows = 0
  /// Its number among the statements that can be undone separately; 0 if that is not necessary.
  private var protection = 0
  #if Tracing
    private let span: DatabaseSpan?
  #endif

  /// Begins an execution; its handle must be checked out next.
  ///
  /// - Parameter scope: The closure that it runs in; nil if the connection was taken only for it.
  @inline(__always)
  static func begin(
    _ slot: StatementSlot, within deadline: Deadline?, on connection: PooledConnection, in scope: LeaseScope?,
    of governor: ConnectionGovernor
  ) throws(DatabaseError) -> Execution {
    try governor.checkAllowed(slot, in: scope)
    let isOutside = scope?.isOutside ?? true
    let limit = scope?.deadline == nil ? deadline ?? governor.settings.deadline : scope?.limit(of: deadline)
    var work = LimitedWork(on: connection.gate, within: limit)
    do throws(DatabaseError) {
      try work.resume(on: connection.gate)
    } catch {
      throw error.naming(slot.parsed.text)
    }
    let since = governor.settings.slowStatement == nil ? MonotonicTime(nanoseconds: 0) : governor.timeSource.coarse
    #if Tracing
      // The wait for a connection is a part of it if the connection was asked for it alone.
      let span = governor.traced.begin(
        slot.traced(in: governor.dialect), since: scope == nil ? connection.takeAsked() : nil)
      return Execution(isOutside: isOutside, work: work, since: since, span: span)
    #else
      return Execution(isOutside: isOutside, work: work, since: since)
    #endif
  }

  #if Tracing
    private init(isOutside: Bool, work: consuming LimitedWork, since: MonotonicTime, span: DatabaseSpan? = nil) {
      self.isOutside = isOutside
      self.work = work
      self.since = since
      self.span = span
    }
  #else
    @inline(__always)
    private init(isOutside: Bool, work: consuming LimitedWork, since: MonotonicTime) {
      self.isOutside = isOutside
      self.work = work
      self.since = since
    }
  #endif

  /// Checks out the statement's handle; if that fails the execution is over.
  ///
  /// - Parameter toRun: True if it is run next, so that an error in the text may wait until then.
  @inline(__always)
  mutating func checkOut(
    _ slot: StatementSlot, toRun: Bool, on connection: PooledConnection, of governor: ConnectionGovernor
  ) throws(DatabaseError) -> StatementExecution {
    do throws(DatabaseError) {
      protection = try connection.protect()
      let handle = try connection.statements.checkOut(slot, on: connection.driver, toRun: toRun)
      governor.statementCount.add(1, ordering: .relaxed)
      return handle
    } catch {
      let failure = connection.restated(error, timedOut: work.end(on: connection.gate), effect: .nothing)
      if protection > 0 { _ = endProtection(on: connection, of: governor) }
      #if Tracing
        span?.end(failure)
      #endif
      throw failure.naming(slot.parsed.text)
    }
  }

  /// Has the database keep the limit too; only for what runs without pauses, which the database would count.
  @inline(__always)
  mutating func tellLimit(to handle: StatementExecution) {
    guard let deadline = work.deadline else { return }
    toldLeft = deadline.leftMilliseconds
    handle.driver.setTimeLimit(.milliseconds(toldLeft))
  }

  /// Continues after a pause.
  ///
  /// - Throws: Why nothing more runs, if the lease was stopped.
  @inline(__always)
  mutating func resume(on connection: PooledConnection, of governor: ConnectionGovernor) throws(DatabaseError) {
    try work.resume(on: connection.gate)
    if governor.settings.slowStatement != nil { since = governor.timeSource.coarse }
  }

  /// Continues with the next row after a pause.
  ///
  /// Reading the clock takes longer than many a row, so from the seventeenth on the time of every sixteenth stands for all.
  ///
  /// - Throws: Why nothing more runs, if the lease was stopped.
  @inline(__always)
  mutating func resumeRow(on connection: PooledConnection, of governor: ConnectionGovernor) throws(DatabaseError) {
    try work.resume(on: connection.gate)
    rows &+= 1
    if rows <= 16 || rows & 15 == 0, governor.settings.slowStatement != nil { since = governor.timeSource.coarse }
  }

  /// Pauses it: the time until it continues does not count.
  @inline(__always)
  mutating func pause(on connection: PooledConnection) {
    _ = work.pause(on: connection.gate)
    countTime(connection.time)
  }

  /// Ends the execution.
  ///
  /// - Parameter failure: What was thrown, if anything.
  /// - Returns: What is to be said of it, to which its values belong; nil if that is nothing.
  @inline(__always)
  mutating func end(
    _ slot: StatementSlot, _ handle: StatementExecution, on connection: PooledConnection, in scope: LeaseScope?,
    of governor: ConnectionGovernor, _ failure: (any Error)? = nil
  ) -> ExecutionReport? {
    if failure == nil, handle.mayHaveWarnings { governor.reportWarnings(of: handle, on: connection) }
    connection.statements.checkIn(handle)
    let told = toldLeft < 0 ? nil : work.deadline.map { (limit: $0.limit, left: Duration.milliseconds(toldLeft)) }
    let timedOut = work.end(on: connection.gate)
    var failure = failure
    if let thrown = failure {
      failure = governor.restated(thrown, of: slot, on: connection, in: scope, timedOut: timedOut, told: told)
    }
    if protection > 0, let unkept = endProtection(on: connection, of: governor), failure == nil {
      failure = governor.restated(unkept, of: slot, on: connection, in: scope, timedOut: nil, told: told)
    }
    let parsed = slot.parsed
    if !parsed.keyword.onlyReads {
      scope?.statements &+= 1
      connection.hasNews = true
    }
    if let ended = scope?.checkTransaction(failure, ending: parsed.ending) {
      failure = governor.restated(ended, of: slot, on: connection, in: scope, timedOut: nil, told: told)
    }
    if isOutside, !connection.hasTransaction,
      let left = connection.undoWhatIsLeftOpen(within: governor.settings.fixedLimits.undoing), failure == nil
    {
      failure = governor.restated(left, of: slot, on: connection, in: scope, timedOut: nil, told: told)
    }
    var isSlow = false
    if governor.settings.slowStatement != nil {
      countTime(governor.timeSource)
      isSlow = spent >= governor.settings.slowNanoseconds
    }
    #if Tracing
      span?.end(failure)
    #endif
    if failure == nil, !isSlow, !governor.settings.tracesStatements { return nil }
    return ExecutionReport(failure: failure, slowNanoseconds: isSlow ? spent : nil)
  }

  /// Undoes the statement if it aborted the transaction, otherwise keeps its changes.
  ///
  /// - Returns: The error if that failed.
  @inline(never)
  private func endProtection(on connection: PooledConnection, of governor: ConnectionGovernor) -> DatabaseError? {
    do throws(DatabaseError) {
      let settings = governor.settings
      try connection.endProtection(protection, undoing: settings.fixedLimits.undoing, within: settings.deadline)
      return nil
    } catch { return error }
  }

  @inline(__always)
  private mutating func countTime(_ time: TimeSource) {
    guard since.nanoseconds != 0 else { return }
    spent &+= (time.coarse.nanoseconds &- since.nanoseconds) &* (rows > 16 ? 16 : 1)
    since = MonotonicTime(nanoseconds: 0)
  }
}

extension ConnectionGovernor {
  /// The error of an execution as the program gets it.
  ///
  /// - Parameters:
  ///   - limit: The limit of the execution, if it was stopped for that.
  ///   - told: The limit, and what was left of it when the database was informed.
  @inline(never)
  fileprivate func restated(
    _ failure: any Error, of slot: StatementSlot, on connection: PooledConnection, in scope: LeaseScope?,
    timedOut limit: Duration?, told: (limit: Duration, left: Duration)?
  ) -> any Error {
    guard let error = failure as? DatabaseError else { return failure }
    var restated = connection.restated(error, timedOut: limit, effect: effect(of: slot, in: scope))
    // The database only knows what was left of the limit.
    if let told, restated.limit == told.left { restated.become(.timeout(of: told.limit)) }
    return restated.naming(slot.parsed.text)
  }

  /// What may have been done if no answer comes.
  private func effect(of slot: StatementSlot, in scope: LeaseScope?) -> Effect {
    if slot.route == .reader { return .nothing }
    let keyword = slot.parsed.keyword
    if let scope, scope.depth > 0 || scope.isInScriptsTransaction {
      return slot.parsed.ending != .rolledBack && keyword.effect == .permanent ? .permanent : .transaction
    }
    return keyword.effect
  }
}

extension LeaseScope: BatchScope {
  func checkElement(of parsed: ParsedStatement) throws(DatabaseError) {
    checkTransaction(nil, ending: parsed.ending)
    if ending != nil { try checkUsable() }
  }
}
