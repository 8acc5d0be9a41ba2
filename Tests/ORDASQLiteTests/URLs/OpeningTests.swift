import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("Opening SQLite databases by URL")
struct OpeningTests {
  let folder: TemporaryFolder
  var path: String { folder.file("a.db") }
  init() throws { folder = try TemporaryFolder() }

  func failureToOpen(_ url: String) throws -> DatabaseError { try failure { try TestDatabase.open(url) } }

  /// R1.
  @Test func `Registering twice is registering once`() throws {
    let registry = Registry()
    try SQLite.register(with: registry)
    try SQLite.register(with: registry)
    #expect(registry.drivers.map(\.name) == ["SQLite"])
    #expect(registry.drivers.first?.schemes == ["sqlite", "sqlite3"])
    #expect(SQLite.scheme == "sqlite")
    #expect(try registry.open("SQLITE3::memory:").driverName == "SQLite")
  }

  /// R2.
  @Test func `The original's codes for what can't be opened`() throws {
    let codes: [(String, ResultCode)] = [
      ("", .nilURL), ("nosuch:x", .missingDriver), ("sqlite:", .badURL), ("sqlite::memory:?nope=1", .badURL),
      ("sqlite:\(path)?mode=rw", .fileDoesNotExist), ("sqlite:\(path)?mode=ro", .fileDoesNotExist),
      ("sqlite:\(path).d/x.db?mode=rw", .fileDoesNotExist), ("sqlite:\(path).d/x.db?mode=ro", .fileDoesNotExist),
    ]
    for (url, code) in codes {
      let error = try failureToOpen(url)
      #expect(error.code == code, "\(url)")
      #expect(error.isError)
    }
    #expect(ResultCode.nilURL.class == .error && ResultCode.nilURL.subclass == .connection)
    #expect(ResultCode.badURL.subclass == .connection && ResultCode.missingDriver.class == .error)
    #expect(ResultCode.fileDoesNotExist.class == .driver)
  }

  @Test func `Every spelling of one file`() throws {
    let first = try TestDatabase.open("sqlite:\(path)")
    try first.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (42)")
    for url in [
      "sqlite:\(path)", "sqlite://\(path)", "sqlite:file://\(path)", "sqlite://localhost\(path)", "sqlite3:\(path)",
      "SQLite:\(path)",
      "sqlite:\(path)?mode=ro", "sqlite:\(path)?mode=rw", "sqlite:\(path)?mode=rwc", "sqlite:\(path)?readers=0",
      "sqlite:\(path)?MODE=ro", "sqlite:\(folder.path)/./a.db", "sqlite:\(folder.path)//a.db",
    ] {
      let db = try TestDatabase.open(url)
      #expect(try db.first(Int.self, "SELECT a FROM t") == 42, "\(url)")
      try db.close(within: .seconds(1))
    }
  }

  @Test func `Modes`() throws {
    #expect(try failureToOpen("sqlite:\(path)?mode=rw").kind == .noSuchDatabase)
    #expect(try failureToOpen("sqlite:\(path)?mode=ro").message.contains("mode=rwc does"))
    #expect(!FileManager.default.fileExists(atPath: path))
    let db = try TestDatabase.open("sqlite:\(path)")
    try db.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    for options in ["mode=ro", "mode=ro&readers=0"] {
      let readOnly = try TestDatabase.open("sqlite:\(path)?\(options)")
      #expect(try readOnly.first(Int.self, "SELECT a FROM t") == 1)
      #expect(try failure { try readOnly.execute("INSERT INTO t VALUES (2)") }.kind == .readOnly)
      #expect(try failure { try readOnly.transaction { try $0.execute("DELETE FROM t") } }.kind == .readOnly)
      // It sees what others write.
      try db.execute("UPDATE t SET a = a")
      try readOnly.close(within: .seconds(1))
    }
    let memory = try TestDatabase.open("sqlite:\(folder.file("b.db"))?mode=memory")
    try memory.execute("CREATE TABLE t (a)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("b.db")))
    try db.close(within: .seconds(1))
  }

  @Test func `An immutable file is read without locks and without more files`() throws {
    let db = try TestDatabase.open("sqlite:\(path)?journal-mode=delete")
    try db.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    try db.close(within: .seconds(1))
    let odd = folder.file("what?#100%.db")
    try FileManager.default.copyItem(atPath: path, toPath: odd)
    for url in ["sqlite:\(path)?immutable=true", "sqlite:\(folder.path)/what%3F%23100%25.db?immutable=true"] {
      let fixed = try TestDatabase.open(url)
      #expect(try fixed.first(Int.self, "SELECT a FROM t") == 1)
      #expect(try failure { try fixed.execute("DELETE FROM t") }.kind == .readOnly)
      try fixed.close(within: .seconds(1))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.db", "what?#100%.db"])
    #expect(try failureToOpen("sqlite:\(folder.file("none.db"))?immutable=true").code == .fileDoesNotExist)
    #expect(try failureToOpen("sqlite::memory:?immutable=true").kind == .badURL)
    #expect(try failureToOpen("sqlite::memory:?mode=ro").kind == .badURL)
  }

  @Test func `Missing folders are not made`() throws {
    let error = try failureToOpen("sqlite:\(folder.path)/no/such/folder/a.db")
    #expect(error.kind == .noSuchDatabase)
    #expect(error.message.contains("the folder \(folder.path)/no does not exist"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("no")))
  }

  @Test(arguments: [
    "sp ace.db", "what?.db", "hash#.db", "100%.db", "%41.db", "Müller ☃ 🎷.db", "file:x.db", ":memory:", "a&b=c.db",
    "quote'\".db",
    "-dash.db", "semi;colon.db", "a+b.db", "new\nline.db", "back\\slash.db", "mode=ro", "x?mode=memory", ".hidden",
  ])
  func `Odd names`(name: String) throws {
    let escaped = name.unicodeScalars.map { scalar in
      "%?#:\n\"\\ ".unicodeScalars.contains(scalar) ? String(format: "%%%02X", scalar.value) : String(scalar)
    }.joined()
    let db = try TestDatabase.open("sqlite:\(folder.path)/\(escaped)")
    try db.execute("CREATE TABLE t (a)")
    try db.transaction(readOnly: true) { tx in _ = try tx.query("SELECT * FROM t") }
    try db.close(within: .seconds(1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    // Foundation's own spelling of it names the same file.
    let spelled = URL(fileURLWithPath: folder.file(name)).absoluteString
    let again = try TestDatabase.open("sqlite:\(spelled)?mode=rw")
    #expect(try again.tables().map(\.name) == ["t"])
    try again.close(within: .seconds(1))
  }

  @Test func `A relative path stays where it was, and the program's folder may change`() async throws {
    // A process has one working directory: this happens in a process of its own.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: folder.file("elsewhere"), withIntermediateDirectories: true)
      #expect(FileManager.default.changeCurrentDirectoryPath(folder.path))
      let db = try TestDatabase.open("sqlite:relative.db")
      try db.blocking.execute("CREATE TABLE t (a)")
      #expect(FileManager.default.changeCurrentDirectoryPath(folder.file("elsewhere")))
      // Readers are opened now.
      let tables = try db.blocking.query("SELECT count(*) FROM t")
      #expect(tables[0].values == [0])
      #expect(FileManager.default.fileExists(atPath: folder.file("relative.db")))
      let dotted = try TestDatabase.open("sqlite:../relative.db?mode=rw")
      #expect(try dotted.blocking.query("SELECT count(*) FROM t")[0].values == [0])
      try await dotted.close(within: .seconds(1))
      try await db.close(within: .seconds(1))
    }
  }
}
