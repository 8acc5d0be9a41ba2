import Foundation
import ORDA
import PostgreSQLTestServer
import TestSupport
import Testing

@testable import ORDAPostgreSQL

@Suite("The formats of bulk loads", .ownThread)
struct BulkLoadFormatTests {
  private static func column(_ type: UInt32) -> ResultColumn {
    ResultColumn(
      name: "c", type: type, modifier: -1, table: 0, number: 0, kind: ColumnKind(binary: type) ?? .other("text[]"),
      isBinary: true)
  }

  /// The portions of rows of a number, an UUID and a text.
  private func portions(_ types: [UInt32], _ rows: [[any ValueConvertible]]) throws -> [CopyPortion] {
    let made = CopyRows(types.map(Self.column), size: 1 << 16)
    var portions: [CopyPortion] = []
    for values in rows {
      try made.addRow { row in for value in values { try row.append(value) } }
      while made.isFull, let portion = made.take() { portions.append(portion) }
    }
    while let portion = made.take() { portions.append(portion) }
    return portions
  }

  @Test("A number, its bytes behind their length; a text; NULL")
  func binary() throws {
    let made = try portions([ServerType.int4, ServerType.text], [[7, "é"], [-1, Value.null]])
    #expect(made.map(\.isBinary) == [true])
    #expect(
      made[0].bytes == [0, 2, 0, 0, 0, 4, 0, 0, 0, 7, 0, 0, 0, 2, 0xC3, 0xA9]
        + [0, 2, 0, 0, 0, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
  }

  @Test("From the first value on that is none of its column's type all is text, the row's other values too")
  func change() throws {
    let made = try portions(
      [ServerType.int4, ServerType.float8, ServerType.int4], [[1, 0.5, 2], [3, 1.25, "4"], [5, 2.0, 6]])
    #expect(made.map(\.isBinary) == [true, false])
    #expect(made[0].bytes.count == 2 + 8 + 12 + 8)
    #expect(String(decoding: made[1].bytes, as: UTF8.self) == "3\t1.25\t4\n5\t2.0\t6\n")
    let first = try portions([ServerType.int2, ServerType.text], [[70_000, "a"]])
    #expect(first.map(\.isBinary) == [false])
    #expect(String(decoding: first[0].bytes, as: UTF8.self) == "70000\ta\n")
    let array = try portions([ServerType.text, 1009], [["a", "{b}"]])
    #expect(array.map(\.isBinary) == [false])
  }

  @Test("Too few values, and too many", arguments: [[1], [1, 2, 3]])
  func count(_ values: [Int]) {
    #expect(throws: DatabaseError.self) { try portions([ServerType.int8, ServerType.int8], [values]) }
  }

  private static let decimals = [
    "0", "0.00", "1", "-1", "9999", "10000", "-10000.0001", "0.0001", "0.00001", "-0.000010", "123456789.987654321",
    "100000000", "99999999999999999999999999999999999999.5", "1.10",
  ]

  @Test("Decimals in the server's form", arguments: decimals)
  func decimal(_ text: String) throws {
    let decimal = try #require(ExactDecimal(text))
    let bytes = NumericCell.bytes(of: decimal)
    bytes.withUnsafeBytes { bytes in
      let cell = NumericCell(bytes)
      #expect(cell.isWellFormed)
      #expect(cell.value == .decimal(decimal))
      #expect(String(decoding: cell.utf8, as: UTF8.self) == text)
    }
  }

  /// A row with a value of each type that has a binary form.
  private struct Every {
    var id: Int
    var free: any ValueConvertible
    var values: [any ValueConvertible]
  }

  private static func row(_ id: Int, _ free: any ValueConvertible) throws -> Every {
    let moment = try #require(CivilTimestamp("2026-01-31 12:34:56.123456"))
    let instant = try #require(Instant("2026-01-31 12:34:56.123456Z"))
    return Every(
      id: id, free: free,
      values: [
        true, -32768, -2_147_483_648, Int.min, Float(0.1), 0.1, try #require(ExactDecimal("-12.30")), "naïve\t\\N\n🎷",
        "ab",
        [0, 255, 92, 10] as [UInt8], try #require(CivilDate("2024-02-29")), try #require(CivilTime("23:59:59.999999")),
        moment,
        instant, try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")), Value.json("{\"a\": [1, 2]}"),
        Value.json("[1]"),
      ])
  }

  private static let names = [
    "id", "free", "b", "s", "i", "bi", "r", "d", "n", "t", "c", "x", "da", "ti", "ts", "tz", "u", "j", "jb",
  ]

  /// Loads without awaiting. Each row is asked for once, also where the format changes.
  private static func load(_ rows: ArraySlice<Every>, _ db: any Governor) throws -> Int {
    var asked = 0
    let count = try PostgreSQL.bulkLoad(db, into: "load_types", columns: names, rows: rows) { element, row in
      asked += 1
      try row.append(element.id)
      try row.append(element.free)
      for value in element.values { try row.append(value) }
    }
    #expect(asked == rows.count)
    return count
  }

  @Test("Every type arrives the same in both formats, and when they change in between")
  func types() async throws {
    let db = try PostgreSQLServer.open("pool.max=2")
    try db.blocking.executeScript(
      """
      DROP TABLE IF EXISTS load_types;
      DROP DOMAIN IF EXISTS load_positive;
      CREATE DOMAIN load_positive AS integer CHECK (VALUE > 0);
      CREATE TABLE load_types (id load_positive PRIMARY KEY, free numeric(12,3), b boolean, s smallint, i integer, bi bigint, r real,
        d double precision, n numeric(10,2), t text, c char(4), x bytea, da date, ti time, ts timestamp, tz timestamptz, u uuid,
        j json, jb jsonb)
      """)
    // The third row's number is a text, so that all that follow are lines.
    let rows = try [
      Self.row(1, Value.null), Self.row(2, try #require(ExactDecimal("1.5"))), Self.row(3, "1.5"), Self.row(4, 1.5),
    ]
    #expect(try Self.load(rows[..<3], db) == 3)
    let awaited = try await PostgreSQL.bulkLoad(db, into: "load_types", columns: Self.names, rows: rows[3...]) {
      element, row in
      try row.append(element.id)
      try row.append(element.free)
      for value in element.values { try row.append(value) }
    }
    #expect(awaited == 1)
    let columns = Self.names.dropFirst(2).map { "\($0)::text" }.joined(separator: ", ")
    let told = try await db.query(SQL(text: "SELECT \(columns) FROM load_types ORDER BY id")).rows.map(\.values)
    #expect(told.count == 4)
    for values in told { #expect(values == told[0]) }
    #expect(
      told[0] == [
        "true", "-32768", "-2147483648", "-9223372036854775808", "0.1", "0.1", "-12.30", "naïve\t\\N\n🎷", "ab",
        "\\x00ff5c0a", "2024-02-29", "23:59:59.999999", "2026-01-31 12:34:56.123456", told[0][13],
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "{\"a\": [1, 2]}", "[1]",
      ])
    #expect(
      try await db.query(Value.self, "SELECT free::text FROM load_types ORDER BY id") == [
        .null, "1.500", "1.500", "1.500",
      ])
    try await db.execute("DROP TABLE load_types")
    try await db.execute("DROP DOMAIN load_positive")
    try await db.close(within: .zero)
  }

  @Test("What the server refuses in the binary format undoes what came before as lines, and the other way")
  func refused() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    try db.executeScript(
      "DROP TABLE IF EXISTS load_refused; CREATE TABLE load_refused (id integer PRIMARY KEY, t varchar(3))")
    func load(_ rows: [(any ValueConvertible, String)]) throws {
      try PostgreSQL.bulkLoad(db, into: "load_refused", columns: ["id", "t"], rows: rows) { element, row in
        try row.append(element.0)
        try row.append(element.1)
      }
    }
    #expect(try failure { try load([(1, "a"), (1, "b")]) }.kind == .constraint(.primaryKey))
    #expect(try failure { try load([(1, "a"), ("2", "b"), ("1", "b")]) }.kind == .constraint(.primaryKey))
    #expect(try failure { try load([(1, "a"), (2, "abcd")]) }.kind == .dataTooLong)
    #expect(try failure { try load([(1, "a"), ("x", "b")]) }.kind == .constraint(.dataType))
    let nul = try failure { try load([(1, "a"), (2, "b\0")]) }
    #expect(nul.kind == .unsupported && nul.message.contains("NUL"))
    #expect(
      try failure { try PostgreSQL.bulkLoad(db, into: "load_nothing", columns: ["id"], rows: [1]) { _, _ in } }.kind
        == .noSuchTable)
    #expect(
      try failure { try PostgreSQL.bulkLoad(db, into: "load_refused", columns: ["no"], rows: [1]) { _, _ in } }.kind
        == .noSuchColumn)
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM load_refused") == 0)
    try db.execute("DROP TABLE load_refused")
    try db.close(within: .zero)
  }
}
