// Made by `orda generate`, and made anew by it: what is changed here is lost.

import Foundation
import ORDA

// MARK: 1st a-b ♫

/// A row of the table `1st a-b ♫`.
struct _1stAB: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  var aB: Int
  var aBValue: String
  var _2nd: Int?
  var hashValueValue: Int?

  /// The primary key.
  struct ID: Codable, Hashable, Sendable {
    var aB: Int
    var aBValue: String
  }

  /// The primary key.
  var id: ID {
    ID(aB: aB, aBValue: aBValue)
  }

  enum CodingKeys: String, CodingKey {
    case aB = "a-b"
    case aBValue = "a b"
    case _2nd = "2nd"
    case hashValueValue = "hashValue"
  }
}

extension _1stAB {
  /// Reads a row with the columns of `1st a-b ♫`.
  init(row: borrowing Row) throws {
    aB = try row.get("a-b")
    aBValue = try row.get("a b")
    _2nd = try row.get("2nd")
    hashValueValue = try row.get("hashValue")
  }
}

/// The table `1st a-b ♫`, for entries that are live: `db.table(_1stABTable.self)`.
struct _1stABTable: TableSchema {
  static let tableName: TableName = "1st a-b ♫"
  let aB = Column<Int>("a-b")
  let aBValue = Column<String>("a b")
  let _2nd = Column<Int?>("2nd")
  let hashValueValue = Column<Int?>("hashValue")
}

// MARK: class

/// A row of the table `class`.
struct Class: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  var id: Int
  var selfValue: String
  var type: Int?
  var initValue: Bool?
  var `default`: Default?

  /// What `default` holds.
  enum Default: String, CaseIterable, Codable, SchemaValue {
    case a
    case bSide = "B-side"
    case empty = ""
    case _1st = "1st"
    case `case`
    case bSideCase = "B side"

    static let placeholder = Default.a
  }

  enum CodingKeys: String, CodingKey {
    case id
    case selfValue = "self"
    case type = "Type"
    case initValue = "init"
    case `default`
  }
}

extension Class {
  /// Reads a row with the columns of `class`.
  init(row: borrowing Row) throws {
    id = try row.get("id")
    selfValue = try row.get("self")
    type = try row.get("Type")
    initValue = try row.get("init")
    `default` = try row.get("default")
  }
}

extension Class {
  /// The rows of `value` whose `id_of_class` refers to this one.
  func valuesByOfClass(in database: some SQLExecutor) throws -> [ValueRow] {
    try database.query(
      ValueRow.self, "SELECT * FROM \(identifier: "value") WHERE \(identifier: "id_of_class") = \(id)")
  }

  /// The rows of `value` whose `id_of_class` refers to this one, awaited.
  func valuesByOfClass(in database: some AsyncSQLExecutor) async throws -> [ValueRow] {
    try await database.query(
      ValueRow.self, "SELECT * FROM \(identifier: "value") WHERE \(identifier: "id_of_class") = \(id)")
  }
}

/// The table `class`, for entries that are live: `db.table(ClassTable.self)`.
struct ClassTable: TableSchema {
  static let tableName: TableName = "class"
  let id = Column<Int>("id")
  let selfValue = Column<String>("self")
  let type = Column<Int?>("Type")
  let initValue = Column<Bool?>("init")
  let `default` = Column<Class.Default?>("default")
}

// MARK: value

/// A row of the table `value`.
struct ValueRow: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  var code: String
  /// Refers to `class`, `id`.
  var idOfClass: Int
  var big: UInt64?
  var ratio: Double?
  var single: Float?
  var price: ExactDecimal?
  var bytes: [UInt8]?
  var day: CivilDate?
  var timeOfDay: CivilTime?
  var seenAt: CivilTimestamp?
  var happenedAt: Instant?
  var uuid: UUID?
  var document: String?
  /// Computed by the database.
  var twice: Int?

  /// The primary key.
  var id: String { code }

  enum CodingKeys: String, CodingKey {
    case code
    case idOfClass = "id_of_class"
    case big
    case ratio
    case single
    case price
    case bytes
    case day
    case timeOfDay = "time_of_day"
    case seenAt = "seen_at"
    case happenedAt = "happened_at"
    case uuid
    case document
    case twice
  }
}

extension ValueRow {
  /// Reads a row with the columns of `value`.
  init(row: borrowing Row) throws {
    code = try row.get("code")
    idOfClass = try row.get("id_of_class")
    big = try row.get("big")
    ratio = try row.get("ratio")
    single = try row.get("single")
    price = try row.get("price")
    bytes = try row.get("bytes")
    day = try row.get("day")
    timeOfDay = try row.get("time_of_day")
    seenAt = try row.get("seen_at")
    happenedAt = try row.get("happened_at")
    uuid = try row.get("uuid")
    document = try row.get("document")
    twice = try row.get("twice")
  }
}

extension ValueRow {
  /// The row of `class` that `id_of_class` refers to; nil if there is none.
  func ofClass(in database: some SQLExecutor) throws -> Class? {
    try database.first(
      Class.self, "SELECT * FROM \(identifier: "class") WHERE \(identifier: "id") = \(idOfClass)")
  }

  /// The row of `class` that `id_of_class` refers to, awaited; nil if there is none.
  func ofClass(in database: some AsyncSQLExecutor) async throws -> Class? {
    try await database.first(
      Class.self, "SELECT * FROM \(identifier: "class") WHERE \(identifier: "id") = \(idOfClass)")
  }
}

/// The table `value`, for entries that are live: `db.table(ValueRowTable.self)`.
struct ValueRowTable: TableSchema {
  static let tableName: TableName = "value"
  let code = Column<String>("code")
  let idOfClass = Column<Int>("id_of_class")
  let big = Column<UInt64?>("big")
  let ratio = Column<Double?>("ratio")
  let single = Column<Float?>("single")
  let price = Column<ExactDecimal?>("price")
  let bytes = Column<[UInt8]?>("bytes")
  let day = Column<CivilDate?>("day")
  let timeOfDay = Column<CivilTime?>("time_of_day")
  let seenAt = Column<CivilTimestamp?>("seen_at")
  let happenedAt = Column<Instant?>("happened_at")
  let uuid = Column<UUID?>("uuid")
  let document = Column<String?>("document")
  let twice = Column<Int?>("twice")
}

// MARK: ♫

/// A row of the table `♫`.
struct TableRow: RowDecodable, Codable, Hashable, Sendable {
  var column1: Int?
  var row: String?

  enum CodingKeys: String, CodingKey {
    case column1 = "♪"
    case row
  }
}

extension TableRow {
  /// Reads a row with the columns of `♫`.
  init(row: borrowing Row) throws {
    column1 = try row.get("♪")
    self.row = try row.get("row")
  }
}
