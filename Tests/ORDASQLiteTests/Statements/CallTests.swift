import Foundation
import ORDA
import Testing

@Suite("Calls in the original's manner")
struct CallTests {
  static let table: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t (a) VALUES (1), (2), (3)"

  /// R6.
  @Test func `The result is one object until the reset`() throws {
    for db in try TestDatabase.both(Self.table) {
      let call = try db.prepare("INSERT INTO t (a) VALUES (?)").call()
      call.reset()
      try call.bind(10, toIndex: 1)
      let statements = db.statistics.statements
      let first = try call.result
      #expect(try call.result === first)
      #expect(db.statistics.statements == statements + 1)
      #expect(first.lastID == 4)
      call.reset()
      let second = try call.result
      #expect(second !== first)
      #expect(second.lastID == 5)
      #expect(try db.query(Int.self, "SELECT a FROM t WHERE id > 3") == [10, 10])
      call.reset()
      call.clearBindings()
      _ = try call.result
      #expect(try db.first(Int?.self, "SELECT a FROM t WHERE id = 6") == .some(nil))
      #expect(first.lastID == 4)
    }
  }

  @Test func `Binding does not touch a result that is there`() throws {
    let db = try TestDatabase.memory(Self.table)
    let call = try db.prepare("SELECT a FROM t WHERE id = ?").call()
    try call.bind(2, toIndex: 1)
    let result = try call.result
    try call.bind(3, toIndex: 1)
    #expect(try call.result === result)
    #expect(try call.result["a"][0] == 2)
    call.reset()
    #expect(try call.result[0]["a"] == 3)
    #expect(try call.result.row(at: 0).values == [3])
    #expect(throws: DatabaseError.self) { try call.result.row(at: 1) }
  }

  /// R7.
  @Test func `Every type that the original bound`() throws {
    for db in try TestDatabase.both("CREATE TABLE v (k, x)") {
      let values: [any ValueConvertible] = [
        [0, 1, 255] as [UInt8], Data([1, 2]), 3.25, 7, Int64.max, "é🧡", "a\0b",
        String(repeating: "é🧡", count: 1_048_576 / 6 + 1), "",
      ]
      let insert = try db.prepare("INSERT INTO v VALUES (:k, :x)").call()
      for (index, value) in values.enumerated() {
        insert.reset()
        try insert.bind(index, toName: ":k")
        try insert.bind(value, toName: "x")
        #expect(try insert.result.changed == 1)
        let read = try #require(try db.first("SELECT x FROM v WHERE k = ?", index))
        #expect(read[0] == (try value.value()))
      }
      insert.reset()
      try insert.bind(99, toIndex: 1)
      try insert.bind(nil, toIndex: 2)
      _ = try insert.result
      #expect(try db.first("SELECT x FROM v WHERE k = 99")?.values == [.null])
    }
  }

  @Test func `A bad index, and a bad name`() throws {
    let db = try TestDatabase.memory()
    let call = try db.prepare("SELECT ?, :b").call()
    #expect(call.parameterCount == 2)
    for index in [0, 3, -1, Int.min, Int.max] {
      let error = try #require(#expect(throws: DatabaseError.self) { try call.bind(1, toIndex: index) })
      #expect(error.code == .badBindIndex)
      #expect(error.code.rawValue == 0x1304)
      #expect(error.kind == .misuse)
    }
    let error = try #require(#expect(throws: DatabaseError.self) { try call.bind(1, toName: "c") })
    #expect(error.code == .badBindIndex)
    let none = try #require(
      #expect(throws: DatabaseError.self) { try db.prepare("SELECT 1").call().bind(1, toIndex: 1) })
    #expect(none.code == .badBindIndex)
    #expect(try call.result[0].values == [.null, .null])
  }

  /// R8.
  @Test func `-1 for what does not apply`() throws {
    for db in try TestDatabase.both(Self.table) {
      func numbers(_ sql: SQL) throws -> [Int] {
        let result = try db.prepare(sql).call().result
        return [result.changed, Int(result.lastID)]
      }
      #expect(try numbers("SELECT * FROM t") == [-1, -1])
      #expect(try numbers("INSERT INTO t (a) VALUES (5), (6)") == [2, 5])
      #expect(try numbers("UPDATE t SET a = 0 WHERE id > 3") == [2, -1])
      #expect(try numbers("DELETE FROM t") == [5, -1])
      #expect(try numbers("SELECT * FROM t") == [-1, -1])
    }
  }

  @Test func `An error stays until the reset, as a result does`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)")
    let call = try db.prepare("INSERT INTO t VALUES (?)").call()
    try call.bind(1, toIndex: 1)
    let statements = db.statistics.statements
    for _ in 0..<2 {
      let error = try #require(#expect(throws: DatabaseError.self) { _ = try call.result })
      #expect(error.kind == .constraint(.unique))
    }
    #expect(db.statistics.statements == statements + 1)
    // The manner in which it may be an error.
    let result = try attempt { try call.result }
    #expect(result.isError)
    try call.bind(2, toIndex: 1)
    call.reset()
    #expect(try attempt { try call.result }.code == .success)
  }

  @Test func `Two calls of one statement know nothing of each other`() throws {
    let db = try TestDatabase.memory()
    let statement = try db.prepare("SELECT ?")
    let (first, second) = (statement.call(), statement.call())
    try first.bind(1, toIndex: 1)
    try second.bind("two", toIndex: 1)
    #expect(try first.result[0].values == [1])
    #expect(try second.result[0].values == ["two"])
    #expect(try db.transaction { tx in try tx.prepare("SELECT 3").call().result[0].values } == [3])
  }

  @Test func `Beside interpolated values`() throws {
    let db = try TestDatabase.memory()
    let call = try db.prepare("SELECT \("x"), ?1, ?3").call()
    #expect(call.parameterCount == 3)
    try call.bind(1, toIndex: 1)
    try call.bind(3, toIndex: 3)
    #expect(try call.result[0].values == ["x", 1, 3])
  }
}
