import Foundation

/// A server on this machine that takes connections and never says a word.
public final class SilentServer: Sendable {
  private let socket: Int32
  /// Its port on 127.0.0.1.
  public let port: UInt16

  /// The system gave no port.
  public struct Failure: Error {}

  /// Begins to listen.
  public init() throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let made = Foundation.socket(AF_INET, kind, 0)
    socket = made
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(made, address, size) == 0 && listen(made, 64) == 0 && getsockname(made, address, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw Failure() }
    _ = fcntl(made, F_SETFL, O_NONBLOCK)
  }

  deinit { close(socket) }

  /// How many have connected since the last call.
  public func takeConnections() -> Int {
    var count = 0
    while true {
      let connection = accept(socket, nil, nil)
      if connection < 0 { return count }
      close(connection)
      count += 1
    }
  }
}
