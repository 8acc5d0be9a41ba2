import Foundation
import MariaDBTestServer
import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("Hosts that can't be reached", .timeLimit(.minutes(10)))
struct UnreachableHostTests {
  private func port() throws -> Int {
    try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
  }

  /// Where one of the hosts is to answer, the limit is what a busy machine may take for that.
  private func open(_ hosts: String, within limit: String = "1s") throws -> any Governor {
    try TestServer.registry.open("mariadb://root@\(hosts)/?tls=disable&connect-timeout=\(limit)")
  }

  /// A server that is of no use, and what keeps it.
  private func useless(_ way: String) throws -> (port: Int, keeper: AnyObject) {
    switch way {
    case "silent":
      let server = try SilentServer()
      return (Int(server.port), server)
    case "hangs up":
      let listener = try Listener { _, _ in }
      return (listener.port, listener)
    case "resets":
      let listener = try Listener { wire, _ in wire.reset() }
      return (listener.port, listener)
    case "drips":
      // Never silent for long, and as good as never done: each row is followed by the next once the client has read it.
      let answer = HostileServer.variables()
      let row: [HostileServer.Step] = [.packet(answer[5]), .pause]
      let drops = answer.prefix(5).map { .packet($0) } + (1...500_000).flatMap { _ in row }
      let server = try HostileServer { request, _ in
        if case .query(let text) = request, HostileServer.asksSession(text) { drops } else { nil }
      }
      return (server.port, server)
    default:
      let server = try HostileServer { request, _ in
        switch (request, way) {
        case (.login, "hangs up at the login"): [.close]
        case (.login, "silent at the login"): [.silence]
        case (.query, "hangs up at the set-up"): [.close]
        case (.query, "silent at the set-up"): [.silence]
        case (.connection, "full"): [.packet(Packet.error(1040, state: "08004", "Too many connections"))]
        case (.connection, "ending"): [.packet(Packet.error(1053, state: "08S01", "Server shutdown in progress"))]
        default: nil
        }
      }
      return (server.port, server)
    }
  }

  @Test(
    "are passed over for the next",
    arguments: [
      "silent", "hangs up", "resets", "drips", "hangs up at the login", "silent at the login", "hangs up at the set-up",
      "silent at the set-up", "full", "ending",
    ])
  func passedOver(way: String) throws {
    let (port, keeper) = try useless(way)
    defer { withExtendedLifetime(keeper) {} }
    let db = try open("127.0.0.1:\(port),127.0.0.1:\(try self.port())", within: "3s")
    #expect(try db.first(Int.self, "SELECT 5") == 5)
    try db.close(within: .zero)
    // By itself it can't be reached, within the limit; and later it may be.
    let error = try failure { try open("127.0.0.1:\(port)") }
    #expect(error.kind == .cannotOpen(way == "full" ? .tooManyConnections : .unreachable), "\(error)")
    #expect(error.isTransient)
    #expect(!error.isRetryable)
  }

  @Test func `A drop at a time does not stretch the limit`() throws {
    let (port, keeper) = try useless("drips")
    defer { withExtendedLifetime(keeper) {} }
    // The whole answer would take many minutes.
    let error = try failure { try open("127.0.0.1:\(port)") }
    #expect(error.kind == .cannotOpen(.unreachable), "\(error)")
  }

  @Test func `A socket whose queue is full is not waited for without end`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.sock")
    let full = try FullSocket(at: path)
    defer { withExtendedLifetime(full) {} }
    let encoded = path.replacingOccurrences(of: "/", with: "%2F")
    let error = try failure { try TestServer.registry.open("mariadb://root@\(encoded)?connect-timeout=1s") }
    #expect(error.kind == .cannotOpen(.unreachable), "\(error)")
  }

  @Test func `A socket's path that the system does not take`() throws {
    let path = "%2Ftmp%2F" + String(repeating: "x", count: 500)
    let error = try failure { try TestServer.registry.open("mariadb://root@\(path)") }
    #expect(error.kind == .cannotOpen)
    #expect(!error.isTransient)
  }

  @Test func `What a service answers by: later, or never`() throws {
    func kind(_ rest: String) throws -> DatabaseError { try failure { try TestServer.registry.open(rest) } }
    let address = "127.0.0.1:\(try port())"
    let refused = try kind("mariadb://root@127.0.0.1:1")
    #expect(refused.kind == .cannotOpen(.unreachable))
    #expect(refused.isTransient)
    let unknown = try kind("mariadb://root@no-such-host.invalid?tls=disable")
    #expect(unknown.kind == .cannotOpen(.unreachable))
    let noDatabase = try kind("mariadb://root@\(address)/orda_nowhere")
    #expect(noDatabase.kind == .noSuchDatabase)
    #expect(noDatabase.vendorCode == 1049)
    #expect(!noDatabase.isTransient)
    let account = try kind("mariadb://orda_nobody:wrong@\(address)")
    #expect(account.kind == .authentication)
    #expect(!account.isTransient)
    // All of them are found by the outer kind, too, but for the account.
    for error in [refused, unknown, noDatabase] { #expect(DatabaseError.Kind.cannotOpen.matches(error.kind)) }
  }

  @Test func `A database that is not there is not looked for on the next host`() throws {
    let server = try HostileServer { _, _ in nil }
    let error = try failure {
      try TestServer.registry.open(
        "mariadb://root@127.0.0.1:\(try port()),127.0.0.1:\(server.port)/orda_nowhere?tls=disable")
    }
    #expect(error.kind == .noSuchDatabase)
    #expect(server.connections == 0)
  }
}
