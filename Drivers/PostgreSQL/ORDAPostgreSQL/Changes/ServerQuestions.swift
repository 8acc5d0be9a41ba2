internal import ORDA
internal import ORDAThreads

/// A connection on which followers ask a server something now and then. It is opened when needed, and again if it was
/// lost.
final class ServerQuestions: @unchecked Sendable {
  // Proof: `connection` is touched only under `turn`; `stopping` protects itself.
  private let settings: PostgreSQLSettings
  private let turn = Condition()
  private var connection: PostgreSQLConnection?
  /// What cuts the connection, from any thread; and whether nobody may ask any more.
  private let stopping = Lock<(canceller: PostgreSQLCanceller?, isStopped: Bool)>((nil, false))

  /// How long the server may be silent.
  private static let patience = Duration.seconds(10)

  init(_ settings: PostgreSQLSettings) { self.settings = settings }

  /// Asks, when nobody else does.
  func ask<R>(
    _ question: (PostgreSQLConnection) throws(DatabaseError) -> R
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

  private func opened() throws(DatabaseError) -> PostgreSQLConnection {
    try checkNotStopped()
    let made = try PostgreSQLConnection.open(settings)
    stopping.withLock { $0.canceller = made.interrupter }
    do throws(DatabaseError) {
      try checkNotStopped()
      made.patience = Self.patience
      // Someone who has locked a table must not hold up those who follow others. What is committed here is at once in
      // the log, and with it all that others have committed before.
      try made.runAlone("SET lock_timeout = '500ms'; SET statement_timeout = '8s'; SET synchronous_commit = local")
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

  /// Ends what is being asked, and the connection.
  func stop() {
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
