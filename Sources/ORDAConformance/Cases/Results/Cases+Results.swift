import ORDA

extension ConformanceSuite {
  static let resultCases: [ConformanceCase] = [
    ConformanceCase("results.row.first", "A result is read row first: row, then column by name.") { run in
      let result = try run.db.query("SELECT id, title FROM \(try run.tracks()) ORDER BY id")
      run.expect(result.count, equals: 4, "rows")
      run.expect(try result.row(at: 0).get("title", as: String.self), equals: "So What")
      run.expect(try result.row(at: 3)["id"], equals: .int(4))
    },
    ConformanceCase("results.column.first", "A result is read column first: column by name, then row.") { run in
      let result = try run.db.query("SELECT id, album FROM \(try run.tracks()) ORDER BY id")
      run.expect(try result["id"].get(as: Int.self), equals: [1, 2, 3, 4])
      run.expect(try result["album"].get(as: Int?.self), equals: [1, nil, 1, 2])
    },
    ConformanceCase("results.columns.names", "Columns have the names and the order of the query.") { run in
      let result = try run.db.query("SELECT title, id AS number, album FROM \(try run.tracks())")
      run.expect(result.columns.map(\.name), equals: ["title", "number", "album"])
      run.expect(try result.row(at: 0).columnNames, equals: ["title", "number", "album"])
    },
    ConformanceCase("results.columns.star", "A star stands for all columns in the table's order.") { run in
      let result = try run.db.query("SELECT * FROM \(try run.tracks())")
      run.expect(result.columns.map(\.name), equals: ["id", "title", "album", "seconds"])
    },
    ConformanceCase("results.columns.origins", "A column tells its table and its name there.", needs: [.columnOrigins])
    {
      run in
      let table = try run.tracks()
      let column = try run.require(try run.db.query("SELECT title AS t FROM \(table)").columns.first, "a column")
      run.expect(column.name, equals: "t")
      run.expect(column.table, equals: table.name)
      run.expect(column.origin, equals: "title")
    },
    ConformanceCase("results.columns.duplicates", "Of two columns of one name the first is found by it, both by index.")
    {
      run in
      let row = try run.require(
        try run.db.first("SELECT id AS x, title AS x FROM \(try run.tracks()) WHERE id = 1"), "a row")
      run.expect(try row.get("x", as: Int.self), equals: 1)
      run.expect(try row.get(1, as: String.self), equals: "So What")
    },
    ConformanceCase("results.columns.otherCase", "A column is found by its name in other letters, where no other fits.")
    {
      run in
      // Quoted, since some databases change unquoted names to small or capital letters.
      let (upper, lower): (SQL, SQL) = ("\(identifier: "Number")", "\(identifier: "number")")
      let row = try run.require(
        try run.db.first("SELECT id AS \(upper), title AS \(lower) FROM \(try run.tracks()) WHERE id = 1"), "a row")
      run.expect(try row.get("number", as: String.self), equals: "So What", "the exact name")
      run.expect(try row.get("NUMBER", as: Int.self), equals: 1, "another spelling")
    },
    ConformanceCase("results.columns.unknown", "An unknown column is an error that names it, not a crash.") { run in
      let result = try run.db.query("SELECT id FROM \(try run.tracks())")
      let error = run.expect(throws: .noSuchColumn) { try result.row(at: 0).get("titel", as: String.self) }
      run.expect(error?.message ?? "", contains: "titel")
      run.expect(throws: .noSuchColumn) { try result["titel"] }
    },
    ConformanceCase("results.columns.index", "A column's index that is too large or negative is an error, not a crash.")
    {
      run in
      let row = try run.require(try run.db.first("SELECT id FROM \(try run.tracks())"), "a row")
      for index in [1, -1, Int.max] { run.expect(throws: .noSuchColumn) { try row.get(index, as: Int.self) } }
    },
    ConformanceCase("results.rows.index", "A row that is not there is an error of the throwing form.") { run in
      let result = try run.db.query("SELECT id FROM \(try run.tracks())")
      for index in [4, -1, Int.max] { run.expect(throws: .outOfRange) { try result.row(at: index) } }
    },
    ConformanceCase("results.empty", "A result without rows has its columns all the same.") { run in
      let table = try run.tracks()
      let result = try run.db.query("SELECT id AS number, title FROM \(table) WHERE id < 0")
      run.expect(result.isEmpty, "found rows")
      run.expect(result.columns.map(\.name), equals: ["number", "title"])
      run.expect(try result["number"].isEmpty, "the column has values")
      run.expect(try run.db.first("SELECT id FROM \(table) WHERE id < 0") == nil, "first found a row")
      run.expect(try run.db.first(Int.self, "SELECT id FROM \(table) WHERE id < 0"), equals: nil)
    },
    ConformanceCase("results.kept", "A result stays as it is when the table changes, and after its governor closed.") {
      run in
      let table = try run.tracks()
      let result = try run.db.query("SELECT title FROM \(table) ORDER BY id")
      try run.db.execute("DELETE FROM \(table)")
      run.expect(try result["title"].get(as: String.self).count, equals: 4)
      run.expect(try result.row(at: 1).get("title", as: String.self), equals: "Naima")
    },
    ConformanceCase("results.order", "ORDER BY and LIMIT give the rows asked for, in order.") { run in
      let table = try run.tracks()
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) ORDER BY title DESC LIMIT 2").count, equals: 2)
      run.expect(try run.db.query(Int.self, "SELECT id FROM \(table) ORDER BY id DESC LIMIT 3"), equals: [4, 3, 2])
    },
    ConformanceCase("results.aggregates", "COUNT, SUM, MIN and MAX give numbers.") { run in
      let row = try run.require(
        try run.db.first(
          "SELECT COUNT(*) AS c, SUM(seconds) AS s, MIN(seconds) AS a, MAX(album) AS z FROM \(try run.tracks())"),
        "a row")
      run.expect(try row.get("c", as: Int.self), equals: 4)
      run.expect(try row.get("s", as: Int.self), equals: 1024)
      run.expect(try row.get("a", as: Int.self), equals: 201)
      run.expect(try row.get("z", as: Int.self), equals: 2)
    },
    ConformanceCase("results.crossJoin", "Two tables in a query give each row with each.") { run in
      let table = try run.numbers(12)
      run.expect(try run.db.first(Int.self, "SELECT COUNT(*) FROM \(table) AS a, \(table) AS b"), equals: 144)
    },
    ConformanceCase("results.many", "Ten thousand rows come back in order, each once.") { run in
      let table = try run.numbers(10_000)
      run.expect(
        try run.db.query(Int.self, "SELECT n FROM \(table) ORDER BY n") == Array(1...10_000),
        "the rows are not the numbers from 1 to 10,000")
    },
    ConformanceCase("results.wide", "A row of 100 columns keeps each in its place.") { run in
      let table = try run.numbers(1)
      let list = (0..<100).map { "n AS c\($0)" }.joined(separator: ", ")
      let row = try run.require(try run.db.first("SELECT \(raw: list) FROM \(table)"), "a row")
      run.expect(row.count, equals: 100)
      run.expect(row.columnNames.last, equals: "c99")
      run.expect(try row.get("c57", as: Int.self), equals: 1)
    },
    ConformanceCase("results.statement.columns", "A prepared query tells its columns before it runs.") { run in
      let statement = try run.db.prepare("SELECT id, title AS t FROM \(try run.tracks())")
      run.expect(try statement.columns().map(\.name), equals: ["id", "t"])
    },
    ConformanceCase("results.dictionary", "A row can be had as a dictionary.") { run in
      let row = try run.require(try run.db.first("SELECT id, album FROM \(try run.tracks()) WHERE id = 2"), "a row")
      run.expect(row.dictionary, equals: ["id": .int(2), "album": .null])
    },
  ]
}
