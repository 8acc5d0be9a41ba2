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
    let watcher = try open(url)
    defer { watcher.close() }
    let number = try #require(try connection.texts("SELECT connection_id()")[0][0])
    let error = Shared<DatabaseError?>(nil)
    nonisolated(unsafe) let own = connection
    let thread = Threads.start(1) { _ in
      do { _ = try own.texts("SELECT sleep(1000)") } catch let failure as DatabaseError {
        error.with { $0 = failure }
      } catch {}
    }
    let list = "information_schema.processlist"
    let running = "SELECT count(*) FROM \(list) WHERE id = \(number) AND info LIKE 'SELECT sleep%'"
    #expect(try eventually { try watcher.texts(running) == [["1"]] })
    connection.canceller.cut()
    thread.wait()
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
      let canceller = connection.interrupter
      let cutter = Threads.start(2) { _ in
        for _ in 0..<50 { canceller.cut() }
      }
      if round % 3 == 0 { _ = try? connection.texts("SELECT 1") }
      connection.close()
      cutter.wait()
      // It may be called for as long as anyone holds it.
      canceller.cut()
      canceller.cancel()
    }
    isOver.store(true, ordering: .relaxed)
    strangers.wait()
    #expect(harmed.load(ordering: .relaxed) == 0)
  }

  /// A way to the server that leads further connections to a place where nobody answers.
  private final class DeadEnd: Sendable {
    /// How many connections have come.
    let arrivals = Shared(0)
    private let silent: SilentServer
    private let proxy: Proxy

    init() throws {
      let port = try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
      silent = try SilentServer()
      let silentPort = Int(silent.port)
      proxy = try Proxy { [arrivals] number in
        arrivals.with { $0 += 1 }
        return number == 0 ? port : silentPort
      }
    }

    var port: Int { proxy.port }
  }

  @Test func `Asking again and again makes one connection, and none after a cut`() throws {
    let way = try DeadEnd()
    let connection = try open("mariadb://root@127.0.0.1:\(way.port)/?tls=disable&connect-timeout=3600s")
    defer { connection.close() }
    let canceller = connection.interrupter
    // The first who asks has more patience than the others, so that the connection is cut by this test alone.
    let first = Threads.start(1) { _ in canceller.kill(within: .seconds(3600)) }
    way.arrivals.wait { $0 == 2 }
    Threads.run(4) { _ in
      for _ in 0..<40 { canceller.cancel() }
    }
    #expect(connection.isUsable)
    canceller.cut()
    #expect(!connection.isUsable)
    Threads.run(4) { _ in canceller.cancel() }
    canceller.clear()
    first.wait()
    canceller.cancel()
    // Connections arrive in order: this one would come after any other.
    let last = try Wire(port: way.port)
    way.arrivals.wait { $0 >= 3 }
    #expect(way.arrivals.current == 3)
    last.finish()
  }

  @Test func `A stop that can't be told ends with the connection`() throws {
    let way = try DeadEnd()
    let connection = try open("mariadb://root@127.0.0.1:\(way.port)/?tls=disable&connect-timeout=3600s")
    defer { connection.close() }
    connection.interrupter.kill(within: .milliseconds(50))
    #expect(!connection.isUsable)
  }

  /// How far a stop has come when it is no longer wanted.
  private enum Progress: CaseIterable {
    case asked, connecting, loggingIn, told, answered
  }

  @Test func `What was asked for an earlier statement does not reach the next`() throws {
    let port = try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
    let arrivals = Shared(0)
    let proxy = try Proxy { _ in
      arrivals.with { $0 += 1 }
      return port
    }
    func made() throws -> MariaDBConnection { try open("mariadb://root@127.0.0.1:\(proxy.port)/?tls=disable") }
    for progress in Progress.allCases {
      var connection = try made()
      defer { connection.close() }
      for _ in 0..<40 {
        let canceller = connection.interrupter
        let before = arrivals.current
        let (login, kill) = (proxy.arrival(of: "root"), proxy.arrival(of: "KILL"))
        let isWanted = Shared(true)
        let asking = Threads.start(1) { _ in canceller.kill(within: .seconds(3600)) { isWanted.current } }
        switch progress {
        case .asked: break
        case .connecting: arrivals.wait { $0 > before }
        case .loggingIn: login.wait()
        case .told: kill.wait()
        case .answered: asking.wait()
        }
        isWanted.current = false
        canceller.clear()
        if connection.isUsable {
          #expect(try connection.texts("SELECT sleep(0.002)") == [["0"]])
        } else {
          // A stop that the server answers too late has the connection cut, and never reaches its next statement.
          #expect(progress != .answered)
        }
        asking.wait()
        canceller.clear()
        guard !connection.isUsable else { continue }
        connection.close()
        connection = try made()
      }
    }
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
    connection.close()
    // Nobody does it for who works without a governor.
    if let statement = statement as? MariaDBStatement { mysql_stmt_close(statement.handle) }
  }

  @Test func `A server that takes nothing is left without a word`() throws {
    let isOver = Event()
    let listener = try Listener { _, _ in isOver.wait() }
    defer {
      isOver.signal()
      listener.stop()
    }
    let line = ServerLine()
    let host = try #require(try settings("mariadb://127.0.0.1:\(listener.port)").hosts.all.first)
    let address = try #require(try ServerAddress.all(of: host).first)
    try line.connect(to: address, until: .now + .seconds(3600), host)
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
