import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("Rows in MariaDB's log are what a SELECT gives")
struct LoggedTypesTests {
  /// Zero dates can be stored, and are read as NULL.
  private static let options = "session.sql_mode=&zero-dates=null"

  @Test("Each type, inserted, updated and deleted")
  func types() throws {
    let test = try TestDatabase(Self.options)
    let db = test.db
    let follower = try Follower(options: "zero-dates=null")
    var expected: [[[Value]]] = []
    for (number, example) in LoggedTypes.all.enumerated() {
      try db.execute(SQL(text: "CREATE TABLE t\(number) (id INT, x \(example.type))"))
      for (row, literal) in example.literals.enumerated() {
        try db.execute(SQL(text: "INSERT INTO t\(number) (id, x) VALUES (\(row), \(literal))"))
      }
      expected.append(try db.query(SQL(text: "SELECT id, x FROM t\(number) ORDER BY id")).rows.map(\.values))
      try db.execute(SQL(text: "UPDATE t\(number) SET id = id + 1000"))
      try db.execute(SQL(text: "DELETE FROM t\(number)"))
    }
    let changes = try follower.changes(in: test.name, until: try Follower.end(of: db))
    for (number, example) in LoggedTypes.all.enumerated() {
      let own = changes.filter { $0.table == "t\(number)" }
      let rows = expected[number]
      try #require(own.count == 3 * rows.count, "\(example.type)")
      func check(_ cells: [LoggedCell]?, _ row: Int, moved: Bool = false) throws {
        let cells = try #require(cells)
        guard case .int(let id) = rows[row][0] else { return }
        // The column that is computed from the other moves with it.
        if moved, example.type.contains("AS (id") { return }
        #expect(cells[0] == .value(.int(moved ? id + 1000 : id)))
        let x: LoggedCell = example.unknown.contains(row) ? .unknown : .value(rows[row][1])
        #expect(cells[1] == x, "\(example.type): \(example.literals[row])")
        // Two texts are equal that have other bytes, and two decimals that have other digits.
        #expect(cells[1].exact == x.exact)
      }
      for row in rows.indices {
        #expect(own[row].names == ["id", "x"])
        #expect(own[row].kind == .insert)
        try check(own[row].after, row)
        let update = own[rows.count + row]
        #expect(update.kind == .update)
        try check(update.before, row)
        try check(update.after, row, moved: true)
        let delete = own[2 * rows.count + row]
        #expect(delete.kind == .delete)
        try check(delete.before, row, moved: true)
      }
    }
  }

  @Test("Dates that no calendar has are unknown, where reading them is an error")
  func zeroDates() throws {
    let test = try TestDatabase("session.sql_mode=", "CREATE TABLE t (d DATE, m DATETIME(3), i TIMESTAMP NULL)")
    let follower = try Follower()
    try test.db.execute("INSERT INTO t VALUES ('0000-00-00', '2026-02-00', 0)")
    let changes = try follower.changes(in: test.name, until: try Follower.end(of: test.db))
    #expect(changes.map(\.after) == [[.unknown, .unknown, .unknown]])
  }

  @Test("CHAR, where it is read with its spaces, is read again")
  func paddedChars() throws {
    let test = try TestDatabase("", "CREATE TABLE t (a CHAR(5), b VARCHAR(5))")
    let follower = try Follower()
    try test.db.execute("INSERT INTO t VALUES ('x', 'y')")
    let connection = try MariaDBConnection.open(
      try Follower.settings(TestServer.url.get(), "session.sql_mode=PAD_CHAR_TO_FULL_LENGTH"))
    defer { connection.close() }
    let events = try follower.events(until: try Follower.end(of: test.db))
    let map = try #require(
      events.compactMap { if case .tableMap(let map) = $0, map.schema == test.name { map } else { nil } }.last)
    let rows = try #require(
      events.compactMap { if case .rows(let rows) = $0, rows.table == map.id { rows } else { nil } }.last)
    let decoder = try RowDecoder(map, try LoggedTable.read(schema: test.name, table: "t", on: connection))
    #expect(try decoder.rows(of: rows).map(\.after) == [[.unknown, .value("y")]])
  }

  @Test("A table that can't be undone ends by a statement, and not by a commit")
  func notTransactional() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT) ENGINE=MyISAM")
    let follower = try Follower()
    try test.db.execute("INSERT INTO t VALUES (1)")
    let changes = try follower.changes(in: test.name, until: try Follower.end(of: test.db))
    #expect(changes.map(\.after) == [[.value(1)]])
  }

  @Test("Many columns and NULLs, in all tables' places")
  func manyColumns() throws {
    let columns = (0..<40).map { "c\($0) INT" }.joined(separator: ", ")
    let test = try TestDatabase("", SQL(text: "CREATE TABLE t (\(columns))"))
    let follower = try Follower()
    for row in 0..<40 { try test.db.execute(SQL(text: "INSERT INTO t (c\(row), c\(39 - row)) VALUES (\(row), -1)")) }
    let rows = try test.db.query("SELECT * FROM t").rows.map(\.values)
    let changes = try follower.changes(in: test.name, until: try Follower.end(of: test.db))
    #expect(changes.count == 40)
    #expect(changes.map { $0.after?.map(\.value) } == rows.map { row in row.map { Value?.some($0) } })
  }
}

extension LoggedCell {
  /// The type and all that is stored.
  fileprivate var exact: [UInt8] { value.map { Array("\($0.typeName) \($0)".utf8) } ?? [] }
}
