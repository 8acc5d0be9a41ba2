import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("SQLite's own: collations")
struct ExtrasCollationTests {
  @Test func `It orders, compares and keeps apart`() throws {
    let files = try ExtrasDatabase()
    let db = try files.open()
    try SQLite.addCollation("length", to: db) { $0.count < $1.count }
    try db.execute("CREATE TABLE t (a TEXT COLLATE length UNIQUE)")
    try db.execute("INSERT INTO t VALUES ('ccc'), (''), ('bb'), ('a')")
    #expect(try db.query(String.self, "SELECT a FROM t ORDER BY a") == ["", "a", "bb", "ccc"])
    #expect(try db.first(String.self, "SELECT a FROM t WHERE a = 'xx'") == "bb")
    #expect(databaseError { try db.execute("INSERT INTO t VALUES ('zzz')") }?.kind == .constraint(.unique))
  }

  @Test func `Texts come whole`() throws {
    let db = try ExtrasDatabase.memory()
    try SQLite.addCollation("tail", to: db) { String($0.reversed()) < String($1.reversed()) }
    let texts = ["é\u{0}b", "z\u{0}a", "Ærø\u{0}"]
    try db.execute("CREATE TABLE t (a)")
    for text in texts { try db.execute("INSERT INTO t VALUES (?)", text) }
    #expect(try db.query(String.self, "SELECT a FROM t ORDER BY a COLLATE tail") == ["Ærø\u{0}", "z\u{0}a", "é\u{0}b"])
  }

  @Test func `A predicate that is no order does no harm`() throws {
    let db = try ExtrasDatabase.memory()
    let predicates: [@Sendable (String, String) -> Bool] = [
      { _, _ in true }, { _, _ in false }, { _, _ in Bool.random() }, { $0.hashValue & 3 < $1.hashValue & 1 },
    ]
    for (number, predicate) in predicates.enumerated() {
      try SQLite.addCollation("odd\(number)", to: db, predicate)
      let sql: SQL = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
      let all = try db.query(Int.self, sql + SQL(text: "SELECT i FROM n ORDER BY CAST(i AS TEXT) COLLATE odd\(number)"))
      #expect(all.sorted() == Array(1...500))
    }
  }

  @Test func `Less or equal orders as less does`() throws {
    let db = try ExtrasDatabase.memory()
    try SQLite.addCollation("slip", to: db) { $0.lowercased() <= $1.lowercased() }
    let sql: SQL = "SELECT column1 FROM (VALUES ('b'), ('C'), ('a')) ORDER BY column1 COLLATE slip"
    #expect(try db.query(String.self, sql) == ["a", "b", "C"])
    #expect(try db.first(Int.self, "SELECT 'A' = 'a' COLLATE slip") == 1)
  }

  @Test func `Bad names and SQLite's own are refused`() throws {
    let db = try ExtrasDatabase.memory()
    for name in ["", "a\u{0}", String(repeating: "n", count: 256), "BINARY", "nocase", "Rtrim"] {
      #expect(databaseError { try SQLite.addCollation(name, to: db) { $0 < $1 } }?.kind == .misuse)
    }
    #expect(databaseError { try db.execute("SELECT 'a' COLLATE missing = 'b'") }?.kind == .syntax)
  }
}
