import Foundation
import ORDA
import Testing

@Suite("Migrations of SQLite files")
struct SQLiteMigrationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let tables = Migration(
    "tables",
    sql: """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parent (id) ON DELETE CASCADE);
      INSERT INTO parent VALUES (1, 'a'), (2, 'b');
      INSERT INTO child VALUES (10, 1), (20, 2);
      """)

  @Test func `A table is written anew, and what refers to it stays`() throws {
    let db = try Opening.file(in: folder)
    let steps = [
      Self.tables,
      Migration(
        "anew",
        sql: """
          CREATE TABLE new_parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          INSERT INTO new_parent SELECT id, name FROM parent;
          DROP TABLE parent;
          ALTER TABLE new_parent RENAME TO parent;
          """),
    ]
    #expect(try db.migrate(steps).map(\.name) == ["tables", "anew"])
    #expect(try db.query(Int.self, "SELECT parent FROM child ORDER BY id") == [1, 2])
    // Afterwards they are enforced as ever.
    #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO child VALUES (30, 3)") }
    try db.execute("DELETE FROM parent WHERE id = 1")
    #expect(try db.query(Int.self, "SELECT id FROM child") == [20])
  }

  @Test func `A step that leaves a row referring to nothing is undone, and the row is named`() throws {
    let db = try Opening.file(in: folder)
    let wrong = Migration("wrong", sql: "DELETE FROM parent WHERE id = 2; CREATE TABLE other (a)")
    do {
      try db.migrate([Self.tables, wrong])
      Issue.record("it was done")
    } catch let error as DatabaseError {
      #expect(error.kind == .constraint(.foreignKey))
      #expect(error.message == "the row 20 of child refers to one of parent that is not there")
    }
    #expect(try db.query(Int.self, "SELECT id FROM parent ORDER BY id") == [1, 2])
    #expect(try db.describe(TableName(name: "other")) == nil)
    #expect(try db.first(Int.self, "PRAGMA foreign_keys") == 1)
  }

  @Test func `A step that is run reads what is remembered once`() throws {
    func statements(_ count: Int) throws -> Int {
      let db = try Opening.file(in: folder, named: "\(count).db")
      try db.migrate((0..<count).map { Migration("step \($0)", sql: "CREATE TABLE t\(raw: "\($0)") (a)") })
      return db.statistics.statements
    }
    // It reads, makes its table, and is remembered.
    #expect(try statements(20) - statements(10) == 10 * 3)
  }

  @Test func `What SQLite refuses in a transaction is run without one`() throws {
    let db = try Opening.file(in: folder)
    var vacuum = Migration("vacuum") { try $0.execute("VACUUM") }
    #expect(throws: DatabaseError.self) { try db.migrate([Self.tables, vacuum]) }
    vacuum.isTransactional = false
    #expect(try db.migrate([Self.tables, vacuum]).map(\.name) == ["vacuum"])
    #expect(throws: DatabaseError.self) {
      try db.transaction { _ in try db.migrate([Self.tables, vacuum, Migration("more", sql: "SELECT 1")]) }
    }
  }

  @Test func `Who waits for a migration that takes long goes on when it is done`() async throws {
    let begun = BegunStatements()
    let slow = try Opening.file(in: folder)
    let quick = try Opening.file(in: folder, "busy-timeout=0s", configuration: begun.configuration)
    let (began, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let steps = [
      Migration("slow") { db in
        try db.execute("CREATE TABLE t (a)")
        began.signal()
        goOn.wait()
      }
    ]
    async let first = slow.migrate(steps)
    await onThreads(1) { _ in began.wait() }
    async let second = quick.migrate([Migration("slow") { _ in Issue.record("it ran twice") }])
    // It begins again when it was refused.
    try await begun.wait(for: "BEGIN IMMEDIATE", times: 2)
    goOn.signal()
    #expect(try await first.map(\.name) == ["slow"])
    #expect(try await second.isEmpty)
  }
}
