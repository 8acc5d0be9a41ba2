internal import CPostgreSQL
internal import ORDA
internal import ORDAThreads

/// Waits for notifications on a connection and a thread of its own.
final class NotificationReader: Sendable {
  /// What is heard.
  enum News: Sendable {
    case notified(channel: String, payload: String, processID: Int)
    /// Notifications may have been missed, with the reason.
    case missed(String)
  }

  private let take: @Sendable (News) -> Void
  private let settings: PostgreSQLSettings
  private let channels: [String]
  /// What cuts the connection, and whether nobody listens any more.
  private let stopping = Lock<(canceller: PostgreSQLCanceller?, isStopped: Bool)>((nil, false))
  private let stopped = Promise<Void>()

  /// How long the server may have nothing to say before it is asked whether it is alive.
  private static let heartbeat = Duration.seconds(10)
  /// How long it may take to answer.
  private static let patience = Duration.seconds(10)
  /// How long it pauses at most between two attempts to connect.
  private static let longestPause = Duration.seconds(10)

  /// Begins. What is sent after this has returned is heard.
  ///
  /// - Parameter take: Called with what is heard, on the reader's thread.
  init(
    _ settings: PostgreSQLSettings, _ channels: [String],
    _ take: @escaping @Sendable (News) -> Void
  ) throws(DatabaseError) {
    self.settings = settings
    self.channels = channels
    self.take = take
    let connection = Lock<PostgreSQLConnection?>(try opened())
    let isStarted = DetachedThread.start { [self] in
      let first = connection.withLock { connection in
        defer { connection = nil }
        return Handed(connection: connection)
      }
      run(first.connection)
    }
    if !isStarted {
      connection.withLock { $0?.close() }
      throw DatabaseError(.outOfMemory, "the system gives no thread to listen on")
    }
  }

  /// A connection on its way to the thread that uses it.
  private struct Handed: @unchecked Sendable {
    // Proof: whoever takes it is the only one who has it.
    let connection: PostgreSQLConnection?
  }

  /// A connection that listens.
  private func opened() throws(DatabaseError) -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection.open(settings)
    let isStopped = stopping.withLock { state in
      state.canceller = connection.interrupter
      return state.isStopped
    }
    do throws(DatabaseError) {
      if isStopped { throw DatabaseError(.connectionLost, "nobody listens any more") }
      connection.patience = Self.patience
      try connection.runAlone(
        channels.map { "LISTEN \(connection.dialect.quoted(identifier: $0))" }.joined(separator: ";"))
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  // MARK: The thread

  private func run(_ first: PostgreSQLConnection?) {
    var connection = first
    var pause = Duration.milliseconds(20)
    var reason = "the connection was lost"
    while !isStopped {
      do throws(DatabaseError) {
        let open: PostgreSQLConnection
        if let known = connection {
          open = known
        } else {
          open = try opened()
          take(.missed(reason))
        }
        connection = nil
        pause = .milliseconds(20)
        defer { open.close() }
        try listen(on: open)
      } catch {
        reason = error.message
        _ = stopped.wait(until: .now + pause)
        pause = min(pause * 2, Self.longestPause)
      }
    }
    connection?.close()
  }

  private var isStopped: Bool { stopping.withLock { $0.isStopped } }

  /// Listens for as long as possible.
  private func listen(on connection: PostgreSQLConnection) throws(DatabaseError) {
    while !isStopped {
      takeNotifications(of: connection)
      let readiness = ServerLine.wait(
        PQsocket(connection.handle), forWriting: false, milliseconds: Self.heartbeat.roundedMilliseconds)
      guard let readiness else { throw connection.lost() }
      if readiness.isEmpty {
        try connection.runAlone("")
      } else if PQconsumeInput(connection.handle) == 0 {
        throw connection.lost()
      }
    }
  }

  private func takeNotifications(of connection: PostgreSQLConnection) {
    while let one = PQnotifies(connection.handle) {
      defer { PQfreemem(one) }
      func text(_ part: UnsafeMutablePointer<CChar>?) -> String { part.map { String(cString: $0) } ?? "" }
      take(
        .notified(
          channel: text(one.pointee.relname), payload: text(one.pointee.extra), processID: Int(one.pointee.be_pid)))
    }
  }

  /// Ends it, without waiting.
  func stop() {
    let canceller = stopping.withLock { state in
      state.isStopped = true
      return state.canceller
    }
    stopped.keep(())
    canceller?.line.cut()
  }
}
