import Foundation
import ODB
import ODBSQLite
import ORDA
import Testing

@Suite("Backups")
struct BackupTests {
  private func fill(_ odb: ODB) throws {
    try odb.performThrowing {
      let table = odb.path(["a", "b"]).ensureTable()
      for number in 0..<5_000 { table?.set("value \(number)", name: "Name \(number)") }
      odb.path(["a", "long"]).setValue(Data(repeating: 7, count: 300_000))
      odb.path(["a", "nan"]).setValue(ODBValue(Double.nan, applicationType: "none"))
      // What is moved comes before the table that it is in.
      _ = odb.path(["later", "and later"]).ensureTable()
      try odb.path(["a"]).move(to: odb.path(["later", "and later"]))
    }
    #expect(odb.error == nil)
  }

  @Test("A copy has everything, and can be written", arguments: Place.allCases)
  func copying(_ place: Place) throws {
    let home = try place.made()
    let folder = try TemporaryFolder()
    let odb = try home.odb()
    try fill(odb)
    let file = folder.file("copy.odb")
    try odb.backup(to: file)
    let copy = ODB(filepath: file)
    #expect(try copy.root.json() == odb.root.json())
    #expect(copy.rowCount == odb.rowCount)
    copy.perform { copy.path(["new"]).setValue(1) }
    #expect(copy.error == nil)
    copy.close()
    #expect(!folder.names.contains { $0.contains("tmp") })
    #expect(throws: ODBError.self) { try odb.backup(to: file) }
  }

  @Test("A copy into another database, where nothing is yet", arguments: Place.allCases)
  func databases(_ place: Place) throws {
    let home = try place.made()
    let other = try place.made()
    let odb = try home.odb()
    try fill(odb)
    try odb.backup(toURL: other.url)
    let copy = try other.odb()
    #expect(try copy.root.json() == odb.root.json())
    #expect(throws: ODBError.self) { try odb.backup(toURL: other.url) }
    #expect(throws: ODBError.self) { try odb.backup(toURL: home.url) }
    try odb.backup(toURL: other.url, tables: "second")
    #expect(try ODB(url: other.url, tables: "second").root.json() == odb.root.json())
  }

  @Test("A copy is one state, while others write", arguments: Place.allCases)
  func states(_ place: Place) throws {
    let home = try place.made()
    let folder = try TemporaryFolder()
    let odb = try home.odb()
    let writer = try home.stranger()
    odb.perform {
      for name in ["first", "last"] { odb.path([name]).setValue(0) }
      let table = odb.path(["middle"]).ensureTable()
      for number in 0..<2_000 { table?.set(number, name: "\(number)") }
    }
    let isOver = Shared(false)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var count = 0
      while !isOver.current {
        count += 1
        writer.perform { for name in ["first", "last"] { writer.path([name]).setValue(count) } }
      }
      ended.signal()
    }
    for number in 0..<5 {
      let file = folder.file("copy\(number)")
      try odb.backup(to: file)
      let copy = ODB(filepath: file)
      copy.perform { #expect(copy.path(["first"]).value == copy.path(["last"]).value) }
      copy.close()
    }
    isOver.current = true
    ended.wait()
    #expect(writer.error == nil)
  }

  @Test("What can't be copied leaves nothing")
  func failures() throws {
    let home = try Place.sqlite.made()
    let folder = try TemporaryFolder()
    let odb = try home.odb()
    odb.perform { odb.path(["x"]).setValue(1) }
    #expect(throws: ODBError.self) { try odb.backup(to: folder.file("none/copy.odb")) }
    try folder.write("text", to: "text")
    #expect(throws: ODBError.self) { try odb.backup(to: folder.file("text")) }
    #expect(folder.names == ["text"])
    try folder.write("", to: "empty")
    try odb.backup(to: folder.file("empty"))
    odb.close()
    #expect(throws: ODBError.self) { try odb.backup(to: folder.file("closed")) }
    #expect(folder.names == ["empty", "text"])
  }
}
