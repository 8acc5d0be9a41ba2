import ORDA

extension ConformanceSuite {
  static let rowStreamCases: [ConformanceCase] = [
    ConformanceCase("streams.rows.order", "Rows come one after the other, in the query's order, and nil at their end.")
    {
      run in
      let table = try run.numbers(1000)
      var rows = try run.db.rows("SELECT n FROM \(table) ORDER BY n DESC")
      run.expect(rows.columnNames, equals: ["n"])
      for number in (1...1000).reversed() {
        let seen = try rows.next()?.get(0, as: Int.self)
        guard seen == number else { return run.fail("expected \(number), found \(String(describing: seen))") }
      }
      run.expect(try rows.next() == nil, "there was a row behind the last")
      run.expect(try rows.next() == nil, "there was a row behind the end")
    },
    ConformanceCase("streams.rows.left", "Leaving rows early, fifty times, leaves no connection in use.") { run in
      let table = try run.numbers(2000)
      for round in 1...50 {
        var rows = try run.db.rows("SELECT n FROM \(table) ORDER BY n")
        for _ in 1..<round { _ = try rows.next() != nil }
        run.expect(try rows.next()?.get(0, as: Int.self) == round, "row \(round) was another")
      }
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
      try run.expect(run.db.execute("DELETE FROM \(table)").changed, equals: 2000)
    },
    ConformanceCase("streams.rows.unread", "Rows that are opened and never read give their connection back.") { run in
      let table = try run.numbers(10)
      for _ in 1...20 { _ = try run.db.rows("SELECT n FROM \(table)") }
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
      try run.expect(run.db.execute("DELETE FROM \(table)").changed, equals: 10)
    },
    ConformanceCase("streams.rows.inTurn", "Two readings of one query are read in turn, each in its own order.") {
      run in
      let table = try run.numbers(300)
      let query = try run.db.prepare("SELECT n FROM \(table) WHERE n > ? ORDER BY n")
      var low = try query.rows(0)
      var high = try query.rows(200)
      for number in 1...100 {
        run.expect(try low.next()?.get(0, as: Int.self) == number, "row \(number) of the first reading was another")
        run.expect(
          try high.next()?.get(0, as: Int.self) == number + 200, "row \(number) of the second reading was another")
      }
      run.expect(try high.next() == nil, "the second reading had not ended")
      run.expect(try low.next()?.get(0, as: Int.self) == 101, "the first reading did not go on")
    },
    ConformanceCase("streams.rows.sameStatement", "A statement can be queried again while its rows are being read.") {
      run in
      let table = try run.numbers(50)
      let query = try run.db.prepare("SELECT n FROM \(table) ORDER BY n")
      var rows = try query.rows()
      _ = try rows.next() != nil
      try run.expect(query.query(Int.self).count, equals: 50, "the rows of the second execution")
      run.expect(try rows.next()?.get(0, as: Int.self) == 2, "the reading did not go on where it was")
    },
    ConformanceCase("streams.rows.beside", "Another table can be written while rows are being read.") { run in
      let table = try run.numbers(100)
      let copy = try run.emptyNumbers()
      try run.db.transaction { tx in
        var rows = try tx.rows("SELECT n FROM \(table) ORDER BY n")
        while let row = try rows.next() {
          let number = try row.get(0, as: Int.self)
          try tx.execute("INSERT INTO \(copy) (n) VALUES (?)", number)
          run.expect(try row.get(0, as: Int.self) == number, "the row was changed by the insertion")
        }
      }
      try run.expect(run.db.first(Int.self, "SELECT SUM(n) FROM \(copy)"), equals: 5050)
    },
    ConformanceCase("streams.row.late", "A row that is read after the next was asked for is an error, not another row.")
    {
      run in
      let table = try run.numbers(3)
      var rows = try run.db.rows("SELECT n FROM \(table) ORDER BY n")
      guard let row = try rows.next() else { return run.fail("there was no row") }
      run.expect(try row.get(0, as: Int.self) == 1, "the first row was another")
      _ = try rows.next() != nil
      do {
        let seen = try row.get(0, as: Int.self)
        run.fail("reading the row late gave \(seen)")
      } catch .misuse {}
    },
    ConformanceCase("streams.row.ended", "A row that is read after its reading ended is an error.") { run in
      let table = try run.numbers(1)
      var rows = try run.db.rows("SELECT n FROM \(table)")
      guard let row = try rows.next() else { return run.fail("there was no row") }
      run.expect(try rows.next() == nil, "there was a second row")
      do {
        let seen = try row.get(0, as: Int.self)
        run.fail("reading the row late gave \(seen)")
      } catch .misuse {}
    },
    ConformanceCase(
      "streams.rows.bounded", "Rows are read while their query runs: the first of a thousand million come at once.",
      needs: [.cancellation]
    ) { run in
      let table = try run.numbers(1000)
      var rows = try run.db.rows("SELECT a.n FROM \(table) AS a, \(table) AS b, \(table) AS c")
      for number in 1...10 {
        run.expect(try rows.next()?.get(0, as: Int.self) != nil, "row \(number) was missing")
      }
    },
  ]
}
