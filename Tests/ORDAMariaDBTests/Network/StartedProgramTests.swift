import Foundation
import MariaDBTestServer
import ORDA
import Testing

/// A program that is started while a connection is open, and has its socket too, keeps the server from hearing of the
/// connection's end.
@Suite("What is started while there are connections")
struct StartedProgramTests {
  @Test("has none of the driver's sockets")
  func driver() throws {
    let test = try TestDatabase("")
    let proxy = try Proxy(to: try #require(try test.db.first(Int.self, "SELECT @@port")))
    let db = try TestServer.registry.open("mariadb://root@127.0.0.1:\(proxy.port)/\(test.name)?tls=disable&pool.max=2")
    defer { try? db.close(within: .zero) }
    try Threads.inParallel(2) { _ in
      try db.withConnection { connection in
        _ = try connection.first(Int.self, "SELECT 1")
        let sockets = (3..<Int32(4096)).filter { leads($0, to: proxy.port) }
        #expect(!sockets.isEmpty)
        for socket in sockets { #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0) }
      }
    }
  }

  @Test("has none of the sockets of these tests, or a server that one starts would hold connections of the others open")
  func tests() throws {
    let listener = try Listener { wire, _ in while try !wire.receive().isEmpty {} }
    let wire = try Wire(port: listener.port)
    #expect(ShellCommand.status(of: "test -e /dev/fd/0 && test ! -e /dev/fd/\(wire.descriptor)") == 0)
  }

  private func leads(_ socket: Int32, to port: Int) -> Bool {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &size) }
    }
    let isThere = code == 0 && address.sin_family == sa_family_t(AF_INET)
    return isThere && Int(in_port_t(bigEndian: address.sin_port)) == port
  }
}
