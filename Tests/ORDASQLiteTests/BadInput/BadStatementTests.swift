import Foundation
import ORDA
import Testing

@Suite("Statements that are none")
struct BadStatementTests {
  let db: any Governor
  init() throws { db = try TestDatabase.memory("CREATE TABLE t (a)") }

  @Test(arguments: ["", " ", "\n\t", ";", ";;;", "-- only a comment", "/* only a comment */", "/**/;"])
  func `No SQL at all`(text: String) throws {
    for call: () throws -> Void in [
      { try db.execute(SQL(text: text)) }, { _ = try db.prepare(SQL(text: text)) },
      { try db.forEach(SQL(text: text)) { _ in } },
    ] {
      let error = try failure(of: call)
      #expect(error.kind == .misuse)
      #expect(error.code == .nilStatementSQL)
    }
  }

  @Test(arguments: [
    "SELECT 'open", "SELECT \"open", "SELECT [open", "SELECT `open", "SELECT 1 /* open", "SELECT x'0", "SELECT 1\0, 2",
    "\0", "SELECT \0",
  ])
  func `Something is not closed, or there is a NUL`(text: String) throws {
    let error = try failure { try db.query(SQL(text: text)) }
    #expect(error.kind == .syntax)
    #expect(try failure { try db.executeScript(SQL(text: text)) }.kind == .syntax)
  }

  @Test func `A NUL in a string of the text is refused, for SQLite would stop there`() throws {
    let error = try failure { try db.query(SQL(text: "SELECT 'a\0b', 2")) }
    #expect(error.kind == .syntax)
  }

  @Test(
    arguments: [
      ("SELEC 1", .syntax), ("SELECT", .syntax), ("SELECT 1 2", .syntax), ("SELECT * FROM", .syntax), (")", .syntax),
      ("SELECT * FROM nope", .noSuchTable), ("SELECT nope FROM t", .noSuchColumn),
      ("INSERT INTO t (nope) VALUES (1)", .noSuchColumn),
      ("SELECT nope(1)", .syntax), ("CREATE TABLE t (b)", .alreadyExists), ("INSERT INTO t VALUES (1, 2)", .syntax),
      ("SELECT 1 UNION SELECT 1, 2", .syntax),
    ] as [(String, DatabaseError.Kind)])
  func `What SQLite says of it`(text: String, kind: DatabaseError.Kind) throws {
    let error = try failure { try db.execute(SQL(text: text)) }
    #expect(error.kind == kind)
    #expect(error.sql == text)
    #expect(error.vendorCode == 1)
    #expect(!error.isTransient)
    #expect(try failure { try db.prepare(SQL(text: text)) }.kind == kind)
  }

  @Test func `Integers that overflow while it runs`() throws {
    let error = try failure { try db.query("SELECT abs(-9223372036854775807 - 1)") }
    #expect(error.kind == .outOfRange)
    #expect(try db.first(Int.self, "SELECT 1") == 1)
  }

  @Test func `Texts that are not SQL, from a seed`() throws {
    var random = Seeded(2026)
    let pieces = [
      "SELECT", "'", "\"", "(", ")", "?", ":a", "\u{0}", "/*", "--", "\n", ";", "1", "t", "FROM", "x'", "🧡", "[", "`",
      "BEGIN", "$", "@", "\\", ",",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      do {
        _ = try db.query(SQL(text: text))
      } catch let error as DatabaseError {
        #expect(!error.message.isEmpty)
      }
    }
    #expect(try db.tables().map(\.name) == ["t"])
  }
}
