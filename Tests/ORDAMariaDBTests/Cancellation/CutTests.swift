import CMariaDB
import Foundation
import MariaDBTestServer
import ORDA
import Synchronization
import Testing

@testable import ORDAMariaDB

@Suite("Giving a connection up", .timeLimit(.minutes(10)))
struct CutTests {
  private func open(_ text: String) throws -> MariaDBConnection {
    let url = try DatabaseURL(text, shape: .server)
    return try .open(MariaDBSettings(url, try (OptionTable.mariadb + .core).resolve(url.options)))
  }

  private enum Transport: String, CaseIterable {
    case clear, encrypted, compressed, socket

    func url() throws -> String {
      switch self {
      case .clear: return try TestServer.url.get() + "/?tls=disable"
      case .compressed: return try TestServer.url.get() + "/?tls=disable&compression=true"
      case .socket:
        return "mariadb://root@\(try TestServer.socket.get().replacingOccurrences(of: "/", with: "%2F"))"
      case .encrypted:
        let (server, authority) = (try SecuredServer.shared.get(), try Certificates.shared.get().authority)
        return "mariadb://root@127.0.0.1:\(server.port)/?tls=verify-full&ca=\(authority)"
      }
    }
  }

  @Test("wakes what waits for the server", arguments: ["clear", "encrypted", "compressed", "socket"])
  func wakes(transport: String) throws {
    let url = try #require(Transport(rawValue: transport)).url()
    let connection = try open(url)
    defer { connection.close() }
    #expect(connection.isEncrypted == (transport == "encrypted"))
    let error = Shared<DatabaseError?>(nil)
    nonisolated(unsafe) let own = connection
    let thread = Threads.start(1) { _ in
      do { _ = try own.texts("SELECT sleep(100)") } catch let failure as DatabaseError {
        error.with { $0 = failure }
      } catch {}
    }
    Thread.sleep(forTimeInterval: 0.2)
    connection.canceller.cut()
    #expect(thread.wait(timeout: .now() + 60) == .success)
    #expect(error.with { $0 }?.kind == .connectionLost)
    #expect(!connection.isUsable)
    #expect(throws: DatabaseError.self) { try connection.run("DO 0") }
  }

  /// The library closes the descriptor, and the next file of the process gets its number.
  @Test func `never harms another file`() throws {
    let url = try Transport.socket.url()
    let isOver = Atomic<Bool>(false)
    let harmed = Atomic<Int>(0)
    let strangers = Threads.start(2) { _ in
      while !isOver.load(ordering: .relaxed) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { continue }
        for _ in 0..<20 {
          var byte: UInt8 = 1
          if send(ends[0], &byte, 1, Int32(MSG_NOSIGNAL)) != 1 || recv(ends[1], &byte, 1, 0) != 1 {
            harmed.add(1, ordering: .relaxed)
            break
          }
        }
        for end in ends { close(end) }
      }
    }
    for round in 0..<150 {
      let connection = try open(url)
      let canceller = connection.canceller
      let cutter = Threads.start(2) { _ in
        for _ in 0..<50 { canceller.cut() }
      }
      if round % 3 == 0 { _ = try? connection.texts("SELECT 1") }
      connection.close()
      #expect(cutter.wait(timeout: .now() + 60) == .success)
      // It may be called for as long as anyone holds it.
      canceller.cut()
      canceller.cancel()
    }
    isOver.store(true, ordering: .relaxed)
    #expect(strangers.wait(timeout: .now() + 60) == .success)
    #expect(harmed.load(ordering: .relaxed) == 0)
  }

  @Test func `Asking again and again makes one connection, and none after a cut`() throws {
    let port = try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
    let isFrozen = Atomic<Bool>(false)
    let silent = try SilentServer()
    let silentPort = Int(silent.port)
    let proxy = try Proxy { _ in isFrozen.load(ordering: .acquiring) ? silentPort : port }
    let connection = try open("mariadb://root@127.0.0.1:\(proxy.port)/?tls=disable")
    defer { connection.close() }
    isFrozen.store(true, ordering: .releasing)
    let before = proxy.connections
    let canceller = connection.canceller
    let asking = Threads.start(4) { _ in
      for _ in 0..<40 {
        canceller.cancel()
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
    #expect(eventually { proxy.connections > before })
    #expect(connection.isUsable)
    Thread.sleep(forTimeInterval: 0.3)
    #expect(proxy.connections == before + 1)
    canceller.cut()
    #expect(!connection.isUsable)
    #expect(asking.wait(timeout: .now() + 60) == .success)
    #expect(proxy.connections == before + 1)
  }

  @Test func `A stop that can't be told ends with the connection`() throws {
    let port = try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
    let isFrozen = Atomic<Bool>(false)
    let silent = try SilentServer()
    let silentPort = Int(silent.port)
    let proxy = try Proxy { _ in isFrozen.load(ordering: .acquiring) ? silentPort : port }
    let connection = try open("mariadb://root@127.0.0.1:\(proxy.port)/?tls=disable")
    defer { connection.close() }
    isFrozen.store(true, ordering: .releasing)
    connection.canceller.cancel()
    #expect(!connection.isUsable)
  }

  @Test func `What was asked for an earlier statement does not reach the next`() throws {
    let connection = try open(try Transport.clear.url())
    defer { connection.close() }
    let canceller = connection.canceller
    for _ in 0..<200 {
      let asking = Threads.start(1) { _ in canceller.cancel() }
      #expect(eventually { connection.interrupter.isCancelled })
      // A moment that is another each time.
      usleep(UInt32.random(in: 0...800))
      canceller.clear()
      if connection.isUsable { #expect(try connection.texts("SELECT sleep(0.002)") == [["0"]]) }
      #expect(asking.wait(timeout: .now() + 60) == .success)
      canceller.clear()
    }
    #expect(connection.isUsable)
  }

  @Test func `Closing waits for nobody`() throws {
    let column = Packet.column("n", type: ColumnType.longLong)
    let server = try HostileServer { request, _ in
      guard case .execute = request else { return nil }
      return [
        .packet([1]), .packet(column), .packet(Packet.end()),
        .packet(Packet.binaryRow([Packet.integer(1, bytes: 8)])), .silence,
      ]
    }
    let connection = try open("mariadb://app@127.0.0.1:\(server.port)/?tls=disable")
    let statement = try connection.prepare(
      PrepareRequest(sql: "SELECT n FROM t", keyword: .select, isPersistent: false))
    #expect(try statement.step())
    let start = ContinuousClock.now
    connection.close()
    #expect(ContinuousClock.now - start < .seconds(30))
    // Nobody does it for who works without a governor.
    if let statement = statement as? MariaDBStatement { mysql_stmt_close(statement.handle) }
  }

  @Test func `A server that takes nothing is left without a word`() throws {
    let isOver = Shared(false)
    let listener = try Listener { _, _ in while !isOver.current { Thread.sleep(forTimeInterval: 0.05) } }
    defer {
      isOver.current = true
      listener.stop()
    }
    let line = ServerLine()
    let host = try #require(try settings("mariadb://127.0.0.1:\(listener.port)").hosts.all.first)
    let address = try #require(try ServerAddress.all(of: host).first)
    try line.connect(to: address, until: .now + .seconds(10), host)
    #expect(line.hasRoom)
    let descriptor = line.place.pointee.descriptor
    var isFull = false
    let block = [UInt8](repeating: 0, count: 1 << 16)
    while !isFull { isFull = send(descriptor, block, block.count, Int32(MSG_DONTWAIT)) < 0 }
    #expect(!line.hasRoom)
    line.cut()
    #expect(line.hasRoom)
  }

  private func settings(_ text: String) throws -> MariaDBSettings {
    let url = try DatabaseURL(text, shape: .server)
    return try MariaDBSettings(url, try (OptionTable.mariadb + .core).resolve(url.options))
  }
}
