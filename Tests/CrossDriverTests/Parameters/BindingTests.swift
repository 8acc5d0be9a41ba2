import ORDA
import Testing

@Suite("Binding") struct BindingTests {
  static let table: SQL = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, b LONGBLOB, d DOUBLE, i INTEGER, l BIGINT, n INTEGER, t LONGTEXT)
    """
  static let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  @Test("Every kind of value, a megabyte too, comes back as it was", arguments: Database.allCases)
  func kinds(_ database: Database) throws {
    let test = try database.opened(Self.table)
    // PostgreSQL's texts hold no NUL.
    let text = String(repeating: database == .postgresql ? "é🧡x" : "é🧡\0x", count: 120_000)
    let call = try test.db.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)").call()
    let values: [(any ValueConvertible)?] = [
      1, Self.bytes, 3498.45745, Int32.min, Int64.min, String?.none, text,
    ]
    for (index, value) in values.enumerated() { try call.bind(value, toIndex: index + 1) }
    #expect(try call.result.changed == 1)
    let row = try #require(try test.db.first("SELECT * FROM t"))
    #expect(row[0] == .int(1))
    #expect(try row.get("b", as: [UInt8].self) == Self.bytes)
    #expect(try row.get("d", as: Double.self) == 3498.45745)
    #expect(row[3] == .int(-2_147_483_648))
    #expect(row[4] == .int(.min))
    #expect(row[5] == .null)
    #expect(try Array(row.get("t", as: String.self).utf8) == Array(text.utf8))
  }

  @Test("Empty is not NULL", arguments: Database.allCases)
  func empty(_ database: Database) throws {
    let test = try database.opened(Self.table)
    try test.db.execute("INSERT INTO t (id, b, t) VALUES (1, ?, ?), (2, ?, ?)", [UInt8](), "", nil, nil)
    let rows = try test.db.query("SELECT b, t FROM t ORDER BY id").rows
    #expect(rows[0].values == [.bytes([]), .text("")])
    #expect(rows[1].values == [.null, .null])
  }

  @Test("By place, by number, by name, and interpolated", arguments: Database.allCases)
  func forms(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let db = music.db
    let (least, album) = (200_000, 2)
    let expected = ["Platform Nine", "Signal Box", "Sleeper"]
    func names(_ sql: SQL, _ parameters: Parameters = []) throws -> [String] {
      try db.query(String.self, sql + " ORDER BY TrackId", parameters)
    }
    #expect(try names("SELECT Name FROM Track WHERE Milliseconds > ? AND AlbumId = ?", [least, album]) == expected)
    #expect(try names("SELECT Name FROM Track WHERE Milliseconds > ?2 AND AlbumId = ?1", [album, least]) == expected)
    #expect(
      try names(
        "SELECT Name FROM Track WHERE AlbumId = :album AND Milliseconds > :least AND :album > 0",
        ["least": least, "album": album]) == expected)
    #expect(try names("SELECT Name FROM Track WHERE Milliseconds > \(least) AND AlbumId = \(album)") == expected)
    #expect(
      try names("SELECT \(identifier: database.told("Name")) FROM Track WHERE TrackId IN \(in: [3, 6, 7])") == expected)
  }

  @Test("A parameter that the statement has not, and one too few", arguments: Database.allCases)
  func wrongIndex(_ database: Database) throws {
    let test = try database.opened()
    let pair = try test.db.prepare("SELECT ?, ?")
    for index in [0, 3, -1] {
      #expect(try failure { try pair.call().bind(1, toIndex: index) }.code == .badBindIndex)
    }
    for parameters: Parameters in [[1], [1, 2, 3], ["a": 1]] {
      let error = try failure { try pair.query(parameters) }
      #expect(error.kind == .misuse)
      #expect(error.code == .badBindIndex)
    }
    #expect(
      try failure { try test.db.query("SELECT :a", ["b": 1]) }.message.hasPrefix("unknown parameter \":b\""))
  }

  @Test("A statement that any number of threads use at once", arguments: Database.allCases)
  func shared(_ database: Database) async throws {
    let music = try database.opened(Music.script)
    let byID = try await music.db.prepare("SELECT TrackId, Name FROM Track WHERE TrackId = :id")
    let names = try await music.db.query(String.self, "SELECT Name FROM Track ORDER BY TrackId")
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<25 {
            let id = (task + round) % names.count
            let row = try await byID.first((Int, String).self, ["id": id + 1])
            #expect(row?.0 == id + 1)
            #expect(row?.1 == names[id])
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
