import Foundation

/// A Unix socket that takes no connection: nobody accepts any, and its queue is full.
public final class FullSocket: Sendable {
  private let descriptors: [Int32]

  /// The system gave no socket.
  public struct Failure: Error {}

  /// Begins to listen.
  ///
  /// - Parameter path: Where the socket is made.
  public init(at path: String) throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let listening = socket(AF_UNIX, kind, 0)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listening, $0, size) == 0 && listen(listening, 0) == 0
      }
    }
    var descriptors = [listening]
    while isBound, descriptors.count < 100 {
      let next = socket(AF_UNIX, kind, 0)
      descriptors.append(next)
      _ = fcntl(next, F_SETFL, O_NONBLOCK)
      let isQueued = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(next, $0, size) == 0 }
      }
      if !isQueued { break }
    }
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    self.descriptors = descriptors
    guard isBound, descriptors.count < 100 else { throw Failure() }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
