import Foundation
import MariaDBTestServer
import ORDA
import Testing

/// A server that is stopped as it stands: its system still takes connections and bytes, and nothing is answered.
///
/// Control is to come back within the limit and 250 ms more. The tests grant some seconds, for the machine may be busy, and
/// what a task that only sleeps is late by, for other tests may keep every thread that tasks run on. The server stays stopped
/// until all has come back, so that nothing can come back by its help.
@Suite("A server that is frozen", .timeLimit(.minutes(10)))
struct FrozenServerTests {
  private static let grant = Duration.seconds(8)
  private static let endless: SQL = "SELECT SLEEP(1000)"

  @Test func `Limits, cancelling, opening and closing do not wait for it`() async throws {
    let server = try ThrowawayServer()
    let db = try server.open("root", "?tls=disable&pool.max=8")
    let clock = ContinuousClock()
    let cancelled = (0..<4).map { _ in Task { await ended(after: .zero) { _ = try await db.query(Self.endless) } } }
    var limited: [Task<(kind: DatabaseError.Kind?, late: Duration), Never>] = []
    // A limit begins with its call, and may be over before a busy machine has all of them run: then others are begun.
    var isFrozen = false
    for _ in 0..<10 where !isFrozen {
      for task in limited { #expect(await task.value.kind == .timeout) }
      let isOver = Shared(false)
      limited = (0..<2).map { _ in
        Task {
          defer { isOver.current = true }
          return await ended(after: .seconds(10)) { _ = try await db.query(Self.endless, timeout: .seconds(10)) }
        }
      }
      isFrozen = try await Threads.apart { try freeze(server, running: 6) { isOver.current } }
    }
    try #require(isFrozen)
    defer { try? server.thaw() }

    #expect(clock.measure { for task in cancelled { task.cancel() } } < .seconds(1))
    let (_, late) = await ended(after: .milliseconds(250)) {
      for task in cancelled { #expect(await task.value.kind == .cancelled) }
    }
    #expect(late < Self.grant)
    for task in limited {
      let (kind, late) = await task.value
      #expect(kind == .timeout)
      #expect(late < Self.grant)
    }
    // The connections are gone: others would have to be opened.
    let opening = await ended(after: .milliseconds(300)) {
      _ = try await db.query("SELECT 1", timeout: .milliseconds(300))
    }
    #expect(opening.kind == .timeout && opening.late < Self.grant)
    let leaving = Task { await ended(after: .zero) { _ = try await db.query("SELECT 1") } }
    leaving.cancel()
    #expect(await leaving.value.kind == .cancelled)
    let closing = await ended(after: .milliseconds(300)) { try await db.close(within: .milliseconds(100)) }
    #expect(closing.kind == nil && closing.late < Self.grant)
  }

  @Test func `Blocking calls and transactions do not either`() async throws {
    let server = try ThrowawayServer()
    let db = try server.open("root", "?tls=disable&pool.max=4")
    let inTransaction = try await Threads.apart {
      let begin = ContinuousClock.now
      let error = databaseError {
        try db.transaction { tx in
          try tx.execute("SELECT 1")
          try server.freeze()
          try tx.execute("SELECT 2", timeout: .milliseconds(200))
        }
      }
      return (kind: error?.kind, time: ContinuousClock.now - begin)
    }
    defer { try? server.thaw() }
    #expect(inTransaction.kind == .timeout)
    #expect(inTransaction.time < Self.grant)
    #expect(db.statistics.active == 0)
    let time = try await Threads.apart {
      try ContinuousClock().measure { try db.close(within: .milliseconds(100)) }
    }
    #expect(time < Self.grant)
  }

  @Test func `Several callers of a silent host each leave at their own limit`() async throws {
    let server = try ThrowawayServer()
    let db = try server.open("root", "?tls=disable&pool.max=8&pool.acquire-timeout=500ms")
    try await db.transaction { tx in
      try await tx.execute("SELECT 1")
      try server.freeze()
      let tasks = (0..<7).map { _ in
        Task.detached { await ended(after: .milliseconds(500)) { _ = try await db.query("SELECT 1") } }
      }
      for task in tasks {
        let (kind, late) = await task.value
        #expect(kind == .timeout)
        #expect(late < Self.grant)
      }
      try? server.thaw()
    }
    #expect(try await db.first(Int.self, "SELECT 1") == 1)
    try await db.close(within: .zero)
  }
}

/// Freezes the server as soon as it runs so many statements; false if it is too late before.
private func freeze(
  _ server: ThrowawayServer, running count: Int, unless isTooLate: () -> Bool
) throws -> Bool {
  let db = try server.open("root", "?tls=disable&pool.max=1")
  let running: SQL = """
    SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%SELECT SLEEP(1000)' AND id <> CONNECTION_ID()
    """
  var isReached = false
  _ = try eventually {
    isReached = try db.first(Int.self, running) == count
    return isReached || isTooLate()
  }
  try db.close(within: .zero)
  if isReached { try server.freeze() }
  return isReached
}

/// How a call ended, and how long after its limit: not counting what a task that slept for as long was late by.
private func ended(
  after limit: Duration, _ body: () async throws -> Void
) async -> (kind: DatabaseError.Kind?, late: Duration) {
  let begin = ContinuousClock.now
  async let slept = sleptTime(limit)
  do {
    try await body()
    let time = ContinuousClock.now - begin
    return (nil, time - max(await slept, limit))
  } catch {
    let time = ContinuousClock.now - begin
    return ((error as? DatabaseError)?.kind, time - max(await slept, limit))
  }
}

/// How long sleeping takes, in a task as busy as the machine lets it be.
private func sleptTime(_ duration: Duration) async -> Duration {
  let begin = ContinuousClock.now
  // It must not end early because the task around it was cancelled.
  await Task.detached { try? await Task.sleep(for: duration) }.value
  return ContinuousClock.now - begin
}
