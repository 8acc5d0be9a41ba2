/// An execution that one call has begun and another ends, on the same thread, with no closure around it: that could not carry
/// values of any number and type without making objects of them.
///
/// It lies in the handle, where nobody has to move it.
struct LentExecution: ~Copyable {
  fileprivate var execution = Execution()
  /// The connection that was taken for it alone; nil inside of a closure.
  fileprivate var taken: PooledConnection?
  /// The closure that it runs in, whose connection it uses beside others; or what was entered for it, on the only connection.
  fileprivate var scope: LeaseScope?

  init() {}
}

extension ConnectionGovernor {
  /// Begins an execution on a connection that the caller holds.
  @inline(__always)
  func lend(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ deadline: Deadline?,
    on connection: PooledConnection, in scope: LeaseScope?
  ) throws(DatabaseError) -> StatementExecution {
    var execution = try Execution.begin(slot, within: deadline, on: connection, in: scope, of: self)
    let handle = try execution.checkOut(slot, toRun: true, on: connection, of: self)
    execution.tellLimit(to: handle)
    if !interpolated.isEmpty { handle.interpolated = interpolated }
    handle.lent.execution = execution
    return handle
  }

  /// Begins an execution on the connection of this thread's closure, or on one that is taken for it.
  func lend(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ deadline: Deadline?
  ) throws(DatabaseError) -> StatementExecution {
    if let scope = ThreadScopes.current(of: self) {
      scope.beginUse()
      do throws(DatabaseError) {
        let handle = try lend(slot, interpolated, deadline, on: scope.connection, in: scope)
        handle.lent.scope = scope
        return handle
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
      let handle = try lend(slot, interpolated, deadline, on: connection, in: nil)
      handle.lent.taken = connection
      handle.lent.scope = scope
      return handle
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
    if let failure { noteRefusal(failure, of: handle, slot, on: connection) }
    return handle.lent.execution.end(slot, handle, on: connection, in: scope, of: self, failure)
  }

  /// Ends an execution where ``lend(_:_:_:)`` has begun it.
  func end(_ handle: StatementExecution, of slot: StatementSlot, _ failure: (any Error)?) -> ExecutionReport? {
    guard let connection = handle.lent.taken.take() else {
      guard let scope = handle.lent.scope.take() else {
        return failure.map { ExecutionReport(failure: $0, slowNanoseconds: nil) }
      }
      defer { scope.endUse() }
      return end(handle, of: slot, on: scope.connection, in: scope, failure)
    }
    let scope = handle.lent.scope.take()
    var report = end(handle, of: slot, on: connection, in: nil, failure)
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
