import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Whether an INSERT works that may not return the key that it makes.
@Suite(.ownThread) struct ReturningTests {
  private let own: PostgreSQLDatabase
  private let admin: any Governor
  private let account: Account
  private var role: String { account.name }

  init() throws {
    own = try PostgreSQLDatabase()
    admin = try PostgreSQLServer.open("pool.max=1", database: own.name)
    account = try Account("writer_" + own.name.suffix(12), by: admin)
  }

  /// An account of the server without rights, which goes with the object.
  private final class Account: Sendable {
    let name: String
    private let admin: any Governor

    init(_ name: String, by admin: any Governor) throws {
      (self.name, self.admin) = (name, admin)
      try admin.execute(SQL(text: "CREATE ROLE \(name) LOGIN"))
    }

    deinit { _ = try? admin.executeScript(SQL(text: "DROP OWNED BY \(name); DROP ROLE \(name)")) }
  }

  /// Runs work on a governor of the account.
  private func withWriter(_ options: String, _ body: (any Governor) throws -> Void) throws {
    let url = own.url.replacing("postgres@", with: "\(role)@")
    let db = try PostgreSQLServer.open(url: url + "?pool.max=1&changes=none&" + options)
    defer { try? db.close(within: .zero) }
    try body(db)
  }

  private func changed(_ sql: SQL, _ parameters: Parameters, on db: any Governor) throws -> [Int?] {
    [
      try db.execute(sql, parameters).changed, try db.execute(sql, parameters).changed,
      try db.transaction { try $0.execute(sql, parameters).changed },
      try db.prepare(sql).execute(parameters).changed, try db.prepare(sql).executeMany([parameters, parameters]),
    ]
  }

  @Test("An account may insert a row that row-level security hides from it", arguments: ParameterTypesTests.modes)
  func rowLevelSecurity(_ options: String) throws {
    try admin.executeScript(
      SQL(
        text: """
          CREATE TABLE note (id BIGSERIAL PRIMARY KEY, owner TEXT); ALTER TABLE note ENABLE ROW LEVEL SECURITY;
          GRANT SELECT, INSERT ON note TO \(role); GRANT USAGE ON SEQUENCE note_id_seq TO \(role);
          CREATE POLICY own ON note FOR SELECT USING (owner = current_user);
          CREATE POLICY written ON note FOR INSERT WITH CHECK (owner <> 'nobody')
          """))
    try withWriter(options) { db in
      #expect(try changed("INSERT INTO note (owner) VALUES (?)", ["boss"], on: db) == [1, 1, 1, 1, 2])
      #expect(try failure { try db.execute("INSERT INTO note (owner) VALUES (?)", "nobody") }.kind == .permission)
      // A row that the account may read has an entry.
      let entry = try db.table("note").insert(["owner": role])
      #expect(try entry.get("owner") == role)
      #expect(try admin.first(Int.self, "SELECT count(*) FROM note") == 7)
    }
  }

  @Test(
    "An account may insert without a right to read, also if it loses the right", arguments: ParameterTypesTests.modes)
  func insertOnly(_ options: String) throws {
    try admin.executeScript(
      SQL(
        text: """
          CREATE TABLE note (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner TEXT);
          GRANT SELECT, INSERT ON note TO \(role)
          """))
    try withWriter(options) { db in
      let insert: SQL = "INSERT INTO note (owner) VALUES (?)"
      for number in 1...3 { #expect(try db.execute(insert, "a").lastID == Int64(number)) }
      try admin.execute(SQL(text: "REVOKE SELECT ON note FROM \(role)"))
      #expect(try db.execute(insert, "a").lastID == nil)
      #expect(try changed(insert, ["a"], on: db) == [1, 1, 1, 1, 2])
      try admin.execute(SQL(text: "REVOKE INSERT ON note FROM \(role)"))
      #expect(try failure { try db.execute(insert, "a") }.kind == .permission)
      #expect(try admin.first(Int.self, "SELECT count(*) FROM note") == 10)
    }
  }

  @Test("A live row is inserted with the rights to insert and to read", arguments: ParameterTypesTests.modes)
  func appendOnly(_ options: String) throws {
    try admin.executeScript(
      SQL(
        text: """
          CREATE TABLE note (id BIGSERIAL PRIMARY KEY, owner TEXT);
          GRANT SELECT, INSERT ON note TO \(role); GRANT USAGE ON SEQUENCE note_id_seq TO \(role)
          """))
    try withWriter(options) { db in
      let entry = try db.table("note").insert(["owner": "b"])
      #expect(try entry.get("owner") == "b")
    }
  }

  @Test("Rules may replace an INSERT", arguments: ParameterTypesTests.modes)
  func rules(_ options: String) throws {
    try admin.executeScript(
      """
      CREATE TABLE log (id SERIAL PRIMARY KEY, year INT, msg TEXT);
      CREATE TABLE log_2024 (CHECK (year = 2024)) INHERITS (log);
      CREATE RULE log_2024_insert AS ON INSERT TO log WHERE (year = 2024) DO INSTEAD INSERT INTO log_2024 VALUES (NEW.*);
      CREATE TABLE base (id SERIAL PRIMARY KEY, msg TEXT); CREATE VIEW seen AS SELECT id, msg FROM base;
      ALTER VIEW seen ALTER COLUMN id SET DEFAULT nextval('base_id_seq');
      CREATE RULE seen_insert AS ON INSERT TO seen DO INSTEAD INSERT INTO base (msg) VALUES (NEW.msg);
      CREATE TABLE late (id SERIAL PRIMARY KEY, msg TEXT)
      """)
    let db = try PostgreSQLServer.open("pool.max=1&" + options, database: own.name)
    defer { try? db.close(within: .zero) }
    for year in [2024, 2023] { _ = try changed("INSERT INTO log (year) VALUES (?)", [year], on: db) }
    #expect(try db.first(Int.self, "SELECT count(*) FROM log") == 12)
    _ = try changed("INSERT INTO seen (msg) VALUES (?)", ["a"], on: db)
    #expect(try db.first(Int.self, "SELECT count(*) FROM base") == 6)
    // A rule that is made after the first execution.
    let insert: SQL = "INSERT INTO late (msg) VALUES (?)"
    for _ in 1...2 { #expect(try db.execute(insert, "a").lastID != nil) }
    try admin.execute("CREATE RULE late_insert AS ON INSERT TO late WHERE NEW.msg = 'x' DO INSTEAD NOTHING")
    _ = try changed(insert, ["a"], on: db)
    try db.transaction { try $0.execute(insert, "x") }
    #expect(try db.first(Int.self, "SELECT count(*) FROM late") == 8)
  }

  @Test("A partitioned table takes an upsert", arguments: ParameterTypesTests.modes)
  func partitions(_ options: String) throws {
    try admin.executeScript(
      """
      CREATE TABLE part (id BIGINT GENERATED BY DEFAULT AS IDENTITY, k INT, v TEXT, PRIMARY KEY (id, k), UNIQUE (k))
      PARTITION BY LIST (k); CREATE TABLE part1 PARTITION OF part FOR VALUES IN (1)
      """)
    let db = try PostgreSQLServer.open("pool.max=1&" + options, database: own.name)
    defer { try? db.close(within: .zero) }
    #expect(try db.execute("INSERT INTO part (k, v) VALUES (?, ?)", 1, "a").lastID == 1)
    let upsert: SQL = "INSERT INTO part (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v"
    for text in ["b", "c"] { #expect(try db.execute(upsert, 1, text).changed == 1) }
    #expect(try db.first(String.self, "SELECT v FROM part") == "c")
  }

  @Test("The role and the search path of a transaction decide about its INSERTs", arguments: ParameterTypesTests.modes)
  func transactionSettings(_ options: String) throws {
    try admin.executeScript(
      SQL(
        text: """
          CREATE TABLE note (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, t TEXT); GRANT INSERT ON note TO \(role);
          CREATE SCHEMA second; CREATE TABLE second.note (number BIGINT GENERATED ALWAYS AS IDENTITY (START 100), t TEXT)
          """))
    let db = try PostgreSQLServer.open("pool.max=1&" + options, database: own.name)
    defer { try? db.close(within: .zero) }
    let insert: SQL = "INSERT INTO note (t) VALUES (?)"
    for number in 1...2 { #expect(try db.execute(insert, "owner").lastID == Int64(number)) }
    try db.transaction { tx in
      try tx.execute(SQL(text: "SET LOCAL ROLE \(role)"))
      let result = try tx.execute(insert, "role")
      #expect(result.changed == 1)
      #expect(result.lastID == nil)
    }
    #expect(try db.execute(insert, "owner").lastID == 4)
    try db.transaction { tx in
      try tx.execute("SET LOCAL search_path = second")
      #expect(try tx.execute(insert, "second").lastID == 100)
    }
    #expect(try db.execute(insert, "owner").lastID == 5)
    try? db.transaction { tx in
      try tx.execute("SET search_path = second")
      #expect(try tx.execute(insert, "second").lastID == 101)
      throw DatabaseError(.other, "undone")
    }
    #expect(try db.execute(insert, "owner").lastID == 6)
    try db.withConnection { connection in
      try connection.execute("SET search_path = second")
      #expect(try connection.execute(insert, "second").lastID == 102)
    }
    #expect(try db.execute(insert, "owner").lastID == 7)
  }
}
