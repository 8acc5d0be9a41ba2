import ORDA

extension ConformanceSuite {
  static let nullCases: [ConformanceCase] = [
    ConformanceCase("nulls.every.type", "NULL is stored in a column of every type, and read as nil.") { run in
      for type in everyType {
        run.expect(try run.stored(Value?.none, in: type), equals: .null, "\(type)")
      }
    },
    ConformanceCase("nulls.every.batch", "A batch takes NULL for a column of every type.") { run in
      for type in everyType {
        let table = try run.table(.required("id", .int), .column("v", type), primaryKey: ["id"])
        let insert = try run.db.prepare("INSERT INTO \(table) (id, v) VALUES (?, ?)")
        run.expect(try insert.executeMany([[1, nil], [2, nil]]), equals: 2, "\(type)")
        run.expect(try run.db.query(Value?.self, "SELECT v FROM \(table)"), equals: [nil, nil], "\(type)")
      }
    },
    ConformanceCase("nulls.optional.both", "Optional values are stored and read as themselves, or as NULL.") { run in
      let table = try run.table(.required("id", .int), .column("v", .int), primaryKey: ["id"])
      let values: [Int?] = [7, nil, 0]
      for (id, value) in values.enumerated() {
        try run.db.execute("INSERT INTO \(table) (id, v) VALUES (?, ?)", id, value)
      }
      run.expect(try run.db.query(Int?.self, "SELECT v FROM \(table) ORDER BY id"), equals: values)
    },
    ConformanceCase("nulls.interpolated", "An interpolated nil is NULL.") { run in
      let table = try run.table(.column("v", .text(maximum: 9)))
      let note: String? = nil
      try run.db.execute("INSERT INTO \(table) (v) VALUES (\(note))")
      run.expect(try run.db.query(String?.self, "SELECT v FROM \(table)"), equals: [nil])
    },
    ConformanceCase("nulls.named", "A nil given by name is NULL.") { run in
      let table = try run.table(.column("v", .int))
      try run.db.execute("INSERT INTO \(table) (v) VALUES (:v)", ["v": nil])
      run.expect(try run.db.query(Int?.self, "SELECT v FROM \(table)"), equals: [nil])
    },
    ConformanceCase("nulls.empty.text", "An empty text is not NULL.") { run in
      let row = try run.row(of: "", in: .text(maximum: 9))
      run.expect(try row.get(0, as: Value.self), equals: .text(""))
      run.expect(try row.get("v", as: String?.self), equals: "")
    },
    ConformanceCase("nulls.zero", "Zero is not NULL.") { run in
      run.expect(try run.row(of: 0, in: .int).get("v", as: Int?.self), equals: 0)
      run.expect(try run.row(of: 0.0, in: .double).get("v", as: Double?.self), equals: 0)
    },
    ConformanceCase("nulls.isNull", "IS NULL finds rows with NULL, and a comparison with NULL finds none.") { run in
      let table = try run.table(.required("id", .int), .column("v", .int), primaryKey: ["id"])
      try run.db.execute("INSERT INTO \(table) (id, v) VALUES (1, NULL)")
      try run.db.execute("INSERT INTO \(table) (id, v) VALUES (2, 5)")
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE v IS NULL"), equals: [1])
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE v IS NOT NULL"), equals: [2])
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) WHERE v = ?", Int?.none), equals: [])
    },
    ConformanceCase("nulls.aggregate", "SUM, MIN and MAX of no rows are NULL, and COUNT is 0.") { run in
      let table = try run.table(.column("v", .int))
      let row = try run.require(
        try run.db.first("SELECT COUNT(*) AS n, SUM(v) AS s, MIN(v) AS a, MAX(v) AS z FROM \(table)"), "a row")
      run.expect(row.values, equals: [.int(0), .null, .null, .null])
    },
    ConformanceCase("nulls.update", "A value can be made NULL, and NULL a value.") { run in
      let table = try run.table(.required("id", .int), .column("v", .int), primaryKey: ["id"])
      try run.db.execute("INSERT INTO \(table) (id, v) VALUES (1, 5)")
      try run.db.execute("UPDATE \(table) SET v = ?", Int?.none)
      run.expect(try run.db.query(Int?.self, "SELECT v FROM \(table)"), equals: [nil])
      try run.db.execute("UPDATE \(table) SET v = ?", 6)
      run.expect(try run.db.query(Int?.self, "SELECT v FROM \(table)"), equals: [6])
    },
    ConformanceCase("nulls.lent", "A lent row tells which of its columns are NULL.") { run in
      let table = try run.table(.column("a", .int), .column("b", .text(maximum: 9)))
      try run.db.execute("INSERT INTO \(table) (a, b) VALUES (NULL, ?)", "x")
      var seen: [Bool] = []
      try run.db.forEach("SELECT a, b FROM \(table)") { row in
        for index in 0..<row.count { seen.append(try row.isNull(index)) }
      }
      run.expect(seen, equals: [true, false])
    },
  ]

  private static let everyType: [ColumnType] = [
    .boolean, .int, .float, .double, .decimal(precision: 9, scale: 2), .text(maximum: 9), .text, .bytes(maximum: 9),
    .bytes,
    .date, .time, .timestamp, .instant, .uuid, .json,
  ]
}
