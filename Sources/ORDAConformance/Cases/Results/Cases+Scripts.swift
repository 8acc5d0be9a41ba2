import ORDA

extension ConformanceSuite {
  static let scriptCases: [ConformanceCase] = [
    ConformanceCase("scripts.results", "A script of several statements gives each one's result.") { run in
      let table = try run.genres()
      let results = try run.db.executeScript(
        """
        INSERT INTO \(table) (name) VALUES ('Jazz'); -- a comment; no statement
        INSERT INTO \(table) (name) VALUES ('Fado; Blues');
        /* another; */ SELECT name FROM \(table) ORDER BY id;
        UPDATE \(table) SET name = 'x'
        """)
      run.expect(results.map(\.changed), equals: [1, 1, nil, 2])
      run.expect(results.map(\.count), equals: [0, 0, 2, 0])
      try run.require(results.count == 4, "\(results.count) results")
      run.expect(try results.dropFirst(2).first?["name"].get(as: String.self), equals: ["Jazz", "Fado; Blues"])
    },
    ConformanceCase("scripts.error", "An error in a script tells its line, and what came before it stays.") { run in
      let table = try run.numbers(1)
      let error = run.expect(throws: .syntax) {
        try run.db.executeScript(
          "INSERT INTO \(table) (n) VALUES (2);\n\nSELEC 1;\nINSERT INTO \(table) (n) VALUES (3)")
      }
      run.expect(error?.message ?? "", contains: "line 3")
      run.expect(try run.db.query(Int.self, "SELECT n FROM \(table) ORDER BY n"), equals: [1, 2])
    },
    ConformanceCase("scripts.empty", "A script of nothing but comments and semicolons gives no result.") { run in
      run.expect(try run.db.executeScript(" ;; -- nothing\n/* ; */ ;").count, equals: 0)
    },
    ConformanceCase("scripts.quotes", "Semicolons within quotes end no statement.") { run in
      let table = try run.table(.column("v", .text(maximum: 40)))
      try run.db.executeScript(
        "INSERT INTO \(table) (v) VALUES ('a;b'); INSERT INTO \(table) (v) VALUES ('it''s; all')")
      run.expect(try run.db.query(String.self, "SELECT v FROM \(table) ORDER BY v"), equals: ["a;b", "it's; all"])
    },
    ConformanceCase("scripts.committed", "A transaction that a script begins and commits is kept.") { run in
      let table = try run.numbers(1)
      try run.db.executeScript("BEGIN; INSERT INTO \(table) (n) VALUES (2); COMMIT")
      run.expect(try run.db.query(Int.self, "SELECT n FROM \(table) ORDER BY n"), equals: [1, 2])
    },
    ConformanceCase("scripts.undone", "A transaction in a script that fails is undone.") { run in
      let table = try run.numbers(1)
      run.expect(throws: .constraint(.unique)) {
        try run.db.executeScript(
          "BEGIN; INSERT INTO \(table) (n) VALUES (2); INSERT INTO \(table) (n) VALUES (1); COMMIT")
      }
      run.expect(try run.db.query(Int.self, "SELECT n FROM \(table)"), equals: [1])
    },
    ConformanceCase("scripts.left.open", "A transaction that a script leaves open is undone, and is a misuse.") { run in
      let table = try run.numbers(1)
      run.expect(throws: .misuse) { try run.db.executeScript("BEGIN; INSERT INTO \(table) (n) VALUES (2)") }
      run.expect(try run.db.query(Int.self, "SELECT n FROM \(table)"), equals: [1])
    },
    ConformanceCase("scripts.one.statement", "Elsewhere a text with two statements is a misuse, and neither runs.") {
      run in
      let table = try run.numbers(1)
      run.expect(throws: .misuse) {
        try run.db.execute("INSERT INTO \(table) (n) VALUES (2); DELETE FROM \(table)")
      }
      run.expect(try run.db.query(Int.self, "SELECT n FROM \(table)"), equals: [1])
    },
    ConformanceCase("scripts.semicolon", "A semicolon and a comment behind one statement do no harm.") { run in
      let table = try run.numbers(3)
      run.expect(try run.db.first(Int.self, "SELECT COUNT(*) FROM \(table); -- done"), equals: 3)
    },
    ConformanceCase("scripts.noStatement", "An empty text is a misuse.") { run in
      for text: SQL in ["", "  ", "-- nothing", ";"] { run.expect(throws: .misuse) { try run.db.execute(text) } }
    },
    ConformanceCase(awaited: "scripts.awaited", "An awaited script gives the same results.") { run in
      let table = try await run.numbers(2)
      let results = try await run.db.executeScript(
        "SELECT n FROM \(table) ORDER BY n; DELETE FROM \(table) WHERE n = 1; SELECT n FROM \(table)")
      run.expect(results.map(\.count), equals: [2, 0, 1])
      run.expect(results.map(\.changed), equals: [nil, 1, nil])
    },
  ]
}
