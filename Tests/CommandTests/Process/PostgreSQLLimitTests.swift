#if PostgreSQL
  import Foundation
  import ORDA
  import PostgreSQLTestServer
  import TestSupport
  import Testing

  @testable import Command

  /// What the server does with a statement whose program is gone.
  @Suite("PostgreSQL's limits", .ownThread) struct PostgreSQLLimitTests {
    @Test(
      "A statement with a limit ends on the server when its program was killed, or is frozen",
      arguments: [SIGKILL, SIGSTOP])
    func orphaned(_ signal: Int32) async throws {
      let database = try PostgreSQLDatabase()
      let folder = try TemporaryFolder()
      let db = try PostgreSQLServer.open(url: database.url + "?pool.max=1").blocking
      defer { try? db.close(within: .zero) }
      let running: SQL = """
        SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'active' AND datname = current_database()
          AND query LIKE 'SELECT pg_sleep(%'
        """
      // What a sequence gave stays given, so that the beginning is seen even after the end.
      try db.execute("CREATE SEQUENCE begun")
      let program = try RunningProgram(
        ["query", database.url + "?statement-timeout=2s", "SELECT pg_sleep(600 * nextval('begun'))"], in: folder)
      let hasBegun = try await eventually { try db.first(Bool.self, "SELECT is_called FROM begun") == true }
      program.signal(signal)
      #expect(hasBegun)
      let hasEnded = try await eventually { try db.first(Int.self, running) == 0 }
      if signal == SIGSTOP { program.signal(SIGKILL) }
      _ = try program.end(afterExit: true)
      #expect(hasEnded)
    }
  }
#endif
