internal import CPostgreSQL
internal import Synchronization

/// The way to a server: the socket of a connection, which any thread may cut.
///
/// The client library closes its socket when it likes, and its number may be another file's then. So this has a
/// number of its own for the same socket, and a cut never hits anything else.
final class ServerLine: Sendable {
  private let descriptor: Int32
  private let isCutOff = Atomic<Bool>(false)

  /// - Parameter socket: The library's, connected; nil if the system has no more numbers.
  init?(_ socket: Int32) {
    descriptor = orda_pq_duplicate(socket)
    if descriptor < 0 { return nil }
  }

  deinit { orda_pq_close(descriptor) }

  /// True once it was cut.
  var isCut: Bool { isCutOff.load(ordering: .acquiring) }

  /// Ends it: whoever waits for the server wakes up. Never waits itself.
  func cut() {
    isCutOff.store(true, ordering: .releasing)
    orda_pq_shut(descriptor)
  }

  /// What the socket can do now.
  struct Readiness: OptionSet {
    let rawValue: Int32
    static let reading = Readiness(rawValue: 1)
    static let writing = Readiness(rawValue: 2)
  }

  /// Waits until something can be read, or written if that is asked for; empty when the time is over, nil if the
  /// socket can't be asked.
  ///
  /// - Parameter milliseconds: -1 for ever.
  static func wait(_ socket: Int32, forWriting: Bool, milliseconds: Int32) -> Readiness? {
    let answer = orda_pq_wait(socket, forWriting ? 1 : 0, milliseconds)
    return answer < 0 ? nil : Readiness(rawValue: answer)
  }
}
