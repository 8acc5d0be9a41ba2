import Logging
import ORDA
import Testing

@Suite("Warnings of MariaDB") struct WarningTests {
  static let table: SQL = "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a VARCHAR(2) UNIQUE)"
  static let cut = "1265 Data truncated for column 'a' at row 1"

  private func warnings(_ executor: some SQLExecutor) throws -> [String] {
    try executor.query("SHOW WARNINGS").rows.map { row in
      "\(try row.get("Code", as: Int.self)) \(try row.get("Message", as: String.self))"
    }
  }

  @Test("are those of the connection's last statement, until the next one")
  func last() throws {
    let test = try TestDatabase("", Self.table)
    try test.db.withConnection { connection in
      #expect(try warnings(connection) == [])
      for _ in 1...2 {
        try connection.execute("INSERT IGNORE INTO t (a) VALUES ('abc'), ('xyz')")
        #expect(try warnings(connection).first == Self.cut)
      }
      try connection.execute("INSERT IGNORE INTO t (a) VALUES (?)", "qrs")
      #expect(try warnings(connection) == [Self.cut])
      #expect(try warnings(connection) == [Self.cut])
      #expect(try connection.first(Double?.self, "SELECT 1 / ?", 0) == .some(nil))
      #expect(try warnings(connection) == ["1365 Division by 0"])
      try connection.execute("DELETE FROM t")
      #expect(try warnings(connection) == [])
    }
  }

  @Test("In a transaction they can be asked for alike, and tell an error once more")
  func transaction() throws {
    let test = try TestDatabase("", Self.table)
    try test.db.transaction { tx in
      try tx.execute("INSERT IGNORE INTO t (a) VALUES ('abc')")
      #expect(try warnings(tx) == [Self.cut])
      _ = try failure { try tx.execute("INSERT INTO t (a) VALUES ('ab')") }
      #expect(try warnings(tx) == ["1062 Duplicate entry 'ab' for key 'a'"])
    }
  }

  private func codes(_ result: any StatementResult) -> [Int] { result.warnings.map(\.code) }

  @Test("are given with the result, which is as it would be without")
  func given() throws {
    for options in ["pool.max=1", "pool.max=1&fetch=store"] {
      let test = try TestDatabase(options, Self.table)
      let db = test.db
      let cut = try db.execute("INSERT IGNORE INTO t (a) VALUES (?), ('ab'), ('ab')", "abc")
      #expect(cut.changed == 1)
      #expect(cut.lastID == 1)
      #expect(
        cut.warnings.first
          == DatabaseWarning(level: .warning, code: 1265, message: "Data truncated for column 'a' at row 1"))
      #expect(cut.warnings.count == 3)
      let several = try db.execute("INSERT IGNORE INTO t (a) VALUES ('cdx'), ('efx')")
      #expect(several.changed == 2)
      #expect(try several.lastID == db.first(Int64.self, "SELECT max(id) FROM t"))
      #expect(codes(several) == [1265, 1265])
      #expect(codes(try db.execute("INSERT INTO t (a) VALUES (?)", "xy")) == [])
      let rows = try db.query("SELECT 1 / ?, cast('abc' AS INT), seq FROM seq_1_to_3", 0)
      #expect(rows.count == 3)
      #expect(codes(rows).sorted() == [1292, 1292, 1292, 1365, 1365, 1365])
      #expect(codes(try db.query("SELECT 1")) == [])
      let note = try db.execute("DROP TABLE IF EXISTS nothing")
      #expect(note.warnings.map(\.level) == [.note])
    }
  }

  @Test("of a procedure, of a batch, and of what is sent as text")
  func others() throws {
    let test = try TestDatabase("pool.max=1", Self.table)
    let db = test.db
    try db.execute("CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; SELECT 1 / 0; END")
    let result = try db.query("CALL p()")
    #expect(result.further.count == 2)
    #expect(codes(result) == [1365])
    let insert = try db.prepare("INSERT IGNORE INTO t (a) VALUES (?)")
    #expect(try insert.executeMany(0..<2000) { try $1.bind("\($0)") } == 100)
    try db.withConnection { connection in
      try connection.execute("PREPARE q FROM 'SELECT 1 / 0'")
      // How often the server computes what is constant is its own affair.
      let executed = codes(try connection.query("EXECUTE q"))
      #expect(Set(executed) == [1365], "\(executed)")
    }
  }

  @Test("are given while changes are followed, too, when what gave rows is asked for what it committed")
  func followed() throws {
    let test = try TestDatabase("pool.max=1", Self.table)
    let observation = try test.db.observeChanges(of: "t") { _ in }
    defer { observation.cancel() }
    try test.db.withConnection { connection in
      try connection.execute("PREPARE q FROM 'SELECT 1 / 0'")
      #expect(Set(codes(try connection.query("EXECUTE q"))) == [1365])
      for text in ["abc", "xyz"] {
        let rows = try connection.query("INSERT IGNORE INTO t (a) VALUES (?) RETURNING id", text)
        #expect(rows.count == 1)
        #expect(codes(rows) == [1265])
      }
    }
  }

  @Test("beside rows that are being read are those of each statement")
  func beside() throws {
    let test = try TestDatabase("pool.max=1", Self.table)
    var inner: [Int] = []
    var outer: [Int64] = []
    try test.db.forEach("SELECT seq, 1 / 0 FROM seq_1_to_5") { row in
      outer.append(try row.get(0))
      let result = try test.db.execute("INSERT IGNORE INTO t (a) VALUES (?)", "long \(outer.count)")
      inner += result.warnings.map(\.code)
      #expect(codes(try test.db.query("SELECT ?", outer.count)) == [])
    }
    #expect(outer == [1, 2, 3, 4, 5])
    #expect(inner.count == 9)
    #expect(inner.first == 1265)
  }

  private func readAll(_ db: any Governor, _ sql: SQL, _ value: String) throws {
    try db.forEach(sql, value) { _ in }
    var rows = try db.rows(sql, value)
    while try rows.next() != nil {}
    try db.execute("DROP TABLE IF EXISTS nothing")
  }

  @Test("are logged without values, and neither asked for nor logged where the URL says so")
  func logged() async throws {
    let secret = "hunter2"
    let log = RecordedLog()
    let test = try TestDatabase(
      "pool.max=1", Self.table, configuration: GovernorConfiguration(logger: log.logger(.info)))
    let sql: SQL = "SELECT seq, cast(? AS INT) FROM seq_1_to_3"
    try readAll(test.db, sql, secret)
    for try await _ in test.db.rows(sql, secret) {}
    // Of rows that are awaited the log is written on the connection's thread, when the last has been handed over.
    #expect(await eventually { log.entries.count == 3 })
    for line in log.entries.map(\.line) {
      #expect(line.contains("the database warns of a statement"))
      #expect(line.contains("1292"))
      #expect(!line.contains(secret))
    }
    let silent = try test.another("warnings=ignore", configuration: GovernorConfiguration(logger: log.logger(.info)))
    #expect(codes(try await silent.query(sql, secret)) == [])
    #expect(log.entries.count == 3)
  }
}
