#if Conformance
  import ORDA
  import ORDAConformance

  extension ConformanceProfile {
    /// PostgreSQL's profile, for an account that may do everything.
    static func postgresql(_ url: DatabaseURL, _ server: DatabaseURL.Server) -> ConformanceProfile {
      var profile = ConformanceProfile()
      profile.shortLockWait = "session.lock_timeout=100"
      profile.connectionEndingSQL = "SELECT pg_terminate_backend(pg_backend_pid())"
      profile.readOnlyURL = text(url, url.location, DatabaseURL.Option("session.default_transaction_read_only", "on"))
      profile.nameWhatIsMissing(on: server, url)
      profile.sessionChanges = [
        SessionChange("SET work_mem = '77MB'", seenBy: "SHOW work_mem"),
        SessionChange(
          "SELECT set_config('orda.kit', '1', false)", seenBy: "SELECT NULLIF(current_setting('orda.kit', true), '')"),
        SessionChange("SET search_path = pg_catalog", seenBy: "SHOW search_path"),
        SessionChange("SET ROLE pg_monitor", seenBy: "SELECT current_user"),
        SessionChange(
          "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE",
          seenBy: "SHOW default_transaction_isolation"),
        SessionChange(
          "SELECT pg_advisory_lock(4711)",
          seenBy: "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"),
        SessionChange("LISTEN orda_kit", seenBy: "SELECT COUNT(*) FROM pg_listening_channels()"),
        SessionChange(
          "PREPARE orda_kit AS SELECT 1", seenBy: "SELECT COUNT(*) FROM pg_prepared_statements WHERE from_sql"),
      ]
      profile.errorCodes = [
        .constraint(.unique): ErrorCode(sqlState: "23505"), .constraint(.primaryKey): ErrorCode(sqlState: "23505"),
        .constraint(.foreignKey): ErrorCode(sqlState: "23503"), .constraint(.notNull): ErrorCode(sqlState: "23502"),
        .constraint(.check): ErrorCode(sqlState: "23514"), .noSuchTable: ErrorCode(sqlState: "42P01"),
        .noSuchColumn: ErrorCode(sqlState: "42703"), .syntax: ErrorCode(sqlState: "42601"),
      ]
      profile.slowQuery =
        "SELECT COUNT(*) FROM generate_series(1, 1000000) AS a, generate_series(1, 1000000) AS b"
      profile.provocations = postgresqlProvocations
      profile.knownLimitations = [
        "text.nul": "its texts hold no NUL", "lists.texts": "its texts hold no NUL",
        "values.double.notANumber": "its floating-point numbers have NaN, which is kept",
        "values.time.span": "its TIME is a time of day; spans are of the type interval",
        "schema.type.bytesBounded": "its bytes have no maximum",
        "schema.alter.dependents": "a column that a view reads keeps its type until the view is dropped",
        "keys.after.given": "a key that was given does not move the generator on",
      ]
      if url.options.contains(where: { $0.name == "pooler" && $0.value == "transaction" }) {
        profile.leaveOutSessions()
      }
      return profile
    }

    /// Behind a pooler that gives each transaction another session.
    private mutating func leaveOutSessions() {
      leaveOutLoginSettings()
      let reason = "the case needs a dedicated session, which a transaction pooler can't give"
      for name in [
        "errors.permission.kind", "connections.session.temporary", "connections.session.thrown",
        "connections.session.awaited", "connections.session.setUp", "connections.session.statements",
        "connections.session.changes", "connections.session.scripts", "connections.session.kept",
      ] {
        knownLimitations[name] = reason
      }
    }

    /// Behind a pooler that refuses settings of the login, and accepts every account.
    mutating func leaveOutLoginSettings() {
      shortLockWait = nil
      readOnlyURL = nil
      wrongPasswordURL = nil
      // Without a short lock timeout, the server detects the deadlock.
      knownLimitations["errors.deadlock.oneGoesOn"] = "a deadlock undoes one statement, and its transaction goes on"
    }

    private static var postgresqlProvocations: [DatabaseError.Kind: Provocation] {
      func raise(_ state: String) -> Provocation {
        Provocation { db in
          try db.execute(SQL(text: "DO $$ BEGIN RAISE EXCEPTION 'not here' USING ERRCODE = '\(state)'; END $$"))
        }
      }
      return [
        .permission: Provocation { db in
          try db.withConnection { connection in
            try connection.execute("SET ROLE pg_monitor")
            try connection.execute("CREATE DATABASE orda_kit_refused")
          }
        },
        .full: raise("53100"), .io: raise("58030"), .outOfMemory: raise("53200"), .protocolViolation: raise("08P01"),
        .constraint(.trigger): raise("P0001"),
        .constraint(.dataType): Provocation { db in _ = try db.query("SELECT 'x'::integer") },
        .serialization: staleRow,
      ]
    }

    private static let staleRow = Provocation { db in
      let other = try opened(again: db)
      defer {
        _ = try? other.execute("DROP TABLE IF EXISTS orda_kit_stale")
        try? other.close(within: .zero)
      }
      try other.execute("CREATE TABLE orda_kit_stale (id INT PRIMARY KEY, n INT)")
      try other.execute("INSERT INTO orda_kit_stale VALUES (1, 1)")
      try db.transaction(isolation: .repeatableRead) { tx in
        _ = try tx.query("SELECT n FROM orda_kit_stale WHERE id = 1")
        try other.execute("UPDATE orda_kit_stale SET n = 2 WHERE id = 1")
        try tx.execute("UPDATE orda_kit_stale SET n = 3 WHERE id = 1")
      }
    }
  }
#endif
