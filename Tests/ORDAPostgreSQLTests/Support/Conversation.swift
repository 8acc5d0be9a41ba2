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
    let answers = Mutex<[[UInt8]]>([])
    let isDone = DispatchSemaphore(value: 0)
    let proxy = try Listener { client, number in
      if number > 0 { return }
      defer { isDone.signal() }
      let upstream = try Wire(port: port)
      defer { upstream.close() }
      var isAnswering = false
      while true {
        var sockets = [pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)]
        sockets.append(pollfd(fd: upstream.descriptor, events: Int16(POLLIN), revents: 0))
        guard poll(&sockets, 2, 10_000) > 0 else { return }
        if sockets[1].revents != 0 {
          let bytes = try upstream.receive(atMost: 1 << 16)
          answers.withLock { answers in
            if !isAnswering { answers.append([]) }
            answers[answers.count - 1] += bytes
          }
          isAnswering = true
          try client.send(bytes)
        } else {
          let bytes = try client.receive(atMost: 1 << 16)
          isAnswering = false
          try upstream.send(bytes)
        }
      }
    }
    defer { proxy.stop() }
    try body("postgresql://\(server.user ?? "postgres")@127.0.0.1:\(proxy.port)/\(server.database ?? "postgres")")
    isDone.wait()
    return answers.withLock { $0 }
  }

  /// Serves connections, each with the answers that there are then; then it hangs up.
  static func served(_ answers: @escaping @Sendable () -> [[UInt8]]) throws -> Listener {
    try Listener { wire, _ in
      for answer in answers() {
        guard wire.isReadable(within: 5_000) else { return }
        let request = try wire.receive(atMost: 1 << 16)
        // The code of a request to stop.
        if request.starts(with: [0, 0, 0, 16, 0x04, 0xD2, 0x16, 0x2E]) { return }
        // The rest of what is sent together.
        while wire.isReadable(within: 3) { _ = try wire.receive(atMost: 1 << 16) }
        try wire.send(answer)
      }
    }
  }
}
