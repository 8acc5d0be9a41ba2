internal import CMariaDB
internal import ORDA
internal import Synchronization

/// Stops what runs on one connection, by a second one; where that can't be had, by cutting the first.
final class MariaDBCanceller: DriverCanceller {
  private let settings: MariaDBSettings
  /// The server's number for the connection.
  private let thread: UInt
  private let socket: ServerSocket
  private let isRequested = Atomic<Bool>(false)
  private let isCutOff = Atomic<Bool>(false)
  /// When the server stops a statement by itself, in nanoseconds since ``start``; 0 where it never did.
  private let serverStop = Atomic<Int64>(0)
  private let start = ContinuousClock.now

  /// How long the second connection may take, in seconds.
  private static let patience: UInt32 = 2
  /// How long before and after a moment the server is expected to stop a statement then: longer after it than a second
  /// connection may take in vain, on a machine that is busy.
  private static let expectation = (before: Duration.milliseconds(500), after: Duration.seconds(10))

  init(settings: MariaDBSettings, thread: UInt, socket: Int32) {
    self.settings = settings
    self.thread = thread
    self.socket = ServerSocket(descriptor: socket)
  }

  func cancel() {
    isRequested.store(true, ordering: .releasing)
    kill()
  }

  func clear() { isRequested.store(false, ordering: .releasing) }

  /// True from a ``cancel()`` to the ``clear()`` after it: a statement that was stopped may end as if it had succeeded.
  var isCancelled: Bool { isRequested.load(ordering: .acquiring) }
  /// True where the connection was cut.
  var isCut: Bool { isCutOff.load(ordering: .acquiring) }

  /// Has the server stop the statement that runs; one that has ended meanwhile is not affected, nor is the next.
  func kill() {
    if isCut { return }
    if let second = try? MariaDBOpening(settings: settings).connect(limit: Self.patience) {
      defer { mysql_close(second) }
      if mysql_query(second, "KILL QUERY \(thread)") == 0 { return }
      // 1094: the server knows of no such connection, so nothing runs there.
      if mysql_errno(second) == ER_NO_SUCH_THREAD { return }
    }
    // Who wants it stopped will ask again.
    if isServerExpected { return }
    cut()
  }

  /// The server was told to stop what runs at a moment. It stays so when the statement has ended: whoever wants it stopped
  /// at the same moment may be at it, and must not cut the connection afterwards.
  func expectServer(at moment: ContinuousClock.Instant) {
    let (seconds, attoseconds) = start.duration(to: moment).components
    // A limit is a year at most, so that nothing overflows.
    serverStop.store(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .releasing)
  }

  private var isServerExpected: Bool {
    let stop = serverStop.load(ordering: .acquiring)
    guard stop > 0 else { return false }
    let left = Duration.nanoseconds(stop) - start.duration(to: .now)
    return left <= Self.expectation.before && left >= .zero - Self.expectation.after
  }

  /// Ends the connection from this side: whatever waits for the server is woken.
  func cut() {
    isCutOff.store(true, ordering: .releasing)
    socket.cut()
  }
}
