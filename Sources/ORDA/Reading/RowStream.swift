internal import ORDAThreads
internal import Synchronization

/// A statement fetched chunk by chunk on its connection's thread, for a reader elsewhere.
///
/// At most two chunks wait for the reader; a slow one never blocks the thread: fetching stops when two are ready, and
/// taking one has the next fetched.
final class RowStream: RowChunks, @unchecked Sendable {
  // Proof: `execution` and `size` are touched only on the connection's own thread; the rest has a lock or never
  // changes.
  private let lease: HeldLease
  private var execution: HeldExecution
  private var size = 64
  private let state: Lock<State>
  private let isAbandoned = Atomic<Bool>(false)

  private struct State {
    var ready: [RowChunk] = []
    var ending: Result<Void, any Error>?
    var isFetching = false
    var isClosed = false
    var reader: UnsafeContinuation<RowChunk?, any Error>?
    /// When the reader last let others have their turn.
    var turn: MonotonicTime
  }

  /// How many nanoseconds a reader that never has to wait may keep its thread.
  private static let longestTurn = 10_000_000

  private var governor: ConnectionGovernor { lease.governor }
  private var connection: PooledConnection { lease.connection }

  private init(lease: HeldLease, execution: consuming HeldExecution) {
    self.lease = lease
    self.execution = execution
    state = Lock(State(turn: lease.governor.timeSource.coarse))
  }

  /// Takes a connection, binds, and begins to fetch.
  static func open(_ statement: BoundStatement, of governor: ConnectionGovernor) async throws -> RowStream {
    let pool = try await governor.asyncRoute(statement)
    let made = Lock<RowStream?>(nil)
    try await governor.holdingConnection(
      of: pool, .rows(statement.slot.parsed.text), within: statement.deadline, forRows: true
    ) { lease in
      let stream = RowStream(
        lease: lease,
        execution: try HeldExecution(statement, on: lease.connection, in: nil, of: governor))
      made.withLock { $0 = stream }
    }
    guard let stream = made.withLock({ $0 }) else { throw DatabaseError(.misuse, "the rows were not opened") }
    stream.fetchMore()
    return stream
  }

  // MARK: The reader's side

  /// The next chunk; nil at the end.
  func next() async throws -> RowChunk? {
    if isOthersTurn() { await Task.yield() }
    if Task.isCancelled {
      abandon()
      throw DatabaseError.taskCancelled
    }
    // Every resume comes after the lock was held; as in `WorkCancellation.order()`.
    defer { state.withLock { _ in } }
    return try await suspend { continuation in
      let answer: Result<RowChunk?, any Error>? = state.withLock { state in
        if !state.ready.isEmpty { return .success(state.ready.removeFirst()) }
        if let ending = state.ending { return ending.map { nil } }
        state.reader = continuation
        return nil
      }
      if let answer { continuation.resume(with: answer) }
      fetchMore()
    } onCancel: {
      connection.gate.cancel(lease: lease.number, reason: .cancelled)
    }
  }

  /// True if the reader, which does not have to wait, should let others have their turn: among them may be the one that
  /// cancels this.
  private func isOthersTurn() -> Bool {
    let now = governor.timeSource.coarse
    return state.withLock { state in
      guard !state.ready.isEmpty, now.nanoseconds(since: state.turn) >= Self.longestTurn else { return false }
      state.turn = now
      return true
    }
  }

  /// Call it when the reader is gone: stops the statement and returns the connection.
  func abandon() {
    let isOver = state.withLock { $0.isClosed }
    if isOver { return }
    isAbandoned.store(true, ordering: .relaxed)
    if !lease.isShared {
      // What the task runs next may wait for this connection, which becomes free in a moment.
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
      let (chunk, ending) = chunk()
      if let ending {
        close(ending, with: chunk)
        return
      }
      if !deliver(chunk) { return }
    }
  }

  /// Fetches a chunk. It includes rows that came before an error.
  private func chunk() -> (RowChunk, ending: Result<Void, any Error>?) {
    let buffer = RowBuffer(cellCapacity: size * 4, contentCapacity: size * 16)
    let handle = execution.handle
    var count = 0
    var ending: Result<Void, any Error>?
    do {
      try execution.resume()
      while ending == nil, count < size, RowChunk.hasRoom(buffer), !isAbandoned.load(ordering: .relaxed) {
        if try handle.step() {
          handle.driver.appendRow(to: buffer)
          count += 1
        } else {
          ending = .success(())
        }
      }
      if ending == nil { execution.pause() }
    } catch {
      ending = .failure(error)
    }
    size = min(size * 4, RowChunk.largest)
    return (RowChunk(buffer: buffer, names: handle.names, count: count), ending)
  }

  /// Hands a chunk over; false if enough are ready.
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
  /// it has taken the last rows.
  private func close(_ ending: Result<Void, any Error>, with last: RowChunk? = nil) {
    if state.withLock({ $0.isClosed }) { return }
    let ending = ended(ending)
    // Before the reader can see the end: what its task runs next may wait for this connection, which becomes free in a
    // moment, and must not get the error that it holds it itself.
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
    lease.release()
    guard let reader else { return }
    if let last, last.count > 0 {
      reader.resume(returning: last)
    } else {
      reader.resume(with: ending.map { nil })
    }
  }

  /// Ends the execution, and returns the ending for the reader.
  private func ended(_ ending: Result<Void, any Error>) -> Result<Void, any Error> {
    switch ending {
    case .success: execution.end().map { .failure($0) } ?? ending
    case .failure(let error): .failure(execution.end(error) ?? error)
    }
  }
}

extension ConnectionGovernor {
  /// Rows as an asynchronous sequence, in bounded memory.
  public func rowStream(of sql: SQL, _ parameters: Parameters, timeout: Duration?) -> AsyncRows {
    let statement: Result<BoundStatement, DatabaseError>
    do {
      statement = .success(
        BoundStatement(try slot(for: sql), sql.bindings, parameters, timeout: timeout, by: timeSource))
    } catch {
      statement = .failure(error)
    }
    return AsyncRows(governor: self, statement: statement)
  }
}
