internal import ORDAThreads

/// Waiting for a database that is not there yet, or has gone.
extension Governor {
  /// Returns when the database answers, on this thread: asked again and again, at least every second.
  ///
  /// - Parameter limit: How long it is waited for at most.
  /// - Throws: What the last question threw, after the limit; at once what waiting doesn't mend.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func waitUntilReady(within limit: Duration) throws {
    var patience = Patience(limit)
    while true {
      do { return try ping() } catch { MonotonicTime.sleep(try patience.pause(after: error)) }
    }
  }

  /// Returns when the database answers: asked again and again, at least every second.
  ///
  /// - Parameter limit: How long it is waited for at most.
  /// - Throws: What the last question threw, after the limit; at once what waiting doesn't mend, and in a cancelled task.
  public func waitUntilReady(within limit: Duration) async throws {
    var patience = Patience(limit)
    while true {
      do { return try await ping() } catch { try await suspendTask(for: try patience.pause(after: error)) }
    }
  }
}

/// How often a database that is not there is asked for: soon at first, and then every second.
struct Patience {
  private let deadline: Deadline
  private var next = Duration.milliseconds(20)

  init(_ limit: Duration) { deadline = Deadline(limit) }

  /// How long to wait before the next try.
  ///
  /// - Throws: The error, where waiting is of no use, or was long enough.
  mutating func pause(after error: any Error) throws -> Duration {
    guard let failure = error as? DatabaseError, failure.isTransient, failure.kind != .cancelled, deadline.left > .zero
    else { throw error }
    defer { next = min(next * 2, .seconds(1)) }
    return min(next, deadline.left)
  }
}
