import Foundation
import ODB
import ORDA
import ORDASQLite
import Testing

@Suite("Opening")
struct OpeningTests {
  private func error(_ path: String) throws -> ODBError {
    let odb = DocumentSamples.create(somePath: path)
    #expect(odb.error == nil)
    odb.perform {
      #expect((odb.root + "x").value == nil)
      #expect(!(odb.root + "x").setValue(1))
    }
    let error = try #require(odb.error)
    #expect(throws: ODBError.self) { try odb.performThrowing { Issue.record("nothing is to be run") } }
    return error
  }

  @Test("A file that is no database is left alone")
  func noDatabase() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "This is not a database. ", count: 100)
    try folder.write(text, to: "a.odb")
    #expect(try error(folder.file("a.odb")).kind == .corrupt)
    #expect(try folder.text("a.odb") == text)
  }

  @Test("A folder that is missing is told, and once it is there all is well")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("missing/a.odb")
    let odb = DocumentSamples.create(somePath: path)
    odb.perform { #expect(!(odb.root + "x").setValue(1)) }
    #expect(odb.error?.kind != nil)
    try FileManager.default.createDirectory(atPath: folder.file("missing"), withIntermediateDirectories: false)
    odb.perform { #expect((odb.root + "x").setValue(1)) }
    #expect(odb.error == nil)
    _ = try error(folder.path)
  }

  @Test("A newer layout is not touched", arguments: Place.allCases)
  func newer(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.close()
    let db = try home.governor()
    try db.execute("UPDATE odb_state SET layout = 3")
    expect(.newerLayout(3)) { try home.odb() }
    expect(.newerLayout(3)) { try ODB(governor: db) }
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM odb_nodes") == 1)
    try db.close(within: .zero)
  }

  @Test("Tables of the same names that are made otherwise are not touched", arguments: Place.allCases)
  func others(_ place: Place) throws {
    for sql in ["CREATE TABLE odb_state (a INTEGER)", "CREATE TABLE odb_nodes (id INTEGER PRIMARY KEY, a INTEGER)"] {
      let home = try place.made()
      let db = try home.governor()
      try db.execute(SQL(text: sql))
      #expect(throws: ODBError.self) { try home.odb() }
      let state = try? db.describe("odb_state")
      #expect(state == nil || state?.columns.map(\.name) == ["a"])
      let named = try ODB(governor: db, tables: "other")
      named.perform { #expect((named.root + "x").setValue(1)) }
      #expect(named.error == nil)
      try db.close(within: .zero)
    }
  }

  @Test("Killed between two of its statements, the opening is completed by the next", arguments: Place.allCases, 1...3)
  func halfMade(_ place: Place, _ step: Int) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.close()
    let db = try home.governor()
    if step < 3 { try db.execute("DROP TABLE odb_state") } else { try db.execute("DELETE FROM odb_state") }
    if step == 1 { try db.execute("DROP TABLE odb_nodes") }
    let again = try home.odb()
    again.perform { #expect(again.path(["a", "b"]).ensureTable() != nil) }
    #expect(again.error == nil)
    #expect(again.rowCount == 3)
    try db.close(within: .zero)
  }

  @Test("Many may make it at once", arguments: Place.allCases)
  func atOnce(_ place: Place) throws {
    let home = try place.made()
    let url = home.url + (place == .sqlite ? "?busy-timeout=60s" : "")
    let governors = try (0..<6).map { _ in try ORDA.open(url) }
    try Threads.inParallel(6) { number in
      let odb = try ODB(governor: governors[number])
      try odb.performThrowing { try (odb.root + "\(number)").requireSetValue(ODBValue(number)) }
    }
    let odb = try home.odb()
    #expect(odb.perform { odb.rootTable?.children.count } == 6)
    #expect(odb.rowCount == 7)
    for governor in governors { try governor.close(within: .zero) }
  }

  @Test("A file that is opened to be read is read, and a write says why it is none")
  func readOnly() throws {
    try SQLite.register()
    let folder = try TemporaryFolder()
    let url = "sqlite:" + folder.file("a.odb")
    let writer = try ODB(url: url)
    writer.perform { _ = (writer.root + "x").setValue(1) }
    writer.close()
    let odb = try ODB(url: url + "?mode=ro")
    for mode in [ODBPerformMode.ordinary, .once, .fresh] {
      #expect(odb.perform(mode) { (odb.root + "x").value } == 1)
      #expect(odb.error == nil)
      odb.perform(mode) {
        #expect((odb.root + "x").value == 1)
        (odb.root + "x").setValue(2)
      }
      #expect(odb.error?.kind == .readOnly, "\(mode) \(String(describing: odb.error))")
      #expect(throws: ODBError.self) { try odb.performThrowing(mode) { _ = (odb.root + "x").delete() } }
    }
    #expect(odb.read { (odb.root + "x").value } == 1)
    #expect(throws: ODBError.self) { try ODB(url: "sqlite:\(folder.file("none.odb"))?mode=ro") }
    // No ODB, and none can be made.
    try ORDA.open("sqlite:" + folder.file("empty.db")).close(within: .zero)
    #expect(throws: ODBError.self) { try ODB(url: "sqlite:\(folder.file("empty.db"))?mode=ro") }
  }

  @Test("In memory each is one of its own, on one connection")
  func memory() throws {
    try SQLite.register()
    let (odb, other) = (try ODB(url: "sqlite::memory:"), try ODB(url: "sqlite::memory:"))
    #expect(odb != other)
    odb.perform {
      _ = odb.path(["a", "b"]).ensureTable()
      odb.path(["a", "x"]).setValue(1)
    }
    odb.read { #expect(odb.path(["a", "x"]).value == 1) }
    expectUndone {
      try odb.perform {
        odb.path(["a", "x"]).setValue(2)
        odb.perform { _ = odb.path(["a", "x"]).setValue(3) }
        throw Undone()
      }
    }
    try odb.governor?.transaction { _ in odb.perform { _ = odb.path(["a", "y"]).setValue(2) } }
    Threads.run(4) { thread in
      for _ in 0..<50 {
        odb.perform { _ = odb.path(["a", "\(thread)"]).setValue((odb.path(["a", "\(thread)"]).value?.int ?? 0) + 1) }
      }
    }
    odb.perform(.once) { #expect(odb.path(["a"]).table?.children.count == 7) }
    #expect(odb.perform { odb.path(["a", "x"]).value } == 1)
    #expect(odb.perform { odb.path(["a", "0"]).value } == 50)
    #expect(odb.error == nil)
    #expect(other.perform { (other.root + "a").object == nil })
  }

  @Test("A URL that is wrong, or whose driver is missing, is told with what to do")
  func badURLs() throws {
    try SQLite.register()
    for url in ["", "nothing:a", "sqlite:a?no-such-option=1", "mariadb://"] {
      #expect(throws: ODBError.self, "\(url)") { try ODB(url: url) }
    }
    let odb = ODB(file: "/tmp/never.odb", registry: Registry())
    odb.perform { #expect((odb.root + "x").value == nil) }
    #expect(odb.error?.kind == .missingDriver)
    #expect(odb.error?.description.contains("register") == true, "\(String(describing: odb.error))")
    let nul = DocumentSamples.create(somePath: "a\0b")
    nul.perform { #expect((nul.root + "x").value == nil) }
    #expect(nul.error != nil)
  }
}
