/// An execution that one call has begun and another ends, on the same thread, with no closure around it: that could not carry
/// values of any number and type without making objects of them.
///
/// It belongs to a handle, and is made when that is lent for the first time.
private final class LentExecution {
  @exclusivity(unchecked) var execution = Execution()
  /// The connection that was taken for it alone; nil inside of a closure.
  @exclusivity(unchecked) var taken: PooledConnection?
  /// The closure that it runs in, whose connection it uses beside others; or what was entered for it, on the only connection.
  @exclusivity(unchecked) var scope: LeaseScope?
}

extension StatementExecution {
  fileprivate var lent: LentExecution {
    // Nobody else keeps anything there.
    if let lenders { return unsafeDowncast(lenders, to: LentExecution.self) }
    let made = LentExecution()
    lenders = made
    return made
  }
}

extension ConnectionGovernor {
  /// Begins an execution on a connection that the caller holds.
  @inline(__always)
  func lend(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ deadline: Deadline?,
    on connection: PooledConnection, in scope: LeaseScope?
  ) throws(DatabaseError) -> StatementExecution {
    try begin(slot, interpolated, deadline, on: connection, in: scope) { _ in }
  }

  /// Begins an execution, and notes with it where it is to be ended.
  @inline(__always)
  private func begin(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ deadline: Deadline?,
    on connection: PooledConnection, in scope: LeaseScope?, _ note: (LentExecution) -> Void
  ) throws(DatabaseError) -> StatementExecution {
    var execution = try Execution.begin(slot, within: deadline, on: connection, in: scope, of: self)
    let handle = try execution.checkOut(slot, toRun: true, on: connection, of: self)
    execution.tellLimit(to: handle)
    if !interpolated.isEmpty { handle.interpolated = interpolated }
    let lent = handle.lent
    lent.execution = execution
    note(lent)
    return handle
  }

  /// Begins an execution on the connection of this thread's closure, or on one that is taken for it.
  func lend(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ deadline: Deadline?
  ) throws(DatabaseError) -> StatementExecution {
    if let scope = ThreadScopes.current(of: self) {
      scope.beginUse()
      do throws(DatabaseError) {
        return try begin(slot, interpolated, deadline, on: scope.connection, in: scope) { $0.scope = scope }
      } catch {
        scope.endUse()
        throw error
      }
    }
    if try isForReader(slot, deadline) {
      do throws(DatabaseError) {
        return try lend(slot, interpolated, deadline, from: readersOrWriters)
      } catch {
        guard isForWriter(slot, error) else { throw error }
      }
    }
    return try lend(slot, interpolated, deadline, from: writers)
  }

  @inline(__always)
  private func lend(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ deadline: Deadline?, from pool: ConnectionPool
  ) throws(DatabaseError) -> StatementExecution {
    let connection = try take(from: pool, .statement(slot.parsed.text), within: deadline)
    let scope = enterOnly(connection)
    do throws(DatabaseError) {
      return try begin(slot, interpolated, deadline, on: connection, in: nil) { lent in
        lent.taken = connection
        lent.scope = scope
      }
    } catch {
      leave(scope)
      giveBack(connection, to: self.pool(for: connection.role))
      throw error
    }
  }

  /// Ends an execution on a connection that the caller holds.
  @inline(__always)
  func end(
    _ handle: StatementExecution, of slot: StatementSlot, on connection: PooledConnection, in scope: LeaseScope?,
    _ failure: (any Error)?
  ) -> ExecutionReport? {
    end(handle, handle.lent, of: slot, on: connection, in: scope, failure)
  }

  @inline(__always)
  private func end(
    _ handle: StatementExecution, _ lent: LentExecution, of slot: StatementSlot, on connection: PooledConnection,
    in scope: LeaseScope?, _ failure: (any Error)?
  ) -> ExecutionReport? {
    if let failure { noteRefusal(failure, of: handle, slot, on: connection) }
    return lent.execution.end(slot, handle, on: connection, in: scope, of: self, failure)
  }

  /// Ends an execution where ``lend(_:_:_:)`` has begun it.
  func end(_ handle: StatementExecution, of slot: StatementSlot, _ failure: (any Error)?) -> ExecutionReport? {
    let lent = handle.lent
    let scope = lent.scope.take()
    guard let connection = lent.taken.take() else {
      guard let scope else { return failure.map { ExecutionReport(failure: $0, slowNanoseconds: nil) } }
      defer { scope.endUse() }
      return end(handle, lent, of: slot, on: scope.connection, in: scope, failure)
    }
    var report = end(handle, lent, of: slot, on: connection, in: nil, failure)
    if let failure = report?.failure, isForWriter(slot, failure) { report?.isToBeRepeated = connection.role == .reader }
    leave(scope)
    if connection.role == .reader {
      giveBack(connection, to: readersOrWriters)
    } else {
      giveBack(connection, to: writers)
    }
    return report
  }
}
