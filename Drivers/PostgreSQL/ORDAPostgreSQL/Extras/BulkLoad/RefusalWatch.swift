internal import CPostgreSQL
internal import ORDA

/// Notices that the server has refused the rows of a load while they are still being sent.
///
/// The server throws away whatever comes after the row that it refused, and the library shows the error only when the
/// program has sent the end. A sequence without one would never learn of it. But while rows are sent nothing else comes
/// than notices: what came some time ago and is none is the error.
final class RefusalWatch {
  private let connection: PostgreSQLConnection
  private var received: Int
  private var notices: Int
  /// Since when there is something that is no notice.
  private var since: ContinuousClock.Instant?

  /// How long the rest of a notice may take.
  private static let patience = Duration.milliseconds(200)

  init(_ connection: PostgreSQLConnection) {
    self.connection = connection
    received = connection.received
    notices = connection.notices.count
  }

  /// Looks at what has come, without waiting.
  func check() throws(DatabaseError) {
    let handle = connection.handle
    // Before version 14 a server also told at once of settings that a trigger changes.
    guard PQserverVersion(handle) >= 140_000 else { return }
    if let readiness = ServerLine.wait(PQsocket(handle), forWriting: false, milliseconds: 0), !readiness.isEmpty {
      try connection.receive()
    }
    // The library reads notices here.
    _ = PQisBusy(handle)
    if connection.notices.count != notices {
      since = nil
    } else if connection.received != received, since == nil {
      since = .now
    }
    notices = connection.notices.count
    received = connection.received
    if let since, since.duration(to: .now) > Self.patience { throw Self.refusal }
  }

  /// Stands for the server's error, which is read when the load was ended.
  static let refusal = DatabaseError(.protocolViolation, "the server takes no more rows")
}
