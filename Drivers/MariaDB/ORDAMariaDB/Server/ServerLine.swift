internal import CMariaDB
internal import ORDA
internal import Synchronization
internal import ORDAPlatform

/// The way to a server: a socket that one thread connects and uses, and any thread may cut.
///
/// The client library gets the socket later, and closes it when it likes; a cut never hits another file that has reused
/// the descriptor's number. Whoever has a connection of the library holds its line until the connection is closed.
final class ServerLine: @unchecked Sendable {
  // Proof: what the pointer leads to has its own lock.
  let place: UnsafeMutablePointer<orda_mariadb_line>
  private let isCutOff = Atomic<Bool>(false)

  init() {
    place = .allocate(capacity: 1)
    orda_mariadb_line_begin(place)
  }

  deinit {
    orda_mariadb_line_end(place)
    place.deallocate()
  }

  /// True if it was cut, connected or not.
  var isCut: Bool { isCutOff.load(ordering: .acquiring) }

  /// Ends it: whoever waits for the server wakes up. Never waits itself.
  func cut() {
    isCutOff.store(true, ordering: .releasing)
    orda_mariadb_line_cut(place, Int32(SHUT_RDWR))
  }

  /// Whether a few bytes can be sent at once.
  var hasRoom: Bool { orda_mariadb_line_has_room(place) != 0 }

  // MARK: Connecting

  /// How long it waits at once: some systems don't wake a thread whose connection is cut while it is made.
  private static let slice = Duration.milliseconds(100)

  /// Connects the socket.
  ///
  /// - Throws: `cannotOpen.unreachable` if the server can't be reached in time; `io` if the process may not open more
  ///   files.
  func connect(
    to address: ServerAddress, until deadline: ContinuousClock.Instant, _ host: DatabaseURL.Host
  ) throws(DatabaseError) {
    let descriptor = socket(address.family, streamSocket | socketClosedOnExec, 0)
    if descriptor < 0 {
      let number = errno
      guard number == EAFNOSUPPORT || number == EPROTONOSUPPORT else {
        throw DatabaseError(.io, "\(host.label): no socket can be had: \(Self.text(of: number))")
      }
      throw Self.unreachable(host, number)
    }
    orda_mariadb_line_set(place, descriptor)
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    // A new socket has no other flag.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let failure = reach(address, descriptor, until: deadline)
    guard failure == 0, !isCut else {
      orda_mariadb_line_close(place)
      throw isCut ? Self.cutMeanwhile(host) : Self.unreachable(host, failure)
    }
    // The library waits with its own timeouts.
    _ = fcntl(descriptor, F_SETFL, 0)
  }

  /// Connects, or waits until it is connected; returns the system's error number, or 0.
  private func reach(
    _ address: ServerAddress, _ descriptor: Int32, until deadline: ContinuousClock.Instant
  ) -> Int32 {
    while !isCut {
      if address.connect(descriptor) == 0 { return 0 }
      switch errno {
      case EISCONN: return 0
      case EINTR: continue
      case EINPROGRESS, EALREADY: return wait(descriptor, until: deadline)
      case EAGAIN:
        // The Unix socket's queue is full: the server is not accepting connections now.
        guard .now < deadline else { return ETIMEDOUT }
        usleep(5_000)
      case let number: return number
      }
    }
    return ECANCELED
  }

  private func wait(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Int32 {
    while !isCut {
      let left = deadline - .now
      guard left > .zero else { return ETIMEDOUT }
      let milliseconds = Int32(clamping: Int64(min(left, Self.slice) / .milliseconds(1)))
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&entry, 1, max(1, milliseconds)) > 0 else { continue }
      var number: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 ? number : errno
    }
    return ECANCELED
  }

  // MARK: Errors

  private static func unreachable(_ host: DatabaseURL.Host, _ number: Int32) -> DatabaseError {
    let reason = number == ETIMEDOUT ? "it does not answer" : text(of: number)
    // What this process may not do now, it may not do later.
    let isForbidden = number == EACCES || number == EPERM
    return DatabaseError(
      isForbidden ? .cannotOpen(.permission) : .cannotOpen(.unreachable),
      "\(host.label): the server can't be reached: \(reason)", sqlState: "HY000",
      vendorCode: Int(CR_CONNECTION_ERROR))
  }

  static func cutMeanwhile(_ host: DatabaseURL.Host) -> DatabaseError {
    DatabaseError(.cannotOpen(.unreachable), "\(host.label): the connection was cut while it was made")
  }

  private static func text(of number: Int32) -> String {
    var bytes = [CChar](repeating: 0, count: 256)
    strerror_r(number, &bytes, bytes.count - 1)
    let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? "error \(number)" : text
  }
}
