import ORDA
internal import ORDAThreads

/// Queries over several tables, followed.
extension ConformanceSuite {
  static let liveQueryCases: [ConformanceCase] = [
    ConformanceCase(
      "live.queries.named",
      "A query over two tables is run again after a commit to one or the other, where both are named.",
      needs: [.changeEvents]
    ) { run in
      let (people, numbers) = try run.twoTables()
      let names = [people, numbers].map { TableName(name: $0.name) }
      let query = try run.db.follow((Int, String, Int).self, run.joined(people, numbers), key: "id", reading: names)
      run.expect(query.rows.map(\.1), equals: ["Ann", "Bob"])
      run.expect(Set(query.tables), equals: Set(names))
      try run.db.execute("INSERT INTO \(numbers) (n) VALUES (30)")
      try run.eventually("the row comes by the second table") { query.rows.map(\.1) == ["Ann", "Bob", "Cid"] }
      try run.db.execute("UPDATE \(people) SET name = 'Ben' WHERE id = 2")
      try run.eventually("the value comes by the first table") { query.rows.map(\.1) == ["Ann", "Ben", "Cid"] }
      try run.db.transaction { tx in
        try tx.execute("DELETE FROM \(people) WHERE id = 1")
        try tx.execute("DELETE FROM \(numbers) WHERE n = 20")
      }
      try run.eventually("both rows are gone") { query.rows.map(\.1) == ["Cid"] }
      run.expect(query.count, equals: 1)
      run.expect(query.lastError == nil, "an error is told")
    },
    ConformanceCase(
      "live.queries.told", "The database tells which tables a query reads, one of which it only counts the rows, too.",
      needs: [.changeEvents, .tablesRead]
    ) { run in
      let (people, numbers) = try run.twoTables()
      let query = try run.db.follow(run.joined(people, numbers), key: "id")
      let count = try run.db.follow(Int.self, "SELECT COUNT(*) FROM \(numbers)")
      let inner = try run.db.follow(
        String.self, "SELECT name FROM \(people) WHERE n IN (SELECT MAX(n) FROM \(numbers)) ORDER BY name")
      run.expect(inner.rows, equals: ["Bob"])
      try run.db.execute("INSERT INTO \(numbers) (n) VALUES (30)")
      try run.eventually("the row comes") { try query.rows.map { try $0.get("name", as: String.self) }.last == "Cid" }
      try run.eventually("the count follows") { count.rows == [3] }
      try run.eventually("the query within follows") { inner.rows == ["Cid"] }
      try run.db.execute("UPDATE \(people) SET name = 'Cem' WHERE id = 3")
      try run.eventually("the value comes") { try query.rows.map { try $0.get("name", as: String.self) }.last == "Cem" }
    },
    ConformanceCase(
      "live.queries.view", "A query on a view follows the tables behind it.",
      needs: [.changeEvents, .tablesRead, .views]
    ) { run in
      let (people, numbers) = try run.twoTables()
      let view = people.name + "_view"
      try run.db.execute("CREATE VIEW \(identifier: view) AS \(run.joined(people, numbers))")
      run.afterwards { try $0.execute("DROP VIEW \(identifier: view)") }
      let query = try run.db.follow(String.self, "SELECT name FROM \(identifier: view) ORDER BY id")
      run.expect(query.rows, equals: ["Ann", "Bob"])
      try run.db.execute("INSERT INTO \(numbers) (n) VALUES (30)")
      try run.eventually("the row comes by the second table") { query.rows == ["Ann", "Bob", "Cid"] }
      try run.db.execute("UPDATE \(people) SET name = 'Ben' WHERE id = 2")
      try run.eventually("the value comes by the first table") { query.rows == ["Ann", "Ben", "Cid"] }
    },
    ConformanceCase(
      "live.queries.untold", "Where the database does not tell what a query reads, the error asks for the tables.",
      without: .tablesRead
    ) { run in
      let table = try run.emptyNumbers()
      let error = run.expect(throws: .unsupported) { try run.db.follow("SELECT n FROM \(table)") }
      run.expect(error?.message ?? "", contains: "tablesRead", "reading:")
    },
    ConformanceCase(
      "live.queries.differences", "Differences go by the key that is named, and without one by the whole row.",
      needs: [.changeEvents]
    ) { run in
      let people = try run.livePeople()
      let sql: SQL = "SELECT id, name, n FROM \(people) ORDER BY name"
      let name = TableName(name: people.name)
      let keyed = try run.db.follow(sql, key: "id", reading: [name])
      let whole = try run.db.follow(sql, reading: [name])
      let (byKey, byRow) = (LiveHeard(keyed), LiveHeard(whole))
      try run.db.execute("UPDATE \(people) SET name = 'Zoe' WHERE id = 1")
      try run.eventually("it is told by the key") { byKey.all.count == 1 }
      try run.eventually("it is told by the row") { byRow.all.count == 1 }
      let moved = try run.require(byKey.all.first)
      run.expect(moved.moves, equals: [.init(from: 0, to: 2)])
      run.expect(moved.updates, equals: [.init(from: 0, place: 2, columns: ["name"])])
      run.expect(moved.inserts + moved.deletes, equals: [])
      let replaced = try run.require(byRow.all.first)
      run.expect(replaced.deletes, equals: [0])
      run.expect(replaced.inserts, equals: [2])
      run.expect(replaced.updates.isEmpty && replaced.moves.isEmpty, "a row without a key was told to be another's")
    },
    ConformanceCase(
      "live.queries.undone", "What was undone is told to nobody, and what changes no row of the query neither.",
      needs: [.changeEvents]
    ) { run in
      let people = try run.livePeople()
      let query = try run.db.follow(
        (Int, String).self, "SELECT id, name FROM \(people) ORDER BY id", key: "id",
        reading: [TableName(name: people.name)])
      let heard = LiveHeard(query)
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try tx.execute("DELETE FROM \(people)")
          throw SecondThoughts()
        }
      }
      try run.db.execute("UPDATE \(people) SET n = n + 1")
      try query.refresh()
      run.expect(heard.all.isEmpty, "a difference of nothing")
      try run.db.execute("UPDATE \(people) SET name = 'Ben' WHERE id = 2")
      try run.eventually("the change after them is told") { heard.all.count == 1 }
      run.expect(heard.all.first?.updates.map(\.columns) ?? [], equals: [["name"]])
    },
    ConformanceCase(
      "live.queries.elsewhere", "What another governor commits has the query run again.", needs: [.changeEvents]
    ) { run in
      let other = try run.another()
      let people = try run.livePeople()
      let query = try run.db.follow(
        Int.self, "SELECT n FROM \(people) ORDER BY id", reading: [TableName(name: people.name)])
      for number in 1...10 {
        try other.execute("UPDATE \(people) SET n = ? WHERE id = 1", number)
        try run.eventually("\(number) arrives") { query.rows.first == number }
      }
    },
    ConformanceCase(
      awaited: "live.queries.awaited", "A query is followed without blocking, and its differences lead to its rows.",
      needs: [.changeEvents]
    ) { run in
      let people = try await onThread { try run.livePeople() }
      let query = try await run.db.follow(
        (Int, String).self, "SELECT id, name FROM \(people) WHERE n < \(100) ORDER BY name", key: "id",
        reading: [TableName(name: people.name)])
      let writing = Task {
        for number in 4...30 {
          try await run.db.execute(
            "INSERT INTO \(people) (id, name, n) VALUES (?, ?, ?)", number, "P\(number % 7)\(number)", number)
        }
        try await run.db.execute("DELETE FROM \(people) WHERE id < 4")
        try await run.db.execute("UPDATE \(people) SET name = 'end' WHERE id = 30")
      }
      var names: [String] = []
      for await difference in query.differences(fromEmpty: true) {
        difference.apply(to: &names) { $0.1 }
        run.expect(names, equals: difference.after.map(\.1))
        if names.contains("end") { break }
      }
      try await writing.value
      try await query.refresh()
      run.expect(query.rows.map(\.1), equals: names)
      run.expect(names.count, equals: 27)
    },
    ConformanceCase(
      "live.queries.refused", "What may write is not followed, nor anything within a transaction.",
      needs: [.changeEvents]
    ) { run in
      let people = try run.livePeople()
      let name = TableName(name: people.name)
      run.expect(throws: .misuse) { try run.db.follow("DELETE FROM \(people)", reading: [name]) }
      run.expect(throws: .misuse) { try run.db.follow("SELECT id FROM \(people)", reading: []) }
      try run.db.transaction { _ in
        run.expect(throws: .misuse) { try run.db.follow("SELECT id FROM \(people)", reading: [name]) }
      }
      run.expect(throws: .noSuchColumn) {
        try run.db.follow("SELECT id FROM \(people)", key: "nowhere", reading: [name])
      }
      try run.expect(run.count(people), equals: 3)
    },
    ConformanceCase(
      "live.queries.closed", "A query that was closed, or whose governor was, keeps its rows and follows no more.",
      needs: [.changeEvents]
    ) { run in
      let people = try run.livePeople()
      let name = TableName(name: people.name)
      let sql: SQL = "SELECT n FROM \(people) ORDER BY id"
      let (first, second) = try (
        run.db.follow(Int.self, sql, reading: [name]), run.db.follow(Int.self, sql, reading: [name])
      )
      first.close()
      try run.db.execute("UPDATE \(people) SET n = 11 WHERE id = 1")
      try run.eventually("the one that is open follows") { second.rows.first == 11 }
      run.expect(first.rows, equals: [10, 20, 30])
      run.expect(throws: .misuse) { try first.refresh() }
      let governor = try run.alone()
      let numbers = try run.emptyNumbers(on: governor)
      let third = try governor.follow(
        Int.self, "SELECT n FROM \(numbers)", reading: [TableName(name: numbers.name)])
      try governor.close()
      run.expect(throws: .misuse) { try third.refresh() }
    },
  ]
}

extension ConformanceRun {
  /// Three people with numbers, and a table with two of these numbers.
  fileprivate func twoTables() throws -> (people: ConformanceTable, numbers: ConformanceTable) {
    let (people, numbers) = try (livePeople(), emptyNumbers())
    try db.prepare("INSERT INTO \(numbers) (n) VALUES (?)").executeMany([[10], [20]])
    return (people, numbers)
  }

  /// The people whose number is in the other table.
  fileprivate func joined(_ people: ConformanceTable, _ numbers: ConformanceTable) -> SQL {
    "SELECT p.id AS id, p.name AS name, p.n AS number FROM \(people) AS p, \(numbers) AS q WHERE p.n = q.n ORDER BY p.id"
  }
}

/// Notes what happens to a query's rows.
private final class LiveHeard<Element: Sendable>: Sendable {
  private let heard: Lock<[LiveDifference<Element>]>
  private let observation: LiveQueryObservation

  init(_ query: LiveQuery<Element>) {
    let heard = Lock<[LiveDifference<Element>]>([])
    self.heard = heard
    observation = query.observe { difference in heard.withLock { $0.append(difference) } }
  }

  var all: [LiveDifference<Element>] { heard.withLock { $0 } }
}
