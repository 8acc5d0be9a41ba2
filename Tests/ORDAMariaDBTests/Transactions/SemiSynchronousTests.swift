import MariaDBTestServer
import ORDA
import ORDATesting
import TestSupport
import Testing

/// What becomes of commits that wait for a replica which does not answer.
@Suite("Semi-synchronous replication without a replica", .ownThread, .serialized) struct SemiSynchronousTests {
  private let server: ThrowawayServer
  private let admin: any Governor

  init() throws {
    server = try ThrowawayServer("--rpl-semi-sync-master-wait-no-slave=ON --rpl-semi-sync-master-timeout=3600000")
    admin = try server.open("root", "?tls=disable&pool.max=1&changes=none")
    try admin.executeScript("CREATE DATABASE kept; CREATE TABLE kept.kept (n INTEGER)")
    try admin.execute("SET GLOBAL rpl_semi_sync_master_enabled = ON")
  }

  private func open(_ clock: TestClock) throws -> any Governor {
    try server.open("root", "kept?tls=disable&pool.max=1&changes=none", configuration: clock.configuration)
  }

  /// Waits until a session waits for the replica.
  private func replicaIsAwaited() async throws {
    let isAwaited = try await eventually {
      try admin.first(
        Int.self, "SELECT count(*) FROM information_schema.processlist WHERE state LIKE '%semi-sync%'") == 1
    }
    #expect(isAwaited)
  }

  @Test("A COMMIT that waits for a replica ends as unknown at its limit")
  func commit() async throws {
    let clock = TestClock()
    let db = try open(clock)
    let writing = Task {
      try await db.transaction(deadline: .seconds(5)) { tx in try await tx.execute("INSERT INTO kept VALUES (1)") }
    }
    try await replicaIsAwaited()
    clock.advance(by: .seconds(5))
    // The connection is cut a moment later.
    clock.advance(by: .seconds(1))
    #expect(try await asyncFailure { try await writing.value }.kind == .commitUnknown)
    try? await db.close(within: .zero)
  }

  @Test("A statement that waits for a replica ends as unknown at its limit")
  func statement() async throws {
    let clock = TestClock()
    let db = try open(clock)
    let writing = Task { try await db.execute("INSERT INTO kept VALUES (1)", timeout: .seconds(5)) }
    try await replicaIsAwaited()
    clock.advance(by: .seconds(5))
    #expect(try await asyncFailure { try await writing.value }.kind == .commitUnknown)
    try? await db.close(within: .zero)
  }
}
