import Foundation
import ORDA
import ORDATesting
import Testing

/// What was sent is done, and its answer is withheld for good.
@Suite("A commit whose answer never comes", .timeLimit(.minutes(10)))
struct CommitUnknownTests {
  /// What ends the wait for it.
  enum End: CaseIterable, Sendable {
    case timeLimit, cancellation, closing, cut

    var reason: DatabaseError.Kind {
      switch self {
      case .timeLimit: .timeout
      case .cancellation, .closing: .cancelled
      case .cut: .connectionLost
      }
    }
  }

  /// How it is committed.
  enum Commit: CaseIterable, Sendable {
    case statement, transaction, awaitedBody, batch

    /// What the client sends at last.
    var text: String {
      switch self {
      // The value goes with the execution, and the text alone with what prepares it.
      case .statement: "the value"
      default: "COMMIT"
      }
    }

    func run(on db: any Governor, _ limit: Duration?) async throws {
      switch self {
      case .statement: try await db.execute("INSERT INTO t VALUES (?, ?)", [1, "the value"], timeout: limit)
      case .transaction:
        try await db.transaction(timeout: limit) { @Sendable (tx: Transaction) in
          _ = try tx.execute("INSERT INTO t VALUES (1, 'a')")
        }
      case .awaitedBody:
        try await db.transaction(timeout: limit) { tx in _ = try await tx.execute("INSERT INTO t VALUES (1, 'a')") }
      case .batch:
        let insert = try await db.prepare("INSERT INTO t VALUES (?, ?)")
        try await insert.executeMany([[1, "a"]] as [Parameters], timeout: limit)
      }
    }
  }

  let test: TestDatabase
  let proxy: Proxy

  init() throws {
    test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(200))")
    proxy = try Proxy(to: try #require(try test.db.first(Int.self, "SELECT @@port")))
  }

  private func open(_ configuration: GovernorConfiguration = GovernorConfiguration()) throws -> any Governor {
    try TestServer.registry.open(
      "mariadb://root@127.0.0.1:\(proxy.port)/\(test.name)?tls=disable&slow-statement=0", configuration: configuration)
  }

  private func count() throws -> Int? { try test.db.first(Int.self, "SELECT COUNT(*) FROM t") }

  @Test("is told as such, whatever ends the wait", arguments: End.allCases, Commit.allCases)
  func unknown(_ end: End, _ commit: Commit) async throws {
    let clock = TestClock()
    let db = try end == .timeLimit ? open(clock.configuration) : open()
    if commit == .batch { _ = try await db.prepare("INSERT INTO t VALUES (?, ?)") }
    proxy.harm(end == .cut ? .close : .silence, .after(commit.text))
    let work = Task { try await commit.run(on: db, end == .timeLimit ? .seconds(2) : nil) }
    #expect(try await eventually { try count() == 1 })
    switch end {
    case .cancellation: work.cancel()
    case .closing: try await db.close(within: .zero)
    // And the moment in which the server might stop the statement.
    case .timeLimit: clock.advance(by: .seconds(3))
    case .cut: break
    }
    let error = try await asyncFailure { try await work.value }
    #expect(error.kind == .commitUnknown, "\(error)")
    #expect(DatabaseError.Kind.connectionLost.matches(error.kind))
    #expect(error.underlying?.kind == end.reason, "\(String(describing: error.underlying))")
    #expect(!error.isTransient && !error.isRetryable)
    #expect(try count() == 1)
    try await db.close(within: .zero)
  }

  @Test("is that of a reading transaction, where nothing can have been done")
  func reading() throws {
    let db = try open()
    defer { try? db.close(within: .zero) }
    proxy.harm(.close, .after("COMMIT"))
    let error = try failure { try db.transaction(readOnly: true) { tx in _ = try tx.query("SELECT * FROM t") } }
    #expect(error.kind == .connectionLost)
    #expect(error.isRetryable && error.isTransient)
  }

  @Test("has an entry read its row again", arguments: [false, true])
  func entry(inTransaction: Bool) throws {
    try test.db.execute("INSERT INTO t VALUES (1, 'old')")
    let db = try open()
    defer { try? db.close(within: .zero) }
    let entry = try #require(try db.table("t").entry(1))
    proxy.harm(.close, .after(inTransaction ? "COMMIT" : "UPDATE"))
    let error = try failure {
      if inTransaction {
        try db.transaction { _ in try entry.set("s", to: "new") }
      } else {
        try entry.set("s", to: "new")
      }
    }
    #expect(error.kind == .commitUnknown)
    #expect(eventually { entry["s"] == .text("new") })
  }

  @Test("A statement that the server has stopped was not done, and is told as stopped")
  func stopped() throws {
    // The clock stands still, so that nobody but the server stops it.
    let db = try test.another(configuration: TestClock().configuration)
    defer { try? db.close(within: .zero) }
    let error = try failure { try db.execute("INSERT INTO t VALUES (sleep(600), 'a')", timeout: .milliseconds(200)) }
    #expect(error.kind == .timeout)
    #expect(try count() == 0)
  }

  @Test("A transaction that a statement has committed says so at its COMMIT", arguments: [false, true])
  func implicitly(isCancelled: Bool) async throws {
    // The clock stands still, so that the connection is not cut where it takes long to stop the statement.
    let db = try test.another(configuration: TestClock().configuration)
    let work = Task {
      try await db.transaction { tx in
        _ = try await tx.execute("INSERT INTO t VALUES (1, 'a')")
        _ = try await tx.execute("ANALYZE TABLE t")
      }
    }
    // It commits first, so that whoever sees the row may still stop the statement.
    if isCancelled {
      #expect(try await eventually { try count() == 1 })
      work.cancel()
    }
    let error = try await asyncFailure { try await work.value }
    #expect(error.kind == .transactionEnded(.implicitlyCommitted), "\(error)")
    #expect(error.message.contains("is committed already"))
    #expect(!error.isRetryable)
    #expect(try count() == 1)
    try await db.close(within: .zero)
  }
}
