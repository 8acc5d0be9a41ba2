internal import ORDAThreads
internal import Synchronization

/// Transactions that are repeated if that may help.
extension Governor {
  /// Runs a closure in a transaction, on this thread, and again, from the beginning and after a pause, if the database
  /// gave it up for another's sake: after a deadlock, a failed serialization, a lock that was not released, a rollback
  /// by the database itself, and a connection lost before the COMMIT was sent.
  ///
  /// ```swift
  /// try db.transaction(retrying: 3) { tx in try tx.execute("UPDATE account SET balance = balance - ? WHERE id = ?", 5, 1) }
  /// ```
  ///
  /// Side effects of the closure happen again each time. It is not repeated if the outcome of the COMMIT is unknown.
  ///
  /// - Parameters:
  ///   - times: How often it may be repeated, after the first time; 1 or more.
  ///   - isolation: The weakest isolation that will do; nil for the database's default.
  ///   - readOnly: True if it writes nothing: on an SQLite file it then runs beside a writer.
  ///   - mark: Marks the reported changes; those of a savepoint have the mark of the whole transaction.
  ///   - timeout: How long it may take until the transaction has begun, and how long the commit, each time; nil for the
  ///     governor's limits.
  ///   - deadline: How long all tries together may take, including pauses. Nil for no limit.
  ///   - file: The caller's file, for messages that name the closure.
  ///   - line: The caller's line.
  ///   - body: The work that is done together, or not at all.
  /// - Throws: What the last try has thrown. ``DatabaseError`` of kind `misuse` for less than one repetition, and inside a
  ///   transaction, which would have to be repeated with it.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func transaction<R>(
    retrying times: Int, isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil,
    timeout: Duration? = nil,
    deadline: Duration? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: (Transaction) throws -> R
  ) throws -> R {
    var retries = try TransactionRetries(times, within: deadline, by: timeSource)
    while true {
      do {
        let request = retries.request(isolation, readOnly, mark, timeout, file, line)
        return try ClosureResult.of { set in try lease(request) { set(try body(Transaction($0))) } }
      } catch {
        timeSource.sleep(try pause(of: &retries, after: error))
      }
    }
  }

  /// Runs a closure in a transaction, whole and on the connection's own thread, and again if that may help; see the
  /// blocking function of this name.
  @discardableResult
  public func transaction<R>(
    retrying times: Int, isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil,
    timeout: Duration? = nil,
    deadline: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Transaction) throws -> sending R
  ) async throws -> sending R {
    var retries = try TransactionRetries(times, within: deadline, by: timeSource)
    while true {
      do {
        let request = retries.request(isolation, readOnly, mark, timeout, file, line)
        let result = Handover<R?>(nil)
        try await lease(request) { result.value = try body(Transaction($0)) }
        return try taken(result)
      } catch {
        try await suspendTask(for: try pause(of: &retries, after: error), by: timeSource)
      }
    }
  }

  /// Runs an asynchronous closure in a transaction that is held across its suspensions, and again if that may help; see
  /// the blocking function of this name.
  @discardableResult
  public nonisolated(nonsending) func transaction<R>(
    retrying times: Int, isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil,
    timeout: Duration? = nil,
    deadline: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) (AsyncTransaction) async throws -> R
  ) async throws -> R {
    var retries = try TransactionRetries(times, within: deadline, by: timeSource)
    while true {
      do {
        let transaction = try await begin(retries.request(isolation, readOnly, mark, timeout, file, line))
        do {
          let result = try await transaction.run(body)
          try await transaction.commit()
          return result
        } catch {
          await transaction.rollback(after: error)
          throw error
        }
      } catch {
        try await suspendTask(for: try pause(of: &retries, after: error), by: timeSource)
      }
    }
  }
}

extension Governor {
  /// How long to wait before the next try, which is counted.
  private func pause(of retries: inout TransactionRetries, after error: any Error) throws -> Duration {
    let pause = try retries.pause(after: error)
    if let governor = self as? ConnectionGovernor {
      governor.retryCount.add(1, ordering: .relaxed)
      #if Metrics
        governor.metrics?.noteRetry()
      #endif
    }
    return pause
  }
}

extension TransactionRetries {
  /// What the next try asks for.
  fileprivate func request(
    _ isolation: Isolation?, _ readOnly: Bool, _ mark: ChangeMark?, _ timeout: Duration?, _ file: StaticString,
    _ line: UInt
  ) -> LeaseRequest {
    LeaseRequest(
      role: readOnly ? .reader : .writer,
      transaction: TransactionOptions(isolation: isolation, isReadOnly: readOnly, mark: mark), timeout: timeout,
      deadline: timeLeft,
      isOutermost: true, file: file, line: line)
  }
}
