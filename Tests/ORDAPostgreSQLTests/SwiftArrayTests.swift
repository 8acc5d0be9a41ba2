import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Arrays of Swift's own type, without a type of the driver's.
@Suite("Swift's arrays", .ownThread) struct SwiftArrayTests {
  private enum Mood: String, Codable { case sad, happy }

  private struct Album: Codable, Equatable {
    var id: Int
    var numbers: [Int]
    var names: [String?]
    var keys: [UUID]
    var days: [Date]
    var flags: [Bool]
    var data: [Data]
    var grid: [[Int]]
    var moods: [Mood]
    var hosts: Set<String>
    var none: [Int]?
    var plain: [String]
    var document: [Int]
  }

  private let database: PostgreSQLDatabase

  init() throws {
    database = try PostgreSQLDatabase()
    let db = try open("prepare=on")
    defer { try? db.close(within: .zero) }
    try db.executeScript(
      """
      CREATE TYPE mood AS ENUM ('sad', 'happy');
      CREATE TABLE album (
        id integer PRIMARY KEY, numbers integer[], names text[], keys uuid[], days timestamptz[], flags boolean[], data bytea[],
        grid integer[], moods mood[], hosts inet[], "none" bigint[], plain text, document jsonb);
      """)
  }

  private func open(_ options: String) throws -> any Governor {
    try PostgreSQLServer.open("pool.max=1&changes=none&" + options, database: database.name)
  }

  private static let insert: SQL = """
    INSERT INTO album VALUES (:id, :numbers, :names, :keys, :days, :flags, :data, :grid, :moods, :hosts, :none, :plain, :document)
    """

  private func album(_ id: Int) throws -> Album {
    Album(
      id: id, numbers: [1, -2], names: ["a", nil, "NULL", "\"q\\ {},"],
      keys: [try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))],
      days: [Date(timeIntervalSince1970: 0.5)], flags: [true, false], data: [Data([0, 255])], grid: [[1, 2], [3, 4]],
      moods: [.happy, .sad], hosts: ["10.0.0.1"], none: nil, plain: ["x", "y"], document: [1, 2])
  }

  @Test("are the arrays of Codable rows, in an INSERT and in a batch", arguments: ["prepare=on", "prepare=off"])
  func codable(options: String) throws {
    let db = try open(options)
    defer { try? db.close(within: .zero) }
    let albums = try (1...3).map { try album($0) }
    try db.prepare(Self.insert).executeMany(albums)
    #expect(try db.query(Album.self, "SELECT * FROM album ORDER BY id") == albums)
    let (names, moods, plain) = try #require(
      try db.first(
        (String, String, String).self,
        "SELECT names::text, moods::text, plain FROM album WHERE document = '[1, 2]' AND id = 1"))
    #expect(names == #"{a,NULL,"NULL","\"q\\ {},"}"#)
    #expect(moods == "{happy,sad}")
    #expect(plain == #"["x","y"]"#)
  }

  @Test("are parameters", arguments: ["prepare=on", "prepare=off"])
  func parameters(options: String) throws {
    let db = try open(options)
    defer { try? db.close(within: .zero) }
    #expect(try db.first(Int.self, "SELECT count(*) FROM generate_series(1, 9) AS n WHERE n = ANY(\([2, 3, 10]))") == 2)
    #expect(try db.first(Bool.self, "SELECT ARRAY['a', 'b'] && \(["b", "c"])") == true)
    #expect(try db.first(JSON<[Int]>.self, "SELECT \([1, 2])::int[] || \([3])::int[]")?.content == [1, 2, 3])
    #expect(try db.first(JSON<[String]>.self, "SELECT \(["10.0.0.1"])::inet[]")?.content == ["10.0.0.1"])
    #expect(try db.first(JSON<[String]>.self, "SELECT \(["happy"])::mood[]")?.content == ["happy"])
    #expect(try db.first(JSON<[Int]>.self, "SELECT \([Int]())::int[]")?.content == [])
    let doubles: SQL = "SELECT \([0.1])::float8[] || 'Infinity'::float8"
    #expect(try db.first(JSON<[Double]>.self, doubles)?.content == [0.1, .infinity])
    #expect(try db.first(JSON<[Int]>.self, "SELECT \([1, 2])::jsonb")?.content == [1, 2])
    #expect(try db.first([UInt8].self, "SELECT \([1, 2] as [UInt8])::bytea") == [1, 2])
    let statement = try db.prepare("SELECT coalesce(cardinality(?::mood[]), -1)")
    for moods in [nil, ["sad"], ["sad", "happy"]] as [[String]?] {
      let count = try statement.first(Int.self, [moods.map { JSON($0) }])
      #expect(count == moods?.count ?? -1)
    }
  }

  @Test("are loaded in bulk, and written through live rows")
  func others() throws {
    let db = try open("prepare=on")
    defer { try? db.close(within: .zero) }
    try PostgreSQL.bulkLoad(db, into: "album", columns: ["id", "numbers", "moods", "hosts", "document"], rows: [1, 2]) {
      try $1.append($0)
      try $1.append(JSON([1, $0]))
      try $1.append(JSON(["sad"]))
      try $1.append(JSON(["::1"]))
      try $1.append(JSON([$0]))
    }
    let entry = try #require(try db.table("album").entry(2))
    try entry.set("names", to: JSON(["x", "y z"]))
    try entry.set("moods", to: JSON(["happy"]))
    #expect(try entry.get("moods", as: JSON<[String]>.self).content == ["happy"])
    let row = try #require(
      try db.query("SELECT numbers, moods, hosts, document, names FROM album WHERE id = 2").rows.first)
    #expect(try row.get(0, as: JSON<[Int]>.self).content == [1, 2])
    #expect(try row.get(1, as: JSON<[String]>.self).content == ["happy"])
    #expect(try row.get(2, as: JSON<[String]>.self).content == ["::1"])
    #expect(try row.get(3, as: JSON<[Int]>.self).content == [2])
    #expect(try row.get(4, as: JSON<[String]>.self).content == ["x", "y z"])
  }

  /// As `orda generate` writes it.
  private struct AlbumTable: TableSchema {
    static let tableName: TableName = "album"
    let id = Column<Int>("id")
    let names = Column<JSON<[String]>?>("names")
    let hosts = Column<JSON<[String]>?>("hosts")
    let data = Column<JSON<[Data]>?>("data")
  }

  @Test("are columns of typed tables, in JSON")
  func typed() throws {
    let db = try open("prepare=on")
    defer { try? db.close(within: .zero) }
    let entry = try db.table(AlbumTable.self).insert {
      $0.id = 1
      $0.names = JSON(["a", "b c"])
      $0.data = JSON([Data([0, 255])])
    }
    #expect(entry.names?.content == ["a", "b c"] && entry.hosts == nil)
    try entry.set(\.hosts, to: JSON(["10.0.0.1"]))
    #expect(entry.hosts?.content == ["10.0.0.1"])
    #expect(try db.first(String.self, "SELECT data::text FROM album WHERE hosts = '{10.0.0.1}'") == #"{"\\x00ff"}"#)
    let again = try #require(try db.table(AlbumTable.self).entry(1))
    #expect(again.data?.content == [Data([0, 255])])
  }
}
