import ORDASQLite
import Testing

@testable import ORDA

struct ParameterBindingTests {
  /// Larger than what an `any` holds in place, so that it lies in a box.
  private struct Large: ValueConvertible {
    var first = 1
    var second = 2
    var third = 3
    var fourth = "the fourth is long enough to need storage"
    func value() throws(DatabaseError) -> Value { .text("\(first)\(second)\(third) \(fourth)") }
  }

  private func open() throws -> any Governor {
    let registry = Registry()
    try SQLite.register(with: registry)
    return try registry.open("sqlite::memory:")
  }

  @Test func everySortOfValueIsBoundFromAList() throws {
    let governor = try open()
    let text = "a text that is too long to lie in a String"
    let none: Int? = nil
    for _ in 0..<3 {
      let row = try #require(
        try governor.first("SELECT ?, ?, ?, ?, ?, ?, ?", 7, nil, "short", text, Large(), none, [1, 2] as [UInt8]))
      #expect(
        row.values == [
          .int(7), .null, .text("short"), .text(text), .text("123 the fourth is long enough to need storage"), .null,
          .bytes([1, 2]),
        ])
    }
  }

  @Test func aBatchBindsFewAndManyValues() throws {
    let governor = try open()
    try governor.execute("CREATE TABLE pair (a, b)")
    let pairs = try governor.prepare("INSERT INTO pair VALUES (?, ?)")
    #expect(try pairs.executeMany([1, 2, 3]) { number, parameters in try parameters.bind(number, "n\(number)") } == 3)
    #expect(try pairs.executeMany([4]) { number, parameters in try parameters.bind(number) } == 1)
    #expect(
      try governor.query((Int, String?).self, "SELECT a, b FROM pair ORDER BY a").map(\.1) == ["n1", "n2", "n3", nil])
    #expect(throws: DatabaseError.self) {
      try pairs.executeMany([5]) { number, parameters in try parameters.bind(number, number, number) }
    }
    #expect(try governor.first(Int.self, "SELECT count(*) FROM pair") == 4)

    let columns = (1...13).map { "c\($0)" }.joined(separator: ", ")
    try governor.execute(SQL(text: "CREATE TABLE wide (\(columns))"))
    let wide = try governor.prepare(
      SQL(text: "INSERT INTO wide VALUES (\(Array(repeating: "?", count: 13).joined(separator: ", ")))"))
    try wide.executeMany([0]) { _, parameters in try parameters.bind(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) }
    try wide.executeMany([0]) { _, parameters in try parameters.bind(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) }
    let rows = try governor.query("SELECT * FROM wide ORDER BY rowid").rows.map(\.values)
    #expect(rows[0] == (1...13).map { .int($0) })
    #expect(rows[1] == (1...12).map { .int($0) } + [.null])
  }

  /// A tuple's elements are read by one requirement; what is wrong with one still names its column.
  @Test func tuplesNameTheColumnThatIsWrong() throws {
    let governor = try open()
    let error = #expect(throws: DatabaseError.self) {
      try governor.first((Int, Int).self, "SELECT 1 AS one, 'x' AS two")
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.column == "two")
    let missing = #expect(throws: DatabaseError.self) { try governor.first((Int, Int).self, "SELECT 1 AS one") }
    #expect(missing?.kind == .noSuchColumn)
    let rows = try governor.query((Int, Double, String?).self, "SELECT 1, 2, NULL")
    #expect(rows.map(\.0) == [1])
    #expect(rows.map(\.1) == [2])
    #expect(rows.map(\.2) == [nil])
  }
}
