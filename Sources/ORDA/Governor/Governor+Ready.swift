package import ORDAThreads

/// Waiting for a database that is not there yet, or has gone.
extension Governor {
  /// The governor's clock; the machine's clock for other implementations.
  package var timeSource: TimeSource { (self as? ConnectionGovernor)?.timeSource ?? .system }

  /// Checks that the database responds, and does so within a limit.
  ///
  /// - Parameter limit: How long it may take, with the wait for a connection.
  /// - Throws: What keeps it from answering; ``DatabaseError`` of kind `timeout` where it is silent.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func ping(within limit: Duration) throws {
    try lease(LeaseRequest(role: .writer, deadline: limit)) { try $0.ping() }
  }

  /// Checks that the database responds, and does so within a limit, on the connection's own thread.
  ///
  /// - Parameter limit: How long it may take, with the wait for a connection.
  /// - Throws: What keeps it from answering; ``DatabaseError`` of kind `timeout` where it is silent.
  public func ping(within limit: Duration) async throws {
    try await lease(LeaseRequest(role: .writer, deadline: limit)) { try $0.ping() }
  }

  /// Returns when the database answers, on this thread: asked again and again, at least every second.
  ///
  /// - Parameter limit: How long it is waited for at most; the last question may take a second longer.
  /// - Throws: What the last question threw, after the limit; at once what waiting doesn't mend.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func waitUntilReady(within limit: Duration) throws {
    var patience = Patience(limit, by: timeSource)
    while true {
      do { return try ping(within: patience.forAnAnswer) } catch {
        timeSource.sleep(try patience.pause(after: error))
      }
    }
  }

  /// Returns when the database answers: asked again and again, at least every second.
  ///
  /// - Parameter limit: How long it is waited for at most; the last question may take a second longer.
  /// - Throws: What the last question threw, after the limit; at once what waiting doesn't mend, and in a cancelled task.
  public func waitUntilReady(within limit: Duration) async throws {
    var patience = Patience(limit, by: timeSource)
    while true {
      do { return try await ping(within: patience.forAnAnswer) } catch {
        try await suspendTask(for: try patience.pause(after: error), by: timeSource)
      }
    }
  }
}

/// How often a database that is not there is asked for: soon at first, and then every second.
struct Patience {
  private let deadline: Deadline
  private var next = Duration.milliseconds(20)
  private var answer = Duration.seconds(5)

  init(_ limit: Duration, by time: TimeSource) { deadline = Deadline(limit, by: time) }

  /// How long one question may take: what is silent may be silent for ever, while another connection is answered. Of a server that
  /// needs longer, twice as much is waited for each time.
  var forAnAnswer: Duration { max(min(answer, deadline.left), .seconds(1)) }

  /// How long to wait before the next try.
  ///
  /// - Throws: The error, where waiting is of no use, or was long enough.
  mutating func pause(after error: any Error) throws -> Duration {
    guard let failure = error as? DatabaseError, failure.isTransient, failure.kind != .cancelled, deadline.left > .zero
    else { throw error }
    if failure.kind == .timeout { answer *= 2 }
    defer { next = min(next * 2, .seconds(1)) }
    return min(next, deadline.left)
  }
}
