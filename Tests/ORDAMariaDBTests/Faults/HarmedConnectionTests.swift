import Foundation
import ORDA
import ORDATesting
import Testing

/// What is between the program and the server cuts it off, resets it, or passes nothing on any more.
@Suite("A pool whose connections are harmed", .timeLimit(.minutes(10)))
struct HarmedConnectionTests {
  /// Without it the driver would wait for ever where there is silence.
  private static let limit = Duration.seconds(100)

  /// Where it happens.
  enum Place: CaseIterable, Sendable { case login, statement, rows, transaction, commit }

  @Test(
    "is whole afterwards, and the call ends in its documented error", arguments: Place.allCases,
    [Proxy.Harm.close, .reset, .silence])
  func harmed(place: Place, harm: Proxy.Harm) throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(200))")
    let account = try TestAccount(in: test)
    let proxy = try Proxy(to: try #require(try test.db.first(Int.self, "SELECT @@port")))
    let clock = TestClock()
    let db = try TestServer.registry.open(
      "mariadb://\(account.name)@127.0.0.1:\(proxy.port)/\(test.name)?tls=disable&pool.max=3&pool.acquire-timeout=1d"
        + "&connect-timeout=4s&slow-statement=0",
      configuration: clock.configuration)
    defer { try? db.close(within: .zero) }
    let error = try suffer(place, harm, proxy, db, clock)
    let flow = clock.flow()
    defer { flow.stop() }
    #expect(expected(at: place, harm).contains(error.kind), "\(error)")
    // What was sent and not answered may have been done, and is never said to be safe to repeat.
    #expect(error.isRetryable == (place == .transaction && harm != .silence), "\(error)")
    expectWhole(db)
    try expectNothingLeft(of: db, user: account.name, test.db)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 0, "what was not answered did not pass here")
    try db.close(within: .zero)
    try expectNothingLeft(of: db, user: account.name, test.db)
  }

  private func suffer(
    _ place: Place, _ harm: Proxy.Harm, _ proxy: Proxy, _ db: any Governor, _ clock: TestClock
  ) throws -> DatabaseError {
    if place == .login {
      let flow = clock.flow()
      defer { flow.stop() }
      // The one connection that there is is lent, so that another is opened.
      return try db.withConnection { _ in
        proxy.harm(harm, .serverSent(bytes: 20))
        let error = Shared<DatabaseError?>(nil)
        Threads.run(1) { _ in error.current = databaseError { _ = try db.query("SELECT 1") } }
        return try #require(error.current)
      }
    }
    let trigger: Proxy.Trigger =
      switch place {
      case .login, .statement, .transaction: .before("never")
      case .rows: .serverSent(bytes: 500_000)
      case .commit: .before("COMMIT")
      }
    proxy.harm(harm, trigger)
    let isOver = Shared(false)
    // Time passes once there is silence: again and again, for a limit does not count what passes between two rows.
    let passing = Threads.start(1) { _ in
      proxy.waitForHarm()
      guard harm == .silence else { return }
      let isEnded = eventually {
        clock.advance(by: .seconds(10))
        return isOver.current
      }
      #expect(isEnded)
    }
    defer {
      isOver.current = true
      passing.wait()
    }
    return try failure { try work(place, db) }
  }

  private func work(_ place: Place, _ db: any Governor) throws {
    switch place {
    case .login: break
    case .statement: try db.execute("INSERT INTO t VALUES (?, ?)", 1, "never", timeout: Self.limit)
    case .rows:
      var rows = try db.rows("SELECT seq, REPEAT('x', 100) FROM seq_1_to_100000", [], timeout: Self.limit)
      while try rows.next() != nil {}
    case .transaction:
      try db.transaction { try $0.execute("INSERT INTO t VALUES (?, ?)", 1, "never", timeout: Self.limit) }
    case .commit:
      try db.transaction(timeout: Self.limit) { tx in _ = try tx.execute("INSERT INTO t VALUES (1, 'a')") }
    }
  }

  private func expected(at place: Place, _ harm: Proxy.Harm) -> [DatabaseError.Kind] {
    switch place {
    case .login: [.cannotOpen(.unreachable)]
    case .statement, .commit: [.commitUnknown]
    case .rows, .transaction: harm == .silence ? [.timeout] : [.connectionLost]
    }
  }
}
