internal import Synchronization

/// One execution of a statement, on a connection that its owner holds.
///
/// All go through here: those that block and those that are awaited, rows read one by one or as a stream, batches and
/// scripts.
///
/// 1. What can't run here is refused. The connection's handle for the text is checked out, prepared if need be.
/// 2. Parameters are bound, and the owner steps. A time limit stops the work through the gate.
/// 3. The handle is reset, the transaction is asked whether it still stands, the statement is logged, and an error gets
///    its SQL text and, where the work was stopped, its true reason.
struct Execution: ~Copyable {
  let handle: StatementExecution
  let statement: BoundStatement
  private let connection: PooledConnection
  private let scope: LeaseScope?
  private let governor: ConnectionGovernor
  private let deadline: Deadline?
  /// True where it must leave no transaction open.
  private let isOutside: Bool
  /// What was left of the limit when the database was told of it.
  private var told: Duration?
  private var work: LimitedWork
  /// How long it has been under way, and since when it is now; kept where slow ones are told of.
  private var spent = Duration.zero
  private var since: MonotonicTime?
  /// How many rows it has rested before.
  private var rows = 0

  /// Begins an execution.
  ///
  /// - Parameter scope: The closure that it runs in; nil where the connection was taken for it alone.
  init(
    _ statement: consuming BoundStatement, on connection: PooledConnection, in scope: LeaseScope?,
    of governor: ConnectionGovernor
  ) throws {
    let slot = statement.slot
    try governor.checkAllowed(slot, in: scope)
    let isOutside = scope?.isOutside ?? true
    let deadline = statement.deadline ?? governor.settings.deadline
    var work = LimitedWork(on: connection.gate, within: deadline)
    do throws(DatabaseError) {
      try work.resume(on: connection.gate)
    } catch {
      throw error.naming(slot.parsed.text)
    }
    if governor.settings.slowStatement != nil { since = .coarse }
    do throws(DatabaseError) {
      handle = try connection.statements.checkOut(slot, on: connection.driver, toRun: statement.parameters != nil)
    } catch {
      throw connection.restated(error, timedOut: work.end(on: connection.gate), effect: .nothing)
        .naming(slot.parsed.text)
    }
    self.statement = statement
    self.connection = connection
    self.scope = scope
    self.governor = governor
    self.work = work
    self.isOutside = isOutside
    self.deadline = deadline
    governor.statementCount.add(1, ordering: .relaxed)
  }

  /// Binds what the statement was given; where the body binds by itself, lends it what it needs for that.
  func bind() throws(DatabaseError) {
    if let parameters = statement.parameters {
      try handle.bind(statement.interpolated, parameters)
    } else {
      handle.interpolated = statement.interpolated
      handle.batchScope = scope
    }
  }

  /// Has the database keep the limit too; for what runs without a rest, for the database would count that.
  mutating func tellLimit() {
    guard let left = deadline?.left else { return }
    told = left
    handle.driver.setTimeLimit(left)
  }

  /// Goes on after a rest.
  ///
  /// - Throws: Why nothing more runs, where the lease was stopped.
  mutating func resume() throws(DatabaseError) {
    try work.resume(on: connection.gate)
    if governor.settings.slowStatement != nil { since = .coarse }
  }

  /// Goes on with the next row after a rest.
  ///
  /// Reading the clock takes longer than many a row, so from the seventeenth on the time of every sixteenth stands for all.
  ///
  /// - Throws: Why nothing more runs, where the lease was stopped.
  mutating func resumeRow() throws(DatabaseError) {
    try work.resume(on: connection.gate)
    rows &+= 1
    if rows <= 16 || rows & 15 == 0, governor.settings.slowStatement != nil { since = .coarse }
  }

  /// Lets it rest: what passes until it goes on is not its time.
  mutating func pause() {
    _ = work.pause(on: connection.gate)
    countTime()
  }

  /// Ends the execution.
  ///
  /// - Parameter failure: What was thrown, if anything was.
  /// - Returns: What is to be thrown.
  mutating func end(_ failure: (any Error)? = nil) -> (any Error)? {
    if failure == nil { governor.reportWarnings(of: handle, on: connection) }
    connection.statements.checkIn(handle)
    let timedOut = work.end(on: connection.gate)
    var failure = failure.map { restated($0, timedOut: timedOut) }
    let parsed = statement.slot.parsed
    if !parsed.keyword.onlyReads { scope?.participant?.noteStatement() }
    if let ended = scope?.checkTransaction(failure, ending: parsed.ending) { failure = restated(ended, timedOut: nil) }
    let patience = governor.settings.patience.undoing
    if isOutside, !connection.hasTransaction, let left = connection.undoWhatIsLeftOpen(within: patience), failure == nil
    {
      failure = restated(left, timedOut: nil)
    }
    if let slow = governor.settings.slowStatement {
      countTime()
      if spent >= slow { governor.warnOfSlow(statement, spent) }
    }
    if governor.settings.tracesStatements { governor.trace(statement) }
    return failure
  }

  private mutating func countTime() {
    guard let since else { return }
    spent += (.coarse - since) * (rows > 16 ? 16 : 1)
    self.since = nil
  }

  /// What may have been done where no answer comes.
  private var effect: Effect {
    let slot = statement.slot
    if slot.route == .reader { return .nothing }
    let keyword = slot.parsed.keyword
    if let scope, scope.depth > 0 || scope.isInScriptsTransaction {
      return slot.parsed.ending != .rolledBack && keyword.effect == .permanent ? .permanent : .transaction
    }
    return keyword.effect
  }

  /// What an error becomes on its way out.
  private func restated(_ failure: any Error, timedOut: Duration?) -> any Error {
    guard let error = failure as? DatabaseError else { return failure }
    var restated = connection.restated(error, timedOut: timedOut, effect: effect)
    // The database knows of what was left of the limit only.
    if let told, let deadline, restated.limit == told { restated.become(.timeout(of: deadline.limit)) }
    restated = restated.naming(statement.slot.parsed.text)
    if governor.settings.errorsCarryParameters, restated.parameters == nil { restated.parameters = statement.values }
    return restated
  }
}

extension LeaseScope: BatchScope {
  func checkElement(of parsed: ParsedStatement) throws(DatabaseError) {
    checkTransaction(nil, ending: parsed.ending)
    if ending != nil { try checkUsable() }
  }
}
