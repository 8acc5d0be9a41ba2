import ORDA
import Testing

@Suite("Results") struct ResultTests {
  @Test("Rows by place and columns by name", arguments: Database.allCases)
  func rowsAndColumns(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let result = try music.db.query("SELECT * FROM Track ORDER BY TrackId LIMIT 10")
    #expect(result.count == 10)
    #expect(
      result.columns.map(\.name)
        == database.told(
          ["TrackId", "Name", "AlbumId", "MediaTypeId", "GenreId", "Milliseconds", "UnitPrice"]))
    #expect(result.columns.map(\.table) == Array(repeating: database.told("Track"), count: 7))
    #expect(try result[0]["Name"] == .text("Harbour"))
    #expect(try result["Name"].count == 10)
    #expect(try result["Name"][2] == .text("Platform Nine"))
    #expect(try result["AlbumId"].get(as: Int?.self) == [1, 1, 2, nil, 1, 2, 2, 2, 2, 1])
    #expect(try result["UnitPrice"].get(as: ExactDecimal.self).allSatisfy { $0 == ExactDecimal("0.99") })
    #expect(try failure { try result[0]["Nothing"] }.kind == .noSuchColumn)
    #expect(try failure { try result.row(at: 10) }.kind == .outOfRange)
  }

  @Test("No rows have columns all the same", arguments: Database.allCases)
  func empty(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let result = try music.db.query("SELECT TrackId AS id, Name FROM Track WHERE TrackId < 0")
    #expect(result.isEmpty)
    #expect(result.columns.map(\.name) == database.told(["id", "Name"]))
    #expect(try result["id"].isEmpty)
    #expect(try music.db.first("SELECT Name FROM Track WHERE TrackId < 0") == nil)
  }

  @Test("A result stays as it is; the statement runs once for each", arguments: Database.allCases)
  func executions(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let db = music.db
    let count = try db.prepare("SELECT count(*) AS n FROM Genre")
    let insert = try db.prepare("INSERT INTO Genre (Name) VALUES (?)")
    let first = try count.query()
    let statements = db.statistics.statements
    for _ in 1...2 { #expect(try first[0]["n"] == .int(3)) }
    #expect(db.statistics.statements == statements)
    try insert.execute("Blues")
    #expect(try first[0]["n"] == .int(3))
    #expect(try count.query()[0]["n"] == .int(4))
    #expect(db.statistics.statements == statements + 2)
  }

  @Test("A call keeps its result, and its values, until they are let go", arguments: Database.allCases)
  func calls(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let db = music.db
    let call = try db.prepare("SELECT count(*) AS n, ? AS bound FROM Genre").call()
    call.reset()
    try call.bind("x", toIndex: 1)
    let first = try call.result
    let statements = db.statistics.statements
    #expect(try call.result === first)
    #expect(db.statistics.statements == statements)
    try db.execute("INSERT INTO Genre (Name) VALUES ('Blues')")
    #expect(try call.result[0]["n"] == .int(3))
    call.reset()
    #expect(try call.result !== first)
    #expect(try call.result[0].values == [.int(4), .text("x")])
    call.clearBindings()
    call.reset()
    #expect(try call.result[0].values == [.int(4), .null])
  }
}
