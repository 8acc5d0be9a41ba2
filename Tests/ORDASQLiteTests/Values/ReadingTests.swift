import Foundation
import ORDA
import Testing

@Suite("Reading is strict")
struct ReadingTests {
  let db: any Governor
  init() throws { db = try TestDatabase.memory() }

  /// The error of reading `SELECT expression AS x` as a type.
  func error<T: ColumnValue>(_ expression: SQL, as type: T.Type) throws -> DatabaseError {
    let fetched = try #require(
      #expect(throws: DatabaseError.self) { _ = try db.query("SELECT \(sql: expression) AS x")[0].get("x", as: T.self) }
    )
    let lent = try #require(
      #expect(throws: DatabaseError.self) {
        try db.forEach("SELECT \(sql: expression) AS x") { row in _ = try row.get(0, as: T.self) }
      })
    #expect(fetched.kind == lent.kind)
    #expect(fetched.message == lent.message)
    #expect(lent.column == "x")
    return fetched
  }

  @Test func `NULL is only nil`() throws {
    #expect(try error("NULL", as: Int.self).kind == .unexpectedNull)
    #expect(try error("NULL", as: String.self).kind == .unexpectedNull)
    #expect(try error("NULL", as: [UInt8].self).kind == .unexpectedNull)
    #expect(try error("NULL", as: Date.self).kind == .unexpectedNull)
    #expect(try error("NULL", as: Int.self).column == "x")
    #expect(try db.query("SELECT NULL")[0].get(0, as: Int?.self) == nil)
    #expect(try db.query(Int?.self, "SELECT NULL UNION ALL SELECT 1") == [nil, 1])
  }

  @Test func `Another type is no match`() throws {
    #expect(try error("'12'", as: Int.self).kind == .typeMismatch)
    #expect(try error("'12abc'", as: Int.self).kind == .typeMismatch)
    #expect(try error("12", as: String.self).kind == .typeMismatch)
    #expect(try error("x'3132'", as: String.self).kind == .typeMismatch)
    #expect(try error("'ab'", as: [UInt8].self).kind == .typeMismatch)
    #expect(try error("'1.5'", as: Double.self).kind == .typeMismatch)
    #expect(try error("'true'", as: Bool.self).kind == .typeMismatch)
    #expect(try error("'yesterday'", as: Date.self).kind == .typeMismatch)
    #expect(try error("'2026-02-30'", as: CivilDate.self).kind == .typeMismatch)
    #expect(try error("'12 o''clock'", as: CivilTime.self).kind == .typeMismatch)
    #expect(try error("'not-a-uuid'", as: UUID.self).kind == .typeMismatch)
    #expect(try error("x'00'", as: UUID.self).kind == .typeMismatch)
    #expect(try error("'{'", as: JSON<[Int]>.self).kind == .typeMismatch)
    #expect(try error("'green'", as: StorageTable.Colour.self).kind == .typeMismatch)
    #expect(try error("2", as: StorageTable.Level.self).kind == .typeMismatch)
  }

  @Test func `A number that does not fit is out of range`() throws {
    #expect(try error("1.5", as: Int.self).kind == .outOfRange)
    #expect(try error("2", as: Bool.self).kind == .outOfRange)
    #expect(try error("300", as: UInt8.self).kind == .outOfRange)
    #expect(try error("-1", as: UInt64.self).kind == .outOfRange)
    #expect(try error("9e18 * 2", as: Int.self).kind == .outOfRange)
    #expect(try error("9007199254740993", as: Double.self).kind == .outOfRange)
    #expect(try error("0.1", as: Float.self).kind == .outOfRange)
    #expect(try error("1e308 * 10", as: Int.self).kind == .outOfRange)
  }

  @Test func `What the table promises is read`() throws {
    #expect(try db.first(Int.self, "SELECT 3.0") == 3)
    #expect(try db.first(Double.self, "SELECT 3") == 3)
    #expect(try db.first(ExactDecimal.self, "SELECT 0.1")?.description == "0.1")
    #expect(try db.first(Date.self, "SELECT 86400") == Date(timeIntervalSince1970: 86_400))
    #expect(try db.first(Date.self, "SELECT 0.5") == Date(timeIntervalSince1970: 0.5))
    #expect(try db.first(Date.self, "SELECT '1970-01-01T02:00:00+02:00'") == Date(timeIntervalSince1970: 0))
    #expect(try db.first(UUID.self, "SELECT x'000102030405060708090a0b0c0d0e0f'")?.uuid.15 == 15)
    #expect(try db.first(JSON<[Int]>.self, "SELECT CAST('[1,2]' AS BLOB)")?.content == [1, 2])
  }

  @Test func `Unchecked reading converts as SQLite does`() throws {
    var integers: [Int?] = []
    var doubles: [Double?] = []
    var texts: [String?] = []
    try db.forEach("SELECT '12abc', 3.9, 'x', NULL, x'3132', 7") { row in
      for index in 0..<row.count {
        integers.append(try row.get(unchecked: index))
        doubles.append(try row.get(unchecked: index))
        texts.append(try row.get(unchecked: index))
      }
    }
    #expect(integers == [12, 3, 0, nil, 12, 7])
    #expect(doubles == [12, 3.9, 0, nil, 12, 7])
    #expect(texts == ["12abc", "3.9", "x", nil, "12", "7"])
    let error = try #require(
      #expect(throws: DatabaseError.self) {
        try db.forEach("SELECT NULL AS x") { row in _ = try row.get(unchecked: 0, as: Int.self) }
      })
    #expect(error.kind == .unexpectedNull)
    #expect(error.column == "x")
  }

  @Test func `A column that is not there, and a row that is over`() throws {
    let row = try #require(try db.first("SELECT 1 AS genre"))
    let byName = try #require(#expect(throws: DatabaseError.self) { try row.get("gnere", as: Int.self) })
    #expect(byName.kind == .noSuchColumn)
    #expect(byName.message.contains("did you mean genre?"))
    for index in [-1, 1, Int.max, Int.min] {
      let byIndex = try #require(#expect(throws: DatabaseError.self) { try row.get(index, as: Int.self) })
      #expect(byIndex.kind == .noSuchColumn)
    }
    #expect(throws: DatabaseError.self) { try db.query("SELECT 1").row(at: 1) }
    #expect(throws: DatabaseError.self) { try db.query("SELECT 1").row(at: -1) }
  }

  @Test func `A lent value is what SQLite stores`() throws {
    let sql: SQL = """
      SELECT NULL, -9223372036854775808, 0.5, 'a' || char(0), '', x'00ff', x'', CAST(x'ff' AS TEXT)
      """
    var kinds: [String] = []
    try db.forEach(sql) { row in
      for index in 0..<row.count {
        kinds.append(
          try row.withValue(index) { value in
            switch value {
            case .null: "null"
            case .int(let number): "int \(number)"
            case .double(let number): "double \(number)"
            case .text(let utf8): "text \(Array(utf8))"
            case .bytes(let bytes): "bytes \(Array(bytes))"
            case .other: "other"
            }
          })
      }
    }
    #expect(
      kinds == [
        "null", "int -9223372036854775808", "double 0.5", "text [97, 0]", "text []", "bytes [0, 255]", "bytes []",
        "text [255]",
      ])
  }
}
