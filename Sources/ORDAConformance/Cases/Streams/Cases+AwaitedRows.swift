import ORDA

extension ConformanceSuite {
  static let awaitedRowCases: [ConformanceCase] = [
    ConformanceCase(awaited: "streams.awaited.order", "Awaited rows come all, once, and in the query's order.") { run in
      let table = try await run.numbers(5000)
      var seen = 0
      for try await row in run.db.rows("SELECT n FROM \(table) WHERE n > ? ORDER BY n", 0) {
        seen += 1
        guard try row.get(0, as: Int.self) == seen else { return run.fail("row \(seen) was \(row)") }
      }
      run.expect(seen, equals: 5000, "the rows")
    },
    ConformanceCase(
      awaited: "streams.awaited.left", "Leaving a loop over awaited rows stops the statement and frees its connection."
    ) { run in
      let table = try await run.numbers(2000)
      for round in 1...20 {
        for try await row in run.db.rows("SELECT n FROM \(table) ORDER BY n") where try row.get(0) == round { break }
      }
      try await run.untilIdle(run.db)
      try await run.expect(run.db.execute("DELETE FROM \(table)").changed, equals: 2000)
    },
    ConformanceCase(awaited: "streams.awaited.abandoned", "An iterator that is let go of gives its connection back.") {
      run in
      let table = try await run.numbers(2000)
      for _ in 1...10 {
        let sequence: AsyncRows = run.db.rows("SELECT n FROM \(table) ORDER BY n")
        var rows = sequence.makeAsyncIterator()
        try await run.expect(rows.next()?.get(0, as: Int.self), equals: 1)
      }
      try await run.untilIdle(run.db)
      try await run.expect(run.db.execute("DELETE FROM \(table)").changed, equals: 2000)
    },
    ConformanceCase(awaited: "streams.awaited.again", "A sequence of rows can be read twice, and runs anew each time.")
    {
      run in
      let table = try await run.numbers(3)
      let rows: AsyncRows = run.db.rows("SELECT n FROM \(table) ORDER BY n")
      for expected in [3, 4] {
        var seen: [Int] = []
        for try await row in rows { seen.append(try row.get(0)) }
        run.expect(seen, equals: Array(1...expected))
        try await run.db.execute("INSERT INTO \(table) (n) VALUES (?)", expected + 1)
      }
    },
    ConformanceCase(awaited: "streams.awaited.beside", "Other statements are awaited in the loop over awaited rows.") {
      run in
      let table = try await run.numbers(1000)
      let found = try await run.emptyNumbers()
      for try await row in run.db.rows("SELECT n FROM \(table) ORDER BY n") {
        let number = try row.get(0, as: Int.self)
        guard number % 250 == 0 else { continue }
        let same = try await run.db.first(Int.self, "SELECT n FROM \(table) WHERE n = ?", number)
        run.expect(same, equals: number, "the query in the loop")
        try await run.db.execute("INSERT INTO \(found) (n) VALUES (?)", number)
      }
      try await run.expect(run.contents(of: found), equals: [250, 500, 750, 1000])
    },
    ConformanceCase(awaited: "streams.awaited.kept", "Awaited rows can be kept, and keep their values.") { run in
      let table = try await run.numbers(1500)
      var rows: [FetchedRow] = []
      for try await row in run.db.rows("SELECT n FROM \(table) ORDER BY n") { rows.append(row) }
      try await run.db.execute("DELETE FROM \(table)")
      try run.expect(rows.map { try $0.get(0, as: Int.self) }, equals: Array(1...1500))
    },
    ConformanceCase(awaited: "streams.awaited.lazy", "Nothing runs before the first awaited row is asked for.") { run in
      let table = try await run.numbers(1)
      let before = run.db.statistics.statements
      let rows: AsyncRows = run.db.rows("SELECT n FROM \(table)")
      run.expect(run.db.statistics.statements, equals: before, "the statements run before the loop")
      var iterator = rows.makeAsyncIterator()
      try await run.expect(iterator.next()?.get(0, as: Int.self), equals: 1)
      run.expect(run.db.statistics.statements, equals: before + 1, "the statements run in the loop")
    },
    ConformanceCase(
      awaited: "streams.awaited.failed", "An error comes with the first awaited row, and then there are none."
    ) {
      run in
      let missing = run.reserve()
      let sequence: AsyncRows = run.db.rows("SELECT n FROM \(missing)")
      var rows = sequence.makeAsyncIterator()
      await run.expect(throws: .noSuchTable) { try await rows.next() }
      let further = try await rows.next()
      run.expect(further == nil, "there was a row after the error")
    },
    ConformanceCase(
      awaited: "streams.awaited.bounded",
      "Awaited rows come while their query runs: the first of a thousand million at once.",
      needs: [.cancellation]
    ) { run in
      let table = try await run.numbers(1000)
      var seen = 0
      for try await _ in run.db.rows("SELECT a.n FROM \(table) AS a, \(table) AS b, \(table) AS c") {
        seen += 1
        if seen == 10_000 { break }
      }
      run.expect(seen, equals: 10_000, "the rows that were read")
      try await run.untilIdle(run.db)
    },
    ConformanceCase(awaited: "streams.awaited.chunks", "Rows with large texts come whole, however they are fetched.") {
      run in
      let table = try await run.table(.required("n", .int), .column("t", .text), primaryKey: ["n"])
      for number in 1...30 {
        let text = String(repeating: "x", count: number * 5000)
        try await run.db.execute("INSERT INTO \(table) (n, t) VALUES (?, ?)", number, text)
      }
      var sizes: [Int] = []
      for try await row in run.db.rows("SELECT t FROM \(table) ORDER BY n") {
        sizes.append(try row.get(0, as: String.self).utf8.count)
      }
      run.expect(sizes, equals: (1...30).map { $0 * 5000 })
    },
  ]
}
