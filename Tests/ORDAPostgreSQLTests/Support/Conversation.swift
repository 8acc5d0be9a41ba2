import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Synchronization

/// What a server said, piece by piece: each is the answer to something that came.
enum Conversation {
  /// Passes a program's first connection on to the real server, and notes what that says.
  static func recorded(_ body: (String) throws -> Void) throws -> [[UInt8]] {
    let real = try DatabaseURL(PostgreSQLServer.url.get(), shape: .server)
    guard case .server(let server) = real.location, let port = server.hosts.first?.port else { return [] }
    let proxy = try SilentServer()
    let answers = Mutex<[[UInt8]]>([])
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      defer { isDone.signal() }
      let client = proxy.accept()
      let upstream = connected(to: port)
      defer {
        close(client)
        close(upstream)
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var isAnswering = false
      while true {
        var sockets = [pollfd(fd: client, events: Int16(POLLIN), revents: 0)]
        sockets.append(pollfd(fd: upstream, events: Int16(POLLIN), revents: 0))
        guard poll(&sockets, 2, 10_000) > 0 else { return }
        if sockets[1].revents != 0 {
          let count = read(upstream, &buffer, buffer.count)
          guard count > 0 else { return }
          answers.withLock { answers in
            if !isAnswering { answers.append([]) }
            answers[answers.count - 1] += buffer[..<count]
          }
          isAnswering = true
          put(buffer[..<count], to: client)
        } else {
          let count = read(client, &buffer, buffer.count)
          guard count > 0 else { return }
          isAnswering = false
          put(buffer[..<count], to: upstream)
        }
      }
    }
    thread.start()
    try body("postgresql://\(server.user ?? "postgres")@127.0.0.1:\(proxy.port)/\(server.database ?? "postgres")")
    isDone.wait()
    return answers.withLock { $0 }
  }

  /// Serves connections one after another, each with the answers that there are then; then it hangs up.
  static func serve(_ answers: @escaping @Sendable () -> [[UInt8]]) throws -> UInt16 {
    let server = try SilentServer()
    let port = server.port
    let thread = Thread {
      while true {
        let socket = server.accept()
        if socket < 0 { return }
        // A request to stop another connection comes while that one is served.
        Thread { answer(socket, answers()) }.start()
      }
    }
    thread.start()
    return port
  }

  private static func answer(_ socket: Int32, _ answers: [[UInt8]]) {
    defer { close(socket) }
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for answer in answers {
      let count = read(socket, &buffer, buffer.count)
      // The code of a request to stop.
      if count <= 0 || buffer[..<count].starts(with: [0, 0, 0, 16, 0x04, 0xD2, 0x16, 0x2E]) { return }
      // The rest of what is sent together.
      var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, 3) > 0 { if read(socket, &buffer, buffer.count) <= 0 { return } }
      put(answer[...], to: socket)
    }
  }

  private static func put(_ bytes: ArraySlice<UInt8>, to socket: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func connected(to port: Int) -> Int32 {
    #if canImport(Darwin)
      let made = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return made
  }
}
