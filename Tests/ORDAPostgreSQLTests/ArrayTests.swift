import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

@Suite("Arrays of one dimension", .ownThread)
struct ArrayTests {
  @Test("An array is read by the types of its elements", arguments: ["", "prepare=off"])
  func reads(_ options: String) throws {
    let db = try PostgreSQLServer.open(options)
    defer { try? db.close(within: .zero) }
    func read<T: ColumnValue>(_ expression: String, as type: T.Type = T.self) throws -> [T]? {
      try db.first(PostgreSQLArray<T>?.self, SQL(text: "SELECT \(expression)"))??.elements
    }
    try #expect(read("ARRAY[1, -2, 2147483647]") == [1, -2, 2_147_483_647])
    try #expect(read("'{1,NULL}'::int8[]") == [1, nil] as [Int64?])
    try #expect(read("'{1,2}'::int2[]") == [1, 2] as [Int16])
    try #expect(read("'{}'::int4[]") == [Int]())
    try #expect(read("NULL::int4[]", as: Int.self) == nil)
    try #expect(read("'{t,f}'::bool[]") == [true, false])
    try #expect(read("'{1,0.1,NaN,-Infinity}'::float8[]", as: Double.self)?.prefix(2) == [1, 0.1])
    try #expect(read("'{1,0.1,NaN,-Infinity}'::float8[]", as: Double.self)?[2].isNaN == true)
    try #expect(read("'{1.5}'::float4[]") == [1.5] as [Float])
    try #expect(read("'{1.50,-0.001}'::numeric[]", as: ExactDecimal.self)?.map(\.description) == ["1.50", "-0.001"])
    try #expect(
      read(#"'{NULL,"NULL","","a\"b","c\\d","e,f","{g}"," h "}'::text[]"#)
        == [nil, "NULL", "", #"a"b"#, #"c\d"#, "e,f", "{g}", " h "] as [String?])
    try #expect(read("ARRAY['x']::varchar[]") == ["x"])
    try #expect(read(#"ARRAY['\x00ff5c'::bytea, NULL]"#) == [[0, 255, 0x5C], nil] as [[UInt8]?])
    try #expect(read("ARRAY['2026-01-31'::date]") == [try #require(CivilDate("2026-01-31"))])
    try #expect(read("ARRAY['12:30'::time]") == [try #require(CivilTime("12:30:00"))])
    try #expect(read("ARRAY['2026-01-31 12:30'::timestamp]") == [try #require(CivilTimestamp("2026-01-31 12:30:00"))])
    try #expect(read("ARRAY['2026-01-31 12:30+01'::timestamptz]") == [try #require(Instant("2026-01-31T11:30:00Z"))])
    let uuid = UUID()
    try #expect(read("ARRAY['\(uuid)'::uuid]") == [uuid])
    try #expect(read("ARRAY['{\"a\": [1, 2]}'::jsonb]") == [Value.json("{\"a\": [1, 2]}")])
    if options.isEmpty {
      try #expect(read("ARRAY[interval '1 year 2 days']") == [PostgreSQLInterval(months: 12, days: 2)])
    }
    // Where the first element has another number.
    try #expect(read("'[5:6]={7,8}'::int[]") == [7, 8])
    try #expect(read("ARRAY['(1,1),(0,0)'::box, '(2,2),(0,0)'::box]") == ["(1,1),(0,0)", "(2,2),(0,0)"])
    // A batch of other columns beside it, which come as texts then.
    let row = try db.query("SELECT 7 AS n, ARRAY[1] AS a, 0.5::float8 AS f").row(at: 0)
    try #expect(row.get("a", as: PostgreSQLArray<Int>.self) == [1])
    try #expect(row.get("n", as: Int.self) == 7)
    try #expect(row.get("f", as: Double.self) == 0.5)
  }

  @Test("What is no list of such elements is an error that says why")
  func refuses() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    func error<T: ColumnValue>(_ expression: String, as type: T.Type) -> DatabaseError? {
      #expect(throws: DatabaseError.self) {
        try db.first(PostgreSQLArray<T>.self, SQL(text: "SELECT \(expression) AS v"))
      }
    }
    #expect(error("ARRAY[[1, 2], [3, 4]]", as: Int.self)?.message.contains("dimensions") == true)
    #expect(error("'[2:2][1:1]={{1}}'::int[]", as: Int.self)?.kind == .typeMismatch)
    let null = error("ARRAY[1, NULL]", as: Int.self)
    #expect(null?.kind == .unexpectedNull)
    #expect(null?.message.contains("element 1") == true)
    #expect(error("ARRAY['a']", as: Int.self)?.kind == .typeMismatch)
    #expect(error("ARRAY[1000000]", as: Int16.self)?.kind == .outOfRange)
    #expect(error("ARRAY['infinity'::date]", as: CivilDate.self)?.kind == .outOfRange)
    #expect(error("7", as: Int.self)?.kind == .typeMismatch)
    #expect(error("'no array'", as: String.self)?.kind == .typeMismatch)
    try #expect(
      db.first(Value.self, "SELECT ARRAY[[1, 2], [3, 4]]")
        == .other(type: "integer[]", bytes: Array("{{1,2},{3,4}}".utf8)))
    let nested = #expect(throws: DatabaseError.self) {
      try db.query("SELECT \(PostgreSQLArray([PostgreSQLArray([1]), [2]]))::int[]")
    }
    #expect(nested?.kind == .unsupported)
    let nul = #expect(throws: DatabaseError.self) { try db.query("SELECT \(PostgreSQLArray(["a\0b"]))::text[]") }
    #expect(nul?.kind == .unsupported)
  }

  @Test("Arrays of enumerations and domains are read as the program wants")
  func own() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    try db.executeScript(
      """
      DROP TABLE IF EXISTS arrays_own; DROP TYPE IF EXISTS arrays_mood; DROP DOMAIN IF EXISTS arrays_small;
      CREATE TYPE arrays_mood AS ENUM ('sad', 'very, glad'); CREATE DOMAIN arrays_small AS int4;
      CREATE TABLE arrays_own (moods arrays_mood[], small arrays_small[], tags text[] DEFAULT '{}');
      """)
    try db.execute(
      "INSERT INTO arrays_own VALUES (\(PostgreSQLArray(["sad", "very, glad", nil])), \(PostgreSQLArray([1, 2])))")
    struct Row: Codable, Equatable {
      var moods: PostgreSQLArray<String?>
      var small: PostgreSQLArray<Int>
      var tags: PostgreSQLArray<String>
    }
    let rows = try db.query(Row.self, "SELECT * FROM arrays_own")
    #expect(Array(rows) == [Row(moods: ["sad", "very, glad", nil], small: [1, 2], tags: [])])
    try db.executeScript("DROP TABLE arrays_own; DROP TYPE arrays_mood; DROP DOMAIN arrays_small")
  }

  @Test("An array is bound to whatever the server takes it for", arguments: ["", "prepare=off"])
  func binds(_ options: String) throws {
    let db = try PostgreSQLServer.open(options + (options.isEmpty ? "" : "&") + "pool.max=1")
    defer { try? db.close(within: .zero) }
    let some = PostgreSQLArray([1, 3])
    try #expect(db.first(Int.self, "SELECT COUNT(*) FROM generate_series(1, 5) AS n WHERE n = ANY(\(some))") == 2)
    try #expect(db.first(Int.self, "SELECT array_length(\(some)::int8[], 1)") == 2)
    try #expect(db.first(Bool.self, "SELECT ARRAY[1, 2, 3] @> \(some)") == true)
    try #expect(
      db.first(PostgreSQLArray<Bool>.self, "SELECT \(PostgreSQLArray([true, false]))::bool[]") == [true, false])
    if options.isEmpty {
      // Where the server can't tell, the program's type decides, also of an empty array, and of one type after another.
      let sql: SQL = "SELECT a FROM unnest(?) AS a"
      try #expect(db.query(sql, PostgreSQLArray([Int]())).rows.count == 0)
      try #expect(db.first(Int.self, sql, some) == 1)
      try #expect(db.first(String.self, sql, PostgreSQLArray(["a"])) == "a")
      try #expect(db.first(Int.self, sql, some) == 1)
      try #expect(db.first(Bool.self, sql, PostgreSQLArray([true])) == true)
    }
    try db.execute("CREATE TEMPORARY TABLE arrays_bound (id INT, i INT4[], d FLOAT8[], b BYTEA[], t TEXT[])")
    let insert = try db.prepare("INSERT INTO arrays_bound VALUES (?, ?, ?, ?, ?)")
    try insert.executeMany(0..<100) { number, binder in
      try binder.bind(
        number, PostgreSQLArray(0..<number), PostgreSQLArray<Double?>([0.5, nil]),
        PostgreSQLArray([[0, 255] as [UInt8]]),
        number == 7 ? nil : PostgreSQLArray(["NULL"]))
    }
    try #expect(db.first(Int.self, "SELECT SUM(COALESCE(array_length(i, 1), 0)) FROM arrays_bound") == 4950)
    let row = try db.query("SELECT * FROM arrays_bound WHERE id = 7").row(at: 0)
    try #expect(row.get("i", as: PostgreSQLArray<Int>.self) == PostgreSQLArray(0..<7))
    try #expect(row.get("d", as: PostgreSQLArray<Double?>.self) == [0.5, nil])
    try #expect(row.get("b", as: PostgreSQLArray<[UInt8]>.self) == [[0, 255]])
    try #expect(row.get("t", as: PostgreSQLArray<String>?.self) == nil)
    let loaded = try PostgreSQL.bulkLoad(db, into: "arrays_bound", columns: ["id", "t"], rows: 100..<101) {
      try $1.append($0, PostgreSQLArray(["a\tb\\", nil, "NULL"]))
    }
    #expect(loaded == 1)
    try #expect(
      db.first(PostgreSQLArray<String?>.self, "SELECT t FROM arrays_bound WHERE id = 100") == ["a\tb\\", nil, "NULL"])
  }

  @Test("Whatever is in a text, an array of it comes back, and the server finds the same elements in it")
  func survives() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    var random = Generator(state: 4711)
    let pieces = [
      "\"", "\\", ",", "{", "}", "NULL", "null", " ", "\n", "\t", "'", "é", "🧡", "a", "[1:1]=", ";", "$1", "",
    ]
    for _ in 0..<200 {
      let texts = (0..<Int.random(in: 0...8, using: &random)).map { _ -> String? in
        if Int.random(in: 0..<5, using: &random) == 0 { return nil }
        return (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined()
      }
      let array = PostgreSQLArray(texts)
      try #expect(db.first(PostgreSQLArray<String?>.self, "SELECT \(array)::text[]") == array)
      // Element by element, by the server's own reading.
      let rows = try db.query("SELECT e FROM unnest(\(array)::text[]) WITH ORDINALITY AS u (e, n) ORDER BY n").rows
      try #expect(rows.map { try $0.get(0, as: String?.self) } == texts)
      // And as the server writes what it has put together itself.
      let built = try db.first(
        PostgreSQLArray<String?>.self,
        "SELECT ARRAY(SELECT e FROM unnest(\(array)::text[]) WITH ORDINALITY AS u (e, n) ORDER BY n)")
      #expect(built == array)
    }
    for _ in 0..<50 {
      let numbers = (0..<Int.random(in: 0...50, using: &random)).map { _ in Double(bitPattern: random.next()) }
        .filter { !$0.isNaN }
      try #expect(
        db.first(PostgreSQLArray<Double>.self, "SELECT \(PostgreSQLArray(numbers))::float8[]").map { Array($0) }
          == numbers)
      let bytes = (0..<5).map { _ in
        (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      try #expect(
        db.first(PostgreSQLArray<[UInt8]>.self, "SELECT \(PostgreSQLArray(bytes))::bytea[]").map { Array($0) } == bytes)
    }
    let many = PostgreSQLArray(0..<100_000)
    try #expect(db.first(PostgreSQLArray<Int>.self, "SELECT \(many)::int[]") == many)
  }
}

/// Numbers that are the same in each run.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
