import ORDA

extension ConformanceSuite {
  static let rowCases: [ConformanceCase] = [
    ConformanceCase("rows.tuples", "Rows are read as tuples, by place.") { run in
      let rows = try run.db.query(
        (Int, String, Int?).self, "SELECT id, title, album FROM \(try run.tracks()) ORDER BY id")
      run.expect(rows.map(\.0), equals: [1, 2, 3, 4])
      run.expect(rows.map(\.1), equals: ["So What", "Naima", "it's", "Untimed"])
      run.expect(rows.map(\.2), equals: [1, nil, 1, 2])
    },
    ConformanceCase("rows.tuples.fewer", "A tuple may have fewer elements than there are columns, but no more.") {
      run in
      let table = try run.tracks()
      let pair = try run.db.first((Int, String).self, "SELECT * FROM \(table) ORDER BY id")
      run.expect(pair?.1, equals: "So What")
      run.expect(throws: .noSuchColumn) { try run.db.first((Int, String).self, "SELECT id FROM \(table)") }
    },
    ConformanceCase("rows.single", "The first column of all rows is read as a list of one type.") { run in
      run.expect(
        try run.db.query(String.self, "SELECT title FROM \(try run.tracks()) WHERE album = 1 ORDER BY id"),
        equals: ["So What", "it's"])
    },
    ConformanceCase("rows.decodable", "Rows are read by types that read themselves.") { run in
      let sql: SQL = "SELECT id, title, seconds FROM \(try run.tracks()) WHERE id > ? ORDER BY id"
      let expected = [Track(id: 3, title: "it's", seconds: 201), Track(id: 4, title: "Untimed", seconds: nil)]
      run.expect(try run.db.query(Track.self, sql, 2), equals: expected)
      run.expect(try run.db.prepare(sql).first(Track.self, 2), equals: expected.first)
    },
    ConformanceCase("rows.codable", "Rows are read as Codable values, whose keys are column names.") { run in
      let rows = try run.db.query(
        Named.self, "SELECT seconds, title, id FROM \(try run.tracks()) WHERE id > 2 ORDER BY id")
      run.expect(
        rows, equals: [Named(id: 3, title: "it's", seconds: 201), Named(id: 4, title: "Untimed", seconds: nil)])
    },
    ConformanceCase("rows.codable.snakeCase", "Keys in camel case find columns in snake case where that is asked for.")
    {
      run in
      let sql: SQL = "SELECT id AS track_id, title AS full_title FROM \(try run.tracks()) WHERE id = 1"
      run.expect(
        try run.db.query(Snake.self, sql, strategy: .snakeCase), equals: [Snake(trackId: 1, fullTitle: "So What")])
      run.expect(throws: .noSuchColumn) { try run.db.query(Snake.self, sql) }
    },
    ConformanceCase("rows.codable.missing", "A missing column and a NULL are different errors of a Codable row.") {
      run in
      let table = try run.tracks()
      let missing = run.expect(throws: .noSuchColumn) { try run.db.query(Named.self, "SELECT id FROM \(table)") }
      run.expect(missing?.message ?? "", contains: "title")
      let null = run.expect(throws: .unexpectedNull) {
        try run.db.query(Named.self, "SELECT album AS id, title FROM \(table) WHERE id = 2")
      }
      run.expect(null?.column, equals: "id")
    },
    ConformanceCase("rows.codable.nested", "A nested value of a Codable row is read from JSON.") { run in
      let table = try run.table(.required("id", .int), .column("cover", .text))
      try run.db.execute("INSERT INTO \(table) (id, cover) VALUES (1, ?)", #"{"colour":"blau","pages":[1,2]}"#)
      let album = try run.db.first(Album.self, "SELECT id, cover FROM \(table)")
      run.expect(album, equals: Album(id: 1, cover: Cover(colour: "blau", pages: [1, 2], note: nil)))
    },
    ConformanceCase("rows.codable.bound", "Codable values can be the parameters of a batch, by name.") { run in
      let table = try run.tracks()
      let more = [Named(id: 50, title: "n50", seconds: nil), Named(id: 51, title: "n51", seconds: 9)]
      let insert = try run.db.prepare("INSERT INTO \(table) (id, title, seconds) VALUES (:id, :title, :seconds)")
      run.expect(try insert.executeMany(more), equals: 2)
      run.expect(
        try run.db.query(Named.self, "SELECT id, title, seconds FROM \(table) WHERE id > 49 ORDER BY id"), equals: more)
    },
    ConformanceCase("rows.mismatch", "A row that does not fit its type is an error that names the column.") { run in
      let table = try run.table(.required("id", .int), .column("title", .text(maximum: 9)), .column("seconds", .int))
      try run.db.execute("INSERT INTO \(table) (id, title, seconds) VALUES (1, NULL, 5)")
      let error = run.expect(throws: .unexpectedNull) {
        try run.db.query(Track.self, "SELECT id, title, seconds FROM \(table)")
      }
      run.expect(error?.column, equals: "title")
    },
    ConformanceCase("rows.lent", "forEach lends each row in order, and what the body throws ends it.") { run in
      let table = try run.tracks()
      var seen: [Int] = []
      try run.db.forEach("SELECT id FROM \(table) ORDER BY id") { row in seen.append(try row.get(0, as: Int.self)) }
      run.expect(seen, equals: [1, 2, 3, 4])
      do {
        try run.db.forEach("SELECT id FROM \(table) ORDER BY id") { row in
          seen.append(-(try row.get(0, as: Int.self)))
          throw Enough()
        }
        run.fail("the error of the body was lost")
      } catch is Enough {}
      run.expect(seen, equals: [1, 2, 3, 4, -1])
      run.expect(try run.db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 4, "afterwards")
    },
    ConformanceCase("rows.fetched", "A copy of a lent row can be kept.") { run in
      var kept: [FetchedRow] = []
      try run.db.forEach("SELECT id, title FROM \(try run.tracks()) ORDER BY id") { row in
        kept.append(try row.fetched())
      }
      run.expect(
        try kept.map { try $0.get("title", as: String.self) }, equals: ["So What", "Naima", "it's", "Untimed"])
    },
    ConformanceCase("rows.index", "A column's index is found once and holds for every row.") { run in
      var seen: [String] = []
      try run.db.forEach("SELECT id, title FROM \(try run.tracks()) ORDER BY id") { row in
        seen.append(try row.get(try row.index(of: "title"), as: String.self))
      }
      run.expect(seen, equals: ["So What", "Naima", "it's", "Untimed"])
    },
    ConformanceCase(awaited: "rows.awaited", "Awaited queries read the same types.") { run in
      let table = try await onThread { try run.tracks() }
      let sql: SQL = "SELECT id, title, seconds FROM \(table) WHERE id = 3"
      run.expect(try await run.db.query(Track.self, sql), equals: [Track(id: 3, title: "it's", seconds: 201)])
      run.expect(try await run.db.query(Named.self, sql), equals: [Named(id: 3, title: "it's", seconds: 201)])
      let pair = try await run.db.first((Int, String).self, sql)
      run.expect(pair?.1, equals: "it's")
      run.expect(try await run.db.first(Int.self, sql), equals: 3)
    },
  ]

  private struct Enough: Error {}

  struct Track: RowDecodable, Equatable, Sendable {
    var id: Int
    var title: String
    var seconds: Int?

    init(id: Int, title: String, seconds: Int?) {
      self.id = id
      self.title = title
      self.seconds = seconds
    }

    init(row: borrowing Row) throws {
      id = try row.get(0)
      title = try row.get("title")
      seconds = try row.get("seconds")
    }
  }

  struct Named: Codable, Equatable, Sendable {
    var id: Int
    var title: String
    var seconds: Int?
  }

  struct Snake: Codable, Equatable, Sendable {
    var trackId: Int
    var fullTitle: String
  }

  struct Album: Codable, Equatable, Sendable {
    var id: Int
    var cover: Cover
  }
}
