import Foundation
import ORDA
import Testing

@Suite("Files that are not what they should be")
struct BadFileTests {
  let folder: TemporaryFolder
  var path: String { folder.file("a.db") }
  init() throws { folder = try TemporaryFolder() }

  @Test func `A folder`() throws {
    for mode in ["ro", "rw", "rwc"] {
      let error = try failure { try TestDatabase.open("sqlite:\(folder.path)?mode=\(mode)") }
      #expect(error.kind == .cannotOpen)
      #expect(error.message.contains("is a folder"))
    }
  }

  @Test func `A file that is no database`() throws {
    for text in ["This is a shopping list: milk, eggs, and a saxophone.", String(repeating: "x", count: 10_000)] {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      for mode in ["ro", "rw", "rwc"] {
        let error = try failure { try TestDatabase.open("sqlite:\(path)?mode=\(mode)") }
        #expect(error.kind == .corrupt)
        #expect(error.message.contains("is no SQLite database"))
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  @Test func `A file on the way to the file`() throws {
    try "x".write(toFile: path, atomically: false, encoding: .utf8)
    let error = try failure { try TestDatabase.open("sqlite:\(path)/b.db") }
    #expect(error.kind == .cannotOpen)
    #expect(error.message.contains("is a file, not a folder"))
  }

  @Test func `Devices, pipes, and links that lead nowhere`() throws {
    #expect(try failure { try TestDatabase.open("sqlite:/dev/null") }.kind == .cannotOpen)
    #expect(try failure { try TestDatabase.open("sqlite:/dev/zero?mode=ro") }.kind == .cannotOpen)
    let link = folder.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("gone/x.db"))
    #expect(try failure { try TestDatabase.open("sqlite:\(link)") }.kind == .noSuchDatabase)
    let loop = folder.file("loop.db")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    #expect(try failure { try TestDatabase.open("sqlite:\(loop)") }.kind == .cannotOpen)
  }

  @Test func `An empty file is an empty database`() throws {
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let db = try TestDatabase.open("sqlite:\(path)?mode=rw")
    #expect(try db.tables().isEmpty)
    try db.close(within: .seconds(1))
  }

  /// Damages a database of some hundred pages in the middle, and reads all of it.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `A damaged file is told and never crashes`(seed: UInt64) throws {
    let db = try TestDatabase.open("sqlite:\(path)?journal-mode=delete&synchronous=off")
    try db.executeScript(
      "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c BLOB); CREATE INDEX i ON t (b); CREATE TABLE u (k PRIMARY KEY, v) WITHOUT ROWID"
    )
    try db.prepare("INSERT INTO t (b, c) VALUES (?, zeroblob(300))").executeMany(
      (0..<2000).map { ["text \($0)"] as Parameters })
    try db.prepare("INSERT INTO u (k) VALUES (?)").executeMany(
      (0..<1000).map { number in ["key \(number)"] as Parameters })
    try db.close(within: .seconds(1))
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)

    var random = Seeded(seed)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    if seed == 1 {
      // All interior and leaf pages beyond the schema's, so that reading can't but meet one.
      try file.seek(toOffset: 4096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: size - 4096))
    } else {
      for _ in 0..<40 {
        try file.seek(toOffset: UInt64(Int.random(in: 100..<size - 64, using: &random)))
        try file.write(contentsOf: Data((0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }))
      }
    }
    try file.close()

    var failures: [DatabaseError] = []
    func attempting(_ body: () throws -> Void) {
      do { try body() } catch let error as DatabaseError { failures.append(error) } catch { Issue.record(error) }
    }
    attempting {
      let damaged = try TestDatabase.open("sqlite:\(path)")
      for sql: SQL in [
        "SELECT * FROM t", "SELECT b FROM t ORDER BY b", "SELECT * FROM u", "SELECT sum(length(c)) FROM t",
        "INSERT INTO t (b) VALUES ('x')",
        "DELETE FROM u", "UPDATE t SET b = b || 'x'",
      ] {
        attempting { _ = try damaged.query(sql) }
        attempting { try damaged.forEach(sql) { row in _ = try row.fetched() } }
      }
      attempting { _ = try damaged.tables() }
      attempting { _ = try damaged.describe("t") }
      attempting { _ = try damaged.query("PRAGMA integrity_check") }
      attempting { try damaged.close(within: .seconds(1)) }
    }
    if seed == 1 { #expect(failures.contains { $0.kind == .corrupt }) }
    for error in failures {
      let kinds: [DatabaseError.Kind] = [
        .corrupt, .noSuchTable, .io, .syntax, .constraint, .transactionEnded, .typeMismatch, .full, .other,
      ]
      #expect(kinds.contains { $0.matches(error.kind) }, "\(error)")
    }
  }

  @Test func `A damaged text in every page, read to the end`() throws {
    let db = try TestDatabase.open("sqlite:\(path)?journal-mode=delete&synchronous=off")
    try db.execute("CREATE TABLE t (b TEXT)")
    try db.prepare("INSERT INTO t VALUES (?)").executeMany((0..<5000).map { ["row number \($0)"] as Parameters })
    try db.close(within: .seconds(1))
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(size / 2 / 4096 * 4096))
    try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    try file.close()
    let damaged = try TestDatabase.open("sqlite:\(path)?mode=ro")
    #expect(try failure { try damaged.query("SELECT b FROM t") }.kind == .corrupt)
    var count = 0
    #expect(try failure { try damaged.forEach("SELECT b FROM t") { _ in count += 1 } }.kind == .corrupt)
    #expect(count > 100 && count < 5000)
    #expect(try damaged.first(String.self, "SELECT b FROM t LIMIT 1") == "row number 0")
    try damaged.close(within: .seconds(1))
  }

  @Test func `A file cut short`() throws {
    let db = try TestDatabase.open("sqlite:\(path)?journal-mode=delete")
    try db.executeScript("CREATE TABLE t (b); INSERT INTO t VALUES (zeroblob(200000))")
    try db.close(within: .seconds(1))
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: 20_000)
    try file.close()
    let error = try failure {
      let cut = try TestDatabase.open("sqlite:\(path)?mode=ro")
      _ = try cut.query("SELECT b FROM t")
    }
    #expect(error.kind == .corrupt)
  }
}
