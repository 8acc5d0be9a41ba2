public import Foundation

/// One end of a TCP connection on this machine. One thread uses it; any other may only ``finish()`` it.
public final class Wire: Sendable {
  /// The other side is gone, or this one was finished.
  public struct End: Error {
    /// An end.
    public init() {}
  }

  /// The socket.
  public let descriptor: Int32
  private let isClosed = Shared(false)

  /// Takes a socket that is connected.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    // A server that a test starts would hold it open for as long as it runs.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Connects to a port of this machine.
  public convenience init(port: Int) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw End() }
    self.init(descriptor: descriptor)
    var address = sockaddr_in.loopback(port: port)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw End() }
  }

  deinit { close() }

  /// Sends everything.
  public func send(_ bytes: [UInt8]) throws(End) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw End() }
      sent += count
    }
  }

  /// What has come, waiting for the first byte.
  public func receive(atMost limit: Int = 65_536) throws(End) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw End() }
      return Array(buffer[..<count])
    }
  }

  /// Whether something has come, or the end, within so many milliseconds; below zero is for ever.
  public func isReadable(within milliseconds: Int32) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, milliseconds) > 0
  }

  /// So many bytes, waiting for all of them.
  public func receive(exactly count: Int) throws(End) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += try receive(atMost: count - bytes.count) }
    return bytes
  }

  /// Ends the connection for both sides and wakes the thread that waits on it.
  public func finish() {
    isClosed.with { if !$0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  /// Tells the other side that nothing more will come.
  public func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes it, and ends the connection even where a program that was started between `socket` and `fcntl` has it too;
  /// only for the thread that uses it.
  public func close() {
    finish()
    release()
  }

  private func release() {
    isClosed.with { closed in
      if !closed { _ = Foundation.close(descriptor) }
      closed = true
    }
  }

  /// Closes it so that the other side is told of a reset; only for the thread that uses it.
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    release()
  }
}

extension sockaddr_in {
  /// 127.0.0.1; port 0 is any that is free.
  public static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }
}
