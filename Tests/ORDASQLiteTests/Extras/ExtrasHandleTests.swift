import CSQLite
import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("SQLite's own: the library and its handle")
struct ExtrasHandleTests {
  @Test func `The raw handle is the connection's`() throws {
    let files = try ExtrasDatabase()
    let db = try files.open()
    let path = try db.withConnection { connection in
      try SQLite.withHandle(connection) { handle in sqlite3_db_filename(handle, "main").map { String(cString: $0) } }
    }
    #expect(path == files.folder.file("a.db"))
    #expect(throws: Refusal()) {
      try db.withConnection { try SQLite.withHandle($0) { _ in throw Refusal() } }
    }
    let escaped = try db.withConnection { $0 }
    #expect(databaseError { try SQLite.withHandle(escaped) { _ in } }?.kind == .misuse)
  }

  @Test func `An error of a function has a text for users of the handle too`() throws {
    let db = try ExtrasDatabase.memory()
    try SQLite.addFunction("picky", arguments: 0, to: db) { _ in throw DatabaseError(.busy, "not now") }
    let (code, message) = try db.withConnection { connection in
      try SQLite.withHandle(connection) { handle in
        let code = sqlite3_exec(handle, "SELECT picky()", nil, nil, nil)
        return (code, String(cString: sqlite3_errmsg(handle)))
      }
    }
    #expect(code & 0xFF == SQLITE_ERROR)
    #expect(message == "not now")
  }

  @Test func `The version and the options are the library's own`() throws {
    let db = try ExtrasDatabase.memory()
    #expect(try db.first(String.self, "SELECT sqlite_version()") == SQLite.version)
    #expect(try db.query(String.self, "PRAGMA compile_options") == SQLite.compileOptions)
    #expect(SQLite.compileOptions.contains { $0.hasPrefix("THREADSAFE=") })
  }
}
