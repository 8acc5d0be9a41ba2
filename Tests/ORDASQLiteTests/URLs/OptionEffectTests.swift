import Foundation
import ORDA
import Testing

@Suite("Options of SQLite's URLs")
struct OptionEffectTests {
  /// What a pragma gives on the writer and on a reader.
  func pragma(_ name: String, _ options: String) throws -> [Value] {
    let file = try TestDatabase(options, "CREATE TABLE t (a)")
    return try [ConnectionRole.writer, .reader].map { role in
      try file.db.withConnection(role) { connection in
        try #require(try connection.first(SQL(text: "PRAGMA \(name)")))[0]
      }
    }
  }

  @Test func `The defaults are safe`() throws {
    #expect(try pragma("journal_mode", "") == ["wal", "wal"])
    #expect(try pragma("synchronous", "") == [2, 2])
    #expect(try pragma("foreign_keys", "") == [1, 1])
  }

  @Test func `Each does what it says, on every connection`() throws {
    #expect(try pragma("synchronous", "synchronous=normal") == [1, 1])
    #expect(try pragma("foreign_keys", "foreign-keys=false") == [0, 0])
    #expect(try pragma("journal_mode", "journal-mode=truncate") == ["truncate", "truncate"])
    #expect(try pragma("cache_size", "pragma.cache_size=-8000") == [-8000, -8000])
    #expect(try pragma("cache_size", "pragma.cache_size=1234&pragma.temp_store=memory") == [1234, 1234])
    #expect(try pragma("journal_size_limit", "wal-limit=1MiB")[0] == 1_048_576)
    let file = try TestDatabase("readers=2")
    for _ in 0..<3 { _ = try file.db.query("SELECT 1") }
    #expect(file.db.statistics.connections <= 3)
    let single = try TestDatabase("readers=0")
    _ = try single.db.query("SELECT 1")
    #expect(single.db.statistics.connections == 1)
  }

  @Test func `A pragma's value is a value, whatever is in it`() throws {
    let file = try TestDatabase("pragma.user_version=5")
    #expect(try file.db.first(Int.self, "PRAGMA user_version") == 5)
    for value in ["1;DROP%20TABLE%20t", "1%29;--", "'x'", "%22x%22"] {
      let hostile = try TestDatabase("", "CREATE TABLE t (a)")
      let db = try? hostile.another("pragma.user_version=\(value)")
      #expect(try hostile.db.tables().map(\.name) == ["t"])
      try db?.close(within: .zero)
    }
    for name in ["user_version%3Bx", "user_version%28", "a%20b", "main.user_version", ""] {
      let error = try failure { try TestDatabase.open("sqlite::memory:?pragma.\(name)=1") }
      #expect(error.kind == .badURL)
    }
  }

  @Test func `An unknown one names the nearest`() throws {
    let cases = [
      ("journal_mod=wal", "journal-mode"), ("bussy-timeout=1s", "busy-timeout"), ("reader=1", "readers"),
      ("pragmas.cache_size=1", "pragma.cache_size"), ("pragma.cahce_size=1", "pragma.cache_size"),
      ("statement-chache=1", "statement-cache"),
    ]
    for (option, nearest) in cases {
      let error = try failure { try TestDatabase.open("sqlite::memory:?\(option)") }
      #expect(error.kind == .badURL)
      #expect(error.message.contains("did you mean '\(nearest)'?"), "\(error.message)")
    }
  }

  @Test func `The words of other libraries are known`() throws {
    let cases = [
      ("pool.size=3", "pool.max"), ("readonly=true", "mode=ro"), ("redonly=1", "mode=ro"), ("read_only=1", "mode=ro"),
      ("mode=readonly", "ro"), ("mode=redonly", "ro"), ("mode=Read-Write", "rw"), ("journal-mode=walk", "wal"),
      ("synchronous=none", "off"), ("queryTimeout=3", "statement-timeout"),
    ]
    for (option, nearest) in cases {
      let error = try failure { try TestDatabase.open("sqlite::memory:?\(option)") }
      #expect(error.kind == .badURL)
      #expect(error.message.contains("did you mean '\(nearest)'?"), "\(error.message)")
    }
  }

  @Test(arguments: [
    "mode=rx", "readers=-1", "readers=65", "readers=many", "busy-timeout=5", "busy-timeout=-1s", "foreign-keys=maybe",
    "synchronous=3", "wal-limit=big", "journal-mode=wal&journal-mode=wal", "immutable=2",
    "readers=99999999999999999999",
    "busy-timeout=99999999999999999999s",
  ])
  func `A value that makes no sense is refused`(option: String) throws {
    let error = try failure { try TestDatabase.open("sqlite::memory:?\(option)") }
    #expect(error.kind == .badURL)
    let name = option.prefix { $0 != "=" }
    #expect(error.message.contains("'\(name)'"), "\(error.message)")
  }

  @Test func `A very long busy-timeout still waits`() throws {
    let file = try TestDatabase("", "CREATE TABLE t (a)")
    let begun = BegunStatements()
    let other = try file.another("busy-timeout=36500d", configuration: begun.configuration)
    let raw = RawSQLite(file.path)
    try raw.query("BEGIN IMMEDIATE")
    // It would be busy if it did not wait.
    let error = try failure { try other.execute("INSERT INTO t VALUES (0)", timeout: .milliseconds(20)) }
    #expect(error.kind == .timeout)
    begun.forget()
    let writing = Threads.start(1) { _ in
      #expect(throws: Never.self) { try other.execute("INSERT INTO t VALUES (1)") }
    }
    begun.block(for: "INSERT")
    try raw.query("COMMIT")
    writing.wait()
    #expect(try file.db.query(Int.self, "SELECT a FROM t") == [1])
    try other.close(within: .zero)
  }

  @Test func `Explaining opens nothing`() throws {
    let folder = try TemporaryFolder()
    _ = try TestDatabase.open("sqlite::memory:")
    let explanation = try ORDA.explain("sqlite:\(folder.file("x.db"))?readers=2&pragma.cache_size=-100")
    #expect(explanation.driver == "SQLite")
    #expect(explanation.location == folder.file("x.db"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("x.db")))
    let readers = try #require(explanation.options.first { $0.name == "readers" })
    #expect(readers.value == "2" && readers.defaultValue == "4" && readers.isSet)
    let busy = try #require(explanation.options.first { $0.name == "busy-timeout" })
    #expect(busy.value == "5s" && !busy.isSet)
    #expect(explanation.options.contains { $0.name == "pragma.cache_size" && $0.value == "-100" })
    #expect(explanation.description.contains("* readers"))
  }
}
