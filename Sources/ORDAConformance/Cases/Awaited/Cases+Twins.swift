import ORDA

extension ConformanceSuite {
  static let twinCases: [ConformanceCase] = [
    ConformanceCase(awaited: "awaited.twin.outcome", "An awaited statement tells the same as one that is waited for.") {
      run in
      let table = try await run.table(.generatedKey("id"), .column("n", .int))
      let blocking = run.db.blocking
      for expected in 1...3 {
        let insert: SQL = "INSERT INTO \(table) (n) VALUES (\(expected))"
        let result = expected == 2 ? try blocking.execute(insert) : try await run.db.execute(insert)
        run.expect(result.changed, equals: 1)
        run.expect(result.lastID, equals: Int64(expected))
      }
      let update: SQL = "UPDATE \(table) SET n = n + 1 WHERE n > 1"
      try run.expect(blocking.execute(update).changed, equals: 2)
      let result = try await run.db.execute(update)
      run.expect(result.changed, equals: 2)
      run.expect(result.lastID, equals: nil)
    },
    ConformanceCase(awaited: "awaited.twin.rows", "An awaited query gives the same rows, columns and values.") { run in
      let table = try await run.mixed()
      let query: SQL = "SELECT id, t, d FROM \(table) WHERE id > ? ORDER BY id"
      let waited = try run.db.blocking.query(query, 0)
      let awaited = try await run.db.query(query, 0)
      run.expect(awaited.columns.map(\.name), equals: ["id", "t", "d"])
      run.expect(awaited.columns, equals: waited.columns)
      run.expect(awaited.rows.map(\.values), equals: waited.rows.map(\.values))
      run.expect(awaited.rows.map(\.values), equals: [[.int(1), .text("é"), .double(2.5)], [.int(2), .null, .null]])
    },
    ConformanceCase(awaited: "awaited.twin.typed", "Awaited typed reads give what those give that are waited for.") {
      run in
      let table = try await run.mixed()
      let texts = try await run.db.query(String?.self, "SELECT t FROM \(table) ORDER BY id")
      run.expect(texts, equals: ["é", nil])
      let pair = try await run.db.first((Int, String).self, "SELECT id, t FROM \(table) WHERE id = ?", 1)
      run.expect(pair?.0, equals: 1)
      run.expect(pair?.1, equals: "é")
      let decoded = try await run.db.query(MixedRow.self, "SELECT id, t, d FROM \(table) ORDER BY id")
      run.expect(decoded, equals: [MixedRow(id: 1, t: "é", d: 2.5), MixedRow(id: 2)])
      try run.expect(run.db.blocking.query(MixedRow.self, "SELECT id, t, d FROM \(table) ORDER BY id"), equals: decoded)
      let none = try await run.db.first(Int.self, "SELECT id FROM \(table) WHERE id = 99")
      run.expect(none, equals: nil)
    },
    ConformanceCase(awaited: "awaited.twin.errors", "An awaited call fails with the same error.") { run in
      let table = try await run.numbers(1)
      let missing = run.reserve()
      let blocking = run.db.blocking
      let calls: [(DatabaseError.Kind, SQL)] = [
        (.constraint(.unique), "INSERT INTO \(table) (n) VALUES (1)"), (.noSuchTable, "DELETE FROM \(missing)"),
        (.noSuchColumn, "SELECT nowhere FROM \(table)"), (.syntax, "SELEC"), (.misuse, "BEGIN"),
        (.misuse, "DELETE FROM \(table) WHERE n = ?"),
      ]
      for (kind, sql) in calls {
        let waited = run.expect(throws: kind) { try blocking.execute(sql) }
        let awaited = await run.expect(throws: kind) { try await run.db.execute(sql) }
        run.expect(awaited.map { "\($0)" }, equals: waited.map { "\($0)" }, "the error of \(kind)")
      }
    },
    ConformanceCase(awaited: "awaited.twin.statement", "A prepared statement can be awaited and waited for.") { run in
      let table = try await run.numbers(10)
      let query = try await run.db.prepare("SELECT n FROM \(table) WHERE n <= :most ORDER BY n DESC")
      let awaited = try await query.query(Int.self, ["most": 3])
      run.expect(awaited, equals: [3, 2, 1])
      let waited = try await onThread { try query.query(Int.self, ["most": 3]) }
      run.expect(waited, equals: [3, 2, 1])
      let first = try await query.first(Int.self, 7)
      run.expect(first, equals: 7)
      let execution = try await query.execute(2)
      run.expect(execution.rows.map(\.values), equals: [[.int(2)], [.int(1)]])
      run.expect(execution.changed, equals: nil, "what the query changed")
    },
    ConformanceCase(awaited: "awaited.twin.script", "An awaited script gives each statement's result, in order.") {
      run in
      let table = try await run.emptyNumbers()
      let results = try await run.db.executeScript(
        "INSERT INTO \(table) (n) VALUES (1); INSERT INTO \(table) (n) VALUES (2); SELECT n FROM \(table) ORDER BY n;")
      run.expect(results.map(\.changed), equals: [1, 1, nil])
      run.expect(results.last?.rows.map(\.values) ?? [], equals: [[.int(1)], [.int(2)]])
    },
    ConformanceCase(awaited: "awaited.twin.connection", "A connection can be lent to a closure that does not await.") {
      run in
      let table = try await run.emptyNumbers()
      let count = try await run.db.withConnection { connection in
        try connection.execute("INSERT INTO \(table) (n) VALUES (1)")
        try connection.transaction { try $0.execute("INSERT INTO \(table) (n) VALUES (2)") }
        return try connection.first(Int.self, "SELECT COUNT(*) FROM \(table)")
      }
      run.expect(count, equals: 2)
      await run.expectSecondThoughts { try await run.db.withConnection { _ in throw SecondThoughts() } }
      try await run.untilIdle(run.db)
    },
  ]

  private struct MixedRow: Codable, Equatable {
    var id: Int
    var t: String?
    var d: Double?
  }
}

extension ConformanceRun {
  /// A table with two rows of several types; the second one has NULLs.
  fileprivate func mixed() async throws -> ConformanceTable {
    let table = try await table(
      .required("id", .int), .column("t", .text(maximum: 20)), .column("d", .double), primaryKey: ["id"])
    try await db.execute("INSERT INTO \(table) (id, t, d) VALUES (?, ?, ?)", 1, "é", 2.5)
    try await db.execute("INSERT INTO \(table) (id, t, d) VALUES (?, ?, ?)", 2, nil, nil)
    return table
  }
}
