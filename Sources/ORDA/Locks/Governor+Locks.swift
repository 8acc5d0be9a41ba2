internal import ORDAThreads
internal import Synchronization

/// Named locks, between all programs that use the same database.
extension Governor {
  /// Runs a closure while nobody else holds the lock with a name: no thread, no task, no other program that uses the
  /// same database.
  ///
  /// ```swift
  /// try db.withLock(named: "migration") { lock in try migrate(db) }
  /// ```
  ///
  /// The lock is released when the closure ends, and when the program dies. It blocks nobody but others who ask for it:
  /// rows and tables are not locked. If it is lost while it is held, `NamedLock.check()` reports that, and this call
  /// throws in the end, whatever the closure returned.
  ///
  /// - Parameters:
  ///   - name: The lock's name; compared byte by byte.
  ///   - timeout: How long to wait for it; nil for the URL's `pool.acquire-timeout`.
  ///   - file: The caller's file, for messages that name the closure.
  ///   - line: The caller's line.
  ///   - body: Receives the lock.
  /// - Throws: ``DatabaseError`` of kind `timeout` if it was not released in time; `misuse` if this thread already
  ///   holds it, and inside a closure of `transaction` or `withConnection`; `lockLost`; and what the body throws.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func withLock<R>(
    named name: String, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (NamedLock) throws -> R
  ) throws -> R {
    let governor = try lockGovernor
    if ThreadScopes.current(of: governor) != nil { throw insideError }
    let lock = try governor.takeLock(name, LockOwners.Owner(.thread(.current)), within: timeout, .closure(file, line))
    let result: R
    do {
      result = try body(lock)
    } catch {
      lock.giveUp()
      throw error
    }
    try lock.release()
    return result
  }

  /// Runs a closure while nobody else holds the lock with a name, as a whole and on a separate thread; see the blocking
  /// function of this name. Cancelling the task ends the wait for the lock, but not the closure.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if this task already holds it, or has an open transaction;
  ///   `cancelled` in a task that is cancelled while it waits.
  @discardableResult
  public func withLock<R>(
    named name: String, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (NamedLock) throws -> sending R
  ) async throws -> sending R {
    let lock = try await awaitLock(named: name, timeout: timeout, .closure(file, line))
    let result = Handover<R?>(nil)
    let owners = try lockGovernor.lockOwners
    try await onOwnThread {
      // This thread does what the closure does.
      owners.hand(name, to: LockOwners.Owner(.thread(.current)))
      do {
        result.value = try body(lock)
      } catch {
        lock.giveUp()
        throw error
      }
      try lock.release()
    }
    return try taken(result)
  }

  /// Runs an asynchronous closure while nobody else holds the lock with a name; see the blocking function of this name.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if this task already holds it, or has an open transaction;
  ///   `cancelled` in a task that is cancelled while it waits.
  @discardableResult
  public nonisolated(nonsending) func withLock<R>(
    named name: String, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) (NamedLock) async throws -> R
  ) async throws -> R {
    let lock = try await awaitLock(named: name, timeout: timeout, .closure(file, line))
    let result: R
    do {
      result = try await body(lock)
    } catch {
      try? await onOwnThread { try lock.release() }
      throw error
    }
    try await onOwnThread { try lock.release() }
    return result
  }

  private func awaitLock(
    named name: String, timeout: Duration?, _ purpose: Holder.Purpose
  ) async throws -> NamedLock {
    let governor = try lockGovernor
    let task = governor.currentTask
    if governor.taskTransactions.contains(task) { throw insideError }
    let owner = LockOwners.Owner(.task(task))
    do {
      return try await apart(leftBehind: { (lock: NamedLock) in lock.giveUp() }) {
        try governor.takeLock(name, owner, within: timeout, purpose)
      }
    } catch {
      owner.leave()
      throw error
    }
  }

  private var lockGovernor: ConnectionGovernor {
    get throws(DatabaseError) {
      if let governor = self as? ConnectionGovernor { return governor }
      throw DatabaseError(.misuse, "this governor is none of ORDA's")
    }
  }

  private var insideError: DatabaseError {
    DatabaseError(
      .misuse,
      "a lock by name is taken around transactions and not inside one: what others see of it is committed by then")
  }
}

extension BlockingSQLExecutor {
  /// Runs a closure while nobody else holds the lock with a name, on this thread.
  @discardableResult
  public func withLock<R>(
    named name: String, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (NamedLock) throws -> R
  ) throws -> R { try governor.withLock(named: name, timeout: timeout, file: file, line: line, body) }
}

extension ConnectionGovernor {
  /// Waits for a lock on this thread.
  fileprivate func takeLock(
    _ name: String, _ owner: LockOwners.Owner, within timeout: Duration?, _ purpose: Holder.Purpose
  ) throws -> NamedLock {
    let limit = timeout ?? settings.acquireTimeout
    let end = timeSource.now + limit
    guard try lockOwners.enter(name, owner, until: end) else { throw DatabaseError.lockTimeout(name, limit) }
    do {
      return NamedLock(name, try takeHold(name, within: limit, until: end, purpose)) { [lockOwners] in
        lockOwners.leave(name)
      }
    } catch {
      lockOwners.leave(name)
      throw error
    }
  }

  private func takeHold(
    _ name: String, within limit: Duration, until end: MonotonicTime, _ purpose: Holder.Purpose
  ) throws -> any LockHold {
    if keepsLocks.load(ordering: .relaxed) {
      if let hold = try ConnectionLock.take(name, of: self, within: limit, until: end, purpose) { return hold }
      keepsLocks.store(false, ordering: .relaxed)
    }
    return try RowLock.take(name, of: self, within: limit, until: end)
  }
}

/// Runs blocking work on a separate thread, to its end, even in a cancelled task.
private func onOwnThread(_ work: @escaping @Sendable () throws -> Void) async throws {
  let thread = WorkerThread()
  defer { thread.stop() }
  try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
    thread.submit { continuation.resume(with: Result { try work() }) }
  }
}
