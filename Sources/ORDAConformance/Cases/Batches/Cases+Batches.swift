import ORDA

extension ConformanceSuite {
  static let batchCases: [ConformanceCase] = [
    ConformanceCase("batches.elements.all", "A batch runs once for each element and says how many rows it changed.") {
      run in
      let table = try run.table(.required("id", .int), .column("name", .text(maximum: 20)), primaryKey: ["id"])
      let insert = try run.db.prepare("INSERT INTO \(table) (id, name) VALUES (?, ?)")
      let changed = try insert.executeMany(1...3) { number, parameters in try parameters.bind(number, "n\(number)") }
      run.expect(changed, equals: 3, "the rows changed in all")
      let names = try run.db.query(String.self, "SELECT name FROM \(table) ORDER BY id")
      run.expect(names, equals: ["n1", "n2", "n3"])
    },
    ConformanceCase("batches.empty.nothing", "A batch of nothing changes nothing and is no error.") { run in
      let table = try run.numbers(2)
      let delete = try run.db.prepare("DELETE FROM \(table) WHERE n = ?")
      try run.expect(delete.executeMany([Parameters]()), equals: 0, "the rows changed by an empty list")
      let bound = try delete.executeMany([Int]()) { number, parameters in try parameters.bind(number) }
      run.expect(bound, equals: 0, "the rows changed by an empty sequence")
      try run.expect(run.count(table), equals: 2)
    },
    ConformanceCase("batches.large.tenThousand", "A batch of 10,000 elements is stored whole.") { run in
      let table = try run.emptyNumbers()
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let changed = try insert.executeMany(1...10_000) { number, parameters in try parameters.bind(number) }
      run.expect(changed, equals: 10_000, "the rows changed in all")
      try run.expect(run.count(table), equals: 10_000)
      try run.expect(run.db.first(Int.self, "SELECT SUM(n) FROM \(table)"), equals: 50_005_000, "their sum")
    },
    ConformanceCase("batches.null.listed", "A nil in a list of parameters is stored as NULL.") { run in
      let table = try run.table(.required("id", .int), .column("n", .int), primaryKey: ["id"])
      let insert = try run.db.prepare("INSERT INTO \(table) (id, n) VALUES (?, ?)")
      try insert.executeMany([[1, 10], [2, nil], [3, 30], [4, nil]])
      let seen = try run.db.query(Int?.self, "SELECT n FROM \(table) ORDER BY id")
      run.expect(seen, equals: [10, nil, 30, nil])
    },
    ConformanceCase(
      "batches.null.unbound", "A parameter that an element does not bind is NULL, and not the element before."
    ) { run in
      let table = try run.table(.required("id", .int), .column("n", .int), primaryKey: ["id"])
      try run.db.prepare("INSERT INTO \(table) (id, n) VALUES (?, ?)").executeMany(1...4) { number, parameters in
        try parameters.bind(number, at: 0)
        if number % 2 == 1 { try parameters.bind(number * 10, at: 1) }
      }
      let seen = try run.db.query(Int?.self, "SELECT n FROM \(table) ORDER BY id")
      run.expect(seen, equals: [10, nil, 30, nil])
    },
    ConformanceCase("batches.lengths.changing", "Texts of changing lengths in one batch are each stored whole.") {
      run in
      let table = try run.table(.required("id", .int), .column("t", .text(maximum: 2000)), primaryKey: ["id"])
      let texts: [String?] = [
        "", String(repeating: "é", count: 2000), "a", nil, String(repeating: "b", count: 500), "🎷",
      ]
      let insert = try run.db.prepare("INSERT INTO \(table) (id, t) VALUES (?, ?)")
      try insert.executeMany(texts.enumerated().map { [$0.offset, $0.element] })
      try run.expect(run.db.query(String?.self, "SELECT t FROM \(table) ORDER BY id"), equals: texts)
    },
    ConformanceCase("batches.update.counted", "A batch of updates counts the rows of all its elements.") { run in
      let table = try run.table(.required("id", .int), .required("n", .int), primaryKey: ["id"])
      let insert = try run.db.prepare("INSERT INTO \(table) (id, n) VALUES (?, 0)")
      try insert.executeMany((1...10).map { [$0] })
      let update = try run.db.prepare("UPDATE \(table) SET n = n + 1 WHERE id <= ?")
      try run.expect(update.executeMany([[3], [10], [0]]), equals: 13, "the rows updated")
      try run.expect(run.db.first(Int.self, "SELECT SUM(n) FROM \(table)"), equals: 13)
      let delete = try run.db.prepare("DELETE FROM \(table) WHERE id = ?")
      try run.expect(delete.executeMany([[1], [99], [2]]), equals: 2, "the rows deleted")
    },
    ConformanceCase("batches.parameters.named", "A batch takes parameters by name, one of them twice.") { run in
      let table = try run.table(.required("id", .int), .required("n", .int), primaryKey: ["id"])
      let insert = try run.db.prepare("INSERT INTO \(table) (id, n) VALUES (:id, :id)")
      try insert.executeMany((1...5).map { (id: Int) -> Parameters in ["id": id] })
      try run.expect(run.db.query(Int.self, "SELECT n FROM \(table) ORDER BY id"), equals: [1, 2, 3, 4, 5])
    },
    ConformanceCase("batches.codable.elements", "A batch takes Codable elements, whose keys name the parameters.") {
      run in
      let table = try run.table(.required("id", .int), .column("name", .text(maximum: 20)), primaryKey: ["id"])
      let insert = try run.db.prepare("INSERT INTO \(table) (id, name) VALUES (:id, :name)")
      try run.expect(insert.executeMany([BatchElement(id: 1, name: "Jazz"), BatchElement(id: 2)]), equals: 2)
      try run.expect(run.db.query(String?.self, "SELECT name FROM \(table) ORDER BY id"), equals: ["Jazz", nil])
    },
    ConformanceCase(awaited: "batches.awaited.same", "An awaited batch does the same, and fails the same.") { run in
      let table = try await run.emptyNumbers()
      let insert = try await run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let bound = try await insert.executeMany(1...100) { number, parameters in try parameters.bind(number) }
      run.expect(bound, equals: 100, "the rows changed")
      try await run.expect(insert.executeMany([[101], [102]]), equals: 2, "the rows changed by lists")
      let error = await run.expect(throws: .constraint(.unique)) { try await insert.executeMany([[200], [50]]) }
      run.expect(error?.batchIndex, equals: 1, "the element that failed")
      try await run.expect(run.count(table), equals: 102)
    },
  ]

  private struct BatchElement: Codable {
    var id: Int
    var name: String?
  }
}
