import Foundation
import ORDA
import Synchronization
import Testing

@testable import ORDAMariaDB

/// What is stopped runs on one server; at its name or its address another may answer.
@Suite("Stopping, where another server may answer", .timeLimit(.minutes(10)))
struct OtherServerTests {
  private func settings(_ text: String) throws -> MariaDBSettings {
    let url = try DatabaseURL(text, shape: .server)
    return try MariaDBSettings(url, try (OptionTable.mariadb + .core).resolve(url.options))
  }

  private func connection(_ hosts: String, _ options: String = "") throws -> MariaDBConnection {
    try .open(settings("mariadb://root@\(hosts)/?tls=disable\(options)"))
  }

  private func number(of connection: MariaDBConnection) throws -> Int {
    try #require(try connection.texts("SELECT connection_id()").first?.first?.flatMap { Int($0) })
  }

  /// A connection to a server that has given it a number.
  private func connection(numbered number: Int, _ port: Int) throws -> MariaDBConnection? {
    while true {
      let made = try connection("127.0.0.1:\(port)")
      let its = try self.number(of: made)
      if its == number { return made }
      made.close()
      if its > number { return nil }
    }
  }

  /// A connection to one server, and one to another that has the same number there.
  private func namesakes(
    _ mine: () throws -> MariaDBConnection, _ otherPort: Int
  ) throws -> (mine: MariaDBConnection, other: MariaDBConnection) {
    while true {
      let own = try mine()
      if let other = try connection(numbered: try number(of: own), otherPort) { return (own, other) }
      own.close()
    }
  }

  /// Runs a statement that is to be stopped and one that is not, and stops the first.
  ///
  /// - Returns: What each ended in.
  private func stop(
    _ mine: MariaDBConnection, on port: Int, beside other: MariaDBConnection
  ) throws -> (mine: DatabaseError?, other: DatabaseError?) {
    let (stranger, harm) = run("SELECT sleep(2)", on: other)
    let (own, error) = run("SELECT sleep(100)", on: mine)
    #expect(try eventually { try sleeping(port) == 1 })
    mine.interrupter.cancel()
    #expect(own.wait(timeout: .now() + 60) == .success)
    #expect(stranger.wait(timeout: .now() + 60) == .success)
    return (error.current, harm.current)
  }

  /// Runs a statement on a thread of its own, and notes what it ends in.
  private func run(_ sql: String, on connection: MariaDBConnection) -> (DispatchGroup, Shared<DatabaseError?>) {
    let error = Shared<DatabaseError?>(nil)
    nonisolated(unsafe) let own = connection
    let thread = Threads.start(1) { _ in
      do { _ = try own.rows(of: sql, []) } catch let failure as DatabaseError {
        error.with { $0 = failure }
      } catch {}
    }
    return (thread, error)
  }

  private func sleeping(_ port: Int) throws -> Int {
    let asking = try connection("127.0.0.1:\(port)")
    defer { asking.close() }
    return try sleeping(asking)
  }

  private func sleeping(_ asking: MariaDBConnection) throws -> Int {
    let count = try asking.texts(
      "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'SELECT sleep%'")
    return count.first?.first?.flatMap { Int($0) } ?? -1
  }

  @Test func `A host that came up later is not taken for the connection's own`() throws {
    let (first, second) = (try ThrowawayServer(), try ThrowawayServer())
    try first.kill()
    let hosts = "127.0.0.1:\(first.port),127.0.0.1:\(second.port)"
    let early = try (0..<20).map { _ in try connection(hosts) }
    try first.restart()
    // One of those that the second server has, while the first gives the same numbers anew.
    var pair: (mine: MariaDBConnection, other: MariaDBConnection)?
    for mine in early {
      guard pair == nil, let other = try connection(numbered: try number(of: mine), first.port) else {
        mine.close()
        continue
      }
      pair = (mine, other)
    }
    let (mine, other) = try #require(pair)
    defer {
      mine.close()
      other.close()
    }
    let end = try stop(mine, on: second.port, beside: other)
    #expect(end.other == nil)
    // It was stopped at its own server, and the connection is as good as before.
    #expect(end.mine?.kind == .cancelled, "\(String(describing: end.mine))")
    mine.interrupter.clear()
    #expect(try mine.texts("SELECT 5") == [["5"]])
    #expect(try sleeping(second.port) == 0)
  }

  @Test func `Behind a proxy that leads elsewhere, the connection is cut`() throws {
    let (first, second) = (try ThrowawayServer(), try ThrowawayServer())
    let leadsElsewhere = Atomic<Bool>(false)
    let ports = (first.port, second.port)
    let proxy = try Proxy { _ in leadsElsewhere.load(ordering: .acquiring) ? ports.1 : ports.0 }
    let (mine, other) = try namesakes({ try connection("127.0.0.1:\(proxy.port)") }, second.port)
    defer {
      mine.close()
      other.close()
    }
    leadsElsewhere.store(true, ordering: .releasing)
    let end = try stop(mine, on: first.port, beside: other)
    #expect(end.other == nil)
    #expect(end.mine?.kind == .connectionLost, "\(String(describing: end.mine))")
    #expect(!mine.isUsable)
  }

  @Test func `A server that was started anew behind a dead connection is another one`() throws {
    let server = try ThrowawayServer()
    // A number that the server will not have given so soon.
    for _ in 0..<40 { try connection("127.0.0.1:\(server.port)").close() }
    let proxy = try Proxy(to: server.port)
    let mine = try connection("127.0.0.1:\(proxy.port)")
    defer { mine.close() }
    let number = try number(of: mine)
    proxy.harm(.silence, .before("sleep(100)"))
    let (own, error) = run("SELECT sleep(100)", on: mine)
    #expect(eventually { proxy.hasHarmed })
    // The server tells in whole seconds since when it runs.
    Thread.sleep(forTimeInterval: 1.1)
    try server.kill()
    try server.restart()
    let other = try #require(try connection(numbered: number, server.port))
    defer { other.close() }
    let (stranger, harm) = run("SELECT sleep(8)", on: other)
    #expect(try eventually { try sleeping(server.port) == 1 })
    mine.interrupter.cancel()
    #expect(own.wait(timeout: .now() + 60) == .success)
    #expect(error.current?.kind == .connectionLost, "\(String(describing: error.current))")
    #expect(stranger.wait(timeout: .now() + 60) == .success)
    #expect(harm.current == nil)
  }

  @Test func `A session that has ended on the server ends here too`() throws {
    let port = try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
    let proxy = try Proxy(to: port)
    let mine = try connection("127.0.0.1:\(proxy.port)")
    defer { mine.close() }
    let number = try number(of: mine)
    proxy.harm(.silence, .before("sleep(100)"))
    let (thread, error) = run("SELECT sleep(100)", on: mine)
    #expect(eventually { proxy.hasHarmed })
    let killer = try connection("127.0.0.1:\(port)")
    try killer.run("KILL CONNECTION \(number)")
    killer.close()
    mine.interrupter.cancel()
    #expect(thread.wait(timeout: .now() + 60) == .success)
    #expect(error.current?.kind == .connectionLost)
  }

  @Test("The server's name is checked, not the address's", arguments: ["localhost"])
  func encrypted(host: String) throws {
    let server = try SecuredServer.shared.get()
    let authority = try Certificates.shared.get().authority
    let text = "mariadb://plain:correct-horse@\(host):\(server.port)/?tls=verify-full&ca=\(authority)"
    let mine = try MariaDBConnection.open(settings(text))
    defer { mine.close() }
    #expect(mine.isEncrypted)
    let asking = try MariaDBConnection.open(settings(text))
    defer { asking.close() }
    let (thread, error) = run("SELECT sleep(100)", on: mine)
    #expect(try eventually { try sleeping(asking) == 1 })
    mine.interrupter.cancel()
    #expect(thread.wait(timeout: .now() + 60) == .success)
    #expect(error.current?.kind == .cancelled)
    mine.interrupter.clear()
    #expect(try mine.texts("SELECT 5") == [["5"]])
  }
}
