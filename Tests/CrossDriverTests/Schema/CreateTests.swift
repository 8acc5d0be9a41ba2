import Foundation
import ORDA
import Testing

@Suite("Tables that are created from a definition") struct CreateTests {
  /// A type of column, and a value that only such a column keeps whole.
  struct Case: Sendable, CustomTestStringConvertible {
    var type: ColumnType
    var value: any ValueConvertible
    var comesBack: @Sendable (FetchedRow) throws -> Bool
    var testDescription: String { "\(type)" }

    init<T: ValueConvertible & ColumnValue & Equatable>(_ type: ColumnType, _ value: T) {
      self.type = type
      self.value = value
      comesBack = { try $0.get("x", as: T.self) == value }
    }
  }

  static let cases: [Case] = [
    Case(.boolean, true), Case(.integer(bits: 8, isUnsigned: false), Int8.min),
    Case(.integer(bits: 16, isUnsigned: true), UInt16.max), Case(.integer(bits: 24, isUnsigned: false), -8_388_608),
    Case(.integer(bits: 32, isUnsigned: true), UInt32.max), Case(.int, Int.min), Case(.float, Float(0.1)),
    Case(.double, 0.1), Case(.decimal(precision: 9, scale: 2), ExactDecimal("1234567.25")),
    Case(.decimal(precision: 30, scale: 10), ExactDecimal("12345678901234567890.0123456789")),
    Case(.text(maximum: 20), "0071"), Case(.text, String(repeating: "007 ", count: 20_000)),
    Case(.bytes(maximum: 4), [0, 255, 0, 32] as [UInt8]), Case(.bytes, [UInt8](repeating: 0, count: 70_000)),
    Case(.date, CivilDate("2024-02-29")), Case(.time, CivilTime("-12:34:56.123456")),
    Case(.timestamp, CivilTimestamp("2026-01-31 12:34:56.123456")),
    Case(.instant, Date(timeIntervalSince1970: 1.000001)), Case(.uuid, UUID()), Case(.json, JSON([1, 2])),
  ]

  @Test("keep values of every type", arguments: Database.allCases, cases)
  func types(_ database: Database, _ value: Case) throws {
    // Its times are times of day.
    if database == .postgresql, value.type == .time { return }
    let test = try database.opened()
    try test.db.create(
      TableDefinition(name: "typed", columns: [.generatedKey("id"), ColumnDefinition("x", value.type)]))
    try test.db.execute("INSERT INTO typed (x) VALUES (?), (NULL)", value.value)
    let rows = try test.db.query("SELECT id, x FROM typed ORDER BY id")
    #expect(try value.comesBack(rows[0]))
    #expect(try rows[1]["x"] == .null)
    #expect(try rows["id"].get(as: Int.self) == [1, 2])
  }

  static let album = TableDefinition(
    name: "an \"album\"",
    columns: [
      .generatedKey("id"), ColumnDefinition("title", .text(maximum: 80), isNullable: false, defaultValue: "'none'"),
      ColumnDefinition("artist", .int), ColumnDefinition("price", .decimal(precision: 10, scale: 2)),
    ],
    uniqueConstraints: [UniqueConstraint(columns: ["artist", "title"])],
    foreignKeys: [
      ForeignKey(
        columns: ["artist"], referencedTable: "artist", referencedColumns: ["id"], onUpdate: .cascade,
        onDelete: .setNull)
    ],
    checkConstraints: [CheckConstraint(name: "not_negative", expression: "price >= 0")],
    indexes: [IndexDescription(name: "album_title", columns: [.init(.column("title"))])])

  @Test("have their keys, constraints and indexes", arguments: Database.allCases)
  func keys(_ database: Database) throws {
    let db = try database.opened()
    try db.db.create(TableDefinition(name: "artist", columns: [ColumnDefinition("id", .int)], primaryKey: ["id"]))
    try db.db.create(Self.album)
    let found = try db.db.describe("an \"album\"")
    #expect(found.columnNames == ["id", "title", "artist", "price"])
    #expect(found.primaryKey == ["id"])
    #expect(found.column(named: "id")?.isAutoIncrement == true)
    #expect(found.column(named: "title")?.defaultValue == "'none'")
    #expect(found.uniqueConstraints.map(\.columns) == [["artist", "title"]])
    #expect(found.foreignKeys.map(\.onDelete) == [.setNull])
    #expect(found.foreignKeys.map(\.onUpdate) == [.cascade])
    #expect(found.checkConstraints.map(\.name) == ["not_negative"])
    #expect(found.indexes.contains { $0.name == "album_title" && !$0.isUnique })
    let dialect = db.db.schemaDialect
    #expect(
      found.columns.map(dialect.type)
        == [.int, .text(maximum: 80), .int, .decimal(precision: 10, scale: 2)])
  }

  @Test("must not contradict themselves", arguments: Database.allCases)
  func faults(_ database: Database) throws {
    let db = try database.opened()
    let none = TableDefinition(name: "t", columns: [])
    let unknown = TableDefinition(name: "t", columns: [ColumnDefinition("a", .int)], primaryKey: ["b"])
    let two = TableDefinition(
      name: "t", columns: [.generatedKey("a"), ColumnDefinition("b", .int)], primaryKey: ["a", "b"])
    for (table, message) in [(none, "no column"), (unknown, "no column b"), (two, "whole primary key")] {
      let error = try failure { try db.db.create(table) }
      #expect(error.kind == .misuse)
      #expect(error.message.contains(message))
    }
    #expect(try db.db.tables() == [])
  }
}
