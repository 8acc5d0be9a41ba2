import ORDA
import TestSupport
import Testing

/// Calls with values of known types, which are bound from where they lie, and those that need a list all the same.
@Suite("Arguments")
struct ArgumentTests {
  let db: any Governor
  init() throws { db = try TestDatabase.memory() }

  private struct Pair: RowDecodable, Equatable {
    var first: String
    var second: String
    init(row: borrowing Row) throws { (first, second) = (try row.get(0), try row.get(1)) }
  }

  /// What SQLite makes of the values: their types.
  private static let types: SQL = "SELECT typeof(?), typeof(?), typeof(?), typeof(?), typeof(?)"

  @Test func `Values of any types come in order`() throws {
    let statement = try db.prepare(Self.types)
    let number: Int? = 3
    let none: String? = nil
    let bytes: [UInt8] = [1, 2]
    #expect(
      try statement.query(1, "a", 2.5, none, bytes)[0].values == ["integer", "text", "real", "null", "blob"])
    let found = try statement.first((String, String, String, String, String).self, number, none, bytes, true, "x")
    #expect(found.map { [$0.0, $0.1, $0.2, $0.3, $0.4] } == ["integer", "null", "blob", "integer", "text"])
  }

  @Test func `A value of any type and nil do as well`() throws {
    let statement = try db.prepare("SELECT typeof(?), typeof(?)")
    let any: any ValueConvertible = "x"
    let perhaps: (any ValueConvertible)? = nil
    #expect(try statement.first(Pair.self, any, perhaps)?.second == "null")
    #expect(try statement.first(Pair.self, any, 1)?.first == "text")
    #expect(try statement.first(Pair.self, nil, 1)?.first == "null")
    #expect(try statement.query(String.self, 1, nil) == ["integer"])
    #expect(try statement.execute(nil, 2.5).rows.first?.values == ["null", "real"])
  }

  @Test func `Brackets are a list of parameters, and not bytes`() throws {
    let statement = try db.prepare("SELECT typeof(?)")
    #expect(try statement.first(String.self, [1]) == "integer")
    #expect(try statement.query(String.self, [1]) == ["integer"])
    #expect(try statement.execute([1]).rows.first?.values == ["integer"])
    let bytes: [UInt8] = [1]
    #expect(try statement.first(String.self, bytes) == "blob")
    #expect(try statement.query(String.self, bytes) == ["blob"])
    #expect(try statement.execute(bytes).rows.first?.values == ["blob"])
    #expect(try db.prepare("SELECT typeof(:a)").first(String.self, ["a": 1]) == "integer")
    #expect(try db.prepare("SELECT 1").first(Int.self) == 1)
    #expect(try db.prepare("SELECT 1").query(Int.self) == [1])
  }

  @Test func `Names, numbers and interpolated values take their places`() throws {
    let name = "x"
    let statement = try db.prepare("SELECT ?2 || ?1, \(name)")
    #expect(try statement.first(Pair.self, "a", "b") == (try statement.first(Pair.self, ["a", "b"])))
    #expect(try statement.first(String.self, "a", "b") == "ba")
    #expect(try db.prepare("SELECT :a || :b || :a").query(String.self, "a", "b") == ["aba"])
  }

  @Test func `Missing and extra ones are named, and the statement can be used again`() throws {
    let statement = try db.prepare("SELECT ? + ?")
    for _ in 0..<3 {
      let missing = #expect(throws: DatabaseError.self) { try statement.first(Int.self, 1) }
      #expect(missing?.message == "missing parameter 2 of 2")
      #expect(missing?.kind == .misuse)
      let extra = #expect(throws: DatabaseError.self) { try statement.execute(1, 2, 3) }
      #expect(extra?.message == "parameter 3 of 2: the statement has no such parameter")
      #expect(try statement.first(Int.self, 1, 2) == 3)
    }
    #expect(db.statistics.active == 0)
  }

  @Test func `A value that can't be bound is an error, and binds nothing later`() throws {
    let statement = try db.prepare("SELECT ?, ?")
    let large = UInt64.max
    #expect(throws: DatabaseError.self) { try statement.execute(large, 1) }
    #expect(throws: DatabaseError.self) { try statement.first(Int.self, 1, large) }
    #expect(throws: DatabaseError.self) { try statement.execute(JSON(Unencodable()), 1) }
    #expect(try statement.first((Int, Int).self, 1, 2).map { $0.0 + $0.1 } == 3)
    #expect(db.statistics.active == 0)
  }

  private struct Unencodable: Codable, Sendable {
    func encode(to encoder: any Encoder) throws { throw DatabaseError(.misuse, "not this one") }
  }

  @Test func `A statement of a transaction ends with it`() throws {
    try db.execute("CREATE TABLE t (a)")
    let (kept, count) = try db.transaction { tx in
      let statement = try tx.prepare("INSERT INTO t VALUES (?)")
      try statement.execute(1)
      try tx.transaction { inner in
        try statement.execute(2)
        #expect(try db.prepare("SELECT count(*) FROM t WHERE a > ?").first(Int.self, 0) == 2)
      }
      return (statement, try tx.first(Int.self, "SELECT count(*) FROM t"))
    }
    #expect(count == 2)
    let error = #expect(throws: DatabaseError.self) { try kept.execute(3) }
    #expect(error?.kind == .misuse)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 2)
  }

  @Test func `A statement of a transaction is no other thread's`() throws {
    try db.transaction { tx in
      let statement = try tx.prepare("SELECT ?")
      let errors = Collected<DatabaseError?>()
      Threads.run(1) { _ in errors.add(databaseError { _ = try statement.first(Int.self, 1) }) }
      #expect(errors.all.map { $0?.kind } == [.misuse])
      #expect(try statement.first(Int.self, 1) == 1)
    }
  }

  @Test func `Beside open rows of the only connection`() throws {
    let numbers = try db.prepare("WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n")
    let double = try db.prepare("SELECT 2 * ?")
    var sum = 0
    try numbers.forEach(100) { row in sum += try double.first(Int.self, try row.get(0, as: Int.self)) ?? 0 }
    #expect(sum == 10_100)
    // The same statement inside of itself gets a handle of its own.
    var nested = 0
    try numbers.forEach(3) { row in nested += try numbers.query(Int.self, try row.get(0, as: Int.self)).count }
    #expect(nested == 6)
    #expect(db.statistics.active == 0)
  }

  @Test func `Ten thousand calls of one statement by many threads give everything back`() async throws {
    let database = try TestDatabase("", "CREATE TABLE t (a INTEGER)")
    let db = database.db
    let insert = try db.blocking.prepare("INSERT INTO t VALUES (?)")
    let add = try db.blocking.prepare("SELECT ? + ?")
    let failures = Collected<any Error>()
    await onThreads(8) { part in
      do {
        for number in 0..<1250 {
          guard try add.first(Int.self, part, number) == part + number else {
            throw DatabaseError(.misuse, "a wrong sum")
          }
          if number.isMultiple(of: 50) { try insert.execute(number) }
        }
      } catch { failures.add(error) }
    }
    #expect(failures.all.isEmpty)
    #expect(try await db.first(Int.self, "SELECT count(*) FROM t") == 200)
    #expect(db.statistics.active == 0)
  }

  @Test func `A statement of an awaited transaction is awaited`() async throws {
    try await db.transaction { tx in
      let statement = try await tx.prepare("SELECT ?")
      let error = #expect(throws: DatabaseError.self) { try blocking { try statement.first(Int.self, 1) } }
      #expect(error?.kind == .misuse)
    }
  }

  /// Calls in a function that is not asynchronous.
  private func blocking<R>(_ body: () throws -> R) throws -> R { try body() }
}
