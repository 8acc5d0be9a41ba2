import Foundation
import ORDA
import Testing

@testable import ORDASQLite

private let schema: SQL = """
  CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, city_id INTEGER);
  CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, big INTEGER NOT NULL DEFAULT 0);
  CREATE VIEW big_city AS SELECT id FROM city WHERE big = 1;
  INSERT INTO person VALUES (1, 'Ada', 36, 1), (2, 'Ben', 17, 1), (3, 'Cleo', 69, 2), (4, 'Dan', 18, 2);
  INSERT INTO city VALUES (1, 'London', 1), (2, 'Alexandria', 0);
  """

private func names(_ result: LiveResult) -> [String] { result.entries.map { $0["name"] ?? "" } }

/// A list that follows differences in the way that is documented, step by step.
private struct Followed {
  var names: [String] = []

  mutating func apply(_ difference: LiveDifference<TableEntry>) {
    let moving = difference.moves.map { (to: $0.to, name: names[$0.from]) }
    for place in (difference.deletes + difference.moves.map(\.from)).sorted(by: >) { names.remove(at: place) }
    let coming = difference.inserts.map { (to: $0, name: difference.after[$0]["name"] ?? "") } + moving
    for (place, name) in coming.sorted(by: { $0.to < $1.to }) { names.insert(name, at: place) }
    for update in difference.updates { names[update.place] = difference.after[update.place]["name"] ?? "" }
  }
}

@Suite("Live results follow SQLite") struct LiveResultTests {
  @Test("R17: rows come, go and move, whoever changes them; what did not change is not announced")
  func follows() async throws {
    let test = try TestDatabase("", schema)
    let other = try test.another()
    let adults = try await test.db.table("person").follow(where: "age >= \(18)", orderBy: "name")
    #expect(names(adults) == ["Ada", "Cleo", "Dan"])
    #expect(adults.count == 3)
    let orders = counting { _ = adults.entries }
    let counts = counting { _ = adults.count }
    var differences = adults.differences.makeAsyncIterator()

    try await other.execute("UPDATE person SET age = 18 WHERE id = 2")
    let came = try #require(await differences.next())
    #expect(came.inserts == [1])
    #expect(came.deletes == [] && came.moves == [])
    #expect(came.before.count == 3 && came.after.map(\.key) == [RowKey(1), RowKey(2), RowKey(3), RowKey(4)])

    try await test.db.execute("UPDATE person SET name = 'Zoe' WHERE id = 1")
    let moved = try #require(await differences.next())
    #expect(moved.moves == [.init(from: 0, to: 3)])
    #expect(moved.updates == [.init(from: 0, place: 3, columns: ["name"])])
    #expect(moved.after[3]["name"] == "Zoe")

    // In the list, but with a column that decides nothing.
    try await other.execute("UPDATE person SET city_id = 9 WHERE id = 4")
    let changed = try #require(await differences.next())
    #expect(changed.updates == [.init(from: 2, place: 2, columns: ["city_id"])])
    #expect(changed.inserts == [] && changed.deletes == [] && changed.moves == [])

    try await other.execute("DELETE FROM person WHERE id IN (2, 3)")
    let left = try #require(await differences.next())
    #expect(left.deletes == [0, 1])
    #expect(names(adults) == ["Dan", "Zoe"])
    #expect(await eventually { orders.current == 3 })
    #expect(counts.current == 2)

    // Outside the list.
    try await test.db.execute("INSERT INTO person VALUES (9, 'Kid', 3, 1)")
    try await test.db.execute("UPDATE person SET age = 4 WHERE id = 9")
    try await adults.refresh()
    #expect(orders.current == 3)
    try await other.close(within: .zero)
  }

  @Test("Rows that are replaced, whose keys are exchanged, and that all go")
  func identity() async throws {
    let test = try TestDatabase("", schema)
    let people = try await test.db.table("person").follow(orderBy: "id")
    let before = people.entries
    try await test.db.execute("REPLACE INTO person VALUES (2, 'Bea', 17, 1)")
    #expect(await eventually { names(people) == ["Ada", "Bea", "Cleo", "Dan"] })
    #expect(people[1] !== before[1])
    #expect(people[0] === before[0])
    try await test.db.transaction { tx in
      try tx.execute("UPDATE person SET id = 100 WHERE id = 1")
      try tx.execute("UPDATE person SET id = 1 WHERE id = 3")
      try tx.execute("UPDATE person SET id = 3 WHERE id = 100")
    }
    #expect(await eventually { names(people) == ["Cleo", "Bea", "Ada", "Dan"] })
    #expect(people[0] === before[2] && people[2] === before[0])
    try await test.db.execute("DELETE FROM person")
    #expect(await eventually { people.count == 0 })
    try await test.db.execute("INSERT INTO person VALUES (1, 'New', 1, 1)")
    #expect(await eventually { names(people) == ["New"] })
  }

  @Test("A limit lets rows in when others go")
  func limit() async throws {
    let test = try TestDatabase("", schema)
    let two = try await test.db.table("person").follow(orderBy: "age DESC", limit: 2)
    #expect(names(two) == ["Cleo", "Ada"])
    var differences = two.differences.makeAsyncIterator()
    try await test.db.execute("UPDATE person SET age = 1 WHERE id = 3")
    let difference = try #require(await differences.next())
    #expect(difference.deletes == [0])
    #expect(difference.inserts == [1])
    #expect(names(two) == ["Ada", "Dan"])
    #expect(try await test.db.table("person").follow(limit: 0).count == 0)
  }

  @Test(
    "Conditions and orders that read other tables, in any way",
    arguments: [
      ("city_id IN (SELECT id FROM city WHERE big = 1)", "name", ["Ada", "Ben"], ["Ada", "Ben", "Cleo", "Dan"]),
      ("city_id IN big_city", "name", ["Ada", "Ben"], ["Ada", "Ben", "Cleo", "Dan"]),
      (
        "age < 40", "(SELECT name FROM main.\"city\" c WHERE c.id = city_id), name", ["Dan", "Ada", "Ben"],
        ["Ada", "Ben", "Dan"]
      ),
    ])
  func otherTables(condition: String, order: String, first: [String], second: [String]) async throws {
    let test = try TestDatabase("", schema)
    let result = try await test.db.table("person").follow(where: SQL(text: condition), orderBy: SQL(text: order))
    #expect(names(result) == first)
    try await test.db.execute("UPDATE city SET big = 1, name = 'New York' WHERE id = 2")
    #expect(await eventually { names(result) == second })
  }

  @Test("A function's tables are named")
  func dependingOn() async throws {
    let test = try TestDatabase("", schema)
    // Nothing in the text says that the number of the cities matters.
    let result = try await test.db.table("person").follow(
      where: "id <= (SELECT count(*) FROM pragma_table_info('city'))", dependingOn: ["city"])
    #expect(result.count == 3)
    try await test.db.execute("ALTER TABLE city ADD COLUMN country TEXT")
    #expect(await eventually { result.count == 4 })
  }

  @Test("R15: within a transaction it shows what is committed, and nobody hears of what is rolled back")
  func transactions() async throws {
    let test = try TestDatabase("", schema)
    let adults = try await test.db.table("person").follow(where: "age >= 18", orderBy: "name")
    let heard = Collected<[Int]>()
    let reading = Task { for await difference in adults.differences { heard.add(difference.inserts) } }
    struct Undo: Error {}
    try? await test.db.transaction { tx in
      try tx.execute("UPDATE person SET age = 99")
      #expect(adults.count == 3)
      throw Undo()
    }
    try await test.db.transaction { tx in
      try tx.execute("INSERT INTO person VALUES (5, 'Eve', 20, 1)")
      try? tx.transaction { inner in
        try inner.execute("INSERT INTO person VALUES (6, 'Fay', 20, 1)")
        throw Undo()
      }
      #expect(names(adults) == ["Ada", "Cleo", "Dan"])
    }
    #expect(await eventually { names(adults) == ["Ada", "Cleo", "Dan", "Eve"] })
    #expect(await eventually { heard.all == [[3]] })
    reading.cancel()
  }

  @Test("A commit of another program arrives")
  func otherProgram() async throws {
    let test = try TestDatabase("", schema)
    let adults = try await test.db.table("person").follow(where: "age >= 18", orderBy: "name")
    var differences = adults.differences.makeAsyncIterator()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    shell.arguments = [
      "sqlite3", "-cmd", ".timeout 3600000", test.path,
      "BEGIN; UPDATE person SET name = 'Yan' WHERE id = 1; DELETE FROM person WHERE id = 3; COMMIT",
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    // A commit that is seen before it is heard of may be told in two parts.
    var columns: [[String]] = []
    while columns.isEmpty {
      let difference = try #require(await differences.next())
      columns += difference.updates.map(\.columns)
    }
    #expect(columns == [["name"]])
    #expect(names(adults) == ["Dan", "Yan"])
  }

  @Test("A table that is dropped leaves the list as it was, and one that comes back is followed again")
  func dropped() async throws {
    let test = try TestDatabase("", schema)
    let people = try await test.db.table("person").follow(orderBy: "name")
    try await test.db.execute("DROP TABLE person")
    #expect(await eventually { people.lastError?.kind == .noSuchTable })
    #expect(names(people) == ["Ada", "Ben", "Cleo", "Dan"])
    try await test.db.executeScript(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, city_id INTEGER);
      INSERT INTO person VALUES (1, 'Zed', 1, 1);
      """)
    #expect(await eventually { names(people) == ["Zed"] && people.lastError == nil })
  }

  @Test("A reader who is slow gets one difference for all that happened")
  func slow() async throws {
    let test = try TestDatabase("", schema)
    let people = try await test.db.table("person").follow(orderBy: "name")
    var differences = people.differences(from: []).makeAsyncIterator()
    #expect(await differences.next()?.inserts == [0, 1, 2, 3])
    for round in 0..<50 {
      try await test.db.execute("INSERT INTO person (id, name) VALUES (\(100 + round), 'X')")
      try await test.db.execute("UPDATE person SET age = \(round) WHERE id IN (1, \(100 + round))")
      if round > 0 { try await test.db.execute("DELETE FROM person WHERE id = \(99 + round)") }
    }
    try await people.refresh()
    // Entries are told of a moment later than the list.
    var all = try #require(await differences.next())
    #expect(all.inserts == [4])
    #expect(all.deletes == [])
    let last = LiveDifference<TableEntry>.Update(from: 0, place: 0, columns: ["age"])
    while !all.updates.contains(last) { all = try #require(await differences.next()) }
  }

  @Test("The standard library's differences, and lists of other things, are brought in step")
  func conversions() async throws {
    let test = try TestDatabase("", schema)
    let people = try await test.db.table("person").follow(orderBy: "name")
    var differences = people.differences(from: []).makeAsyncIterator()
    var labels: [String] = []
    var entries: [TableEntry] = []
    for sql: SQL in ["UPDATE person SET name = 'Eve' WHERE id = 1", "DELETE FROM person WHERE id = 3"] {
      let difference = try #require(await differences.next())
      difference.apply(to: &labels) { $0["name"] ?? "" }
      entries = try #require(entries.applying(difference.collectionDifference))
      #expect(entries == difference.after)
      try await test.db.execute(sql)
      try await people.refresh()
    }
    while labels != ["Ben", "Dan", "Eve"] {
      let difference = try #require(await differences.next())
      difference.apply(to: &labels) { $0["name"] ?? "" }
      entries = try #require(entries.applying(difference.collectionDifference))
    }
    #expect(entries.map(\.key) == [RowKey(2), RowKey(4), RowKey(1)])
  }

  @Test("Eight threads write at random: in the end the list is what SELECT gives, and differences lead there")
  func storm() async throws {
    let test = try TestDatabase("synchronous=off&busy-timeout=1h", schema)
    let other = try test.another("synchronous=off&busy-timeout=1h")
    let governors = [test.db, other]
    let people = try await test.db.table("person")
    let result = try await people.follow(where: "age % 3 <> 0", orderBy: "age DESC, name", limit: 60)
    let followed = Shared(Followed())
    let isConsistent = Shared(true)
    let reading = Task {
      var last: [TableEntry] = []
      for await difference in result.differences(from: []) {
        if difference.before != last { isConsistent.with { $0 = false } }
        last = difference.after
        followed.with { $0.apply(difference) }
      }
    }
    let failures = Collected<String>()
    await onThreads(8) { thread in
      var random = Seeded(UInt64(thread + 1))
      for round in 0..<120 {
        let db = governors[round % 2]
        let id = Int.random(in: 1...100, using: &random)
        let age = Int.random(in: 0...90, using: &random)
        do {
          switch Int.random(in: 0..<6, using: &random) {
          case 0: try db.execute("INSERT OR REPLACE INTO person VALUES (\(id), \("n\(thread).\(round)"), \(age), 1)")
          case 1: try db.execute("UPDATE person SET age = \(age) WHERE id = \(id)")
          case 2: try db.execute("DELETE FROM person WHERE id = \(id)")
          case 3: try db.execute("UPDATE person SET name = \("m\(thread).\(round)") WHERE id % 7 = \(id % 7)")
          case 4: if let entry = try people.entry(id) { try? entry.set("name", to: "e\(thread).\(round)") }
          default:
            try? db.transaction { tx in
              try tx.execute("DELETE FROM person WHERE id < 50")
              throw CancellationError()
            }
          }
        } catch { failures.add("\(error)") }
      }
    }
    #expect(failures.all == [])
    let rows = try await test.db.query(
      "SELECT id, name FROM person WHERE age % 3 <> 0 ORDER BY age DESC, name, id LIMIT 60")
    let keys = try rows["id"].get(as: Int64.self).map { RowKey($0) }
    let expected = try rows["name"].get(as: String.self)
    #expect(await eventually { result.entries.map(\.key) == keys })
    #expect(await eventually { names(result) == expected })
    #expect(await eventually { followed.current.names == expected })
    #expect(isConsistent.current)
    reading.cancel()
    try await other.close(within: .zero)
  }

  struct People: TableSchema {
    static let tableName: TableName = "person"
    let id = Column<Int64>("id")
    let name = Column<String>("name")
    let age = Column<Int?>("age")
  }

  @Test("Seen through a schema")
  func typed() async throws {
    let test = try TestDatabase("", schema)
    let people = try await test.db.table(People.self)
    let adults = try await people.follow(
      where: { $0.age >= 18 }, orderBy: { [$0.age.descending, $0.name.ascending] })
    #expect(adults.entries.map(\.name) == ["Cleo", "Ada", "Dan"])
    #expect(adults[0].age == 69)
    var differences = adults.differences(from: adults.entries).makeAsyncIterator()
    adults[2].age = 40
    let difference = try #require(await differences.next())
    #expect(difference.moves == [.init(from: 2, to: 1)] || difference.moves == [.init(from: 1, to: 2)])
    #expect(difference.after.map(\.name) == ["Cleo", "Dan", "Ada"])
    #expect(try await people.follow(limit: 1).entries.map(\.name) == ["Ada"])
    #expect(try await people.follow { [$0.name.descending] }.count == 4)
    adults.close()
  }
}
