import Foundation

/// Listens on a port of 127.0.0.1, and neither accepts nor answers: the system completes connections by itself.
final class SilentServer {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        bind(descriptor, place, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, place, &length) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      throw CocoaError(.fileReadUnknown)
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }
}
