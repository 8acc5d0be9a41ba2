import ORDA

extension ConformanceSuite {
  static let errorContentCases: [ConformanceCase] = [
    ConformanceCase("errors.text.sql", "An error holds the text of its statement, as the database was given it.") {
      run in
      let table = try run.numbers(1)
      let insert = try run.db.prepare("INSERT INTO \(table) (n) VALUES (?)")
      let error = run.expect(throws: .constraint) { try insert.execute(1) }
      run.expect(error?.sql, equals: insert.sql, "the text in the error")
      run.expect(error.map { "\($0)" } ?? "", contains: insert.sql, "constraint.unique")
      let missing = run.reserve()
      let unknown = run.expect(throws: .noSuchTable) { try run.db.query("SELECT n FROM \(missing)") }
      run.expect(unknown?.sql ?? "", contains: missing.name)
    },
    ConformanceCase(
      "errors.text.message", "Every error says what happened, and is of the database's or of this interface's words."
    ) {
      run in
      for provocation in try run.provocations() {
        let error = run.expect(throws: provocation.kind) { try provocation.provoke(run.db) }
        run.expect(
          error.map { $0.message.count > 5 } ?? false, "\(provocation.kind): the message is \(error?.message ?? "none")"
        )
      }
    },
    ConformanceCase("errors.values.hidden", "No value that was bound is in an error, however it is shown.") { run in
      for provocation in try run.provocations() {
        let error = run.expect(throws: provocation.kind) { try provocation.provoke(run.db) }
        let shown = "\(String(describing: error)) \(String(reflecting: error)) \(error?.message ?? "")"
        run.expect(!shown.contains(Provocation.secret), "\(provocation.kind): the bound value is in \(shown)")
        run.expect(
          !shown.contains("\(Provocation.secretNumber)"), "\(provocation.kind): the bound number is in \(shown)")
        run.expect(error?.parameters, equals: nil, "the values of \(provocation.kind)")
      }
    },
    ConformanceCase("errors.values.asked", "Errors hold the bound values where the URL asks for them.") { run in
      let db = try run.alone("errors-carry-parameters=true")
      let table = try run.emptyNumbers(on: db)
      try db.execute("INSERT INTO \(table) (n) VALUES (7)")
      let error = run.expect(throws: .constraint) { try db.execute("INSERT INTO \(table) (n) VALUES (?)", 7) }
      run.expect(error?.parameters, equals: [.int(7)])
    },
    ConformanceCase("errors.codes.told", "Errors bear the SQLSTATE and the code that the database gives them.") { run in
      let codes = try run.given(\.errorCodes, "errorCodes")
      for provocation in try run.provocations() {
        guard let code = codes[provocation.kind] else { continue }
        let error = run.expect(throws: provocation.kind) { try provocation.provoke(run.db) }
        run.expect(error?.vendorCode, equals: code.vendorCode, "the code of \(provocation.kind)")
        run.expect(error?.sqlState, equals: code.sqlState, "the SQLSTATE of \(provocation.kind)")
      }
    },
    ConformanceCase("errors.kinds.exact", "Errors are of exactly the kind that tells them apart.") { run in
      for provocation in try run.provocations() {
        let error = run.expect(throws: provocation.kind) { try provocation.provoke(run.db) }
        run.expect(error?.kind, equals: provocation.kind)
      }
    },
    ConformanceCase(
      "errors.repeat.pointless", "What is wrong with the statement or the data is not worth a repetition."
    ) { run in
      for provocation in try run.provocations() {
        let error = run.expect(throws: provocation.kind) { try provocation.provoke(run.db) }
        run.expect(error?.isTransient, equals: false, "\(provocation.kind) is transient")
        run.expect(error?.isRetryable, equals: false, "\(provocation.kind) is retryable")
      }
    },
    ConformanceCase("errors.after.connection", "After any of these errors the same connection goes on.") { run in
      let table = try run.emptyNumbers()
      let provocations = try run.provocations()
      try run.db.withConnection { connection in
        for (number, provocation) in provocations.enumerated() {
          run.expect(throws: provocation.kind) { try provocation.provoke(connection) }
          try connection.execute("INSERT INTO \(table) (n) VALUES (?)", number)
        }
      }
      try run.expect(run.contents(of: table), equals: Array(provocations.indices))
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
    },
    ConformanceCase(
      "errors.after.transaction", "After any of these errors the transaction goes on, and can be committed."
    ) { run in
      let table = try run.emptyNumbers()
      let provocations = try run.provocations()
      try run.db.transaction { tx in
        for (number, provocation) in provocations.enumerated() {
          run.expect(throws: provocation.kind) { try provocation.provoke(tx) }
          try tx.execute("INSERT INTO \(table) (n) VALUES (?)", number)
        }
      }
      try run.expect(run.contents(of: table), equals: Array(provocations.indices))
    },
    ConformanceCase("errors.own.unchanged", "What a program's own closure throws comes out of every call as it is.") {
      run in
      let table = try run.numbers(3)
      let query: SQL = "SELECT n FROM \(table)"
      run.expectSecondThoughts { try run.db.forEach(query) { _ in throw SecondThoughts() } }
      run.expectSecondThoughts { try run.db.prepare(query).forEach { _ in throw SecondThoughts() } }
      run.expectSecondThoughts { try run.db.withConnection { _ in throw SecondThoughts() } }
      run.expectSecondThoughts { try run.db.withConnection(.reader) { _ in throw SecondThoughts() } }
      run.expectSecondThoughts { try run.db.transaction(readOnly: true) { _ in throw SecondThoughts() } }
    },
  ]
}
