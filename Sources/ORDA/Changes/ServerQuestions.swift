internal import ORDAThreads

/// A connection on which a driver that follows changes asks its server something now and then. It is opened when needed,
/// and again if it was lost.
public final class ServerQuestions<Link: DriverConnection>: @unchecked Sendable {
  // Proof: `connection` is touched only under `turn`; `stopping` protects itself.
  private let open: @Sendable () throws(DatabaseError) -> Link
  private let setUp: @Sendable (Link) throws(DatabaseError) -> Void
  private let turn = Condition()
  private var connection: Link?
  /// What cuts the connection, from any thread; and whether nobody may ask any more.
  private let stopping = Lock<(canceller: (any DriverCanceller)?, isStopped: Bool)>((nil, false))

  /// No connection yet.
  ///
  /// - Parameters:
  ///   - open: Connects.
  ///   - setUp: Called with each new connection before anything is asked on it; ``stop()`` may cut it meanwhile.
  public init(
    opening open: @escaping @Sendable () throws(DatabaseError) -> Link,
    settingUp setUp: @escaping @Sendable (Link) throws(DatabaseError) -> Void
  ) {
    self.open = open
    self.setUp = setUp
  }

  /// Asks, when nobody else does. If the connection turns out to be lost, it is asked once more on another one.
  ///
  /// - Throws: What connecting and the question throw; `connectionLost` once it is stopped.
  public func ask<R>(
    _ question: (Link) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    turn.lock()
    defer {
      turn.unlock()
      // Stopping may have found it in use.
      if isStopped { closeIfUnused() }
    }
    if let connection {
      do throws(DatabaseError) {
        return try question(connection)
      } catch {
        guard connection.isBroken(by: error) || !connection.isUsable else { throw error }
        connection.close()
        self.connection = nil
      }
    }
    return try question(try opened())
  }

  private var isStopped: Bool { stopping.withLock { $0.isStopped } }

  private func opened() throws(DatabaseError) -> Link {
    try checkNotStopped()
    let made = try open()
    stopping.withLock { $0.canceller = made.canceller }
    do throws(DatabaseError) {
      try checkNotStopped()
      try setUp(made)
    } catch {
      made.close()
      throw error
    }
    connection = made
    return made
  }

  private func checkNotStopped() throws(DatabaseError) {
    if isStopped { throw DatabaseError(.connectionLost, "nobody listens to changes any more") }
  }

  /// Ends what is being asked, and the connection; may be called on any thread.
  public func stop() {
    let canceller = stopping.withLock { state in
      state.isStopped = true
      return state.canceller
    }
    // A connection that nobody uses logs off properly.
    if !closeIfUnused() {
      canceller?.cut()
      closeIfUnused()
    }
  }

  @discardableResult
  private func closeIfUnused() -> Bool {
    guard turn.tryLock() else { return false }
    connection?.close()
    connection = nil
    turn.unlock()
    return true
  }
}
