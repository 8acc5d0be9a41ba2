import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

@Suite("Reading by COPY", .ownThread)
struct BulkReadTests {
  struct Stop: Error {}

  /// Rows that nobody sees the end of: where they are not ended, a test does not end either.
  private static let endless = "generate_series(1, 9223372036854775807)"

  private static func bytes(_ db: any Governor, _ query: SQL, _ format: PostgreSQL.CopyFormat) throws -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    try PostgreSQL.bulkRead(db, query, as: format) { pieces.append(Array($0)) }
    return pieces
  }

  @Test("Rows are of the types of their columns, and every text survives")
  func rows() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    let texts = ["tab\t, line\n, return\r, back\\slash", "\\N", "N", "", "\u{8}\u{c}\u{b}", "é🧡'\"", "\\.", "a\\"]
    for text in texts {
      let count = try PostgreSQL.bulkRead(
        db,
        """
        SELECT 7::int2 AS n, \(text)::text AS t, NULL::text AS nothing, true AS b, 1.50::numeric AS d, 0.5::float8 AS f,
          '\\x00ff5c'::bytea AS c, '2026-01-31'::date AS day, '2026-01-31 12:00:00.25+00'::timestamptz AS moment,
          '{"a":1}'::jsonb AS j, ARRAY['x', NULL] AS a, interval '1 year 2 days' AS span
        """
      ) { row in
        #expect(row.count == 12)
        #expect(row.columnNames.prefix(3) == ["n", "t", "nothing"])
        try #expect(row.get(0, as: Int.self) == 7)
        try #expect(row.get(1, as: String.self) == text)
        try #expect(row.get(2, as: String?.self) == nil)
        try #expect(row.get(3, as: Bool.self))
        try #expect(row.get(4, as: Value.self) == .decimal(#require(ExactDecimal("1.50"))))
        try #expect(row.get(5, as: Double.self) == 0.5)
        try #expect(row.get(6, as: [UInt8].self) == [0, 255, 0x5C])
        try #expect(row.get(7, as: CivilDate.self) == CivilDate("2026-01-31"))
        try #expect(row.get(8, as: Instant.self) == Instant("2026-01-31T12:00:00.25Z"))
        try #expect(row.get(9, as: Value.self) == .json("{\"a\": 1}"))
        try #expect(row.get(10, as: Value.self) == .other(type: "text[]", bytes: Array("{x,NULL}".utf8)))
        try #expect(row.get(11, as: PostgreSQLInterval.self) == PostgreSQLInterval(months: 12, days: 2))
        let error = #expect(throws: DatabaseError.self) { try row.get(1, as: Int.self) }
        #expect(error?.kind == .typeMismatch)
        #expect(error?.column == "t")
        #expect(throws: DatabaseError.self) { try row.get(12, as: Value.self) }
        #expect(throws: DatabaseError.self) { try row.get(2, as: String.self) }
      }
      #expect(count == 1)
    }
    let empty = try PostgreSQL.bulkRead(db, "SELECT FROM generate_series(1, 3)") { row in #expect(row.count == 0) }
    #expect(empty == 3)
    try PostgreSQL.bulkRead(db, "SELECT 'infinity'::date AS d") { row in
      let text = try row.get(0, as: String.self)
      #expect(text == "infinity")
      let error = #expect(throws: DatabaseError.self) { try row.get(0, as: CivilDate.self) }
      #expect(error?.kind == .outOfRange && error?.column == "d")
    }
  }

  @Test("Interpolated values are written into the text, whatever is in them")
  func values() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    for text in ["'", "\\", "'\u{301}", "\\'; DROP TABLE x; --", "$1", "?", "\n) TO STDOUT; --", "é🧡"] {
      try PostgreSQL.bulkRead(db, "SELECT\(text)::text, \(5) - \(-3), \(nil as Int?)::int, '??' WHERE 5 IN \(in: [5])")
      {
        row in
        let read = try row.tuple((String, Int, Int?, String).self)
        #expect(read == (text, 8, nil, "??"))
      }
    }
    // The end of a statement and a comment behind it, and an operator that has to be doubled.
    let count = try PostgreSQL.bulkRead(db, "SELECT '{\"a\":1}'::jsonb ?? \("a"); -- all") { row in
      try #expect(row.get(0, as: Bool.self))
    }
    #expect(count == 1)
    let error = #expect(throws: DatabaseError.self) { try PostgreSQL.bulkRead(db, "SELECT ?") { _ in } }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("interpolate") == true)
    #expect(throws: DatabaseError.self) { try PostgreSQL.bulkRead(db, "SELECT 'a \(1)'") { _ in } }
    // One statement, and one that only reads.
    try db.executeScript("DROP TABLE IF EXISTS read_written; CREATE TABLE read_written (id INT)")
    for sql in [
      "SELECT 1) TO STDOUT; INSERT INTO read_written VALUES (1); COPY (SELECT 2",
      "INSERT INTO read_written VALUES (1) RETURNING id", "VACUUM",
    ] {
      #expect(throws: DatabaseError.self) { try PostgreSQL.bulkRead(db, SQL(text: sql), as: .text) { _ in } }
    }
    try #expect(db.first(Int.self, "SELECT COUNT(*) FROM read_written") == 0)
    try db.execute("DROP TABLE read_written")
  }

  @Test("Bytes come as the server writes them")
  func formats() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    defer { try? db.close(within: .zero) }
    let query: SQL = "SELECT n AS number, 'a,\"b' AS t FROM generate_series(1, 2) AS n"
    func text(_ format: PostgreSQL.CopyFormat) throws -> [String] {
      try Self.bytes(db, query, format).map { String(decoding: $0, as: UTF8.self) }
    }
    try #expect(text(.text) == ["1\ta,\"b\n", "2\ta,\"b\n"])
    try #expect(text(.csv(header: false)) == ["1,\"a,\"\"b\"\n", "2,\"a,\"\"b\"\n"])
    try #expect(text(.csv(header: true)) == ["number,t\n", "1,\"a,\"\"b\"\n", "2,\"a,\"\"b\"\n"])
    let binary = try Self.bytes(db, query, .binary).flatMap { $0 }
    #expect(binary.prefix(11) == Array("PGCOPY\n".utf8)[...] + [0xFF, 0x0D, 0x0A, 0])
    #expect(binary.suffix(2) == [255, 255])
    // What was read can be loaded again, and the connection was never another.
    try #expect(db.first(Int.self, "SELECT 1") == 1)
  }

  @Test(
    "What the closure throws ends the query at once, and nothing else",
    arguments: ["pool.max=1", "pool.max=1&prepare=off"])
  func stopped(_ options: String) throws {
    let db = try PostgreSQLServer.open(options)
    defer { try? db.close(within: .zero) }
    let process = try db.first(Int.self, "SELECT pg_backend_pid()")
    for limit in [0, 1, 100_000] {
      var count = 0
      #expect(throws: Stop.self) {
        try PostgreSQL.bulkRead(db, SQL(text: "SELECT \(Self.endless), repeat('x', 100)"), as: .text) { _ in
          if count == limit { throw Stop() }
          count += 1
        }
      }
    }
    // Inside a transaction too, which goes on.
    let table = options.contains("off") ? "read_stopped" : "read_stopped_too"
    try db.execute("DROP TABLE IF EXISTS \(identifier: table)")
    try db.transaction { tx in
      try tx.execute("CREATE TABLE \(identifier: table) (id INT)")
      for _ in 0..<2 {
        #expect(throws: Stop.self) {
          try PostgreSQL.bulkRead(db, SQL(text: "SELECT \(Self.endless)")) { _ in throw Stop() }
        }
        #expect(throws: DatabaseError.self) { try PostgreSQL.bulkRead(db, "SELECT n / 0 FROM read_none") { _ in } }
      }
      try tx.execute("INSERT INTO \(identifier: table) VALUES (1)")
      let count = try PostgreSQL.bulkRead(db, "SELECT id FROM \(identifier: table)") { row in
        try #expect(row.get(0, as: Int.self) == 1)
      }
      #expect(count == 1)
    }
    try #expect(db.first(Int.self, "SELECT COUNT(*) FROM \(identifier: table)") == 1)
    try db.execute("DROP TABLE \(identifier: table)")
    try #expect(db.first(Int.self, "SELECT pg_backend_pid()") == process)
    #expect(db.statistics.active == 0)
  }

  @Test("An error in the middle is the server's, and the rows before it came")
  func broken() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    var count = 0
    let error = #expect(throws: DatabaseError.self) {
      try PostgreSQL.bulkRead(db, "SELECT 1 / (50000 - n) FROM generate_series(1, 100000) AS n") { _ in count += 1 }
    }
    #expect(error?.sqlState == "22012")
    #expect(count == 49_999)
  }

  @Test("A limit ends a query that sends nothing, and one that does not stop sending")
  func limits() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    defer { try? db.close(within: .zero) }
    for query in ["SELECT pg_sleep(1000000)", "SELECT \(Self.endless)"] {
      let error = #expect(throws: DatabaseError.self) {
        try PostgreSQL.bulkRead(db, SQL(text: query), as: .text, timeout: .milliseconds(200)) { _ in }
      }
      #expect(error?.kind == .timeout)
    }
    try #expect(db.first(Int.self, "SELECT 1") == 1)
  }

  @Test("Cancelling the task ends the query")
  func cancelled() async throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    let begun = Event()
    let task = Task {
      try await PostgreSQL.bulkRead(db, SQL(text: "SELECT \(Self.endless)"), as: .csv(header: false)) { _ in
        begun.signal()
      }
    }
    try await begun.wait()
    task.cancel()
    let error = await #expect(throws: DatabaseError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    let count = try await PostgreSQL.bulkRead(db, "SELECT n FROM generate_series(1, 1000) AS n") { row in
      _ = try row.get(0, as: Int.self)
    }
    #expect(count == 1000)
    #expect(db.statistics.active == 0)
    try await db.close(within: .zero)
  }

  @Test("A gigabyte passes in the memory of some rows")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let db = try PostgreSQLServer.open()
      let query: SQL = "SELECT n, repeat('x', 100000) FROM generate_series(1, 10000) AS n"
      try await PostgreSQL.bulkRead(db, "SELECT 1") { _ in }
      let before = ResidentMemory.peak
      let count = try await PostgreSQL.bulkRead(db, query, as: .text) { _ in }
      #expect(count == 10_000)
      #expect(ResidentMemory.peak - before < 20 << 20)
      try await db.close(within: .zero)
    }
  }
}
