import Foundation
import ORDA
import Testing

@Suite("Upserts, where databases differ") struct UpsertTests {
  static let table: SQL =
    "CREATE TABLE t (id BIGINT PRIMARY KEY, email VARCHAR(20) UNIQUE, name VARCHAR(20) NOT NULL DEFAULT '-', n BIGINT)"

  private func rows(_ test: OwnDatabase) throws -> [String] {
    try test.db.query((Int, String?, String, Int?).self, "SELECT id, email, name, n FROM t ORDER BY id").map {
      "\($0.0) \($0.1 ?? "NULL") \($0.2) \($0.3.map(String.init) ?? "NULL")"
    }
  }

  @Test("An upsert of a new key never overwrites the row that has its address", arguments: Database.allCases)
  func overwriting(_ database: Database) throws {
    let test = try database.opened(Self.table)
    try test.db.execute("INSERT INTO t VALUES (1, 'a@b', 'Ann', 1)")
    let error = try failure {
      try test.db.upsert(into: "t", ["id": 3, "email": "a@b", "name": "Eve", "n": 3], key: ["id"])
    }
    #expect(error.kind == .constraint(.unique))
    #expect(error.constraint == "email" || error.column == "email")
    #expect(try rows(test) == ["1 a@b Ann 1"])
  }

  @Test("A batch of 3,000 with conflicts behind it names the row, and leaves nothing", arguments: Database.allCases)
  func batch(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let save = try test.db.prepareUpsert(into: "t", columns: ["id", "email", "n"], key: ["id"])
    let all = (1...3000).map { (id: Int) -> Parameters in [id, "m\(id)", id] }
    #expect(try save.executeMany(all) == 3000)
    #expect(try save.executeMany(all) == 3000)
    let error = try failure { try save.executeMany(all.dropLast(10) + [[5000, "m7", 1]] + all.suffix(10)) }
    #expect(error.kind == .constraint(.unique))
    #expect(error.batchIndex == 2990)
    #expect(try test.db.first(Int.self, "SELECT SUM(n) FROM t") == 3000 * 3001 / 2)
  }

  @Test(
    "Addresses that change hands in one batch are refused, and a chain of them is not", arguments: Database.allCases)
  func chain(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let save = try test.db.prepareUpsert(into: "t", columns: ["id", "email"], key: ["id"])
    try save.executeMany([[1, "a"], [2, "b"]])
    #expect(try failure { try save.executeMany([[1, "b"], [2, "a"]]) }.batchIndex == 0)
    #expect(try save.executeMany([[2, "c"], [1, "b"], [2, "a"]]) == 3)
    #expect(try rows(test) == ["1 b - NULL", "2 a - NULL"])
  }

  @Test("A key of text is compared as its column compares", arguments: Database.allCases)
  func collations(_ database: Database) throws {
    let test = try database.live("CREATE TABLE k (name {NOCASE} PRIMARY KEY, n BIGINT)")
    for (name, n) in [("Jazz", 1), ("JAZZ", 2), ("jazz", 3)] {
      try test.db.upsert(into: "k", ["name": name, "n": n], key: ["name"])
    }
    #expect(try test.db.insertOrIgnore(into: "k", ["name": "jAzZ", "n": 9], key: ["name"]).changed == 0)
    #expect(try test.db.query((String, Int).self, "SELECT name, n FROM k").map { "\($0.0) \($0.1)" } == ["Jazz 3"])
    // The key itself is changed where that is said.
    try test.db.upsert(into: "k", ["name": "JAZZ", "n": 4], key: ["name"], updating: ["name"])
    #expect(try test.db.query((String, Int).self, "SELECT name, n FROM k").map { "\($0.0) \($0.1)" } == ["JAZZ 3"])
  }

  @Test("Keys of every sort of type are found again", arguments: Database.allCases)
  func types(_ database: Database) throws {
    let test = try database.opened()
    let keys: [(ColumnType, any ValueConvertible)] = [
      (.int, Int.max), (.integer(bits: 64, isUnsigned: true), UInt64(Int64.max)), (.text(maximum: 20), "x'\\\"é"),
      (.bytes(maximum: 8), [0, 255, 39] as [UInt8]), (.uuid, Value.uuid(UUID())), (.date, CivilDate("2024-02-29")!),
      (.decimal(precision: 12, scale: 2), ExactDecimal("1234567.25")!),
      (.timestamp, CivilTimestamp("2026-01-31 12:34:56.123456")!),
    ]
    for (place, (type, key)) in keys.enumerated() {
      let name = TableName(name: "k\(place)")
      try test.db.create(
        TableDefinition(
          name: name, columns: [ColumnDefinition("k", type, isNullable: false), ColumnDefinition("n", .int)],
          primaryKey: ["k"]))
      let save = try test.db.prepareUpsert(into: name, columns: ["k", "n"], key: ["k"])
      for n in 1...2 { #expect(try save.execute(key, n).changed == 1, "\(type)") }
      #expect(try save.executeMany([[key, 3], [key, 4]]) == 2, "\(type)")
      #expect(try test.db.query(Int.self, "SELECT n FROM \(identifier: name.name)") == [4], "\(type)")
      #expect(
        try test.db.insertOrIgnore(into: name, ["k": key, "n": 9], key: ["k"]).changed == 0, "\(type)")
    }
  }

  @Test("A trigger on insertions does not fire for a row that is there", arguments: Database.allCases)
  func triggers(_ database: Database) throws {
    let test = try database.opened(Self.table)
    try test.db.execute("CREATE TABLE log (what VARCHAR(10))")
    for (name, moment) in [("a", "insert"), ("b", "update")] {
      let body = "BEGIN INSERT INTO log VALUES ('\(moment)'); "
      let start = "CREATE TRIGGER \(name) BEFORE \(moment) ON t FOR EACH ROW"
      if database == .postgresql {
        try test.db.execute(
          SQL(text: "CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$\(body)RETURN NEW; END$$"))
        try test.db.execute(SQL(text: "\(start) EXECUTE FUNCTION \(name)()"))
      } else {
        try test.db.execute(SQL(text: "\(start) \(body)END"))
      }
    }
    for n in 1...3 { try test.db.upsert(into: "t", ["id": 1, "n": n], key: ["id"]) }
    #expect(try test.db.query(String.self, "SELECT what FROM log") == ["insert", "update", "update"])
  }

  @Test(
    "What another has committed since the transaction began is updated, and not missed", arguments: [Database.mariadb])
  func snapshots(_ database: Database) throws {
    let test = try database.opened(Self.table)
    try test.db.transaction(isolation: .repeatableRead) { tx in
      #expect(try tx.first(Int.self, "SELECT COUNT(*) FROM t") == 0)
      let other = try test.another()
      try other.execute("INSERT INTO t (id, name) VALUES (1, 'Ann'), (2, 'Bob')")
      try other.close()
      try tx.upsert(into: "t", ["id": 1, "name": "Amy"], key: ["id"])
      #expect(try tx.insertOrIgnore(into: "t", ["id": 2, "name": "Bea"], key: ["id"]).changed == 0)
    }
    #expect(try rows(test) == ["1 NULL Amy NULL", "2 NULL Bob NULL"])
  }

  @Test(
    "Two programs that upsert the same new keys both succeed, alone and in transactions", arguments: Database.allCases)
  func race(_ database: Database) async throws {
    let test = try database.opened(Self.table)
    let others = [test.db, try test.another()]
    try await withThrowingTaskGroup { group in
      for (number, db) in others.enumerated() {
        group.addTask {
          let save = try await db.prepareUpsert(into: "t", columns: ["id", "n"], key: ["id"])
          let ignore = try await db.prepareInsertOrIgnore(into: "t", columns: ["id", "n"], key: ["id"])
          for id in 1...100 {
            #expect(try await save.execute(id, number).changed == 1)
            try await ignore.execute(id + 1000, number)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await test.db.first(Int.self, "SELECT COUNT(*) FROM t") == 200)
    try await others[1].close()
  }

  @Test(
    "A column that is missing, a length and NULL are told by an upsert as by an insertion", arguments: Database.allCases
  )
  func refusals(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let save = try test.db.prepareUpsert(into: "t", columns: ["id", "name"], key: ["id"])
    #expect(try failure { try save.execute(1, nil) }.kind == .constraint(.notNull))
    if database == .mariadb {
      let long = String(repeating: "x", count: 30)
      #expect(try failure { try save.execute(1, long) }.kind == .dataTooLong)
      #expect(
        try failure { try test.db.insertOrIgnore(into: "t", ["id": 1, "name": long], key: ["id"]) }.kind == .dataTooLong
      )
    }
    #expect(try rows(test) == [])
  }

  @Test("Listeners hear of upserts as of what they come to", arguments: Database.allCases)
  func changes(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let heard = try HeardChanges(test.db, ["t"])
    if database == .postgresql {
      // Its log begins when the transactions of others have ended; until then only tables are told.
      #expect(eventually { test.db.changeCoverage.limitation == nil })
    }
    try test.db.upsert(into: "t", ["id": 1, "n": 1], key: ["id"])
    try test.db.upsert(into: "t", ["id": 1, "n": 2], key: ["id"])
    #expect(eventually { heard.batches.flatMap(\.rows).count >= 2 })
    #expect(heard.batches.flatMap(\.rows).map(\.kind) == [.insert, .update])
    heard.cancel()
  }
}
