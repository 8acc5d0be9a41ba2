import ORDA
import Testing

@Suite("Rows that are put back as they were") struct RestoringTests {
  private static let tables: [TableDefinition] = [
    TableDefinition(
      name: "employee", columns: [.generatedKey("id"), ColumnDefinition("boss", .int)],
      foreignKeys: [ForeignKey(columns: ["boss"], referencedTable: "employee", referencedColumns: ["id"])])
  ]

  @Test("may refer to rows that come later, and keep a key of 0", arguments: Database.allCases)
  func order(_ database: Database) throws {
    let test = try database.opened()
    try test.db.create(Self.tables[0])
    #expect(throws: DatabaseError.self) { try test.db.execute("INSERT INTO employee VALUES (3, 9)") }
    try test.db.transaction { tx in
      try tx.restoring {
        try tx.execute("INSERT INTO employee VALUES (0, 9), (3, 0)")
        try tx.execute("INSERT INTO employee VALUES (9, NULL)")
      }
    }
    #expect(try test.db.query((Int, Int?).self, "SELECT id, boss FROM employee ORDER BY id").map(\.0) == [0, 3, 9])
    // Afterwards all is as before.
    #expect(throws: DatabaseError.self) { try test.db.execute("INSERT INTO employee VALUES (4, 77)") }
    #expect(try test.db.execute("INSERT INTO employee (boss) VALUES (9)").lastID == 10)
  }

  @Test(
    "are refused in the end where one refers to none, and can be mended until then",
    arguments: [Database.sqlite, .postgresql])
  func refused(_ database: Database) throws {
    let test = try database.opened()
    try test.db.create(Self.tables[0])
    let error = try failure {
      try test.db.transaction { tx in try tx.restoring { try tx.execute("INSERT INTO employee VALUES (3, 9)") } }
    }
    #expect(error.kind == .constraint(.foreignKey), "\(error)")
    #expect(try test.db.first(Int.self, "SELECT COUNT(*) FROM employee") == 0)
    try test.db.transaction { tx in
      _ = try? tx.restoring { try tx.execute("INSERT INTO employee VALUES (3, 9)") }
      try tx.execute("UPDATE employee SET boss = NULL")
    }
    #expect(try test.db.query(Int.self, "SELECT id FROM employee") == [3])
    // What is replaced may be dropped in the same transaction, although rows were deleted before those that refer to them.
    try test.db.transaction { tx in
      try tx.execute("INSERT INTO employee VALUES (4, 3), (5, 4)")
      try tx.restoring {
        try tx.execute("DELETE FROM employee WHERE id < 5"); try tx.execute("DELETE FROM employee")
      }
      try tx.execute("DROP TABLE employee")
    }
    #expect(try test.db.tables() == [])
  }

  @Test("are there no more where the closure throws", arguments: Database.allCases)
  func thrown(_ database: Database) throws {
    struct Stop: Error {}
    let test = try database.opened()
    try test.db.create(Self.tables[0])
    #expect(throws: Stop.self) {
      try test.db.withConnection { connection in
        try connection.restoring {
          try connection.transaction { tx in
            try tx.execute("INSERT INTO employee VALUES (3, 3)")
            throw Stop()
          }
        }
      }
    }
    #expect(try test.db.first(Int.self, "SELECT COUNT(*) FROM employee") == 0)
    #expect(throws: DatabaseError.self) { try test.db.execute("INSERT INTO employee VALUES (4, 77)") }
  }

  @Test("A table's triggers are told by name", arguments: Database.allCases)
  func triggers(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (a INTEGER)")
    #expect(try test.db.describe("t").triggers == [])
    let body =
      database == .postgresql
      ? "EXECUTE FUNCTION suppress_redundant_updates_trigger()" : "BEGIN DELETE FROM t WHERE a = 7; END"
    let moment = database == .postgresql ? "BEFORE UPDATE" : "AFTER INSERT"
    for name in ["told", "asked"] {
      try test.db.execute(SQL(text: "CREATE TRIGGER \(name) \(moment) ON t FOR EACH ROW \(body)"))
    }
    #expect(try test.db.describe("t").triggers == ["asked", "told"])
  }
}
