import Foundation
import MariaDBTestServer
import ORDA
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
      _ = eventually { state.current != .silent }
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
  /// What a busy machine may take beyond a limit.
  private static let grant = Duration.seconds(20)

  private func open(_ names: FakeNames, _ options: String) throws -> any Governor {
    let registry = Registry()
    var driver = MariaDBDriver()
    driver.names = names.service
    try registry.register(driver)
    let port = try #require(try TestServer.url.get().split(separator: ":").last.flatMap { Int($0) })
    return try registry.open("mariadb://root@db.test:\(port)/?tls=disable&\(options)")
  }

  @Test("that says nothing holds one thread for a name, and nobody beyond his limit")
  func silent() throws {
    let names = FakeNames()
    names.state.current = .silent
    let service = names.service
    let host = DatabaseURL.Host(.name("db.test"), port: 3306)
    Threads.run(20) { _ in
      let begin = ContinuousClock.now
      let error = databaseError { _ = try service.addresses(of: host, within: .milliseconds(50)) }
      #expect(error?.kind == .cannotOpen(.unreachable))
      #expect(error?.message.contains("has not answered within") == true, "\(error as Any)")
      #expect(ContinuousClock.now - begin < Self.grant)
    }
    #expect(names.questions.current == 1)
    names.state.current = .answering
    // Who asks meanwhile may get the late answer.
    #expect(try service.addresses(of: host, within: .seconds(60)).count == 1)
    #expect(
      eventually { (try? service.addresses(of: host, within: .seconds(60))) != nil && names.questions.current > 1 })
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
    let begin = ContinuousClock.now
    try db.withConnection { _ in
      names.state.current = .silent
      Threads.run(4) { _ in
        #expect(databaseError { _ = try db.query("SELECT 1", timeout: .milliseconds(300)) }?.kind == .timeout)
      }
    }
    let unreachable = try failure { try open(names, "connect-timeout=1s") }
    #expect(unreachable.kind == .cannotOpen(.unreachable) && unreachable.isTransient)
    #expect(ContinuousClock.now - begin < Self.grant)
    // Where a stop comes too late, as on a machine that is busy, the connection is cut. That is no stop without a name:
    // one attempt of several must leave it whole.
    var attempts = 0
    let isStopped = try eventually(within: Self.grant) {
      attempts += 1
      return try stops(db, while: names)
    }
    #expect(isStopped, "\(attempts) connections were cut")
    names.state.current = .answering
    expectWhole(db)
    try db.close(within: .zero)
  }

  /// Stops what a connection runs while no name is known; false if it was cut.
  private func stops(_ db: any Governor, while names: FakeNames) throws -> Bool {
    names.state.current = .answering
    return try db.withConnection { connection in
      names.state.current = .silent
      let stopped = try failure { try connection.query("SELECT SLEEP(1000)", timeout: .milliseconds(300)) }
      #expect(stopped.kind == .timeout)
      do {
        return try connection.first(Int.self, "SELECT 1") == 1
      } catch let error as DatabaseError where error.kind == .connectionLost {
        return false
      }
    }
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
