import ORDA
import Testing

@Suite("Parameters of statements")
struct ParameterTests {
  let db: any Governor
  init() throws { db = try TestDatabase.memory() }

  /// The message of a misuse of parameters.
  func refusal(_ sql: SQL, _ parameters: Parameters) throws -> String {
    let error = try #require(#expect(throws: DatabaseError.self) { try db.query(sql, parameters) })
    #expect(error.kind == .misuse)
    #expect(error.code == .badBindIndex)
    return error.message
  }

  @Test func `By order, by number and by name`() throws {
    #expect(try db.query("SELECT ?, ?", 1, "a")[0].values == [1, "a"])
    #expect(try db.query("SELECT ?2, ?1, ?2", 1, "a")[0].values == ["a", 1, "a"])
    #expect(try db.query("SELECT :a, :b, :a", ["a": 1, "b": 2])[0].values == [1, 2, 1])
    #expect(try db.query("SELECT :a, @b, $c", [":a": 1, "@b": 2, "$c": 3])[0].values == [1, 2, 3])
    #expect(try db.query("SELECT :a, :b, :a", 1, 2)[0].values == [1, 2, 1])
    #expect(try db.query("SELECT :a, :a", ["a": nil])[0].values == [.null, .null])
    #expect(try db.query("SELECT :größe", ["größe": 1])[0].values == [1])
  }

  @Test func `Mixed as on SQLite`() throws {
    // ?3 makes the next ? the fourth, a new name the fifth.
    let parameters: Parameters = [1, 2, 3, 4, 5]
    #expect(try db.query("SELECT ?3, ?, :a, ?1", parameters)[0].values == [3, 4, 5, 1])
    let raw = RawSQLite()
    #expect(try raw.query("SELECT ?3, ?, :a, ?1", [1, 2, 3, 4, 5]) == [[3, 4, 5, 1]])
  }

  @Test func `Beside interpolated values`() throws {
    let name = "x"
    #expect(try db.query("SELECT \(name), ?, \(2), :b", 1, "b")[0].values == ["x", 1, 2, "b"])
    let statement = try db.prepare("SELECT ?, \(name)")
    #expect(try statement.query(1)[0].values == [1, "x"])
    #expect(try statement.query(2)[0].values == [2, "x"])
    #expect(statement.parameterNames == [nil])
  }

  @Test func `Missing, extra and unknown ones are named`() throws {
    #expect(try refusal("SELECT ?, ?", [1]) == "missing parameter 2 of 2")
    #expect(try refusal("SELECT ?", [1, 2]) == "parameter 2 of 1: the statement has no such parameter")
    #expect(try refusal("SELECT 1", [1]).contains("no such parameter"))
    #expect(try refusal("SELECT :name, :age", ["name": 1]) == "missing parameter \":age\"")
    #expect(try refusal("SELECT :name", ["name": 1, "agee": 2]).contains("unknown parameter \":agee\""))
    #expect(try refusal("SELECT :name", ["nmae": 1]).contains("did you mean \":name\"?"))
    #expect(try refusal("SELECT :name", ["name": 1, "name": 2]) == "repeated parameter \":name\"")
    #expect(try refusal("SELECT ?", ["a": 1]).contains("has no name"))
    #expect(try refusal("SELECT :a, :b", [1]) == "missing parameter \":b\"")
  }

  @Test func `Nothing of an earlier execution remains`() throws {
    let statement = try db.prepare("SELECT ?, ?")
    #expect(try statement.query(1, 2)[0].values == [1, 2])
    _ = #expect(throws: DatabaseError.self) { try statement.query(3) }
    #expect(try statement.query(nil, 5)[0].values == [.null, 5])
  }

  @Test func `A batch that leaves parameters unbound binds NULL`() throws {
    for count in [2, 64, 70] {
      let marks = Array(repeating: "?", count: count).joined(separator: ", ")
      let names = (0..<count).map { "c\($0)" }.joined(separator: ", ")
      let db = try TestDatabase.memory(SQL(text: "CREATE TABLE t (\(names))"))
      let insert = try db.prepare(SQL(text: "INSERT INTO t VALUES (\(marks))"))
      try insert.executeMany([true, false]) { isFirst, parameters in
        for index in 0..<count where isFirst || index == 1 { try parameters.bind(index, at: index) }
      }
      #expect(try db.first(Int?.self, SQL(text: "SELECT c\(count - 1) FROM t WHERE rowid = 1")) == count - 1)
      let second = try #require(try db.first("SELECT * FROM t WHERE rowid = 2"))
      #expect(second.values == (0..<count).map { $0 == 1 ? 1 : .null })
    }
  }
}
