import Foundation
import Logging
import ORDA
import ORDASQLite
import Testing

@Suite("A file that is lost while it is open")
struct LostFileTests {
  let folder: TemporaryFolder
  let kept = RecordedLog()
  var path: String { folder.file("a.db") }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ options: String = "") throws -> any Governor {
    let registry = Registry()
    try SQLite.register(with: registry)
    let db = try registry.open(
      "sqlite:\(path)\(options)",
      configuration: GovernorConfiguration(logger: kept.logger(.warning)))
    try db.executeScript("CREATE TABLE IF NOT EXISTS t (a); INSERT INTO t VALUES (1)")
    return db
  }

  private func lost() -> [String] { kept.entries.map(\.line).filter { $0.contains("not at its path any more") } }

  @Test("is told by ping", arguments: ["deleted", "replaced", "moved"], ["", "?journal-mode=delete"])
  func ping(way: String, options: String) throws {
    let db = try open(options)
    defer { try? db.close(within: .zero) }
    try db.ping()
    switch way {
    case "deleted": try FileManager.default.removeItem(atPath: path)
    case "moved": try FileManager.default.moveItem(atPath: path, toPath: folder.file("b.db"))
    default:
      try Data().write(to: URL(fileURLWithPath: folder.file("other")))
      #expect(rename(folder.file("other"), path) == 0)
    }
    let error = try failure { try db.ping() }
    #expect(error.kind == .io)
    #expect(error.message.contains(way == "replaced" ? "was replaced" : "was deleted or moved away"))
    #expect(throws: DatabaseError.self) { try db.ping() }
    #expect(lost().count == 1)
  }

  @Test func `is told in the log while it is used, once`() throws {
    let db = try open()
    defer { try? db.close(within: .zero) }
    try FileManager.default.removeItem(atPath: path)
    let isTold = try eventually {
      try db.execute("INSERT INTO t VALUES (2)")
      return !lost().isEmpty
    }
    #expect(isTold)
    for _ in 0..<20 { try db.execute("INSERT INTO t VALUES (3)") }
    #expect(lost().count == 1)
    #expect(lost().first?.contains(path) == true)
  }

  @Test func `A database in memory has none`() throws {
    let db = try TestDatabase.open("sqlite::memory:")
    try db.ping()
    try db.close(within: .zero)
  }

  @Test func `A key in the URL is in no error and no dump`() throws {
    let url = "sqlite:\(path)?pragma.hexkey=s3cretKey&pragma.key=s3cretKey"
    let db = try TestDatabase.open(url)
    var dumped = ""
    dump(db, to: &dumped)
    #expect(!dumped.contains("s3cretKey"))
    #expect(dumped.contains("SQLite"))
    try db.close(within: .zero)
    for option in ["pragma.a%20b%20key=5ecret%20Key", "pragma.key=5ecretKey"] {
      let error = try failure { try TestDatabase.open("sqlite:\(path)?\(option)") }
      #expect(!"\(error)".contains("5ecret"), "\(error)")
    }
  }
}
