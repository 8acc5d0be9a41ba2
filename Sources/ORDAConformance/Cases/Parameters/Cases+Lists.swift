#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
import ORDA

extension ConformanceSuite {
  static let listCases: [ConformanceCase] = [
    ConformanceCase("lists.in", "A list is one parameter, and IN finds what is in it.", needs: [.lists]) { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(list: [4, 1, 9, 4]) ORDER BY id"),
        equals: [1, 4])
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE title IN \(list: ["Naima", "it's", "x'); --"])"),
        equals: [2, 3])
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(list: [2])"), equals: [2])
    },
    ConformanceCase("lists.notIn", "NOT IN finds what is not in a list.", needs: [.lists]) { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id NOT IN \(list: [1, 4]) ORDER BY id"),
        equals: [2, 3])
    },
    ConformanceCase("lists.empty", "IN with an empty list is false, and NOT IN with one is true.", needs: [.lists]) {
      run in
      let table = try run.tracks()
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(list: [Int]())"), equals: [])
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE title IN \(list: [String]())"), equals: [])
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE album NOT IN \(list: [Int]()) ORDER BY id"),
        equals: [1, 2, 3, 4])
    },
    ConformanceCase("lists.null", "NULL in a list is equal to nothing, and leaves NOT IN unknown.", needs: [.lists]) {
      run in
      let table = try run.tracks()
      let albums: [Int?] = [1, nil]
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE album IN \(list: albums) ORDER BY id"),
        equals: [1, 3])
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE album NOT IN \(list: albums)"), equals: [])
    },
    ConformanceCase(
      "lists.same", "A list finds what its values would find one by one, for values of every type.", needs: [.lists]
    ) { run in
      for sample in ListSample.all { try run.compare(sample) }
    },
    ConformanceCase(
      "lists.texts", "Texts of a list keep their NULs, quotes and letters of all scripts.", needs: [.lists]
    ) { run in
      let table = try run.table(.required("id", .int), .required("name", .text(maximum: 60)), primaryKey: ["id"])
      let names = ["a\u{0}b", "a", "it's", "\\", "\"", "日本 🎷", "é", " a", "''); DROP TABLE t; --"]
      for (id, name) in names.enumerated() { try run.db.execute("INSERT INTO \(table) VALUES (\(id), \(name))") }
      for (id, name) in names.enumerated() where !run.limits("text.nul") || id > 0 {
        run.expect(
          try run.db.query(Int.self, "SELECT id FROM \(table) WHERE name IN \(list: [name, "nobody"])"), equals: [id],
          name)
      }
    },
    ConformanceCase(
      "lists.column", "A list may name its column, and finds the same; a name that no column has is refused.",
      needs: [.lists]
    ) { run in
      let table = try run.tracks()
      let title = ColumnName("title", of: TableName(name: table.name))
      let names = ["Naima", "naima", "it's", "日本 🎷"]
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE title IN \(list: names, of: title) ORDER BY id"),
        equals: try run.db.query(Int.self, "SELECT id FROM \(table) WHERE title IN \(in: names) ORDER BY id"))
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE title NOT IN \(list: names, of: title) ORDER BY id"),
        equals: try run.db.query(Int.self, "SELECT id FROM \(table) WHERE title NOT IN \(in: names) ORDER BY id"))
      let statement = try run.db.prepare("DELETE FROM \(table) WHERE title IN \(list: String.self, of: title)")
      run.expect(try statement.execute(ValueList(["nobody"])).changed, equals: 0)
      run.expect(try statement.execute(ValueList(["Naima"])).changed, equals: 1)
      let missing = ColumnName("no_such_column", of: title.table)
      run.expect(throws: .noSuchColumn) {
        try run.db.query("SELECT id FROM \(table) WHERE title IN \(list: names, of: missing)")
      }
      let elsewhere = ColumnName("title", of: TableName(name: "no_such_table"))
      run.expect(throws: .noSuchTable) {
        try run.db.query("SELECT id FROM \(table) WHERE title IN \(list: names, of: elsewhere)")
      }
      run.expect(throws: .misuse) {
        try run.db.query("SELECT id FROM \(table) WHERE title IN \(list: names, of: "title")")
      }
    },
    ConformanceCase("lists.many", "A list of 70,000 values is one parameter as well.", needs: [.lists]) { run in
      let table = try run.tracks()
      let ids = Array(2...70_001)
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(list: ids) ORDER BY id"), equals: [2, 3, 4])
      let titles = ids.map { "title \($0)" } + ["Naima"]
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE title IN \(list: titles)"), equals: [2])
    },
    ConformanceCase("lists.keys", "A list of rows is compared with several columns.", needs: [.lists]) { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(
          Int.self,
          "SELECT id FROM \(table) WHERE (id, title) IN \(list: [(1, "So What"), (2, "it's"), (3, "it's")]) ORDER BY id"
        ), equals: [1, 3])
      let none: [(Int, String)] = []
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE (id, title) IN \(list: none)"), equals: [])
      let rows = try ValueList(rows: [[4, "Untimed"], [9, nil]], columns: 2)
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE (id, title) IN \(list: rows)"), equals: [4])
    },
    ConformanceCase(
      "lists.written", "UPDATE and DELETE take lists, with other parameters around them.", needs: [.lists]
    ) { run in
      let table = try run.tracks()
      let ids = [1, 2, 4]
      let updated = try run.db.execute("UPDATE \(table) SET album = \(9) WHERE id IN \(list: ids) AND id > ?", 1)
      run.expect(updated.changed, equals: 2)
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE album = 9 ORDER BY id"), equals: [2, 4])
      run.expect(try run.db.execute("DELETE FROM \(table) WHERE id IN \(list: ids)").changed, equals: 3)
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table)"), equals: [3])
    },
    ConformanceCase(
      "lists.prepared", "A prepared statement takes another list each time it is run.", needs: [.lists]
    ) { run in
      let table = try run.tracks()
      let statement = try run.db.prepare("SELECT id FROM \(table) WHERE id IN \(list: Int.self) AND id < ? ORDER BY id")
      run.expect(try statement.query(Int.self, ValueList([1, 3, 4]), 4), equals: [1, 3])
      run.expect(try statement.query(Int.self, ValueList(2...9), 9), equals: [2, 3, 4], "the second time")
      run.expect(try statement.query(Int.self, ValueList([Int]()), 9), equals: [], "an empty list")
      let kept = try run.db.prepare("SELECT id FROM \(table) WHERE id IN \(list: [1, 2]) ORDER BY id")
      for _ in 1...2 { run.expect(try kept.query(Int.self), equals: [1, 2]) }
    },
    ConformanceCase("lists.batch", "Each element of a batch has a list of its own.", needs: [.lists]) { run in
      let table = try run.tracks()
      let delete = try run.db.prepare("DELETE FROM \(table) WHERE id IN \(list: Int.self)")
      let changed = try delete.executeMany([[1, 2], [], [3, 1]]) { (ids: [Int], binder) in
        try binder.bind(ValueList(ids))
      }
      run.expect(changed, equals: 3)
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table)"), equals: [4])
    },
    ConformanceCase(
      "lists.misplaced", "A list in a value's place, and a value in a list's, are a misuse.", needs: [.lists]
    ) { run in
      let table = try run.tracks()
      run.expect(throws: .misuse) { try run.db.query("SELECT id FROM \(table) WHERE id = ?", ValueList([1])) }
      let statement = try run.db.prepare("SELECT id FROM \(table) WHERE id IN \(list: Int.self)")
      let error = run.expect(throws: .misuse) { try statement.query(1) }
      run.expect(error?.message ?? "", contains: "ValueList")
      run.expect(throws: .misuse) { try statement.query() }
      run.expect(throws: .misuse) { try statement.query(ValueList(["1"])) }
      run.expect(throws: .misuse) { try statement.query(ValueList(rows: [(1, 2)])) }
      run.expect(try statement.query(Int.self, ValueList([2])), equals: [2], "afterwards")
    },
    ConformanceCase(
      "lists.failed", "What is wrong with a statement with a list is told without the list's values.", needs: [.lists]
    ) { run in
      let error = run.expect(throws: .syntax) {
        try run.db.query("SELECT 1 WHERE WHERE 1 IN \(list: ["the secret"]) AND")
      }
      run.expect(!(error.map { "\($0)" } ?? "").contains("secret"), "a bound value in a message")
      let digits = Array("the secret".utf8).map { String($0, radix: 16) }.joined()
      run.expect(!(error.map { "\($0)" } ?? "").contains(digits), "a bound value's digits in a message")
    },
    ConformanceCase(
      awaited: "lists.awaited", "Awaited queries, streams and transactions take lists.", needs: [.lists]
    ) { run in
      let table = try await run.tracksAwaited()
      let db = run.db
      run.expect(
        try await db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(list: [1, 4]) ORDER BY id"),
        equals: [1, 4])
      var found: [Int] = []
      for try await row in db.rows("SELECT id FROM \(table) WHERE id IN \(list: [3, 2]) ORDER BY id") {
        found.append(try row.get(0))
      }
      run.expect(found, equals: [2, 3])
      let changed = try await db.transaction { tx in
        try tx.execute("DELETE FROM \(table) WHERE id IN \(list: [1, 2, 3])").changed
      }
      run.expect(changed, equals: 3)
      let one = try await db.first(Int.self, "SELECT id FROM \(table) WHERE id NOT IN \(list: [1])")
      run.expect(one, equals: 4)
    },
    ConformanceCase(
      "lists.reading", "Rows are read beside other statements with lists of their own.", needs: [.lists]
    ) { run in
      let table = try run.tracks()
      var pairs: [[Int]] = []
      try run.db.forEach("SELECT id FROM \(table) WHERE id IN \(list: [1, 2, 3]) ORDER BY id") { row in
        let id = try row.get(0, as: Int.self)
        pairs.append(
          try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(list: [id, id + 1]) ORDER BY id"))
      }
      run.expect(pairs, equals: [[1, 2], [2, 3], [3, 4]])
    },
    ConformanceCase(
      "lists.refused", "A driver that takes no lists refuses one, and says what else there is.", without: .lists
    ) { run in
      let error = run.expect(throws: .unsupported) { try run.db.query("SELECT 1 WHERE 1 IN \(list: [1])") }
      run.expect(error?.message ?? "", contains: "\\(in:)")
    },
  ]
}

/// A column, its stored values, and the values to look for: as a list, and one by one.
private struct ListSample: Sendable {
  let type: ColumnType
  let stored: [any ValueConvertible]
  let sought: [any ValueConvertible]
  /// The same in an array of the values' own type.
  let list: ValueList

  init<T: ValueConvertible>(_ type: ColumnType, _ stored: [T], others: [T]) {
    self.type = type
    self.stored = stored
    sought = stored.prefix(1) + others
    list = ValueList(stored.prefix(1) + others)
  }

  init(_ type: ColumnType, _ stored: [any ValueConvertible], mixed: [any ValueConvertible]) {
    self.type = type
    self.stored = stored
    sought = mixed
    list = ValueList(mixed)
  }

  static var all: [ListSample] {
    let uuids = (1...3).compactMap { UUID(uuidString: "00000000-0000-4000-8000-00000000000\($0)") }
    let days = ["2026-01-31", "1999-12-31", "2000-02-29"].compactMap { CivilDate($0) }
    let times = ["12:34:56.123456", "00:00:00", "23:59:59"].compactMap { CivilTime($0) }
    let moments = ["2026-01-31 12:34:56.123456", "1999-12-31 00:00:00"].compactMap { CivilTimestamp($0) }
    let instants = [1_700_000_000_123_456, 1_000_000_000_000_000].map { Instant(microsecondsSince1970: $0) }
    let decimals = ["12345678901234567.25", "0.5", "-7.75"].compactMap { ExactDecimal($0) }
    return [
      ListSample(.int, [Int64.min, Int64.max, 0, -1], others: [7, Int64.max]),
      ListSample(.double, [0.1 + 0.2, 0.3, 1e300, -2.5], others: [1e300, 4]),
      ListSample(.decimal(precision: 20, scale: 2), decimals, others: [ExactDecimal(3)]),
      ListSample(.text(maximum: 40), ["Abc", "abc", "", "é", "5"], others: ["ABC ", "é"]),
      ListSample(.bytes(maximum: 40), [[0, 255, 39], [], [65]] as [[UInt8]], others: [[65], [66]]),
      ListSample(.uuid, uuids, others: uuids.suffix(1)),
      ListSample(.date, days, others: days.suffix(1)),
      ListSample(.time, times, others: times.suffix(1)),
      ListSample(.timestamp, moments, others: []),
      ListSample(.instant, instants, others: []),
      // The list's type differs from the column's.
      ListSample(.int, [1, 2, 3], mixed: [1, "2", 3.0, 4]),
      ListSample(.text(maximum: 40), ["1", "2", "3.0"], mixed: ["1", "3.0"]),
    ]
  }
}

extension ConformanceRun {
  /// Expects a list to find exactly what its values find one by one, also when negated.
  fileprivate func compare(_ sample: ListSample) throws {
    let table = try table(.required("id", .int), .column("v", sample.type), primaryKey: ["id"])
    for (id, value) in sample.stored.enumerated() { try db.execute("INSERT INTO \(table) VALUES (\(id), \(value))") }
    try db.execute("INSERT INTO \(table) VALUES (\(99), NULL)")
    let some = try db.query(Int.self, "SELECT id FROM \(table) WHERE v IN \(in: sample.sought) ORDER BY id")
    let others = try db.query(Int.self, "SELECT id FROM \(table) WHERE v NOT IN \(in: sample.sought) ORDER BY id")
    expect(!some.isEmpty, "\(sample.type): nothing is found value by value")
    expect(
      try db.query(Int.self, "SELECT id FROM \(table) WHERE v IN \(list: sample.list) ORDER BY id"), equals: some,
      "\(sample.type)")
    expect(
      try db.query(Int.self, "SELECT id FROM \(table) WHERE v NOT IN \(list: sample.list) ORDER BY id"),
      equals: others, "NOT IN of \(sample.type)")
  }

  fileprivate func limits(_ name: String) -> Bool { subject.profile.knownLimitations[name] != nil }

  fileprivate func tracksAwaited() async throws -> ConformanceTable {
    let table = try await table(.required("id", .int), .required("title", .text(maximum: 40)), primaryKey: ["id"])
    for id in 1...4 { try await db.execute("INSERT INTO \(table) VALUES (\(id), \("title \(id)"))") }
    return table
  }
}
