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

  /// Runs a statement that is to be stopped, while a stranger of the same number waits on another server, and stops the first.
  ///
  /// - Returns: What each ended in.
  private func stop(
    _ mine: MariaDBConnection, on port: Int, beside other: MariaDBConnection, on otherPort: Int
  ) throws -> (mine: DatabaseError?, other: DatabaseError?) {
    try waiting(other, on: otherPort) { () throws in
      let (own, error) = run("SELECT sleep(1000)", on: mine)
      #expect(try eventually { try running("sleep", port) == 1 })
      // With more patience than `cancel()` has, however busy the machine is.
      mine.interrupter.kill(within: .seconds(3600))
      own.wait()
      return error.current
    }
  }

  /// Has a connection wait for a lock during a body.
  ///
  /// - Returns: What the body returns, and the error that the wait ended in.
  private func waiting<R>(
    _ stranger: MariaDBConnection, on port: Int, _ body: () throws -> R
  ) throws -> (R, DatabaseError?) {
    let holder = try connection("127.0.0.1:\(port)")
    defer { holder.close() }
    #expect(try holder.texts("SELECT get_lock('stranger', 0)") == [["1"]])
    let (thread, error) = run("SELECT get_lock('stranger', 1000)", on: stranger)
    #expect(try eventually { try running("get_lock", port) == 1 })
    let result = Result { try body() }
    try holder.run("DO release_lock('stranger')")
    thread.wait()
    return (try result.get(), error.current)
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

  /// How many statements run a function on a server.
  private func running(_ function: String, _ port: Int) throws -> Int {
    let asking = try connection("127.0.0.1:\(port)")
    defer { asking.close() }
    return try running(function, asking)
  }

  private func running(_ function: String, _ asking: MariaDBConnection) throws -> Int {
    let count = try asking.texts(
      "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'SELECT \(function)%'")
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
    let end = try stop(mine, on: second.port, beside: other, on: first.port)
    #expect(end.other == nil)
    // It was stopped at its own server, and the connection is as good as before.
    #expect(end.mine?.kind == .cancelled, "\(String(describing: end.mine))")
    mine.interrupter.clear()
    #expect(try mine.texts("SELECT 5") == [["5"]])
    #expect(try running("sleep", second.port) == 0)
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
    let end = try stop(mine, on: first.port, beside: other, on: second.port)
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
    let started = try #require(try mine.texts("SELECT uuid_short() >> 24 & 0xFFFFFFFF")[0][0].flatMap { Int($0) })
    proxy.harm(.silence, .before("sleep(1000)"))
    let (own, error) = run("SELECT sleep(1000)", on: mine)
    proxy.waitForHarm()
    try server.kill()
    // The server tells in whole seconds when it was started.
    #expect(eventually { time(nil) > started })
    try server.restart()
    let other = try #require(try connection(numbered: number, server.port))
    defer { other.close() }
    let (end, harm) = try waiting(other, on: server.port) {
      mine.interrupter.cancel()
      own.wait()
      return error.current
    }
    #expect(end?.kind == .connectionLost, "\(String(describing: end))")
    #expect(harm == nil)
  }

  @Test func `A session that has ended on the server ends here too`() throws {
    let port = try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
    let proxy = try Proxy(to: port)
    let mine = try connection("127.0.0.1:\(proxy.port)")
    defer { mine.close() }
    let number = try number(of: mine)
    proxy.harm(.silence, .before("sleep(1000)"))
    let (thread, error) = run("SELECT sleep(1000)", on: mine)
    proxy.waitForHarm()
    let killer = try connection("127.0.0.1:\(port)")
    try killer.run("KILL CONNECTION \(number)")
    // A session that is about to end can still be told to stop.
    #expect(
      try eventually {
        try killer.texts("SELECT id FROM information_schema.processlist WHERE id = \(number)").isEmpty
      })
    killer.close()
    mine.interrupter.cancel()
    thread.wait()
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
    let (thread, error) = run("SELECT sleep(1000)", on: mine)
    #expect(try eventually { try running("sleep", asking) == 1 })
    mine.interrupter.kill(within: .seconds(3600))
    thread.wait()
    #expect(error.current?.kind == .cancelled)
    mine.interrupter.clear()
    #expect(try mine.texts("SELECT 5") == [["5"]])
  }
}
