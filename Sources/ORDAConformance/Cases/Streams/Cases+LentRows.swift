import ORDA

extension ConformanceSuite {
  static let lentRowCases: [ConformanceCase] = [
    ConformanceCase("streams.forEach.order", "forEach lends each row in turn, in the query's order.") { run in
      let table = try run.numbers(3000)
      var seen = 0
      try run.db.forEach("SELECT n FROM \(table) WHERE n > ? ORDER BY n", 1000) { row in
        seen += 1
        guard try row.get(0, as: Int.self) == seen + 1000 else { throw SecondThoughts() }
      }
      run.expect(seen, equals: 2000, "the rows that were lent")
    },
    ConformanceCase("streams.forEach.none", "forEach over no rows never calls its body.") { run in
      let table = try run.emptyNumbers()
      try run.db.forEach("SELECT n FROM \(table)") { _ in run.fail("the body was called") }
      try run.db.execute("INSERT INTO \(table) (n) VALUES (5)")
      var seen: [Int] = []
      try run.db.forEach("SELECT n FROM \(table)") { seen.append(try $0.get(0)) }
      run.expect(seen, equals: [5], "the rows of a table that has one")
    },
    ConformanceCase(
      "streams.forEach.thrown", "What the body of forEach throws ends the reading and comes out as it is."
    ) {
      run in
      let table = try run.numbers(100)
      for _ in 1...20 {
        var seen = 0
        run.expectSecondThoughts {
          try run.db.forEach("SELECT n FROM \(table) ORDER BY n") { _ in
            seen += 1
            if seen == 7 { throw SecondThoughts() }
          }
        }
        run.expect(seen, equals: 7, "the rows that were lent")
      }
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
    },
    ConformanceCase("streams.forEach.beside", "In a transaction other statements run in the body of forEach.") { run in
      let table = try run.numbers(500)
      let found = try run.emptyNumbers()
      try run.db.transaction { tx in
        try tx.forEach("SELECT n FROM \(table) ORDER BY n") { row in
          let number = try row.get(0, as: Int.self)
          guard number % 100 == 0 else { return }
          let same = try tx.first(Int.self, "SELECT n FROM \(table) WHERE n = ?", number)
          run.expect(same, equals: number, "the query in the body")
          try tx.execute("INSERT INTO \(found) (n) VALUES (?)", number)
          try run.expect(row.get(0, as: Int.self), equals: number, "the row after the statements in the body")
        }
      }
      try run.expect(run.contents(of: found), equals: [100, 200, 300, 400, 500])
    },
    ConformanceCase("streams.forEach.nested", "A statement can be executed in the body of its own forEach.") { run in
      let table = try run.numbers(20)
      let query = try run.db.prepare("SELECT n FROM \(table) WHERE n <= ? ORDER BY n")
      var sum = 0
      try query.forEach(20) { outer in
        try query.forEach(try outer.get(0, as: Int.self)) { inner in sum += try inner.get(0, as: Int.self) }
      }
      run.expect(sum, equals: 1540, "the sum of 1 + (1 + 2) + … + (1 + … + 20)")
    },
    ConformanceCase("streams.forEach.ambient", "A function that is given the governor runs beside the rows of forEach.")
    {
      run in
      let table = try run.numbers(10)
      let db = run.db
      var all = 0
      try db.forEach("SELECT n FROM \(table)") { _ in
        all += try db.first(Int.self, "SELECT COUNT(*) FROM \(table)") ?? 0
      }
      run.expect(all, equals: 100, "the counts in all")
    },
    ConformanceCase("streams.first.rest", "first reads one row of many, and leaves nothing open.") { run in
      let table = try run.numbers(5000)
      for _ in 1...50 {
        try run.expect(run.db.first(Int.self, "SELECT n FROM \(table) ORDER BY n DESC"), equals: 5000)
      }
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
      try run.expect(run.db.execute("DELETE FROM \(table)").changed, equals: 5000)
    },
  ]
}
