import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("SQLite's own: functions")
struct ExtrasFunctionTests {
  @Test func `Every connection has it, those that are opened later too`() throws {
    let files = try ExtrasDatabase()
    let db = try files.open()
    try db.execute("CREATE TABLE t (a)")
    try db.execute("INSERT INTO t VALUES (1), (2)")
    var early = try db.rows("SELECT a FROM t")
    _ = try early.next()
    try SQLite.addFunction("twice", to: db) { (number: Int) in number * 2 }
    // Rows that are open hold their readers, so that each of these takes another.
    var first = try db.rows("SELECT twice(a) FROM t")
    var second = try db.rows("SELECT twice(a) + 1 FROM t")
    #expect(try first.next()?.get(0, as: Int.self) == 2)
    #expect(try second.next()?.get(0, as: Int.self) == 3)
    _ = consume early
    #expect(db.statistics.connections == 4)
    try db.execute("UPDATE t SET a = twice(a)")
    #expect(try db.query(Int.self, "SELECT a FROM t ORDER BY a") == [2, 4])
  }

  @Test func `Values come as SQLite stores them`() throws {
    let db = try ExtrasDatabase.memory()
    try SQLite.addFunction("told", to: db) { values in .text("\(values)") }
    let told = try db.first(String.self, "SELECT told(NULL, 1, 1.5, 'a', x'00ff', '', x'')")
    #expect(told == "\([.null, .int(1), .double(1.5), .text("a"), .bytes([0, 255]), .text(""), .bytes([])] as [Value])")
    #expect(try db.first(String.self, "SELECT told()") == "[]")
    try SQLite.addFunction("same", arguments: 1, to: db) { $0[0] }
    let text = "a\u{0}b\u{0}"
    #expect(try db.first(String.self, "SELECT same(?)", text) == text)
  }

  @Test func `A result is stored as a bound value is`() throws {
    let db = try ExtrasDatabase.memory()
    let instant = try Value.text("2026-01-31 12:00:00Z").get(as: Instant.self)
    let values: [Value] = [
      .null, .int(.min), .int(.max), .double(-0.0), .double(.infinity), .double(0.1), .text(""), .text("a\u{0}b"),
      .text("Ærøskøbing, a text that is longer than fifteen bytes"), .json("{\"a\":1}"), .bytes([]),
      .bytes([0, 1, 255]),
      .decimal(try Value.text("12345678901234567890.50").get()), .date(try Value.text("2026-01-31").get()),
      .time(try Value.text("12:34:56.123456").get()), .timestamp(try Value.text("2026-01-31 12:34:56").get()),
      .instant(instant), .uuid(UUID()),
    ]
    for value in values {
      try SQLite.addFunction("given", arguments: 0, to: db) { _ in value }
      let given = try #require(try db.first("SELECT typeof(given()), given()"))
      let bound = try #require(try db.first("SELECT typeof(?1), ?1", value))
      #expect(try given.get(0, as: String.self) == bound.get(0, as: String.self))
      #expect(try given.get(1, as: Value.self) == bound.get(1, as: Value.self), "\(value)")
    }
  }

  @Test func `A result that SQLite can't store is an error, as when it is bound`() throws {
    let db = try ExtrasDatabase.memory()
    let values: [(Value, DatabaseError.Kind)] = [
      (.uint(.max), .outOfRange), (.double(.nan), .outOfRange), (.other(type: "point", bytes: [1]), .unsupported),
    ]
    for (value, kind) in values {
      try SQLite.addFunction("given", arguments: 0, to: db) { _ in value }
      #expect(databaseError { try db.execute("SELECT given()") }?.kind == kind)
      #expect(databaseError { try db.execute("SELECT ?", value) }?.kind == kind)
    }
  }

  @Test func `A DatabaseError of the body is the statement's error`() throws {
    let db = try ExtrasDatabase.memory()
    try db.execute("CREATE TABLE t (a)")
    try SQLite.addFunction("picky", arguments: 1, to: db) { _ in
      throw DatabaseError(.constraint(.check), "not this one\u{0}", column: "a")
    }
    let error = try #require(databaseError { try db.execute("INSERT INTO t VALUES (1), (picky(2))") })
    #expect(error.kind == .constraint(.check))
    #expect(error.message == "not this one\u{0}")
    #expect(error.column == "a")
    #expect(error.sql == "INSERT INTO t VALUES (1), (picky(2))")
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
    // The next failure is its own.
    #expect(databaseError { try db.execute("SELECT abs(-9223372036854775808)") }?.kind == .outOfRange)
  }

  @Test func `Any other error of the body is told`() throws {
    let db = try ExtrasDatabase.memory()
    try SQLite.addFunction("picky", arguments: 1, to: db) { _ in throw Refusal() }
    try db.execute("CREATE TABLE t (a)")
    try db.execute("CREATE TRIGGER r BEFORE INSERT ON t BEGIN SELECT picky(new.a); END")
    for sql in ["SELECT picky(1)", "INSERT INTO t VALUES (1)"] as [SQL] {
      let error = try #require(databaseError { try db.execute(sql) })
      #expect(error.kind == .other)
      #expect(error.message == "the function picky threw no such thing")
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test func `A wrong number of arguments is SQLite's error, or the registration's`() throws {
    let db = try ExtrasDatabase.memory()
    try SQLite.addFunction("one", arguments: 1, to: db) { $0[0] }
    let error = try #require(databaseError { try db.execute("SELECT one(1, 2)") })
    #expect(error.kind == .syntax)
    #expect(error.message == "wrong number of arguments to function one()")
    for count in [-1, 128, .max, .min] {
      #expect(databaseError { try SQLite.addFunction("f", arguments: count, to: db) { _ in .null } }?.kind == .misuse)
    }
    try SQLite.addFunction("most", arguments: 127, to: db) { .int(Int64($0.count)) }
    let list = SQL(text: "SELECT most(" + [String](repeating: "1", count: 127).joined(separator: ",") + ")")
    #expect(try db.first(Int.self, list) == 127)
  }

  @Test func `Bad names are refused, odd ones are not`() throws {
    let db = try ExtrasDatabase.memory()
    for name in ["", "a\u{0}b", String(repeating: "n", count: 256), String(repeating: "é", count: 128)] {
      #expect(databaseError { try SQLite.addFunction(name, to: db) { _ in .null } }?.kind == .misuse)
    }
    for name in [String(repeating: "n", count: 255), "it's \"odd\"", "é"] {
      try SQLite.addFunction(name, to: db) { _ in 7 }
      let quoted = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      #expect(try db.first(Int.self, SQL(text: "SELECT \"\(quoted)\"()")) == 7)
    }
  }

  @Test func `Typed arguments are read strictly`() throws {
    let db = try ExtrasDatabase.memory()
    try SQLite.addFunction("answer", to: db) { 42 }
    try SQLite.addFunction("initial", to: db) { (name: String) in name.first.map { String($0) } }
    try SQLite.addFunction("padded", to: db) { (text: String, width: Int?) in
      text + String(repeating: ".", count: max(0, (width ?? 3) - text.count))
    }
    #expect(try db.first(Int.self, "SELECT answer()") == 42)
    #expect(try db.first(String.self, "SELECT initial('jazz')") == "j")
    #expect(try db.first(String?.self, "SELECT initial('')") == .some(nil))
    #expect(try db.first(String.self, "SELECT padded('a', NULL) || padded('b', 2)") == "a..b.")
    let null = try #require(databaseError { try db.execute("SELECT padded(NULL, 1)") })
    #expect(null.kind == .unexpectedNull)
    #expect(null.message.hasPrefix("argument 1: "))
    let text = try #require(databaseError { try db.execute("SELECT padded('a', '2')") })
    #expect(text.kind == .typeMismatch)
    #expect(text.message.hasPrefix("argument 2: "))
    #expect(databaseError { try db.execute("SELECT padded('a')") }?.kind == .syntax)
  }

  @Test func `An index takes a deterministic one only`() throws {
    let db = try ExtrasDatabase.memory()
    try db.execute("CREATE TABLE t (a)")
    try SQLite.addFunction("sure", arguments: 1, to: db) { $0[0] }
    try SQLite.addFunction("unsure", arguments: 1, isDeterministic: false, to: db) { $0[0] }
    try db.execute("CREATE INDEX i ON t (sure(a))")
    #expect(databaseError { try db.execute("CREATE INDEX j ON t (unsure(a))") }?.kind == .syntax)
  }

  @Test func `The later of two is the one, and a busy one can't be replaced`() throws {
    let db = try ExtrasDatabase.memory()
    try SQLite.addFunction("f", arguments: 0, to: db) { _ in 1 }
    try SQLite.addFunction("f", arguments: 0, to: db) { _ in 2 }
    #expect(try db.first(Int.self, "SELECT f()") == 2)
    try db.withConnection { connection in
      var rows = try connection.rows("SELECT f() FROM (VALUES (1), (2))")
      _ = try rows.next()
      #expect(databaseError { try SQLite.addFunction("f", arguments: 0, to: db) { _ in 3 } }?.kind == .busy)
    }
    #expect(try db.first(Int.self, "SELECT f()") == 2)
    try SQLite.addFunction("f", arguments: 0, to: db) { _ in 4 }
    #expect(try db.first(Int.self, "SELECT f()") == 4)
  }

  @Test func `Called inside a transaction it is there when that is over`() throws {
    let files = try ExtrasDatabase()
    let db = try files.open()
    try db.transaction { tx in
      try SQLite.addFunction("f", arguments: 0, to: db) { _ in 1 }
      #expect(databaseError { _ = try tx.first(Int.self, "SELECT f()") } != nil)
    }
    #expect(try db.first(Int.self, "SELECT f()") == 1)
    #expect(try db.transaction { try $0.first(Int.self, "SELECT f()") } == 1)
  }

  @Test func `Several threads may be inside it at once`() throws {
    let files = try ExtrasDatabase()
    let db = try files.open()
    try SQLite.addFunction("odd", arguments: 1, to: db) { values in
      guard case .int(let number) = values[0] else { return .null }
      if number == 500 { throw DatabaseError(.outOfRange, "five hundred") }
      return .int(number & 1)
    }
    let sql: SQL = """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT sum(odd(i)) FROM n
      """
    let failures = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { turn in
      for _ in 0..<10 {
        if turn < 2 {
          if (try? db.first(Int.self, sql, 400)) != 200 { failures.add() }
        } else if databaseError({ _ = try db.query(sql, 600) })?.message != "five hundred" {
          failures.add()
        }
      }
    }
    #expect(failures.count == 0)
  }

  @Test func `What a body holds is let go with the governor`() throws {
    weak var function: Counter?
    weak var collation: Counter?
    do {
      let files = try ExtrasDatabase()
      let db = try files.open()
      let held = Counter()
      let order = Counter()
      function = held
      collation = order
      try SQLite.addFunction("counted", arguments: 0, to: db) { _ in
        held.add()
        return 1
      }
      try SQLite.addCollation("counted", to: db) { left, right in
        order.add()
        return left < right
      }
      #expect(try db.first(Int.self, "SELECT counted()") == 1)
      #expect(try db.first(Int.self, "SELECT 'b' < 'a' COLLATE counted") == 0)
      #expect(databaseError { try SQLite.addFunction("counted", arguments: 200, to: db) { _ in held.value } } != nil)
      #expect(held.count == 1 && order.count > 0)
      try db.close()
    }
    #expect(function == nil)
    #expect(collation == nil)
  }
}

/// Counts, on any thread.
final class Counter: @unchecked Sendable {
  // Proof: the lock guards the number.
  private let lock = NSLock()
  private var number = 0

  func add() { lock.withLock { number += 1 } }
  var count: Int { lock.withLock { number } }
  var value: Value { .int(Int64(count)) }
}
