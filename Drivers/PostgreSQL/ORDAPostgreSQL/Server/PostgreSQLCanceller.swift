internal import CPostgreSQL
internal import ORDA
internal import ORDAThreads
internal import Synchronization

/// Stops what runs on one connection, by a second one to the same address; if there can be none, by cutting the first.
///
/// The server compares the session's secret with what it is sent, so that no other session is ever stopped, even where
/// another server answers by now.
final class PostgreSQLCanceller: DriverCanceller {
  let line: ServerLine
  private let use: HostUse
  private let request: CancelRequest
  private let isRequested = Atomic<Bool>(false)
  private let isCommitting = Atomic<Bool>(false)
  /// The request that is on its way: there is never a second one.
  private let pending = Lock<Promise<Bool>?>(nil)

  /// How long the second connection and its answer may take.
  private static let patience = Duration.seconds(2)
  /// How long the next user of the connection waits for a stop that is on its way to the server.
  private static let clearing = Duration.milliseconds(200)

  /// When the server is asked to stop what a cut connection has left: one time may be too early, before it has read
  /// that.
  private static let farewells: [Duration] = [.zero, .milliseconds(300), .seconds(2)]

  init(_ made: PostgreSQLOpening.Made) throws(DatabaseError) {
    line = made.line
    use = made.use
    guard let request = PQgetCancel(made.handle) else {
      throw DatabaseError(.outOfMemory, "there is no memory for a connection")
    }
    self.request = CancelRequest(request)
  }

  /// True from a ``cancel()`` to the next ``clear()``.
  var isCancelled: Bool { isRequested.load(ordering: .acquiring) }

  /// Runs a COMMIT, which the server is never asked to stop.
  ///
  /// A server that waits for a standby would commit nevertheless, and answer as if the standby had the transaction. If a
  /// COMMIT exceeds its limit, the driver cuts the connection, and the outcome is unknown.
  func committing<R>(_ body: () throws(DatabaseError) -> R) throws(DatabaseError) -> R {
    isCommitting.store(true, ordering: .releasing)
    // The server of a cut connection may still wait: the cut that woke this thread must not ask the server to stop.
    defer { if !line.isCut { isCommitting.store(false, ordering: .releasing) } }
    return try body()
  }

  // MARK: DriverCanceller

  func cancel() {
    isRequested.store(true, ordering: .releasing)
    if line.isCut || isCommitting.load(ordering: .acquiring) { return }
    let (promise, isNew) = pending.withLock { pending in
      if let promise = pending { return (promise, false) }
      let promise = Promise<Bool>()
      pending = promise
      return (promise, true)
    }
    // The library connects and waits without a limit, so that this goes on by itself where the server is silent.
    if isNew, !DetachedThread.start({ self.send(promise) }) { send(promise) }
    switch promise.wait(until: .now + Self.patience) {
    case true?: return
    case false?: cut()
    case nil:
      cut()
      use.fellSilent()
    }
  }

  private func send(_ promise: Promise<Bool>) {
    let isTold = request.send()
    pending.withLock { $0 = nil }
    promise.keep(isTold)
  }

  /// Stops a statement of which nobody reads the rows.
  func stop() {
    cancel()
    clear()
  }

  /// Ends the connection from this side, at once: whatever waits for the server wakes up.
  ///
  /// The server does not notice while it is busy, and would keep the locks of what it runs until it is done. So it is
  /// asked to stop, on a thread of its own.
  func cut() {
    if line.isCut { return }
    line.cut()
    if isCommitting.load(ordering: .acquiring) { return }
    _ = DetachedThread.start { [request] in
      for pause in Self.farewells {
        MonotonicTime.sleep(pause)
        _ = request.send()
      }
    }
  }

  /// Once the server has answered a request, the session has its signal: what runs there afterwards is not stopped by
  /// it.
  func clear() {
    isRequested.store(false, ordering: .releasing)
    guard let promise = pending.withLock({ $0 }) else { return }
    if promise.wait(until: .now + Self.clearing) == nil { cut() }
  }
}

/// The library's request to stop a session, which may be sent by any thread.
private final class CancelRequest: @unchecked Sendable {
  // Proof: the library only reads what the pointer leads to.
  private let request: OpaquePointer

  init(_ request: OpaquePointer) { self.request = request }
  deinit { PQfreeCancel(request) }

  /// Connects to the session's server, asks it to stop what the session runs, and waits until it has taken note.
  func send() -> Bool {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { PQcancel(request, $0.baseAddress, 256) != 0 }
  }
}
