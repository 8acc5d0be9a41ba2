import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Statements without names, directly and through PgBouncer.
@Suite(.ownThread) struct PoolerTests {
  /// Where a connection leads.
  enum Place: CaseIterable, Sendable {
    case direct, session, transaction

    func open(_ database: PostgreSQLDatabase, _ options: String = "pool.max=1") throws -> (any Governor, PgBouncer?) {
      switch self {
      case .direct: return (try PostgreSQLServer.open("prepare=off&" + options, database: database.name), nil)
      case .session:
        let pooler = try PgBouncer(.session, server: database.url)
        return (try PostgreSQLServer.open(url: pooler.url + "?prepare=off&" + options), pooler)
      case .transaction:
        let pooler = try PgBouncer(.transaction, server: database.url)
        return (try PostgreSQLServer.open(url: pooler.url + "?pooler=transaction&" + options), pooler)
      }
    }
  }

  /// The server's own settings are none of those that ORDA relies on.
  private static func strangeDatabase() throws -> PostgreSQLDatabase {
    let database = try PostgreSQLDatabase()
    let admin = try PostgreSQLServer.open("pool.max=1", database: database.name)
    defer { try? admin.close(within: .zero) }
    for setting in [
      "timezone = 'Asia/Kolkata'", "datestyle = 'German'", "intervalstyle = 'postgres_verbose'",
      "bytea_output = 'escape'",
      "extra_float_digits = 0",
    ] {
      try admin.execute(SQL(text: "ALTER DATABASE \(database.name) SET \(setting)"))
    }
    return database
  }

  @Test("Values are exact with unusual settings of the server", arguments: Place.allCases)
  func values(_ place: Place) throws {
    let database = try Self.strangeDatabase()
    let (db, pooler) = try place.open(database)
    defer { withExtendedLifetime(pooler) { try? db.close(within: .zero) } }
    try db.executeScript(
      """
      CREATE TABLE kept (
        id SERIAL PRIMARY KEY, at timestamptz, bytes bytea, number float8, narrow float4, flag bool, exact numeric, day date,
        hour time, span interval, address inet)
      """)
    let instant = try #require(Instant("2026-01-31T12:34:56.5Z"))
    let columns = "at, bytes, number, narrow, flag, exact, day, hour"
    // Twice in a transaction, and twice outside.
    let insert = SQL(text: "INSERT INTO kept (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    let values: [any ValueConvertible & Sendable] = [
      instant, [0, 92, 255] as [UInt8], 0.1 + 0.2, Float(0.1), true, 0.1 + 0.2, try #require(CivilDate("0001-01-01")),
      CivilTime(microseconds: 86_400_000_000),
    ]
    for _ in 1...2 { #expect(try db.execute(insert, Parameters(values: values)).lastID != nil) }
    try db.transaction { tx in for _ in 1...2 { try tx.execute(insert, Parameters(values: values)) } }
    try db.prepare(insert).executeMany([Parameters(values: values), Parameters(values: values)])
    try db.execute("UPDATE kept SET span = ?, address = ?", PostgreSQLInterval(months: 14, days: 3), "10.0.0.1")
    // With the address all columns come as texts.
    for (list, count) in [(columns, 8), ("\(columns), span, address", 10)] {
      for _ in 1...2 {
        let rows = try db.query(SQL(text: "SELECT \(list) FROM kept"))
        #expect(rows.count == 6)
        for index in 0..<rows.count {
          let row = try rows.row(at: index)
          #expect(row.count == count)
          #expect(try row.get(0) == instant)
          #expect(try row.get(1) == [0, 92, 255] as [UInt8])
          #expect(try row.get(2) == 0.1 + 0.2)
          #expect(try row.get(3) == Float(0.1))
          #expect(try row.get(4) == true)
          #expect(try row.get(5) == 0.1 + 0.2)
          #expect(try row.get(6, as: CivilDate.self).description == "0001-01-01")
          #expect(try row.get(7, as: CivilTime.self).microseconds == 86_400_000_000)
          if count > 8 { #expect(try row.get(8) == PostgreSQLInterval(months: 14, days: 3)) }
        }
      }
    }
    #expect(try db.first(String.self, "SELECT exact::text FROM kept LIMIT 1") == "0.30000000000000004")
  }

  @Test("Integers have the types that functions and operators want", arguments: Place.allCases)
  func integers(_ place: Place) throws {
    let database = try PostgreSQLDatabase()
    let (db, pooler) = try place.open(database)
    defer { withExtendedLifetime(pooler) { try? db.close(within: .zero) } }
    for _ in 1...2 {
      #expect(try db.first(String.self, "SELECT left('abcdef', ?)", 2) == "ab")
      #expect(try db.first(String.self, "SELECT repeat('ab', ?)", 2) == "abab")
      #expect(try db.first(String.self, "SELECT '[\"a\", \"b\"]'::jsonb ->> ?", 1) == "b")
      #expect(try db.first(Int.self, "SELECT ? + 1", 1 << 40) == 1 << 40 + 1)
    }
  }

  @Test("Migrations, live rows, lists and values in chunks work", arguments: Place.allCases)
  func features(_ place: Place) async throws {
    let database = try PostgreSQLDatabase()
    let (db, pooler) = try place.open(database, "pool.max=2")
    let steps = [
      Migration("notes", sql: "CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)")
    ]
    #expect(try await db.migrate(steps).count == 1)
    let entry = try await db.table("note").insert(["text": "one"])
    #expect(try entry.get("text") == "one")
    try await entry.set("text", to: "two")
    #expect(try await db.query(String.self, "SELECT text FROM note WHERE id IN \(list: [1, 2, 3])") == ["two"])
    #expect(try await db.execute("INSERT INTO note (text) VALUES (?)", "three").lastID == 2)
    for try await row in db.rows("SELECT generate_series(1, 3000)") { _ = try row.get(0, as: Int.self) }
    try await db.close(within: .zero)
    withExtendedLifetime(pooler) {}
  }

  @Test("A table that changes between two executions is described again", arguments: Place.allCases)
  func changes(_ place: Place) throws {
    let database = try PostgreSQLDatabase()
    let (db, pooler) = try place.open(database)
    let other = try PostgreSQLServer.open("pool.max=1", database: database.name)
    defer {
      try? other.close(within: .zero)
      withExtendedLifetime(pooler) { try? db.close(within: .zero) }
    }
    try other.executeScript("CREATE TABLE changing (id SERIAL PRIMARY KEY, n INT); INSERT INTO changing (n) VALUES (1)")
    let all = try db.prepare("SELECT * FROM changing")
    #expect(try all.query()[0].count == 2)
    #expect(try db.execute("INSERT INTO changing (n) VALUES (?)", 2).lastID == 2)
    try other.executeScript("ALTER TABLE changing ADD COLUMN t TEXT DEFAULT 'x'; ALTER TABLE changing RENAME id TO key")
    #expect(try all.query()[0].count == 3)
    #expect(try db.execute("INSERT INTO changing (n) VALUES (?)", 3).lastID == 3)
    try db.transaction { tx in
      try tx.execute("INSERT INTO changing (n) VALUES (?)", 4)
      #expect(try failure { try tx.execute("INSERT INTO changing (id) VALUES (?)", 4) }.kind == .noSuchColumn)
      try tx.execute("INSERT INTO changing (n) VALUES (?)", 5)
    }
    #expect(try all.query().count == 5)
  }

  // MARK: Sharing sessions

  @Test("Clients that share sessions get their own statements' answers")
  func sharing() throws {
    let database = try PostgreSQLDatabase()
    let pooler = try PgBouncer(.transaction, server: database.url)
    let setup = try PostgreSQLServer.open("pool.max=1", database: database.name)
    try setup.executeScript(
      "CREATE TABLE shared (i INT PRIMARY KEY); INSERT INTO shared SELECT generate_series(1, 2000)")
    let wrong = Shared([String]())
    Threads.start(6) { thread in
      do {
        let db = try PostgreSQLServer.open(url: pooler.url + "?pooler=transaction&pool.max=1")
        defer { try? db.close(within: .zero) }
        for turn in 0..<60 {
          let number = thread * 1000 + (turn * 7 + thread) % 20
          let sum = try db.first(Int.self, SQL(text: "SELECT \(number) + ?"), 1)
          if sum != number + 1 { wrong.with { $0.append("\(number) + 1 = \(String(describing: sum))") } }
          if thread == 0 {
            try db.execute("DELETE FROM shared WHERE i = ?", 100_000 + turn)
          } else {
            let count = try db.first(
              Int.self, SQL(text: "SELECT count(*) FROM shared WHERE i = ? AND \(thread) = \(thread)"),
              turn * 20 + thread)
            if count != 1 { wrong.with { $0.append("count \(String(describing: count))") } }
          }
        }
      } catch { wrong.with { $0.append("\(error)") } }
    }.wait()
    #expect(wrong.current == [])
    #expect(try setup.first(Int.self, "SELECT count(*) FROM shared") == 2000)
  }

  @Test("A query never executes another client's statement, even if the URL does not name the pooler")
  func names() throws {
    let database = try PostgreSQLDatabase()
    // The pooler drops the settings of the login, as many are configured to.
    let pooler = try PgBouncer(.transaction, server: database.url)
    let setup = try PostgreSQLServer.open("pool.max=1", database: database.name)
    try setup.executeScript("CREATE TABLE named (i INT PRIMARY KEY); INSERT INTO named SELECT generate_series(1, 20)")
    let clients = try (1...3).map { _ in try PostgreSQLServer.open(url: pooler.url + "?prepare=off&pool.max=1") }
    try clients[0].execute("DELETE FROM named WHERE i = ?", 1)
    let transaction = try clients[2].begin()
    _ = try transaction.query("SELECT 1")
    #expect(try clients[1].query("SELECT i FROM named WHERE i = ?", 5).count == 1)
    try transaction.rollback()
    #expect(try clients[1].query("SELECT i FROM named WHERE i = ?", 7).count == 1)
    #expect(try setup.first(Int.self, "SELECT count(*) FROM named") == 19)
  }

  // MARK: Refusals

  @Test("A pooler's refusal of session settings names the options to use")
  func refusedSettings() throws {
    let pooler = try PgBouncer(.session)
    for options in ["", "?prepare=off&session.work_mem=1MB"] {
      let error = try failure { try PostgreSQLServer.open(url: pooler.url + options) }
      #expect(error.message.contains("pooler=transaction"))
      #expect(error.message.contains("prepare=off"))
    }
  }

  @Test("A pooler that ignores session settings is not used, because values would be wrong")
  func ignoredSettings() throws {
    let database = try Self.strangeDatabase()
    let pooler = try PgBouncer(.session, server: database.url, ignoring: ["options"])
    let error = try failure { try PostgreSQLServer.open(url: pooler.url) }
    #expect(error.message.contains("TimeZone = 'Asia/Kolkata'"))
    #expect(error.message.contains("prepare=off"))
    let db = try PostgreSQLServer.open(url: pooler.url + "?prepare=off")
    #expect(try db.first(String.self, "SHOW TimeZone") == "UTC")
    try db.close(within: .zero)
  }

  @Test("With pooler=transaction, calls that need a dedicated session are unsupported")
  func sessions() throws {
    let database = try PostgreSQLDatabase()
    let (db, pooler) = try Place.transaction.open(database)
    defer { withExtendedLifetime(pooler) { try? db.close(within: .zero) } }
    for sql in [
      "LISTEN jobs", "SET work_mem = '1MB'", "SELECT set_config('work_mem', '1MB', false)",
      "SELECT pg_advisory_lock(1)",
      "CREATE TEMP TABLE t (a int)", "PREPARE p AS SELECT 1",
    ] {
      #expect(try failure { try db.execute(SQL(text: sql)) }.kind == .unsupported, "\(sql)")
    }
    try db.transaction { tx in
      try tx.execute("SET LOCAL work_mem = '1MB'")
      try tx.execute("CREATE TEMP TABLE t (a int) ON COMMIT DROP")
      _ = try tx.query("SELECT pg_advisory_xact_lock(1)")
    }
    #expect(try failure { try PostgreSQL.listen(to: "jobs", on: db) }.kind == .unsupported)
    #expect(db.changeCoverage.limitation?.contains("pooler=transaction") == true)
    let url = try #require(pooler?.url)
    let log = try PostgreSQLServer.open(url: url + "?pooler=transaction&changes=log")
    #expect(try failure { _ = try log.observeChanges(of: "t") { _ in } }.kind == .unsupported)
    try log.close(within: .zero)
    let error = try failure { try PostgreSQLServer.open(url: url + "?pooler=transaction&session.work_mem=1MB") }
    #expect(error.kind == .badURL)
    #expect(error.message.contains("work_mem"))
  }
}
