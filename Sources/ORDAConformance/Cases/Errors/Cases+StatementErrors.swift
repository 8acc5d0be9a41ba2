import ORDA

extension ConformanceSuite {
  static let statementErrorCases: [ConformanceCase] = [
    ConformanceCase("errors.syntax.kind", "SQL text that is wrong is a syntax error.") { run in
      let table = try run.numbers(1)
      let texts: [SQL] = [
        "SELEC n FROM \(table)", "SELECT n FRM \(table)", "SELECT FROM WHERE", "INSERT INTO \(table) (n) VALUES (2",
        "DELETE FROM \(table) WHERE n = = 1", "SELECT (n FROM \(table)", "nonsense", ")",
      ]
      for sql in texts { run.expect(throws: .syntax) { try run.db.execute(sql) } }
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase("errors.noSuchTable.kind", "A table that is not there is named as the reason, in any statement.") {
      run in
      let missing = run.reserve()
      let texts: [SQL] = [
        "SELECT n FROM \(missing)", "INSERT INTO \(missing) (n) VALUES (1)", "UPDATE \(missing) SET n = 1",
        "DELETE FROM \(missing)", "DROP TABLE \(missing)",
      ]
      for sql in texts {
        let error = run.expect(throws: .noSuchTable) { try run.db.execute(sql) }
        run.expect(error?.message ?? "", contains: missing.name)
      }
    },
    ConformanceCase("errors.noSuchColumn.kind", "A column that is not there is named as the reason, in any statement.")
    { run in
      let table = try run.numbers(1)
      let texts: [SQL] = [
        "SELECT nowhere FROM \(table)", "INSERT INTO \(table) (nowhere) VALUES (1)", "UPDATE \(table) SET nowhere = 1",
        "DELETE FROM \(table) WHERE nowhere = 1", "SELECT n FROM \(table) ORDER BY nowhere",
        "SELECT t.nowhere FROM \(table) AS t",
      ]
      for sql in texts {
        let error = run.expect(throws: .noSuchColumn) { try run.db.execute(sql) }
        run.expect(error?.message ?? "", contains: "nowhere")
      }
    },
    ConformanceCase(
      "errors.noSuchColumn.result", "A column that a result does not have is an error, in every way to read it."
    ) {
      run in
      let table = try run.numbers(1)
      let result = try run.db.query("SELECT n FROM \(table)")
      run.expect(throws: .noSuchColumn) { try result["m"] }
      run.expect(throws: .noSuchColumn) { try result.row(at: 0).get("m", as: Int.self) }
      run.expect(throws: .noSuchColumn) { try result.row(at: 0).get(1, as: Int.self) }
      run.expect(throws: .noSuchColumn) { try result.row(at: 0).get(-1, as: Int.self) }
      try run.db.forEach("SELECT n FROM \(table)") { row in
        do {
          run.fail("read \(try row.get("m", as: Int.self))")
        } catch .noSuchColumn {}
      }
    },
    ConformanceCase("errors.outOfRange.row", "A row that a result does not have is an error.") { run in
      let result = try run.db.query("SELECT n FROM \(try run.numbers(2)) ORDER BY n")
      try run.expect(result.row(at: 1).get(0, as: Int.self), equals: 2)
      for position in [-1, 2, Int.max, Int.min] { run.expect(throws: .outOfRange) { try result.row(at: position) } }
    },
    ConformanceCase("errors.alreadyExists.kind", "A table that is there already is not made again.") { run in
      let table = try run.numbers(1)
      let definition = TableDefinition(name: TableName(name: table.name), columns: [.required("other", .int)])
      let error = run.expect(throws: .alreadyExists) { try run.db.create(definition) }
      run.expect(error?.message ?? "", contains: table.name)
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase("errors.misuse.parameters", "A wrong number of values, or a name that is not there, is a misuse.") {
      run in
      let table = try run.numbers(1)
      run.expect(throws: .misuse) { try run.db.execute("DELETE FROM \(table) WHERE n = ?") }
      run.expect(throws: .misuse) { try run.db.execute("DELETE FROM \(table) WHERE n = ?", 1, 2) }
      run.expect(throws: .misuse) { try run.db.execute("DELETE FROM \(table)", 1) }
      let error = run.expect(throws: .misuse) {
        try run.db.execute("DELETE FROM \(table) WHERE n = :number", ["numbr": 1])
      }
      run.expect(error?.message ?? "", contains: "numbr", "number")
      try run.expect(run.contents(of: table), equals: [1])
    },
    ConformanceCase(
      "errors.typeMismatch.kind", "A value that is read as another type is a mismatch that names its column."
    ) {
      run in
      let table = try run.table(.required("t", .text(maximum: 20)), .column("u", .text(maximum: 20)))
      try run.db.execute("INSERT INTO \(table) (t, u) VALUES (?, ?)", "treasure", nil)
      let mismatch = run.expect(throws: .typeMismatch) { try run.db.query(Int.self, "SELECT t FROM \(table)") }
      run.expect(mismatch?.kind, equals: .typeMismatch)
      run.expect("\(mismatch?.message ?? "") \(mismatch?.column ?? "")", contains: "t")
      run.expect(
        !"\(String(describing: mismatch))".contains("treasure"), "the value is in \(String(describing: mismatch))")
      let null = run.expect(throws: .typeMismatch) { try run.db.query(String.self, "SELECT u FROM \(table)") }
      run.expect(null?.kind, equals: .unexpectedNull)
      try run.expect(run.db.query(String?.self, "SELECT u FROM \(table)"), equals: [nil])
    },
    ConformanceCase("errors.outOfRange.read", "A number that does not fit the type that it is read as is out of range.")
    { run in
      let table = try run.table(.required("n", .int))
      for (number, fits) in [(127, true), (128, false), (-129, false), (Int.max, false)] {
        try run.db.execute("DELETE FROM \(table)")
        try run.db.execute("INSERT INTO \(table) (n) VALUES (?)", number)
        if fits {
          try run.expect(run.db.first(Int8.self, "SELECT n FROM \(table)"), equals: 127)
        } else {
          run.expect(throws: .outOfRange) { try run.db.first(Int8.self, "SELECT n FROM \(table)") }
        }
        run.expect(number >= 0 || (try? run.db.first(UInt64.self, "SELECT n FROM \(table)")) == nil, "read unsigned")
      }
    },
    ConformanceCase(
      "errors.dataTooLong.neverCut", "A text that is longer than its column is refused or kept whole, never cut."
    ) {
      run in
      let table = try run.table(.required("t", .text(maximum: 3)))
      do {
        try run.db.execute("INSERT INTO \(table) (t) VALUES (?)", "four")
        try run.expect(run.db.query(String.self, "SELECT t FROM \(table)"), equals: ["four"])
      } catch .dataTooLong {
        try run.expect(run.count(table), equals: 0, "the rows after the refusal")
      }
    },
    ConformanceCase("errors.outOfRange.neverChanged", "A number that does not fit its column is refused or kept whole.")
    { run in
      let table = try run.table(.required("n", .integer(bits: 16, isUnsigned: false)))
      do {
        try run.db.execute("INSERT INTO \(table) (n) VALUES (?)", 70_000)
        try run.expect(run.contents(of: table), equals: [70_000])
      } catch .outOfRange {
        try run.expect(run.count(table), equals: 0, "the rows after the refusal")
      }
    },
    ConformanceCase(
      "errors.unsupported.driver", "A driver's own connection that is asked for by a wrong type is unsupported."
    ) {
      run in
      let table = try run.numbers(1)
      try run.db.withConnection { connection in
        _ = run.expect(throws: .unsupported) { try connection.withDriver(SecondThoughts.self) { _ in } }
        try run.expect(run.contents(of: table, on: connection), equals: [1], "on the same connection")
      }
    },
  ]
}
