import ORDA
import Testing

@Suite("Rows that are put back as they were") struct RestoringTests {
  private static let tables: [TableDefinition] = [
    TableDefinition(
      name: "employee", columns: [.generatedKey("id"), ColumnDefinition("boss", .int)],
      foreignKeys: [ForeignKey(columns: ["boss"], referencedTable: "employee", referencedColumns: ["id"])])
  ]

  @Test("may refer to rows that come later, and keep a key of 0", arguments: Database.sharingWords)
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

  @Test("A table's triggers are told by name", arguments: Database.sharingWords)
  func triggers(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (a INTEGER)")
    #expect(try test.db.describe("t").triggers == [])
    for name in ["told", "asked"] {
      try test.db.execute(
        SQL(text: "CREATE TRIGGER \(name) AFTER INSERT ON t FOR EACH ROW BEGIN DELETE FROM t WHERE a = 7; END"))
    }
    #expect(try test.db.describe("t").triggers == ["asked", "told"])
  }
}
