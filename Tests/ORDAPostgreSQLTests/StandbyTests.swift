import ORDA
import ORDAPostgreSQL
import ORDATesting
import PostgreSQLTestServer
import TestSupport
import Testing

/// What becomes of commits that wait for a standby which does not answer.
@Suite(.ownThread, .serialized) struct StandbyTests {
  private let server: PrivatePostgreSQL
  private let admin: any Governor

  init() throws {
    server = try PrivatePostgreSQL("synchronous_commit=on", "synchronous_standby_names=*")
    admin = try PostgreSQLServer.open(
      url: server.url + "?pool.max=1&changes=none&session.synchronous_commit=local")
    try admin.execute("CREATE TABLE kept (n INT)")
    // The checkpointer enables the waits before it first waits for work; until then the server commits without the standby.
    let isEnabled = try eventually {
      try admin.first(
        Int.self,
        "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'checkpointer' AND wait_event = 'CheckpointerMain'")
        == 1
    }
    #expect(isEnabled)
  }

  /// Waits until a session waits for the standby.
  private func standbyIsAwaited() async throws {
    let isAwaited = try await eventually {
      // Autovacuum waits for the standby, too.
      try admin.first(
        Int.self,
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND backend_type = 'client backend'") == 1
    }
    #expect(isAwaited)
  }

  @Test("A COMMIT that waits for a standby ends as unknown at its limit", arguments: ["prepare=on", "prepare=off"])
  func commit(_ options: String) async throws {
    let clock = TestClock()
    let db = try PostgreSQLServer.open(url: server.url + "?pool.max=1&changes=none&" + options, clock.configuration)
    let writing = Task {
      try await db.transaction(deadline: .seconds(5)) { tx in try await tx.execute("INSERT INTO kept VALUES (1)") }
    }
    try await standbyIsAwaited()
    clock.advance(by: .seconds(5))
    // The connection is cut a moment later.
    clock.advance(by: .seconds(1))
    #expect(try await asyncFailure { try await writing.value }.kind == .commitUnknown)
    try? await db.close(within: .zero)
    // The server was not asked to stop: it waits for the standby.
    try await standbyIsAwaited()
  }

  @Test("A statement that waits for a standby ends as unknown at its limit")
  func statement() async throws {
    let clock = TestClock()
    let db = try PostgreSQLServer.open(url: server.url + "?pool.max=1&changes=none", clock.configuration)
    let writing = Task { try await db.execute("INSERT INTO kept VALUES (1)", timeout: .seconds(5)) }
    try await standbyIsAwaited()
    clock.advance(by: .seconds(5))
    #expect(try await asyncFailure { try await writing.value }.kind == .commitUnknown)
    try? await db.close(within: .zero)
  }
}
