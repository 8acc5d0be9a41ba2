import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("SQLite's own: who may read copies")
struct ExtrasPermissionTests {
  let files: ExtrasDatabase
  init() throws { files = try ExtrasDatabase() }

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }

  private func filled(_ mode: mode_t) throws -> any Governor {
    let db = try files.open()
    try db.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(100000))")
    #expect(chmod(files.folder.file("a.db"), mode) == 0)
    return db
  }

  @Test("as many as the database itself", arguments: [0o600, 0o640, 0o644, 0o660] as [mode_t])
  func copies(mode: mode_t) throws {
    let db = try filled(mode)
    let (compact, copy) = (files.folder.file("compact.db"), files.folder.file("copy.db"))
    try SQLite.vacuum(db, into: compact)
    try SQLite.backup(db, to: copy)
    #expect(try self.mode(compact) == mode)
    #expect(try self.mode(copy) == mode)
    for path in [compact, copy] {
      let other = try ExtrasDatabase.open("sqlite:\(path)?mode=ro")
      #expect(try other.first(Int.self, "SELECT count(*) FROM t") == 1)
      try other.close(within: .zero)
    }
    try db.close(within: .zero)
  }

  @Test func `at no moment more`() throws {
    let db = try filled(0o600)
    let folder = files.folder.path
    var seen: Set<mode_t> = []
    try SQLite.backup(db, to: files.folder.file("copy.db"), pagesPerStep: 1) { _ in
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("copy.db") {
        seen.insert(try mode("\(folder)/\(name)"))
      }
    }
    #expect(seen == [0o600])
    try db.close(within: .zero)
  }
}
