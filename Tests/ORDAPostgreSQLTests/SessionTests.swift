import Logging
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// The session after a statement that changed it outside of transactions and leases.
@Suite(.ownThread) struct SessionTests {
  private let log = RecordedLog()

  private func open(_ options: String) throws -> any Governor {
    try PostgreSQLServer.open(options, configuration: GovernorConfiguration(logger: log.logger(.warning)))
  }

  /// Statements that change the session, and questions whose answers show the change.
  static let changes: [(SQL, SQL)] = [
    ("SET work_mem = '5MB'", "SHOW work_mem"),
    ("SET SESSION application_name = 'left'", "SHOW application_name"),
    ("SELECT set_config('my.setting', 'left', false)", "SELECT COALESCE(current_setting('my.setting', true), '')"),
    ("SET ROLE pg_monitor", "SELECT current_user::text"),
    ("LISTEN left_channel", "SELECT COUNT(*) FROM pg_listening_channels()"),
    ("SELECT 1 AS n INTO TEMP left_selection", "SELECT to_regclass('left_selection')::text"),
    ("CREATE TABLE pg_temp.left_named (n INT)", "SELECT to_regclass('pg_temp.left_named')::text"),
    (
      "SELECT pg_advisory_lock(420042)",
      "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 420042 AND pid = pg_backend_pid()"
    ),
    ("PREPARE left_statement AS SELECT 1", "SELECT COUNT(*) FROM pg_prepared_statements WHERE from_sql"),
    (
      "DECLARE left_cursor CURSOR WITH HOLD FOR SELECT 1",
      "SELECT COUNT(*) FROM pg_cursors WHERE name = 'left_cursor'"
    ),
  ]

  @Test("is as before for the connection's next user, and a warning names the call to use", arguments: changes)
  func reset(_ change: SQL, _ question: SQL) throws {
    let db = try open("pool.max=2")
    defer { try? db.close(within: .zero) }
    let pid: SQL = "SELECT pg_backend_pid()"
    let (session, before) = try db.withConnection { (try $0.first(Int.self, pid), try $0.query(question)[0][0]) }
    let within = try db.withConnection { connection in
      try connection.execute(change)
      return try connection.query(question)[0][0]
    }
    #expect(within != before)
    #expect(log.take().map(\.message) == [])

    try db.execute(change)
    #expect(
      log.take().map(\.line) == [
        "what a statement changed in the session of one connection was undone; run it in onConnect { }, or in "
          + "withConnection { } with what depends on it sql: \(change)"
      ])
    #expect(try db.withConnection { try $0.query(question)[0][0] } == before)
    #expect(try db.withConnection { try $0.first(Int.self, pid) } == session)
    #expect(log.take().map(\.message) == [])
  }

  @Test("A temporary table is made in withConnection alone, and dropped after it")
  func temporaryTables() throws {
    let db = try open("pool.max=2")
    defer { try? db.close(within: .zero) }
    let table: SQL = "CREATE TEMPORARY TABLE left_table (n INT)"
    let error = try failure { try db.execute(table) }
    #expect(error.kind == .misuse && error.message.contains("withConnection { }"))
    for _ in 1...2 { try db.withConnection { _ = try $0.execute(table) } }
    #expect(log.take().map(\.message) == [])
  }

  @Test("A statement that only may change the session is undone without a warning")
  func doubtful() throws {
    let db = try open("pool.max=2")
    defer { try? db.close(within: .zero) }
    try db.execute("DO $$ BEGIN PERFORM set_config('my.setting', 'left', false); END $$")
    #expect(try db.query("SELECT current_setting('my.setting', true)")[0][0] != .text("left"))
    try db.execute("SELECT 1")
    #expect(log.take().map(\.message) == [])
  }

  @Test("The settings of onConnect stay")
  func setUps() throws {
    let db = try open("pool.max=2")
    defer { try? db.close(within: .zero) }
    try db.onConnect { try $0.execute("SET work_mem = '6MB'") }
    try db.execute("SET work_mem = '5MB'")
    #expect(try db.first(String.self, "SHOW work_mem") == "6MB")
    #expect(log.take().count == 1)
  }
}
