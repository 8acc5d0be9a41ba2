import Foundation
import MariaDBTestServer
import ORDA
import ORDATesting
import Testing

/// A server that is stopped as it stands: its system still takes connections and bytes, and nothing is answered.
///
/// Control is to come back within the limit and a moment more, and is seen to come back at all: the server stays stopped until
/// all has come back, so that nothing can come back by its help, and the driver itself waits for ever.
@Suite("A server that is frozen", .timeLimit(.minutes(10)))
struct FrozenServerTests {
  private static let endless: SQL = "SELECT SLEEP(1000)"

  @Test func `Limits, cancelling, opening and closing do not wait for it`() async throws {
    let server = try ThrowawayServer()
    let clock = TestClock()
    let db = try server.open(
      "root", "?tls=disable&pool.max=8&pool.acquire-timeout=1d", configuration: clock.configuration)
    // Far more time than passes while connections are opened.
    let limit = Duration.seconds(1_000_000)
    let cancelled = (0..<4).map { _ in Task { await kind { _ = try await db.query(Self.endless) } } }
    let limited = (0..<2).map { _ in Task { await kind { _ = try await db.query(Self.endless, timeout: limit) } } }
    try await Threads.offload {
      let flow = clock.flow()
      defer { flow.stop() }
      try freeze(server, running: 6)
    }
    defer { try? server.thaw() }

    let flow = clock.flow()
    defer { flow.stop() }
    for task in cancelled { task.cancel() }
    for task in cancelled { #expect(await task.value == .cancelled) }
    clock.advance(by: limit)
    for task in limited { #expect(await task.value == .timeout) }
    // The connections are gone: others would have to be opened.
    #expect(await kind { _ = try await db.query("SELECT 1", timeout: .milliseconds(300)) } == .timeout)
    let leaving = Task { await kind { _ = try await db.query("SELECT 1") } }
    leaving.cancel()
    #expect(await leaving.value == .cancelled)
    try await db.close(within: .milliseconds(100))
  }

  @Test func `Blocking calls and transactions do not either`() async throws {
    let server = try ThrowawayServer()
    let db = try server.open("root", "?tls=disable&pool.max=4")
    let error = try await Threads.offload {
      databaseError {
        try db.transaction { tx in
          try tx.execute("SELECT 1")
          try server.freeze()
          try tx.execute("SELECT 2", timeout: .milliseconds(200))
        }
      }
    }
    defer { try? server.thaw() }
    #expect(error?.kind == .timeout)
    #expect(db.statistics.active == 0)
    try await Threads.offload { try db.close(within: .milliseconds(100)) }
  }

  @Test func `Several callers of a silent host each leave at their own limit`() async throws {
    let server = try ThrowawayServer()
    let db = try server.open("root", "?tls=disable&pool.max=8&pool.acquire-timeout=500ms")
    try await db.transaction { tx in
      try await tx.execute("SELECT 1")
      try server.freeze()
      let tasks = (0..<7).map { _ in
        Task.detached { await kind { _ = try await db.query("SELECT 1") } }
      }
      for task in tasks { #expect(await task.value == .timeout) }
      try? server.thaw()
    }
    #expect(try await db.first(Int.self, "SELECT 1") == 1)
    try await db.close(within: .zero)
  }
}

/// Freezes the server as soon as it runs so many statements.
private func freeze(_ server: ThrowawayServer, running count: Int) throws {
  let db = try server.open("root", "?tls=disable&pool.max=1")
  let running: SQL = """
    SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%SELECT SLEEP(1000)' AND id <> CONNECTION_ID()
    """
  #expect(try eventually { try db.first(Int.self, running) == count })
  try db.close(within: .zero)
  try server.freeze()
}

/// The kind of the error that a call ends in; nil where it succeeds.
private func kind(_ body: () async throws -> Void) async -> DatabaseError.Kind? {
  do {
    try await body()
    return nil
  } catch { return (error as? DatabaseError)?.kind }
}
