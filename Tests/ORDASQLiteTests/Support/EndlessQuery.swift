import ORDA

/// A query that never ends by itself, and tells each time that SQLite has begun to run it.
final class EndlessQuery: Sendable {
  let sql: SQL = """
    WITH RECURSIVE c(n) AS (SELECT note_run() UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c
    """
  private let runs = Shared(0)

  /// Adds the function that tells to each connection.
  init(on db: any Governor) async throws {
    let runs = runs
    try await db.addFunction("note_run", arguments: 0, isDeterministic: false) { _ in
      runs.with { $0 += 1 }
      return .int(1)
    }
  }

  /// Waits until it has begun so often.
  func hasBegun(times: Int = 1) async throws { try await runs.wait { $0 >= times } }
}
