import Foundation
import MariaDBTestServer
import ORDA
import ORDATesting
import Testing

@testable import ORDAMariaDB

/// A name service that gives the address of this machine, or fails, or says nothing.
private final class FakeNames: Sendable {
  enum State { case answering, failing, silent }

  let state = Shared(State.answering)
  /// How often it was asked.
  let questions = Shared(0)

  var service: NameService {
    NameService { [self] host in
      questions.with { $0 += 1 }
      state.wait { $0 != .silent }
      if state.current == .failing {
        return .failure(DatabaseError(.cannotOpen(.unreachable), "\(host.label): the name can't be resolved"))
      }
      let loopback = DatabaseURL.Host(.ipv4("127.0.0.1"), port: host.port)
      do throws(DatabaseError) { return .success(try ServerAddress.all(of: loopback)) } catch { return .failure(error) }
    }
  }
}

@Suite("A name service", .timeLimit(.minutes(10)))
struct NameServiceTests {
  private func open(
    _ names: FakeNames, _ options: String, configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let registry = Registry()
    var driver = MariaDBDriver()
    driver.names = names.service
    try registry.register(driver)
    let port = try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
    return try registry.open("mariadb://root@db.test:\(port)/?tls=disable&\(options)", configuration: configuration)
  }

  @Test("that says nothing holds one thread for a name, and nobody beyond his limit")
  func silent() throws {
    let names = FakeNames()
    names.state.current = .silent
    let service = names.service
    let host = DatabaseURL.Host(.name("db.test"), port: 3306)
    Threads.run(20) { _ in
      let error = databaseError { _ = try service.addresses(of: host, within: .milliseconds(50)) }
      #expect(error?.kind == .cannotOpen(.unreachable))
      #expect(error?.message.contains("has not answered within") == true, "\(error as Any)")
    }
    #expect(names.questions.current == 1)
    names.state.current = .answering
    // Who asks meanwhile may get the late answer.
    #expect(try service.addresses(of: host, within: .seconds(3600)).count == 1)
    #expect(
      eventually { (try? service.addresses(of: host, within: .seconds(3600))) != nil && names.questions.current > 1 })
  }

  @Test("that is asked for an address is not asked at all")
  func numbers() throws {
    let names = FakeNames()
    names.state.current = .silent
    let host = DatabaseURL.Host(.ipv4("127.0.0.1"), port: 3306)
    #expect(try names.service.addresses(of: host, within: .zero).count == 1)
    #expect(names.questions.current == 0)
  }

  @Test("that falls silent keeps no caller, and the connections that there are work on and can be stopped")
  func stops() throws {
    let names = FakeNames()
    let db = try open(names, "pool.max=3")
    defer { names.state.current = .answering }
    try db.withConnection { _ in
      names.state.current = .silent
      Threads.run(4) { _ in
        #expect(databaseError { _ = try db.query("SELECT 1", timeout: .milliseconds(300)) }?.kind == .timeout)
      }
    }
    let unreachable = try failure { try open(names, "connect-timeout=1s") }
    #expect(unreachable.kind == .cannotOpen(.unreachable) && unreachable.isTransient)
    // A statement is stopped without a name, and its connection goes on.
    names.state.current = .answering
    let clock = TestClock()
    let other = try open(names, "pool.max=1", configuration: clock.configuration)
    names.state.current = .silent
    let mark = "nameless\(UInt32.random(in: 0 ... .max))"
    let number = try other.first(Int.self, "SELECT connection_id()")
    let limit = Duration.seconds(300)
    let stopped = try failure {
      try passing(limit, of: mark, by: clock) {
        _ = try other.query(SQL(text: "SELECT SLEEP(1000) /* \(mark) */"), timeout: limit)
      }
    }
    #expect(stopped.kind == .timeout)
    #expect(try other.first(Int.self, "SELECT connection_id()") == number)
    names.state.current = .answering
    expectWhole(db)
    for governor in [db, other] { try governor.close(within: .zero) }
  }

  @Test("that knows a name no longer fails who needs a new connection, until it knows it again")
  func forgets() throws {
    let names = FakeNames()
    let db = try open(names, "pool.max=3")
    names.state.current = .failing
    try db.withConnection { _ in
      Threads.run(1) { _ in
        let error = databaseError { _ = try db.query("SELECT 1") }
        #expect(
          error?.kind == .cannotOpen(.unreachable) && error?.message.contains("db.test") == true, "\(error as Any)")
      }
    }
    #expect(try db.first(Int.self, "SELECT 1") == 1)
    names.state.current = .answering
    expectWhole(db)
    try db.close(within: .zero)
  }
}
