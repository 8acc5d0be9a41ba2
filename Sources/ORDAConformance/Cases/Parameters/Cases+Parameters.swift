import ORDA

extension ConformanceSuite {
  static let parameterCases: [ConformanceCase] = [
    ConformanceCase("parameters.positional", "Values are bound to question marks in their order.") { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE seconds > ? AND album = ? ORDER BY id", 200, 1),
        equals: [1, 3])
    },
    ConformanceCase("parameters.list", "Values can be given as a list made at run time.") { run in
      let table = try run.tracks()
      let parameters = Parameters(values: [200, 1])
      run.expect(
        try run.db.query(
          Int.self, "SELECT id FROM \(table) WHERE seconds > ? AND album = ? ORDER BY id", parameters), equals: [1, 3])
    },
    ConformanceCase("parameters.numbered", "?1 and ?2 take values by their numbers, in any order.") { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE seconds > ?2 AND album = ?1 ORDER BY id", 1, 200),
        equals: [1, 3])
    },
    ConformanceCase("parameters.numbered.repeated", "A number that is written twice takes one value.") { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id = ?1 OR album = ?1 ORDER BY id", 2),
        equals: [2, 4])
    },
    ConformanceCase("parameters.named", "Values are bound by name, in any order.") { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(
          Int.self, "SELECT id FROM \(table) WHERE seconds > :least AND album = :album ORDER BY id",
          ["album": 1, "least": 200]), equals: [1, 3])
    },
    ConformanceCase("parameters.named.repeated", "A name that is written twice takes one value.") { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id = :n OR album = :n ORDER BY id", ["n": 2]),
        equals: [2, 4])
    },
    ConformanceCase("parameters.named.colon", "A name may be given with its colon.") { run in
      let table = try run.tracks()
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id = :id", [":id": 3]), equals: [3])
    },
    ConformanceCase("parameters.named.dictionary", "Names can come from a dictionary made at run time.") { run in
      let table = try run.tracks()
      let parameters = Parameters(dictionary: ["id": 4])
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id = :id", parameters), equals: [4])
    },
    ConformanceCase("parameters.named.order", "Names take values of a list in the order in which they first appear.") {
      run in
      let table = try run.tracks()
      let sql: SQL = "SELECT id FROM \(table) WHERE album = :album AND seconds > :least AND album = :album ORDER BY id"
      run.expect(try run.db.query(Int.self, sql, [1, 200]), equals: [1, 3])
    },
    ConformanceCase("parameters.interpolated", "A value that is interpolated is bound.") { run in
      let table = try run.tracks()
      let (least, album) = (200, 1)
      run.expect(
        try run.db.query(
          Int.self, "SELECT id FROM \(table) WHERE seconds > \(least) AND album = \(album) ORDER BY id"),
        equals: [1, 3])
    },
    ConformanceCase("parameters.interpolated.statement", "A prepared statement keeps the values interpolated into it.")
    {
      run in
      let table = try run.tracks()
      let album = 1
      let statement = try run.db.prepare("SELECT id FROM \(table) WHERE album = \(album) ORDER BY id")
      run.expect(try statement.query(Int.self), equals: [1, 3])
      run.expect(try statement.query(Int.self), equals: [1, 3], "the second time")
    },
    ConformanceCase("parameters.in", "A list is bound to IN, value by value.") { run in
      let table = try run.tracks()
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(in: [4, 1, 9]) ORDER BY id"), equals: [1, 4])
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE title IN \(in: ["Naima", "it's"]) ORDER BY id"),
        equals: [2, 3])
    },
    ConformanceCase("parameters.in.one", "IN with a list of one value finds that one.") { run in
      let table = try run.tracks()
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(in: [2])"), equals: [2])
    },
    ConformanceCase("parameters.in.empty", "IN with an empty list is false, and NOT IN with one is true.") { run in
      let table = try run.tracks()
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id IN \(in: [Int]())"), equals: [])
      run.expect(
        try run.db.query(Int.self, "SELECT id FROM \(table) WHERE id NOT IN \(in: [Int]()) ORDER BY id"),
        equals: [1, 2, 3, 4])
    },
    ConformanceCase("parameters.identifier", "An interpolated identifier is quoted as the database quotes.") { run in
      let table = try run.tracks()
      let column = "title"
      run.expect(
        try run.db.query(String.self, "SELECT \(identifier: column) FROM \(table) WHERE id = 1"), equals: ["So What"])
    },
    ConformanceCase("parameters.missing", "One value too few is a misuse that names the parameter, and nothing runs.") {
      run in
      let table = try run.tracks()
      let error = run.expect(throws: .misuse) {
        try run.db.execute("UPDATE \(table) SET album = :album WHERE id = :id", ["album": 9])
      }
      run.expect(error?.message ?? "", contains: ":id")
      run.expect(throws: .misuse) { try run.db.execute("UPDATE \(table) SET album = ? WHERE id = ?", 9) }
      run.expect(try run.db.first(Int.self, "SELECT COUNT(*) FROM \(table) WHERE album = 9"), equals: 0)
    },
    ConformanceCase("parameters.surplus", "One value too many is a misuse, and nothing runs.") { run in
      let table = try run.tracks()
      run.expect(throws: .misuse) { try run.db.execute("UPDATE \(table) SET album = ?", 9, 10) }
      run.expect(throws: .misuse) { try run.db.execute("DELETE FROM \(table)", 1) }
      run.expect(try run.db.first(Int.self, "SELECT SUM(album) FROM \(table)"), equals: 4)
    },
    ConformanceCase("parameters.unknown", "An unknown name is a misuse that suggests the nearest.") { run in
      let table = try run.tracks()
      let error = run.expect(throws: .misuse) {
        try run.db.query("SELECT id FROM \(table) WHERE album = :album", ["albun": 1])
      }
      run.expect(error?.message ?? "", contains: "albun", "album")
    },
    ConformanceCase("parameters.repeated", "A name that is given twice is a misuse, not a crash.") { run in
      let table = try run.tracks()
      let error = run.expect(throws: .misuse) {
        try run.db.query("SELECT id FROM \(table) WHERE id = :id", ["id": 1, "id": 2])
      }
      run.expect(error?.message ?? "", contains: "id")
    },
    ConformanceCase("parameters.inQuotes", "What looks like a parameter within quotes or comments is none.") { run in
      let table = try run.tracks()
      let sql: SQL = "SELECT id FROM \(table) /* ? :no */ WHERE title = 'is it ? :x ?1' OR id = ? -- ? :y\n ORDER BY id"
      run.expect(try run.db.query(Int.self, sql, 2), equals: [2])
    },
    ConformanceCase("parameters.types", "One statement takes values of other types at each execution.") { run in
      let table = try run.table(.required("id", .int), .column("v", .text(maximum: 40)), primaryKey: ["id"])
      let insert = try run.db.prepare("INSERT INTO \(table) (id, v) VALUES (?, ?)")
      let values: [(any ValueConvertible)?] = ["text", 5, nil, "é🧡", "", Int64.max]
      for (id, value) in values.enumerated() { try insert.execute(Parameters(values: [id, value])) }
      run.expect(
        try run.db.query(String?.self, "SELECT v FROM \(table) ORDER BY id"),
        equals: ["text", "5", nil, "é🧡", "", "9223372036854775807"])
    },
    ConformanceCase("parameters.many", "A statement takes 200 values.") { run in
      let table = try run.numbers(300)
      let sum = (1...200).reduce(0, +)
      run.expect(
        try run.db.first(Int.self, "SELECT SUM(n) FROM \(table) WHERE n IN \(in: Array(1...200))"), equals: sum)
    },
    ConformanceCase(awaited: "parameters.awaited", "Awaited calls take the same forms of parameters.") { run in
      let table = try await onThread { try run.tracks() }
      let (db, album) = (run.db, 1)
      let expected = [1, 3]
      let sql: SQL = "SELECT id FROM \(table) WHERE album = ? ORDER BY id"
      run.expect(try await db.query(Int.self, sql, album), equals: expected)
      run.expect(try await db.query(Int.self, sql, [album]), equals: expected)
      let named: SQL = "SELECT id FROM \(table) WHERE album = :album ORDER BY id"
      run.expect(try await db.query(Int.self, named, ["album": album]), equals: expected)
      let interpolated: SQL = "SELECT id FROM \(table) WHERE album = \(album) ORDER BY id"
      run.expect(try await db.query(Int.self, interpolated), equals: expected)
      await run.expect(throws: .misuse) { try await db.query(sql) }
    },
  ]
}

extension ConformanceRun {
  /// A table of four tracks on three albums: columns id, title, album and seconds.
  func tracks() throws -> ConformanceTable {
    let table = try table(
      .required("id", .int), .required("title", .text(maximum: 40)), .column("album", .int), .column("seconds", .int),
      primaryKey: ["id"])
    let insert = try db.prepare("INSERT INTO \(table) (id, title, album, seconds) VALUES (?, ?, ?, ?)")
    try insert.execute(1, "So What", 1, 562)
    try insert.execute(2, "Naima", nil, 261)
    try insert.execute(3, "it's", 1, 201)
    try insert.execute(4, "Untimed", 2, nil)
    return table
  }
}
