/// An execution that one call has begun and another ends, on the same thread. No closure stands around it: that could not
/// carry values of any number and type without making objects of them.
@usableFromInline
struct LentExecution: ~Copyable {
  /// The statement on its connection.
  @usableFromInline let handle: StatementExecution
  fileprivate var execution: Execution
  // Both are released by the end, so that nothing but the handle is destroyed with it.
  /// The connection that was taken for it alone; nil inside of a closure.
  private var taken: Unmanaged<PooledConnection>?
  /// The closure that it runs in, whose connection it uses beside others; or what was entered for it, on the only connection.
  private var scope: Unmanaged<LeaseScope>?

  /// What a batch asks after each element; nil without a transaction around it.
  var batchScope: (any BatchScope)? { taken == nil ? scope?.takeUnretainedValue() : nil }

  @inline(__always)
  fileprivate init(_ handle: StatementExecution, _ execution: consuming Execution) {
    self.handle = handle
    self.execution = execution
  }

  /// Keeps what it holds until it ends.
  @inline(__always)
  fileprivate mutating func keep(_ taken: consuming PooledConnection?, _ scope: consuming LeaseScope?) {
    self.taken = taken.map { .passRetained($0) }
    self.scope = scope.map { .passRetained($0) }
  }

  /// Hands out what it holds, once.
  @inline(__always)
  fileprivate mutating func takeConnection() -> PooledConnection? {
    defer { taken = nil }
    return taken?.takeRetainedValue()
  }

  /// Hands out what it holds, once.
  @inline(__always)
  fileprivate mutating func takeScope() -> LeaseScope? {
    defer { scope = nil }
    return scope?.takeRetainedValue()
  }
}

extension ConnectionGovernor {
  /// Begins an execution on a connection that the caller holds.
  ///
  /// - Parameter toRun: True if it is run next, so that an error in the text may wait until then.
  @inline(__always)
  func lend(
    _ slot: StatementSlot, _ deadline: Deadline?, toRun: Bool, on connection: PooledConnection, in scope: LeaseScope?
  ) throws(DatabaseError) -> LentExecution {
    var execution = try Execution.begin(slot, within: deadline, on: connection, in: scope, of: self)
    let handle = try execution.checkOut(slot, toRun: toRun, on: connection, of: self)
    execution.tellLimit(to: handle)
    return LentExecution(handle, execution)
  }

  /// Begins an execution on the connection of this thread's closure, or on one that is taken for it.
  func lend(_ slot: StatementSlot, _ deadline: Deadline?, toRun: Bool) throws(DatabaseError) -> LentExecution {
    if let scope = ThreadScopes.current(of: self) {
      scope.beginUse()
      do throws(DatabaseError) {
        var lent = try lend(slot, deadline, toRun: toRun, on: scope.connection, in: scope)
        lent.keep(nil, scope)
        return lent
      } catch {
        scope.endUse()
        throw error
      }
    }
    if try isForReader(slot, deadline) {
      do throws(DatabaseError) {
        return try lend(slot, deadline, toRun: toRun, from: readersOrWriters)
      } catch {
        guard isForWriter(slot, error) else { throw error }
      }
    }
    return try lend(slot, deadline, toRun: toRun, from: writers)
  }

  @inline(__always)
  private func lend(
    _ slot: StatementSlot, _ deadline: Deadline?, toRun: Bool, from pool: ConnectionPool
  ) throws(DatabaseError) -> LentExecution {
    let connection = try take(from: pool, .statement(slot.parsed.text), within: deadline)
    let scope = enterOnly(connection)
    do throws(DatabaseError) {
      var lent = try lend(slot, deadline, toRun: toRun, on: connection, in: nil)
      lent.keep(connection, scope)
      return lent
    } catch {
      leave(scope)
      giveBack(connection, to: pool)
      throw error
    }
  }

  /// Ends an execution on a connection that the caller holds.
  @inline(__always)
  func end(
    _ lent: inout LentExecution, of slot: StatementSlot, on connection: PooledConnection, in scope: LeaseScope?,
    _ failure: (any Error)?
  ) -> ExecutionReport? {
    if let failure { noteRefusal(failure, of: lent.handle, slot, on: connection) }
    return lent.execution.end(slot, lent.handle, on: connection, in: scope, of: self, failure)
  }

  /// Ends an execution where ``lend(_:_:toRun:)`` has begun it.
  func end(_ lent: inout LentExecution, of slot: StatementSlot, _ failure: (any Error)?) -> ExecutionReport? {
    guard let connection = lent.takeConnection() else {
      guard let scope = lent.takeScope() else {
        return failure.map { ExecutionReport(failure: $0, slowNanoseconds: nil) }
      }
      defer { scope.endUse() }
      return end(&lent, of: slot, on: scope.connection, in: scope, failure)
    }
    var report = end(&lent, of: slot, on: connection, in: nil, failure)
    if let failure = report?.failure, isForWriter(slot, failure) { report?.isToBeRepeated = connection.role == .reader }
    leave(lent.takeScope())
    // Chosen by an expression, the pool would be retained.
    if connection.role == .reader {
      giveBack(connection, to: readersOrWriters)
    } else {
      giveBack(connection, to: writers)
    }
    return report
  }
}
