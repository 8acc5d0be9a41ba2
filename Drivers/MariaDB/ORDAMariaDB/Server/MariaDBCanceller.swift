internal import CMariaDB
internal import ORDA
internal import ORDAThreads
internal import Synchronization
internal import ORDAPlatform

/// Stops what runs on one connection, by a second one to the same server; if there can be none, by cutting the first.
final class MariaDBCanceller: DriverCanceller {
  let line: ServerLine
  private let settings: MariaDBSettings
  private let host: DatabaseURL.Host
  private let address: ServerAddress
  private let use: HostUse?
  /// The server's number for the connection, from its greeting.
  private let thread: UInt
  private let server = Lock<ServerIdentity?>(nil)
  private let isRequested = Atomic<Bool>(false)
  private let isCommitting = Atomic<Bool>(false)
  /// The second connection, while there is one: there is never a third.
  private let killing = Lock<Killing>(.none)
  /// When the server itself stops a statement, in nanoseconds since ``start``; 0 if it never did.
  private let serverStop = Atomic<Int64>(0)
  private let start = ContinuousClock.now

  private enum Killing {
    case none
    /// It is being made.
    case connecting(ServerLine)
    /// The server is being asked to stop.
    case telling(ServerLine)
    /// Its purpose is gone.
    case inVain

    var line: ServerLine? {
      switch self {
      case .connecting(let line), .telling(let line): line
      case .none, .inVain: nil
      }
    }

    var isTelling: Bool { if case .telling = self { true } else { false } }
  }

  /// How long the second connection and its answer may take.
  private static let patience = Duration.seconds(2)
  /// How long the next user of the connection waits for a stop that is on its way to the server.
  private static let clearing = Duration.milliseconds(200)
  /// How long before and after a moment the server is expected to stop a statement: the time after it is longer than a
  /// second connection may take in vain, on a busy machine.
  private static let expectation = (before: Duration.milliseconds(500), after: Duration.seconds(10))

  init(_ made: MariaDBOpening.Made, settings: MariaDBSettings) {
    self.settings = settings
    line = made.line
    host = made.host
    address = made.address
    use = made.use
    thread = mysql_thread_id(made.handle)
  }

  /// Notes which server the connection has reached, as the server itself says.
  func note(_ server: ServerIdentity?) { self.server.withLock { $0 = server } }

  /// Runs a COMMIT, which the server is never asked to stop.
  ///
  /// A server that waits for a replica would commit nevertheless, and answer as if a replica had the transaction. If a COMMIT
  /// exceeds its limit, the driver cuts the connection, and the outcome is unknown.
  func committing(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    isCommitting.store(true, ordering: .releasing)
    // The server of a cut connection may still wait: the cut that woke this thread must not ask the server to stop.
    defer { if !line.isCut { isCommitting.store(false, ordering: .releasing) } }
    try body()
  }

  // MARK: DriverCanceller

  func cancel() {
    isRequested.store(true, ordering: .releasing)
    if isCommitting.load(ordering: .acquiring) { return }
    kill { self.isCancelled }
  }

  /// Ends the connection from this side, at once: whatever waits for the server wakes up.
  ///
  /// A second connection being made goes on: a busy server does not notice that nobody listens any more, and would keep
  /// the locks of what it runs until it is done.
  func cut() { line.cut() }

  func clear() {
    isRequested.store(false, ordering: .releasing)
    let isPending = killing.withLock { killing in
      switch killing {
      case .connecting(let line):
        line.cut()
        killing = .inVain
        return false
      case .telling: return true
      case .none, .inVain: return false
      }
    }
    if isPending { waitForKill() }
  }

  /// True from a ``cancel()`` to the next ``clear()``: a stopped statement may end as if it had succeeded.
  var isCancelled: Bool { isRequested.load(ordering: .acquiring) }
  /// True if the connection was cut.
  var isCut: Bool { line.isCut }

  // MARK: By a second connection

  /// Makes the server stop the running statement; one that has ended meanwhile is not affected, nor is the next.
  ///
  /// It connects to the very address of the connection, whatever the host's name means now, and asks for the stop on
  /// condition that it is the same server: after a restart or through a proxy another server may answer at the same
  /// address, where the number belongs to somebody else.
  ///
  /// - Parameters:
  ///   - patience: How long it may take.
  ///   - isWanted: Asked just before asking the server: by then the purpose may be gone.
  func kill(within patience: Duration = patience, where isWanted: () -> Bool = { true }) {
    if isCut { return }
    let second = ServerLine()
    let isFirst = killing.withLock { killing in
      if case .none = killing {
        killing = .connecting(second)
        return true
      }
      return false
    }
    // Callers ask again and again for a stop, while the first one is still at it.
    guard isFirst else { return }
    let outcome = tell(by: second, until: .now + patience, where: isWanted)
    let isInVain = killing.withLock { killing in
      defer { killing = .none }
      if case .inVain = killing { return true }
      return outcome == .notWanted
    }
    // If the server is about to stop it, the caller will ask again.
    if outcome == .told || isInVain || isServerExpected { return }
    cut()
    if outcome == .unreachable { use?.fellSilent() }
  }

  private enum Outcome {
    /// The server has said that it stops what runs.
    case told
    case notWanted, failed
    /// It did not even take the second connection.
    case unreachable
  }

  private func tell(
    by second: ServerLine, until deadline: ContinuousClock.Instant, where isWanted: () -> Bool
  ) -> Outcome {
    guard let server = server.withLock({ $0 }), server.connection == thread else { return .failed }
    let opening = MariaDBOpening(settings: settings)
    do throws(DatabaseError) {
      return try opening.connect(to: host, address, line: second, until: deadline) { (made) throws(DatabaseError) in
        defer { mysql_close(made.handle) }
        let isCurrent = killing.withLock { killing in
          guard case .connecting = killing, isWanted() else { return false }
          killing = .telling(second)
          return true
        }
        guard isCurrent else { return .notWanted }
        // 1094: this is another server, or the session has ended there, so the connection is useless too.
        return mysql_query(made.handle, server.killing) == 0 ? .told : .failed
      }
    } catch {
      return error.kind == .cannotOpen(.unreachable) ? .unreachable : .failed
    }
  }

  /// A stop may arrive after the statement it was meant for. So the next user waits until the server has answered.
  private func waitForKill() {
    let deadline = ContinuousClock.now + Self.clearing
    while killing.withLock({ $0.isTelling }) {
      guard .now < deadline else { return cut() }
      usleep(200)
    }
  }

  // MARK: Stopping by the server itself

  /// The server was asked to stop the statement at a moment. This stays noted after the statement has ended: another
  /// caller who wants it stopped at the same moment may be busy with it, and must not cut the connection afterwards.
  func expectServer(at moment: ContinuousClock.Instant) {
    let (seconds, attoseconds) = start.duration(to: moment).components
    // A limit is a year at most, so nothing overflows.
    serverStop.store(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .releasing)
  }

  private var isServerExpected: Bool {
    let stop = serverStop.load(ordering: .acquiring)
    guard stop > 0 else { return false }
    let left = Duration.nanoseconds(stop) - start.duration(to: .now)
    return left <= Self.expectation.before && left >= .zero - Self.expectation.after
  }
}
