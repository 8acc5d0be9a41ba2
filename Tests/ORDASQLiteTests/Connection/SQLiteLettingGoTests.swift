import Foundation
import ORDA
import ORDASQLite
import Testing

/// What is left of a database once nobody holds its governor.
@Suite struct SQLiteLettingGoTests {
  private let folder: TemporaryFolder
  private let registry = Registry()

  init() throws {
    folder = try TemporaryFolder()
    try SQLite.register(with: registry)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test func theLastReferenceTakesTheLogWithIt() throws {
    func use() throws {
      let db = try registry.open("sqlite:" + folder.file("music.db"))
      try db.execute("CREATE TABLE genre (name TEXT)")
      try db.execute("INSERT INTO genre VALUES ('Jazz')")
      #expect(try db.query("SELECT name FROM genre").count == 1)
      #expect(db.statistics.connections == 2)
      #expect(try names == ["music.db", "music.db-shm", "music.db-wal"])
    }
    try use()
    #expect(try names == ["music.db"])
  }

  @Test func closingTakesTheLogWithIt() throws {
    let db = try registry.open("sqlite:" + folder.file("music.db"))
    try db.execute("CREATE TABLE genre (name TEXT)")
    #expect(try db.query("SELECT name FROM genre").isEmpty)
    try db.close()
    #expect(try names == ["music.db"])
  }
}
