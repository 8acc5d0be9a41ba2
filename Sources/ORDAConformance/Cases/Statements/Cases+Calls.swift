import ORDA

extension ConformanceSuite {
  static let callCases: [ConformanceCase] = [
    ConformanceCase("statements.call.once", "A call runs its statement when its result is asked for, and once.") {
      run in
      let table = try run.emptyNumbers()
      let call = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)").call()
      run.expect(call.parameterCount, equals: 1)
      try call.bind(7, toIndex: 1)
      try run.expect(run.count(table), equals: 0, "before the result")
      let result = try call.result
      run.expect(result.changed, equals: 1)
      run.expect(try call.result === result, "the second result was another")
      try run.expect(run.contents(of: table), equals: [7])
    },
    ConformanceCase("statements.call.reset", "After a reset a call runs again, with the values that it was given.") {
      run in
      let table = try run.table(.required("n", .int), .column("t", .text(maximum: 9)))
      let call = try run.db.prepare("INSERT INTO \(table) (n, t) VALUES (:n, :t)").call()
      try call.bind(1, toName: "n")
      try call.bind("a", toName: ":t")
      _ = try call.result
      call.reset()
      try call.bind(2, toIndex: 1)
      _ = try call.result
      call.reset()
      call.clearBindings()
      try call.bind(3, toIndex: 1)
      _ = try call.result
      try run.expect(run.db.query(String?.self, "SELECT t FROM \(table) ORDER BY n"), equals: ["a", "a", nil])
    },
    ConformanceCase("statements.call.nothing", "A call's result has -1 where there is nothing to tell.") { run in
      let table = try run.table(.generatedKey("id"), .column("n", .int))
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (5)").call()
      try run.expect(insert.result.lastID, equals: 1)
      let query = try run.db.prepare("SELECT n FROM \(table)").call()
      try run.expect(query.result.changed, equals: -1)
      try run.expect(query.result.lastID, equals: -1)
      try run.expect(query.result.row(at: 0).get("n", as: Int.self), equals: 5)
      let update = try run.db.prepare("UPDATE \(table) SET n = 6").call()
      try run.expect(update.result.changed, equals: 1)
      try run.expect(update.result.lastID, equals: -1)
    },
    ConformanceCase("statements.call.badIndex", "A call refuses a number or a name that no parameter has.") { run in
      let table = try run.emptyNumbers()
      let call = try run.db.prepare("INSERT INTO \(table) (n) VALUES (:number)").call()
      for index in [0, 2, -1, Int.max, Int.min] {
        run.expect(run.expect(throws: .misuse) { try call.bind(1, toIndex: index) }?.code, equals: .badBindIndex)
      }
      let error = run.expect(throws: .misuse) { try call.bind(1, toName: "numbr") }
      run.expect(error?.code, equals: .badBindIndex)
      run.expect(error?.message ?? "", contains: "numbr", "number")
      try run.expect(run.count(table), equals: 0)
    },
    ConformanceCase("statements.call.failed", "A call's error stays until it is reset.") { run in
      let table = try run.numbers(1)
      let call = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)").call()
      try call.bind(1, toIndex: 1)
      run.expect(throws: .constraint(.unique)) { try call.result }
      try run.db.execute("DELETE FROM \(table)")
      run.expect(throws: .constraint(.unique)) { try call.result }
      call.reset()
      try run.expect(call.result.changed, equals: 1)
    },
  ]
}
