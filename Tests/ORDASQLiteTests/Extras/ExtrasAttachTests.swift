import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("SQLite's own: attached databases")
struct ExtrasAttachTests {
  let files: ExtrasDatabase

  init() throws { files = try ExtrasDatabase() }

  private func archive(_ name: String = "b.db") throws -> String {
    let raw = RawSQLite(files.folder.file(name))
    try raw.query("CREATE TABLE old (a)")
    try raw.query("INSERT INTO old VALUES (1), (2)")
    return files.folder.file(name)
  }

  @Test func `Every connection has it, and readers only read it`() throws {
    let db = try files.open()
    let path = try archive()
    try db.execute("CREATE TABLE new (a)")
    try SQLite.attach(path, as: "archive", to: db)
    #expect(try db.tables(schema: "archive").map(\.name) == ["old"])
    var open = try db.rows("SELECT a FROM archive.old")
    _ = try open.next()
    // Another reader, opened after the call.
    #expect(try db.first(Int.self, "SELECT sum(a) FROM archive.old") == 3)
    _ = consume open
    try db.execute("INSERT INTO new SELECT a FROM archive.old")
    try db.execute("INSERT INTO archive.old VALUES (3)")
    #expect(try db.first(Int.self, "SELECT count(*) FROM old, new WHERE old.a = new.a") == 2)
    let error = databaseError {
      try db.withConnection(.reader) { _ = try $0.execute("INSERT INTO archive.old VALUES (4)") }
    }
    #expect(error?.kind == .readOnly)
  }

  @Test func `A missing file is made where the governor makes its own`() throws {
    let db = try files.open()
    try SQLite.attach(files.folder.file("new.db"), as: "it's \"new\"", to: db)
    try db.execute("CREATE TABLE \"it's \"\"new\"\"\".t (a)")
    #expect(try db.tables(schema: "it's \"new\"").map(\.name) == ["t"])
    try db.close()
    let second = try files.open("a.db", "?mode=rw")
    let error = try #require(databaseError { try SQLite.attach(files.folder.file("c.db"), as: "c", to: second) })
    #expect(error.kind == .noSuchDatabase)
    #expect(error.code == .fileDoesNotExist)
    #expect(error.message.contains("mode=rw does not make it"))
    #expect(try files.names.contains("c.db") == false)
  }

  @Test func `What can't be attached is refused, and nothing is left of it`() throws {
    let db = try files.open()
    let path = try archive()
    try Data("this is a text and no database, of more than a few bytes".utf8)
      .write(to: URL(fileURLWithPath: files.folder.file("text")))
    mkfifo(files.folder.file("pipe"), 0o600)
    let cases: [(path: String, name: String, kind: DatabaseError.Kind)] = [
      (files.folder.file("text"), "x", .corrupt), (files.folder.path, "x", .cannotOpen),
      (files.folder.file("pipe"), "x", .cannotOpen), (files.folder.file("none/b.db"), "x", .noSuchDatabase),
      (path + "\u{0}", "x", .cannotOpen), ("", "x", .misuse), (path, "", .misuse), (path, "a\u{0}", .misuse),
      (path, String(repeating: "n", count: 256), .misuse), (path, "main", .alreadyExists),
      (path, "temp", .alreadyExists),
    ]
    for (path, name, kind) in cases {
      let error = databaseError { try SQLite.attach(path, as: name, to: db) }
      #expect(error?.kind == kind, "\(path) as \(name)")
    }
    #expect(try db.first(Int.self, "SELECT 1") == 1)
    #expect(try db.query(String.self, "SELECT name FROM pragma_database_list") == ["main"])
    // What is set up after a failure reaches all connections.
    try SQLite.addFunction("f", arguments: 0, to: db) { _ in 1 }
    #expect(try db.first(Int.self, "SELECT f()") == 1)
    #expect(try db.transaction { try $0.first(Int.self, "SELECT f()") } == 1)
  }

  @Test func `A taken name and one too many are errors`() throws {
    let db = try files.open()
    let path = try archive()
    try SQLite.attach(path, as: "b1", to: db)
    #expect(databaseError { try SQLite.attach(path, as: "B1", to: db) }?.kind == .alreadyExists)
    for number in 2...10 { try SQLite.attach(path, as: "b\(number)", to: db) }
    #expect(databaseError { try SQLite.attach(path, as: "b11", to: db) }?.kind == .dataTooLong)
    #expect(try db.first(Int.self, "SELECT count(*) FROM b10.old") == 2)
  }

  @Test func `Called inside a transaction it is there when that is over, however it ends`() throws {
    let db = try files.open()
    let path = try archive()
    #expect(throws: Refusal()) {
      try db.transaction { tx in
        try SQLite.attach(path, as: "b", to: db)
        #expect(databaseError { try tx.execute("DELETE FROM b.old") }?.kind == .noSuchTable)
        throw Refusal()
      }
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM b.old") == 2)
    try db.transaction { tx in try tx.execute("INSERT INTO b.old VALUES (3)") }
    #expect(try db.first(Int.self, "SELECT count(*) FROM b.old") == 3)
  }
}
