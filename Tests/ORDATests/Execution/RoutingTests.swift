import Testing

@testable import ORDA

@Suite("Readers and writers")
struct RoutingTests {
  /// Which connection runs a text: 1 is the writer, 2 the reader.
  private func connection(
    running sql: SQL, isReadOnly: Bool, repeating: Int = 2
  ) throws -> Set<Int> {
    let fake = FakeDatabase(writers: 1, readers: 1)
    fake[sql.text] = FakeReply(columns: ["n"], count: 1, row: { _ in [1] }, isReadOnly: isReadOnly)
    let db = try fake.open()
    for _ in 0..<repeating { try db.execute(sql) }
    let statement = try db.prepare(sql)
    try statement.execute()
    return Set(fake.connections(running: sql.text))
  }

  @Test(
    "What only reads goes to readers",
    arguments: [
      "SELECT 1", "select 1", "/* a */ SELECT 1", "WITH a AS (SELECT 1) SELECT * FROM a", "VALUES (1)",
      "EXPLAIN SELECT 1",
      "(SELECT 1)",
    ])
  func reading(sql: String) throws {
    #expect(try connection(running: SQL(text: sql), isReadOnly: true) == [2])
  }

  @Test(
    "What the database does not confirm as reading goes to the writer",
    arguments: ["WITH a AS (SELECT 1) DELETE FROM b", "SELECT nextval('s')", "EXPLAIN ANALYZE DELETE FROM b"])
  func unconfirmed(sql: String) throws {
    #expect(try connection(running: SQL(text: sql), isReadOnly: false) == [1])
  }

  @Test(
    "Nothing else is asked",
    arguments: [
      "PRAGMA user_version", "UPDATE a SET b = 1", "INSERT INTO a VALUES (1) RETURNING b", "SHOW TABLES", "CALL p()",
    ])
  func others(sql: String) throws {
    #expect(try connection(running: SQL(text: sql), isReadOnly: true) == [1])
  }

  @Test func awaitedOnesAreRoutedAlike() async throws {
    let fake = FakeDatabase(writers: 1, readers: 1)
    let db = try fake.open()
    _ = try await db.query("SELECT 1")
    try await db.execute("WITH a AS (SELECT 1) DELETE FROM b")
    try await db.execute("PRAGMA a")
    #expect(fake.connections(running: "SELECT 1") == [2])
    #expect(fake.connections(running: "WITH a AS (SELECT 1) DELETE FROM b") == [1])
    #expect(fake.connections(running: "PRAGMA a") == [1])
  }

  @Test func withConnectionLeasesTheWriterUnlessAskedOtherwise() throws {
    let fake = FakeDatabase(writers: 1, readers: 1)
    let db = try fake.open()
    func number(_ connection: Connection) throws -> Int {
      try connection.withDriver(ScriptedConnection.self) { $0.number }
    }
    #expect(try db.withConnection { try number($0) } == 1)
    #expect(try db.withConnection(.reader) { try number($0) } == 2)
    #expect(try db.withConnection { connection in try connection.query("SELECT 1").count } == 1)
    #expect(fake.connections(running: "SELECT 1") == [1])
    try db.transaction(readOnly: true) { _ = try $0.query("SELECT 1") }
    #expect(fake.connections(running: "SELECT 1") == [1, 2])
    #expect(fake.calls(of: 2).contains("begin read only"))
  }

  @Test func withoutReadersAllIsTheWriters() throws {
    let fake = FakeDatabase(writers: 1)
    let db = try fake.open()
    _ = try db.query("SELECT 1")
    try db.withConnection(.reader) { _ = try $0.query("SELECT 1") }
    #expect(fake.connections(running: "SELECT 1") == [1, 1])
  }

  @Test func aReaderReadsWhileTheWriterWorks() throws {
    let fake = FakeDatabase(writers: 1, readers: 1)
    let db = try fake.open()
    try db.withConnection { _ in
      let count = try onOtherThread { try db.query("SELECT 1", timeout: .seconds(1)).count }
      #expect(count == 1)
    }
  }
}
