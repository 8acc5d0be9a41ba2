import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// What only PostgreSQL writes, and what becomes of statements whose tables change.
@Suite(.ownThread) struct StatementsTests {
  @Test("Quotes, casts and operators of PostgreSQL's own are no parameters")
  func dialect() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    try #expect(db.first(String.self, "SELECT $$it's; ? :x$$ || $t$ $$ $t$") == "it's; ? :x $$ ")
    try #expect(db.first(String.self, "SELECT E'it\\'s ? :x'") == "it's ? :x")
    try #expect(db.first(Int.self, "SELECT '5'::int4 + ?", 1) == 6)
    try #expect(db.first(Bool.self, "SELECT '{\"a\":1}'::jsonb ?? :key", ["key": "a"]) == true)
    try #expect(db.first(Int.self, "SELECT array_length((ARRAY[1,2,3])[2:3], 1) /* ? /* ? */ */ + ?", 5) == 7)
  }

  @Test("A parameter is what it is bound to, where the server can't tell")
  func parameters() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    try #expect(db.query("SELECT ?", 4)[0][0] == .int(4))
    try #expect(db.query("SELECT ?", "4")[0][0] == .text("4"))
    try #expect(db.first(Int.self, "SELECT ? + 1", Int.max / 2) == Int.max / 2 + 1)
    try #expect(db.first(Double.self, "SELECT ? + 1", 1.5) == 2.5)
    try #expect(db.first(Int.self, "SELECT ? + ?", 1, 2) == 3)
    try #expect(db.first(Int.self, "SELECT -?", 1) == -1)
    try #expect(db.query("SELECT ? IS NULL", nil as Int?)[0][0] == .int(1))
    try db.transaction { tx in
      try #expect(tx.first(Int.self, "SELECT ? + ?", 3, 4) == 7)
      try #expect(tx.first(Int.self, "SELECT ? + 1", 1 << 40) == 1 << 40 + 1)
    }
  }

  @Test("A statement is prepared again when its table was changed, or the server has forgotten it")
  func again() throws {
    let db = try PostgreSQLServer.open("pool.max=2")
    let other = try PostgreSQLServer.open()
    defer {
      _ = try? db.execute("DROP TABLE again")
      try? db.close(within: .zero)
      try? other.close(within: .zero)
    }
    try db.executeScript("DROP TABLE IF EXISTS again; CREATE TABLE again (n INT); INSERT INTO again VALUES (1)")
    let all = try db.prepare("SELECT * FROM again")
    try #expect(all.query()[0].count == 1)
    try other.execute("ALTER TABLE again ADD COLUMN t TEXT DEFAULT 'x'")
    try #expect(all.query()[0].count == 2)
    try db.transaction { tx in
      try #expect(tx.first(Int.self, "SELECT n FROM again") == 1)
      try #expect(all.query()[0].count == 2)
    }
    try other.execute("ALTER TABLE again ALTER COLUMN n TYPE BIGINT")
    try db.transaction { tx in
      try tx.execute("INSERT INTO again (n) VALUES (2)")
      try #expect(all.query().count == 2)
    }
    try db.withConnection { connection in
      try #expect(connection.first(Int.self, "SELECT COUNT(*) FROM again") == 2)
      try connection.execute("DEALLOCATE ALL")
      try #expect(connection.first(Int.self, "SELECT COUNT(*) FROM again") == 2)
    }
  }

  @Test(
    "Statements that are let go of after DEALLOCATE ALL harm none that run then",
    arguments: ["DEALLOCATE ALL", "DISCARD ALL"])
  func forgotten(_ command: String) throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    defer { try? db.close(within: .zero) }
    try db.withConnection { connection in
      func run(_ numbers: Range<Int>) throws {
        for number in numbers { try #expect(connection.first(Int.self, SQL(text: "SELECT \(number)")) == number) }
      }
      try run(0..<200)
      try connection.execute(SQL(text: command))
      try run(200..<600)
      try connection.transaction { tx in
        for number in 600..<800 { try #expect(tx.first(Int.self, SQL(text: "SELECT \(number)")) == number) }
      }
    }
  }

  @Test("Without savepoints a transaction exports its snapshot, and ends with a statement that fails")
  func withoutSavepoints() throws {
    let db = try PostgreSQLServer.open("pool.max=1&transaction.statement-savepoints=off")
    defer { try? db.close(within: .zero) }
    try db.transaction { tx in
      _ = try tx.query("SELECT 1")
      #expect(try tx.first(String.self, "SELECT pg_export_snapshot()") != nil)
    }
    let error = try failure {
      try db.transaction { tx in
        #expect(throws: DatabaseError.self) { try tx.query("SELECT nothing FROM nowhere") }
        _ = try tx.query("SELECT 1")
      }
    }
    #expect(error.kind == .transactionEnded(.rolledBack))
    #expect(try db.first(Int.self, "SELECT 1") == 1)
  }

  @Test("The server's own limit for statements is a timeout too")
  func serverLimit() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    defer { try? db.close(within: .zero) }
    try db.withConnection { connection in
      try connection.execute("SET statement_timeout = 100")
      let error = #expect(throws: DatabaseError.self) { try connection.query("SELECT pg_sleep(1000000)") }
      #expect(error?.kind == .timeout)
      try connection.execute("SET statement_timeout = 0")
      try #expect(connection.first(Int.self, "SELECT 1") == 1)
    }
  }

  @Test("COPY is refused, and the connection goes on")
  func copy() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    defer { try? db.close(within: .zero) }
    for sql in ["COPY pg_type TO STDOUT", "COPY (SELECT 1) TO STDOUT", "COPY copy_none FROM STDIN"] as [SQL] {
      #expect(throws: DatabaseError.self) { try db.execute(sql) }
      try #expect(db.first(Int.self, "SELECT 1") == 1)
    }
  }

  @Test("INSERT reports its key after the key column is renamed")
  func renamedKey() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    let other = try PostgreSQLServer.open("pool.max=1")
    defer {
      _ = try? db.execute("DROP TABLE renamed_key")
      try? db.close(within: .zero)
      try? other.close(within: .zero)
    }
    try other.executeScript("DROP TABLE IF EXISTS renamed_key; CREATE TABLE renamed_key (id SERIAL PRIMARY KEY, n INT)")
    let insert: SQL = "INSERT INTO renamed_key (n) VALUES (?)"
    for number in 1...3 { try #expect(db.execute(insert, number).lastID == Int64(number)) }
    try other.execute("ALTER TABLE renamed_key RENAME id TO key")
    try #expect(db.execute(insert, 4).lastID == 4)
    try db.transaction { try #expect($0.execute(insert, 5).lastID == 5) }
  }

  @Test("The key that an INSERT makes is told, also where rows may be there already")
  func keys() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    try db.executeScript(
      """
      DROP TABLE IF EXISTS keys_told;
      CREATE TABLE keys_told (id SERIAL PRIMARY KEY, name TEXT UNIQUE);
      """)
    try #expect(db.execute("INSERT INTO keys_told (name) VALUES ('a')").lastID == 1)
    // Of several rows none is told: a million keys would be sent for one.
    try #expect(db.execute("INSERT INTO keys_told (name) VALUES ('b'), ('c') -- a comment").lastID == nil)
    try #expect(db.execute("INSERT INTO keys_told VALUES (DEFAULT, 'd')").lastID == 4)
    try #expect(db.execute("INSERT INTO keys_told (id, name) VALUES (50, 'e')").lastID == nil)
    let upsert: SQL = "INSERT INTO keys_told (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = excluded.name"
    try #expect(db.execute(upsert, "a").lastID == nil)
    try #expect(db.execute("INSERT INTO keys_told (name) SELECT 'f'").lastID == nil)
    try #expect(db.execute(upsert, "g").lastID == 7)
    try #expect(db.execute("INSERT INTO keys_told (name) VALUES ('a') ON CONFLICT DO NOTHING").lastID == nil)
    try db.execute("DROP TABLE keys_told")
  }

  @Test("200,000 rows are inserted in few round trips, and the one that fails is named")
  func batch() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    try db.executeScript("DROP TABLE IF EXISTS batched; CREATE TABLE batched (id INT PRIMARY KEY, name TEXT, x FLOAT8)")
    let insert = try db.prepare("INSERT INTO batched (id, name, x) VALUES (?, ?, ?)")
    let count = try insert.executeMany(0..<200_000) { number, binder in
      try binder.bind(number, number.isMultiple(of: 3) ? nil : "name \(number)", Double(number) / 2)
    }
    #expect(count == 200_000)
    try #expect(db.first(Int.self, "SELECT COUNT(name) FROM batched") == 133_333)
    let error = #expect(throws: DatabaseError.self) {
      try insert.executeMany([200_001, 200_002, 17, 200_003]) { number, binder in try binder.bind(number, "x", 1.0) }
    }
    #expect(error?.kind == .constraint(.primaryKey))
    #expect(error?.batchIndex == 2)
    try #expect(db.first(Int.self, "SELECT COUNT(*) FROM batched WHERE id > 200000") == 0)
    try db.execute("DROP TABLE batched")
  }

  @Test("COPY loads any number of rows, all or none")
  func bulkLoad() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    try db.executeScript("DROP TABLE IF EXISTS loaded; CREATE TABLE loaded (id INT PRIMARY KEY, t TEXT, b BYTEA)")
    let text = "tab\t, line\n, back\\slash, \\N, é🧡"
    let count = try PostgreSQL.bulkLoad(db, into: "loaded", columns: ["id", "t", "b"], rows: 0..<10_000) {
      number, row in
      try row.append(number, number == 7 ? text : nil as String?, [0, 255, UInt8(number % 256)] as [UInt8])
    }
    #expect(count == 10_000)
    try #expect(db.first(String.self, "SELECT t FROM loaded WHERE id = 7") == text)
    try #expect(db.first([UInt8].self, "SELECT b FROM loaded WHERE id = 300") == [0, 255, 44])
    let error = #expect(throws: DatabaseError.self) {
      try PostgreSQL.bulkLoad(db, into: "loaded", columns: ["id"], rows: [20_000, 5]) { try $1.append($0) }
    }
    #expect(error?.kind == .constraint(.primaryKey))
    #expect(throws: DatabaseError.self) {
      try PostgreSQL.bulkLoad(db, into: "loaded", columns: ["id"], rows: 0..<1) { try $1.append($0, 1) }
    }
    try #expect(db.first(Int.self, "SELECT COUNT(*) FROM loaded") == 10_000)
    try db.execute("DROP TABLE loaded")
  }
}
