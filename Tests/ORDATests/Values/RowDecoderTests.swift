import Foundation
import Testing

@testable import ORDA

private struct Every: Codable, Equatable {
  enum Color: String, Codable { case red }
  struct Nested: Codable, Equatable { var list: [Int], when: Date? }
  var bool: Bool, int: Int, int8: Int8, int16: Int16, int32: Int32, int64: Int64
  var uint: UInt, uint8: UInt8, uint16: UInt16, uint32: UInt32, uint64: UInt64
  var float: Float, double: Double, string: String
  var data: Data, bytes: [UInt8], date: Date, uuid: UUID, url: URL, decimal: Decimal, exact: ExactDecimal
  var day: CivilDate, time: CivilTime, stamp: CivilTimestamp, instant: Instant
  var color: Color, nested: Nested, list: [String], json: JSON<[String: Int]>
  var optional: Int?, noNested: Nested?, absent: String?
}

private struct Pair: Codable, Equatable { var id: Int, name: String? }

@Suite struct RowDecoderTests {
  let instant = Instant("1969-07-20 20:17:40.000001Z") ?? .now

  private func every() throws -> Every {
    Every(
      bool: true, int: .min, int8: -8, int16: -16, int32: -32, int64: .max, uint: .max, uint8: 8, uint16: 16,
      uint32: 32,
      uint64: 1 << 63, float: 0.1, double: .leastNonzeroMagnitude, string: "a\u{0}👍", data: Data([1, 2]), bytes: [],
      date: instant.date, uuid: UUID(), url: try #require(URL(string: "https://example.org")), decimal: 12,
      exact: try #require(ExactDecimal("12.30")), day: try #require(CivilDate("2024-02-29")),
      time: try #require(CivilTime("12:00:00")), stamp: try #require(CivilTimestamp("2024-02-29 12:00:00")),
      instant: instant, color: .red, nested: .init(list: [1, 2], when: instant.date), list: ["a", "b"],
      json: JSON(["one": 1]), optional: nil, noNested: nil, absent: nil)
  }

  @Test func everyTypeComesBack() throws {
    let every = try every()
    let columns = try RowEncoder.columns(of: every)
    let row = MemoryRow(try columns.map { try $0.value?.value() ?? .null } + [.null, .null])
    let names = ColumnNames(columns.map(\.name) + ["optional", "noNested"])
    #expect(try decodeRow(Every.self, from: row, names: names) == every)
    let values = Dictionary(uniqueKeysWithValues: zip(names.names, row.cells))
    #expect(values["date"] == .instant(instant))
    #expect(values["color"] == "red")
    #expect(values["uint64"] == .uint(1 << 63))
    #expect(values["nested"] == .json(#"{"list":[1,2],"when":"1969-07-20 20:17:40.000001Z"}"#))
    #expect(values["json"] == .json(#"{"one":1}"#))
    #expect(values["list"] == .json(#"["a","b"]"#))
    #expect(values["bytes"] == .bytes([]))
    #expect(values["absent"] == nil)
    // The same from a database that stores times, JSON and UUIDs as text.
    row.cells = row.cells.map {
      switch $0 {
      case .date, .time, .timestamp, .instant, .uuid, .json, .decimal: .text($0.description)
      default: $0
      }
    }
    #expect(try decodeRow(Every.self, from: row, names: names) == every)
  }

  @Test func oneDecoderServesAllRows() throws {
    let row = MemoryRow([1, "one", 2, .null, 3, "three"])
    let decoder = RowDecoder(source: row, names: ColumnNames(["ID", "name"]))
    #expect(try decoder.decode(Pair.self, base: 0) == Pair(id: 1, name: "one"))
    #expect(try decoder.decode(Pair.self, base: 2) == Pair(id: 2, name: nil))
    #expect(try decoder.decode(Pair.self, base: 4) == Pair(id: 3, name: "three"))
    #expect(row.valueReads == 0)
    struct Other: Decodable { var name: String, id: Int8 }
    #expect(try decoder.decode(Other.self, base: 4).name == "three")
    #expect(try decoder.decode(Pair.self, base: 4) == Pair(id: 3, name: "three"))
  }

  private func failure<T: Decodable>(_ type: T.Type, _ columns: KeyValuePairs<String, Value>) -> DatabaseError? {
    let row = MemoryRow(columns.map(\.value))
    do {
      _ = try decodeRow(type, from: row, names: ColumnNames(columns.map(\.key)))
      return nil
    } catch { return error as? DatabaseError }
  }

  @Test func errorsNameTheColumn() throws {
    let missing = failure(Pair.self, ["name": "x"])
    #expect(missing?.kind == .noSuchColumn && missing?.column == "id")
    let null = failure(Pair.self, ["id": nil, "name": "x"])
    #expect(null?.kind == .unexpectedNull && null?.column == "id")
    let mismatch = failure(Pair.self, ["id": 1, "NAME": 2])
    #expect(mismatch?.kind == .typeMismatch && mismatch?.column == "NAME")
    struct Small: Decodable { var id: UInt8 }
    let range = failure(Small.self, ["id": 256])
    #expect(range?.kind == .outOfRange && range?.column == "id")
    struct Deep: Decodable { var inner: Pair }
    let json = failure(Deep.self, ["inner": #"{"id": "s3cret"}"#])
    #expect(json?.kind == .typeMismatch && json?.column == "inner")
    #expect(json?.message == "the JSON can't be read as Pair: no Int at .id")
    #expect(failure(Deep.self, ["inner": nil])?.kind == .unexpectedNull)
    #expect(failure(Deep.self, ["inner": 1])?.kind == .typeMismatch)
    struct Moment: Decodable { var at: Date, color: Every.Color }
    #expect(failure(Moment.self, ["at": "today", "color": "red"])?.column == "at")
    let color = failure(Moment.self, ["at": 0, "color": "blue"])
    #expect(color?.kind == .typeMismatch && color?.column == "color")
    #expect(color.map { "\($0)" }?.contains("blue") == false)
    #expect(failure(Moment.self, ["at": 0])?.kind == .noSuchColumn)
  }

  @Test func singleValuesAndArrays() throws {
    let one = ColumnNames(["n"])
    #expect(try decodeRow(Int.self, from: MemoryRow([7]), names: one) == 7)
    #expect(try decodeRow(Int?.self, from: MemoryRow([.null]), names: one) == nil)
    #expect(try decodeRow(Date.self, from: MemoryRow([0]), names: one) == Date(timeIntervalSince1970: 0))
    #expect(try decodeRow(Every.Color.self, from: MemoryRow(["red"]), names: one) == .red)
    #expect(failure(Int.self, ["a": 1, "b": 2])?.kind == .misuse)
    #expect(failure(Every.Color.self, ["a": "red", "b": "red"])?.kind == .misuse)
    let three = ColumnNames(["a", "b", "c"])
    #expect(try decodeRow([Int].self, from: MemoryRow([0, 1, 2, 3]), base: 1, names: three) == [1, 2, 3])
    #expect(try decodeRow([String?].self, from: MemoryRow(["x", .null, "z"]), names: three) == ["x", nil, "z"])
    #expect(try decodeRow([String: Int].self, from: MemoryRow([1, 2, 3]), names: three) == ["a": 1, "b": 2, "c": 3])
    struct Wrapped: Decodable {
      var pair: Pair
      init(from decoder: any Decoder) throws { pair = try decoder.singleValueContainer().decode(Pair.self) }
    }
    let wrapped = try decodeRow(Wrapped.self, from: MemoryRow([1, "x"]), names: ColumnNames(["id", "name"]))
    #expect(wrapped.pair == Pair(id: 1, name: "x"))
    struct Greedy: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while true { _ = try container.decode(Int.self) }
      }
    }
    #expect(failure(Greedy.self, ["a": 1])?.kind == .noSuchColumn)
  }

  @Test func keysInAnyOrderAndManyOfThem() throws {
    struct Fickle: Decodable, Equatable {
      var sum = 0
      enum Keys: String, CodingKey, CaseIterable { case a, b, c, missing }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        #expect(container.contains(.a) && !container.contains(.missing))
        #expect(Set(container.allKeys) == [.a, .b, .c])
        #expect(try !container.decodeNil(forKey: .a))
        let first = try container.decode(Int.self, forKey: .a)
        // The order depends on the row.
        for key in first % 2 == 0 ? [Keys.b, .c, .missing] : [.missing, .c, .b] {
          sum += try container.decodeIfPresent(Int.self, forKey: key) ?? 0
        }
        for _ in 0..<5000 { sum += try container.decode(Int.self, forKey: .a) }
      }
    }
    let row = MemoryRow([1, 10, 100, 2, 20, 200])
    let decoder = RowDecoder(source: row, names: ColumnNames(["a", "b", "c"]))
    for _ in 0..<2 {
      #expect(try decoder.decode(Fickle.self, base: 0).sum == 5110)
      #expect(try decoder.decode(Fickle.self, base: 3).sum == 10_220)
    }
  }

  @Test func snakeCase() throws {
    struct Person: Codable, Equatable { var firstName: String, userID: Int, myURLList: String?, x: Int, v2Beta: Int }
    let names = ["first_name", "user_id", "my_url_list", "x", "v2_beta"]
    let person = Person(firstName: "Ada", userID: 1, myURLList: "u", x: 2, v2Beta: 3)
    let columns = try RowEncoder.columns(of: person, strategy: .snakeCase)
    #expect(columns.map(\.name) == names)
    let row = MemoryRow(["Ada", 1, "u", 2, 3])
    #expect(try decodeRow(Person.self, from: row, names: ColumnNames(names), strategy: .snakeCase) == person)
    #expect(throws: DatabaseError.self) { try decodeRow(Person.self, from: row, names: ColumnNames(names)) }
    #expect(
      try decodeRow([String: Int].self, from: MemoryRow([1]), names: ColumnNames(["big_count"]), strategy: .snakeCase)
        == ["bigCount": 1])
  }

  @Test func superclassesReadTheSameRow() throws {
    class Base: Codable { var id: Int = 0 }
    final class Derived: Base {
      var name = ""
      enum Keys: String, CodingKey { case name }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .name)
        try super.encode(to: container.superEncoder())
      }
    }
    let decoded = try decodeRow(Derived.self, from: MemoryRow([1, "x"]), names: ColumnNames(["id", "name"]))
    #expect(decoded.id == 1 && decoded.name == "x")
    #expect(try RowEncoder.columns(of: decoded).map(\.name) == ["name", "id"])
  }

  @Test func nestedContainersAreRefusedAndATypesOwnErrorsPass() {
    struct Nesting: Decodable {
      enum Keys: String, CodingKey { case a }
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .a)
      }
    }
    #expect(failure(Nesting.self, ["a": "{}"])?.kind == .unsupported)
    struct Own: Error {}
    struct Refusing: Decodable { init(from decoder: any Decoder) throws { throw Own() } }
    #expect(throws: Own.self) { try decodeRow(Refusing.self, from: MemoryRow([1]), names: ColumnNames(["a"])) }
    struct Corrupt: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "s3cret"))
      }
    }
    let corrupt = failure(Corrupt.self, ["a": 1])
    #expect(corrupt?.kind == .typeMismatch && corrupt?.message.contains("s3cret") == false)
  }
}

@Suite struct RowBinderTests {
  private struct Row: Encodable {
    var id: Int?, name: String, level: Double, tags: [String], at: CivilDate?, big: UInt64
  }
  private let row = Row(id: nil, name: "n", level: 1.5, tags: ["t"], at: nil, big: .max)

  @Test func bindsByName() throws {
    let parameters = MemoryParameters()
    let binder = RowBinder(
      parameters: [
        (name: "big", index: 4), (name: "NAME", index: 0), (name: "id", index: 1), (name: "level", index: 2),
        (name: "tags", index: 3), (name: "NAME", index: 5), (name: "other", index: 6),
      ], of: parameters)
    for id in [nil, 7, nil, 8] {
      var row = row
      row.id = id
      parameters.bound = [:]
      try binder.bind(row)
      let expected: [Int: Value] = [
        0: "n", 1: id.map { .int(Int64($0)) } ?? .null, 2: 1.5, 3: .json(#"["t"]"#), 4: .uint(.max), 5: "n", 6: .null,
      ]
      #expect(parameters.bound == expected)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 128, 130])
  func whatARowLacksIsNullOfAnyNumberOfParameters(_ count: Int) throws {
    let parameters = MemoryParameters()
    let binder = RowBinder(parameters: (0..<count).map { (name: "p\($0)", index: $0) }, of: parameters)
    for step in 1...4 {
      parameters.bound = [:]
      let given = stride(from: 0, to: count, by: step)
      try binder.bind(Dictionary(uniqueKeysWithValues: given.map { ("p\($0)", $0) }))
      let expected = (0..<count).map { ($0, $0 % step == 0 ? Value.int(Int64($0)) : .null) }
      #expect(parameters.bound == Dictionary(uniqueKeysWithValues: expected))
    }
  }

  @Test func whatKeepsItsEncoderBindsNothingMore() throws {
    final class Keeper: Encodable {
      enum Keys: String, CodingKey { case a }
      var kept: KeyedEncodingContainer<Keys>?
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: .a)
        kept = container
      }
    }
    let (parameters, keeper) = (MemoryParameters(), Keeper())
    try RowBinder(parameters: [(name: "a", index: 0)], of: parameters).bind(keeper)
    try keeper.kept?.encode(2, forKey: .a)
    try keeper.kept?.encodeNil(forKey: .a)
    #expect(parameters.bound == [0: 1])
  }

  @Test func columnsInTheirOrder() throws {
    #expect(try RowEncoder.columns(of: row).map(\.name) == ["name", "level", "tags", "big"])
    struct Explicit: Encodable {
      enum Keys: String, CodingKey { case a }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeNil(forKey: .a)
      }
    }
    let explicit = try RowEncoder.columns(of: Explicit())
    #expect(explicit.count == 1 && explicit[0].name == "a" && explicit[0].value == nil)
    #expect(try RowEncoder.columns(of: ["k": 1]).map(\.name) == ["k"])
  }

  @Test func whatHasNoNamesIsRefused() {
    for error in [
      #expect(throws: DatabaseError.self) { try RowEncoder.columns(of: 1) },
      #expect(throws: DatabaseError.self) { try RowEncoder.columns(of: ["a", "b"]) },
      #expect(throws: DatabaseError.self) { try RowBinder(parameters: [], of: MemoryParameters()).bind([1, 2]) },
      #expect(throws: DatabaseError.self) { try RowBinder(parameters: [], of: MemoryParameters()).bind("x") },
    ] { #expect(error?.kind == .misuse) }
    struct Bad: Encodable { var at: Date, deep: [Double] }
    let date = #expect(throws: DatabaseError.self) {
      try RowBinder(parameters: [(name: "at", index: 0)], of: MemoryParameters())
        .bind(Bad(at: Date(timeIntervalSince1970: 1e30), deep: []))
    }
    #expect(date?.kind == .outOfRange && date?.column == "at")
    let deep = #expect(throws: DatabaseError.self) {
      try RowEncoder.columns(of: Bad(at: Date(timeIntervalSince1970: 0), deep: [.nan]))
    }
    #expect(deep?.kind == .typeMismatch && deep?.column == "deep")
  }

  @Test func enumsAndWrappersAreSingleValues() throws {
    enum Color: String, Encodable { case red }
    enum Choice: Encodable { case one(Int) }
    struct Row: Encodable { var color: Color, choice: Choice, optional: Color? }
    let columns = try RowEncoder.columns(of: Row(color: .red, choice: .one(1), optional: .red))
    #expect(try columns.map { try $0.value?.value() } == ["red", .json(#"{"one":{"_0":1}}"#), "red"])
  }
}
