import Foundation
import ORDA
import ORDAMariaDB
import ORDATesting
import Testing

@Suite("Bulk loads on MariaDB")
struct BulkLoadTests {
  static let table: SQL = "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(40) UNIQUE, n DECIMAL(6, 2))"

  @Test func `Rows of a sequence`() throws {
    let test = try TestDatabase("", Self.table)
    let result = try MariaDB.bulkLoad(test.db, into: "t", columns: ["name", "id"], rows: 0..<300_000) { id, row in
      try row.append("row \(id) of a long sequence", id)
    }
    #expect(result == MariaDB.BulkLoadResult(loaded: 300_000))
    #expect(try test.db.query((Int, Int).self, "SELECT count(*), sum(id) FROM t")[0] == (300_000, 44_999_850_000))
    #expect(try test.db.first(String.self, "SELECT name FROM t WHERE id = 299999") == "row 299999 of a long sequence")
    #expect(try MariaDB.bulkLoad(test.db, into: "t", columns: ["id"], rows: [Int]()) { try $1.append($0) }.loaded == 0)
  }

  @Test func `Texts come as they were`() throws {
    let test = try TestDatabase(
      "session.sql_mode=NO_BACKSLASH_ESCAPES,ANSI_QUOTES", "CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT)")
    let texts: [String?] = [
      "", nil, "NULL", "\\N", "\\", "\\\\N", "a\tb", "a\nb", "a\r\nb", "\u{0}", "\u{0}\u{0}0", "'\"`;--", "\t", "\n",
      "\u{1A}\u{8}\u{1B}",
      "ä€\u{1F3B8}", "end\\", String(repeating: "x\ty\\", count: 50_000), "x",
    ]
    try MariaDB.bulkLoad(test.db, into: "t", columns: ["id", "v"], rows: texts.enumerated()) {
      try $1.append($0.offset, $0.element)
    }
    #expect(try test.db.query(String?.self, "SELECT v FROM t ORDER BY id") == texts)
    // One column alone: an empty line is a row too.
    try test.db.execute("CREATE TABLE one (v TEXT)")
    let result = try MariaDB.bulkLoad(test.db, into: "one", columns: ["v"], rows: ["a", "", "b", "", ""]) {
      try $1.append($0)
    }
    #expect(result.loaded == 5)
    #expect(try test.db.query(String.self, "SELECT v FROM one ORDER BY v") == ["", "", "", "a", "b"])
  }

  @Test func `Every type, in every column, as executeMany stores it`() throws {
    let columns = """
      (id INT PRIMARY KEY, i BIGINT, u BIGINT UNSIGNED, f DOUBLE, e DECIMAL(65, 30), b BIT(64), c VARCHAR(80),
       l VARCHAR(80) CHARACTER SET latin1, vb VARBINARY(80), bl BLOB, d DATE, tm TIME(6), dt DATETIME(6),
       ts TIMESTAMP(6) NULL, j JSON, x UUID, a INET6, y YEAR, s SET('a', 'b'))
      """
    let test = try TestDatabase(
      "", SQL(text: "CREATE TABLE loaded \(columns); CREATE TABLE bound \(columns)"))
    let uuid = UUID()
    let instant = try #require(Instant("2026-01-31 12:34:56.123456Z"))
    let rows: [[(any ValueConvertible)?]] = [
      [
        1, Int64.min, UInt64.max, 0.1 + 0.2, ExactDecimal("-12345678901234567890123456789012345.123456789"), UInt64.max,
        "ä€\t\\", "äöü", "text\u{0}", [UInt8](0...255).suffix(80) as [UInt8], CivilDate("2026-02-28"),
        CivilTime("-838:59:59.999999"), CivilTimestamp("2026-02-28 23:59:59.999999"), instant, JSON(["a\n": 1]), uuid,
        "::1", 2026, "a,b",
      ],
      [
        2, 0, 0, -Double.greatestFiniteMagnitude, 0, 0, "", "", "", [] as [UInt8], nil, nil, nil, nil, nil, nil, nil,
        nil, "",
      ],
      [
        3, Int64.max, 1, Double.leastNonzeroMagnitude, 1, [1, 2] as [UInt8], 12, 2.5, 77, "bytes",
        CivilTimestamp("2026-02-28 00:00:00"),
        CivilTime("00:00:00.000001"), CivilDate("2026-02-28"), CivilTimestamp("2026-02-28 10:00:00"), "{}",
        uuid.uuidString, "::ffff:1.2.3.4", "1999", "b",
      ],
      [4] + [(any ValueConvertible)?](repeating: nil, count: 18),
      [5, true, true, 1, 1, true, true, false, true, true, nil, nil, nil, nil, true, nil, nil, nil, nil],
    ]
    let names = try test.db.describe("loaded").columns.map(\.name)
    let result = try MariaDB.bulkLoad(test.db, into: "loaded", columns: names, rows: rows) { values, row in
      for value in values { try row.append(value) }
    }
    #expect(result.loaded == rows.count)
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let insert = try test.db.prepare(SQL(text: "INSERT INTO bound VALUES (\(places))"))
    try insert.executeMany(rows.map { Parameters(values: $0) })
    let loaded = try test.db.query("SELECT * FROM loaded ORDER BY id").rows.map(\.values)
    let bound = try test.db.query("SELECT * FROM bound ORDER BY id").rows.map(\.values)
    for (left, right) in zip(loaded, bound) {
      for (index, name) in names.enumerated() { #expect(left[index] == right[index], "\(name)") }
    }
    // Nothing of the rows stays in the session.
    try test.db.withConnection { connection in
      try MariaDB.bulkLoad(test.db, into: "loaded", columns: ["id", "bl"], rows: [9]) {
        try $1.append($0, [1, 2] as [UInt8])
      }
      #expect(try connection.query("SELECT @orda_1, @@max_error_count, @@sql_notes")[0].values == [nil, 64, 1])
    }
  }

  @Test func `What does not fit is an error, and nothing is left`() throws {
    let test = try TestDatabase("", Self.table)
    let db = test.db
    try db.execute("INSERT INTO t VALUES (1, 'one', 1)")
    func load(_ rows: [[(any ValueConvertible)?]], _ duplicates: MariaDB.Duplicates = .refused) throws
      -> MariaDB.BulkLoadResult
    {
      try MariaDB.bulkLoad(db, into: "t", columns: ["id", "name", "n"], rows: rows, duplicates: duplicates) {
        values, row in
        for value in values { try row.append(value) }
      }
    }
    let twice = try failure { try load([[2, "two", 1], [3, "one", 1]]) }
    #expect(twice.kind == .constraint(.unique))
    #expect(twice.constraint == "name")
    #expect(twice.vendorCode == 1062)
    let text = try failure { try load([[2, "two", 1], [3, "three", "abc"]]) }
    #expect(text.kind == .outOfRange)
    #expect(text.column == "n")
    #expect(text.batchIndex == 1)
    let long = try failure { try load([[2, String(repeating: "x", count: 41), 1]]) }
    #expect(long.kind == .outOfRange)
    #expect(long.column == "name")
    #expect(long.batchIndex == 0)
    let null = try failure { try load([[nil, "two", 1]]) }
    #expect(null.kind == .constraint(.notNull))
    // Hundreds of notes don't hide one warning behind them.
    let noted = (2..<500).map { (id: Int) -> [(any ValueConvertible)?] in [id, "n\(id)", 1.2345] }
    #expect(try failure { try load(noted + [[500, "n500", 1e9]]) }.kind == .outOfRange)
    #expect(try failure { try load([[2, "two", Double.nan]]) }.message == "value 3: MariaDB can't store NaN")
    let short = try failure { try load([[2, "two", 1], [3, "three"]]) }
    #expect(short.kind == .misuse)
    #expect(short.batchIndex == 1)
    #expect(try failure { try load([[2, "two", 1, 1]]) }.kind == .misuse)
    #expect(try db.query(Int.self, "SELECT id FROM t") == [1])
    #expect(try load(noted).loaded == 498)

    #expect(
      try failure { try MariaDB.bulkLoad(db, into: "none", columns: ["a"], rows: [1]) { try $1.append($0) } }.kind
        == .noSuchTable)
    #expect(
      try failure { try MariaDB.bulkLoad(db, into: "t", columns: ["a"], rows: [1]) { try $1.append($0) } }.kind
        == .noSuchColumn)
    #expect(
      try failure { try MariaDB.bulkLoad(db, into: "t", columns: [], rows: [1]) { try $1.append($0) } }.kind == .misuse)
  }

  @Test func `Duplicates are left out or replace, where that is asked for`() throws {
    let test = try TestDatabase(
      "",
      """
      CREATE TABLE p (id INT PRIMARY KEY);
      CREATE TABLE t (id INT PRIMARY KEY, p INT, CHECK (id < 1000), FOREIGN KEY (p) REFERENCES p (id));
      INSERT INTO p VALUES (1);
      INSERT INTO t VALUES (1, 1), (2, 1), (300, 1);
      """
    )
    let db = test.db
    func load(_ rows: [(Int, Int?)], _ duplicates: MariaDB.Duplicates) throws -> MariaDB.BulkLoadResult {
      try MariaDB.bulkLoad(db, into: "t", columns: ["id", "p"], rows: rows, duplicates: duplicates) {
        try $1.append($0.0, $0.1)
      }
    }
    #expect(try load((1...200).map { ($0, nil) }, .ignored) == MariaDB.BulkLoadResult(loaded: 198, skipped: 2))
    #expect(try load((1...200).map { ($0, nil) }, .ignored) == MariaDB.BulkLoadResult(loaded: 0, skipped: 200))
    // Other reasons for leaving a row out are still errors.
    let parent = try failure { try load((1...200).map { ($0, nil) } + [(201, 7)], .ignored) }
    #expect(parent.kind == .constraint(.foreignKey))
    let check = try failure { try load((1...200).map { ($0, nil) } + [(1001, nil)], .ignored) }
    #expect(check.kind == .constraint(.check))
    #expect(try load([(2, nil), (3, 1), (201, nil)], .replacing) == MariaDB.BulkLoadResult(loaded: 3, replaced: 2))
    #expect(
      try db.query("SELECT id, p FROM t WHERE id IN (1, 2, 3, 201) ORDER BY id").rows.map(\.values) == [
        [1, 1], [2, nil], [3, 1], [201, nil],
      ])
  }

  @Test func `Inside a transaction it is a savepoint`() throws {
    let test = try TestDatabase("pool.max=1", Self.table)
    try test.db.transaction { tx in
      try MariaDB.bulkLoad(test.db, into: "t", columns: ["id"], rows: [1, 2]) { try $1.append($0) }
      #expect(
        try failure { try MariaDB.bulkLoad(test.db, into: "t", columns: ["id"], rows: [3, 2]) { try $1.append($0) } }
          .kind == .constraint(.primaryKey))
      #expect(try tx.query(Int.self, "SELECT id FROM t") == [1, 2])
      // What the rows are made of may come from the same connection.
      let ids = try tx.query(Int.self, "SELECT id FROM t")
      try MariaDB.bulkLoad(test.db, into: "t", columns: ["id", "name"], rows: ids) { id, row in
        try row.append(id + 10, try test.db.first(String.self, "SELECT concat('n', ?)", id))
      }
    }
    #expect(try test.db.query(String?.self, "SELECT name FROM t ORDER BY id") == [nil, nil, "n1", "n2"])
  }

  @Test func `A server that takes no rows says what to set`() throws {
    // The variable is the whole server's, and other tests load beside this one: so it is a server of its own.
    let server = try ThrowawayServer("--local-infile=OFF")
    let db = try server.open("root", "mysql?tls=disable")
    defer { try? db.close() }
    try db.execute("CREATE TABLE t (id INT)")
    func load() throws -> Int {
      try MariaDB.bulkLoad(db, into: "t", columns: ["id"], rows: [1]) { try $1.append($0) }.loaded
    }
    let error = try failure(of: load)
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("SET GLOBAL local_infile = ON"))
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }

  /// The session's variables that a load sets for itself.
  private func session(_ db: any Governor) throws -> String? {
    try db.first(String.self, "SELECT concat(@@sql_notes, ' ', @@max_error_count, ' ', @@max_statement_time)")
  }

  @Test func `A time limit ends the wait for a lock, and the connection goes on`() throws {
    let clock = TestClock()
    let test = try TestDatabase("pool.max=1", configuration: clock.configuration)
    // The table's name is what its statements are known by.
    let table = "t_\(test.name)"
    try test.db.execute(SQL(text: "CREATE TABLE \(table) (id INT PRIMARY KEY)"))
    let id = try test.db.first(Int.self, "SELECT connection_id()")
    let before = try session(test.db)
    let other = try test.another()
    let limit = Duration.milliseconds(200)
    try other.transaction { tx in
      try tx.execute(SQL(text: "INSERT INTO \(table) VALUES (5)"))
      let error = try failure {
        try passing(limit, of: "TABLE `\(table)`", by: clock) {
          try MariaDB.bulkLoad(test.db, into: table, columns: ["id"], rows: 0..<10, timeout: limit) {
            try $1.append($0)
          }
        }
      }
      #expect(error.kind == .timeout)
      #expect(error.message.contains("limit of 0.2 seconds"))
    }
    #expect(try test.db.first(Int.self, "SELECT connection_id()") == id)
    #expect(try test.db.query(Int.self, SQL(text: "SELECT id FROM \(table)")) == [5])
    #expect(try session(test.db) == before)
    let rows = 6..<10
    let result = try MariaDB.bulkLoad(
      test.db, into: table, columns: ["id"], rows: rows, timeout: .seconds(60)
    ) {
      try $1.append($0)
    }
    #expect(result.loaded == 4)
  }

  @Test func `A time limit holds for a sequence that takes too long`() throws {
    let clock = TestClock()
    let test = try TestDatabase("pool.max=1", Self.table, configuration: clock.configuration)
    let other = try test.another()
    let before = try session(test.db)
    let error = try failure {
      try MariaDB.bulkLoad(test.db, into: "t", columns: ["id"], rows: 0..<Int.max, timeout: .milliseconds(100)) {
        id, row in
        if id == 10 { clock.advance(by: .milliseconds(100)) }
        // Without end, and too slow to fill a portion.
        _ = try other.first(Int.self, "SELECT 1")
        try row.append(id)
      }
    }
    #expect(error.kind == .timeout)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
    #expect(try session(test.db) == before)
  }
}
