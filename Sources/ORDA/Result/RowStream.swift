internal import Synchronization

/// A statement that is fetched chunk by chunk on its connection's thread, for a reader elsewhere.
///
/// At most two chunks wait for the reader; the thread is never blocked by a slow one: fetching stops when two are ready, and
/// taking one has the next fetched.
final class RowStream: @unchecked Sendable {
  // Proof: `execution`, `spent` and `size` are touched on the connection's own thread alone; the rest is a lock's or never changes.
  private let lease: HeldLease
  private let execution: StatementExecution
  private let sql: String
  /// How long the statement may run; the time in which nothing is fetched does not count.
  private let limit: Duration?
  private var spent = Duration.zero
  private var size = 64
  private let state = Lock(State())
  private let isAbandoned = Atomic<Bool>(false)

  private struct State {
    var ready: [RowChunk] = []
    var ending: Result<Void, any Error>?
    var isFetching = false
    var isClosed = false
    var reader: UnsafeContinuation<RowChunk?, any Error>?
  }

  /// Rows of a chunk at most; the first chunks are smaller, so that the first row comes soon.
  private static let largestChunk = 4096
  /// Values after which a chunk ends, each of which takes 16 bytes.
  private static let chunkValues = 1 << 16
  /// Bytes of texts and blobs after which a chunk ends.
  private static let chunkBytes = 1 << 20

  private var governor: ConnectionGovernor { lease.governor }
  private var connection: PooledConnection { lease.connection }

  private init(lease: HeldLease, execution: StatementExecution, sql: String, limit: Duration?) {
    self.lease = lease
    self.execution = execution
    self.sql = sql
    self.limit = limit
  }

  /// Takes a connection, binds, and begins to fetch.
  static func open(_ source: AsyncRows) async throws -> RowStream {
    let slot = try source.slot.get()
    let governor = source.governor
    let pool = try await governor.asyncRoute(slot, timeout: source.timeout)
    let made = Lock<RowStream?>(nil)
    try await governor.holdingConnection(
      of: pool, .rows(slot.parsed.text), timeout: source.timeout, forRows: true
    ) { lease in
      let connection = lease.connection
      let execution = try governor.checkOut(slot, on: connection, toRun: true)
      do {
        try execution.bind(source.bindings, source.parameters)
      } catch {
        connection.statements.checkIn(execution)
        throw error
      }
      governor.statementCount.add(1, ordering: .relaxed)
      let stream = RowStream(
        lease: lease, execution: execution, sql: slot.parsed.text,
        limit: source.timeout ?? governor.settings.statementTimeout)
      made.withLock { $0 = stream }
    }
    guard let stream = made.withLock({ $0 }) else { throw DatabaseError(.misuse, "the rows were not opened") }
    stream.fetchMore()
    return stream
  }

  // MARK: The reader's side

  /// The next chunk; nil at the end.
  func next() async throws -> RowChunk? {
    if Task.isCancelled {
      abandon()
      throw governor.stopError(.cancelled)
    }
    // Every resume comes after the lock was held; as in `WorkCancellation.order()`.
    defer { state.withLock { _ in } }
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let answer: Result<RowChunk?, any Error>? = state.withLock { state in
          if !state.ready.isEmpty { return .success(state.ready.removeFirst()) }
          if let ending = state.ending { return ending.map { nil } }
          state.reader = continuation
          return nil
        }
        if let answer { continuation.resume(with: answer) }
        fetchMore()
      }
    } onCancel: {
      connection.gate.cancel(lease: lease.number, reason: .cancelled)
    }
  }

  /// The reader is gone: stops the statement and gives the connection back.
  func abandon() {
    let isOver = state.withLock { $0.isClosed }
    if isOver { return }
    isAbandoned.store(true, ordering: .relaxed)
    if !lease.isShared {
      // What the task runs next may wait for this connection, which comes free in a moment.
      connection.gate.forgetTask()
      connection.gate.cancel(lease: lease.number, reason: .cancelled)
    }
    connection.thread.submit { self.close(.success(())) }
  }

  // MARK: The connection's side

  private func fetchMore() {
    let begins = state.withLock { state in
      guard !state.isFetching, !state.isClosed, state.ready.count < 2 else { return false }
      state.isFetching = true
      return true
    }
    if begins { connection.thread.submit { self.fetch() } }
  }

  private func fetch() {
    while true {
      if state.withLock({ $0.isClosed }) || isAbandoned.load(ordering: .relaxed) { return }
      if let reason = connection.gate.stopped {
        close(.failure(governor.stopError(reason)))
        return
      }
      let (chunk, ending) = limitedChunk()
      if let ending {
        close(ending, with: chunk)
        return
      }
      if !deliver(chunk) { return }
    }
  }

  /// Fetches a chunk, stopped where the statement has run for longer than its limit in all.
  private func limitedChunk() -> (RowChunk, ending: Result<Void, any Error>?) {
    let gate = connection.gate
    let started = MonotonicTime.now
    let limited = limit.map { limit in
      let number = gate.beginLimited()
      return (number: number, alarm: Alarms.shared.set(at: started + (limit - spent)) { gate.cancel(limited: number) })
    }
    let (chunk, ending) = chunk()
    var timedOut = false
    if let limited {
      Alarms.shared.drop(limited.alarm)
      spent += MonotonicTime.now - started
      timedOut = gate.endLimited(limited.number)
    }
    return (chunk, ending?.mapError { restated($0, limit: timedOut ? limit : nil) })
  }

  /// Fetches a chunk. Rows that came before an error are part of it.
  private func chunk() -> (RowChunk, ending: Result<Void, any Error>?) {
    let buffer = RowBuffer(cellCapacity: size * 4, contentCapacity: size * 16)
    var count = 0
    var ending: Result<Void, any Error>?
    while ending == nil, count < size, buffer.contentCount < Self.chunkBytes, buffer.cellCount < Self.chunkValues,
      !isAbandoned.load(ordering: .relaxed)
    {
      do {
        if try execution.step() {
          execution.driver.appendRow(to: buffer)
          count += 1
        } else {
          ending = .success(())
        }
      } catch {
        ending = .failure(error)
      }
    }
    size = min(size * 4, Self.largestChunk)
    return (RowChunk(buffer: buffer, names: execution.names, count: count), ending)
  }

  /// Hands a chunk over; false where enough are ready.
  private func deliver(_ chunk: RowChunk) -> Bool {
    let (reader, goesOn) = state.withLock { state in
      let reader = state.reader
      state.reader = nil
      if reader == nil { state.ready.append(chunk) }
      let goesOn = state.ready.count < 2
      state.isFetching = goesOn
      return (reader, goesOn)
    }
    reader?.resume(returning: chunk)
    return goesOn
  }

  /// Ends the reading, on the connection's thread; does nothing the second time. An error is thrown to the reader after
  /// the last rows were taken.
  private func close(_ ending: Result<Void, any Error>, with last: RowChunk? = nil) {
    if state.withLock({ $0.isClosed }) { return }
    // Before the reader can see the end: what its task runs next may wait for this connection, which comes free in a
    // moment, and must not be told that it holds it itself.
    if !lease.isShared { connection.gate.forgetTask() }
    let reader = state.withLock { state in
      state.isClosed = true
      state.isFetching = false
      state.ending = ending
      let reader = state.reader
      state.reader = nil
      if reader == nil, let last, last.count > 0 { state.ready.append(last) }
      return reader
    }
    if case .success = ending { governor.reportWarnings(of: execution, on: connection) }
    connection.statements.checkIn(execution)
    lease.release()
    guard let reader else { return }
    if let last, last.count > 0 {
      reader.resume(returning: last)
    } else {
      reader.resume(with: ending.map { nil })
    }
  }

  private func restated(_ error: any Error, limit: Duration?) -> any Error {
    guard var error = error as? DatabaseError else { return error }
    if connection.driver.isBroken(by: error) { connection.isBroken = true }
    if DatabaseError.Kind.cancelled.matches(error.kind) || DatabaseError.Kind.busy.matches(error.kind) {
      if let limit {
        error.becomeTimeout(of: limit)
      } else if let reason = connection.gate.stopped {
        error = governor.stopError(reason)
      }
    }
    if error.sql == nil { error.sql = sql }
    return error
  }
}

extension ConnectionGovernor {
  /// Rows as an asynchronous sequence, in bounded memory.
  public func rowStream(of sql: SQL, _ parameters: Parameters, timeout: Duration?) -> AsyncRows {
    let slot: Result<StatementSlot, DatabaseError>
    do {
      slot = .success(try self.slot(for: sql))
    } catch {
      slot = .failure(error)
    }
    return AsyncRows(governor: self, slot: slot, bindings: sql.bindings, parameters: parameters, timeout: timeout)
  }
}
