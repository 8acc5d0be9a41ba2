import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// What is written in one way is written alike in every other, and can be read.
@Suite(.ownThread) struct WrittenValuesTests {
  private let own: PostgreSQLDatabase

  init() throws { own = try PostgreSQLDatabase() }

  /// How a row is written.
  enum Way: CaseIterable, Sendable {
    case insert, batch, binaryLoad, textLoad

    func write(_ values: [any ValueConvertible & Sendable], into columns: [String], _ db: any Governor) throws {
      let list = columns.joined(separator: ", ")
      let marks = columns.map { _ in "?" }.joined(separator: ", ")
      let insert = SQL(text: "INSERT INTO written (\(list)) VALUES (\(marks))")
      switch self {
      case .insert: try db.execute(insert, Parameters(values: values))
      case .batch: try db.prepare(insert).executeMany([Parameters(values: values)])
      case .binaryLoad, .textLoad:
        // A text for the column of addresses has no binary form.
        let last: [any ValueConvertible & Sendable] = self == .textLoad ? ["10.0.0.1"] : []
        try PostgreSQL.bulkLoad(
          db, into: "written", columns: columns + (last.isEmpty ? [] : ["address"]), rows: [values + last]
        ) { values, row in
          for value in values { try row.append(value) }
        }
      }
    }
  }

  @Test("Dates before the year 1 are written and read", arguments: Way.allCases, ParameterTypesTests.modes)
  func earlyDates(_ way: Way, _ options: String) throws {
    let db = try PostgreSQLServer.open("pool.max=1&" + options, database: own.name)
    defer { try? db.close(within: .zero) }
    try db.execute("CREATE TABLE written (id SERIAL, d date, t timestamp, i timestamptz, address inet)")
    for year in [-4000, -43, -1, 0, 1, 9999] {
      let date = try #require(CivilDate(year: year, month: 2, day: 28))
      let timestamp = try #require(CivilTimestamp(year: year, month: 2, day: 28, hour: 13, microsecond: 500))
      let instant = Instant(utc: timestamp)
      try db.execute("DELETE FROM written")
      try way.write([date, timestamp, instant], into: ["d", "t", "i"], db)
      // With an address all columns come as texts.
      for list in ["d, t, i", "d, t, i, inet '10.0.0.1'"] {
        let row = try db.query(SQL(text: "SELECT \(list) FROM written")).row(at: 0)
        #expect(try row.get(0) == date)
        #expect(try row.get(1) == timestamp)
        #expect(try row.get(2) == instant)
      }
      #expect(
        try db.first(Int.self, "SELECT count(*) FROM written WHERE d IN \(list: [date]) AND t = \(timestamp)") == 1)
      #expect(try db.first(Int.self, "SELECT count(*) FROM written WHERE d = ANY(\(PostgreSQLArray([date])))") == 1)
    }
    try db.execute("DELETE FROM written")
    try way.write([Date.distantPast], into: ["i"], db)
    #expect(try db.first(Date.self, "SELECT i FROM written") == .distantPast)
  }

  @Test("A text for bytes is the text's bytes", arguments: Way.allCases, ParameterTypesTests.modes)
  func textAsBytes(_ way: Way, _ options: String) throws {
    let db = try PostgreSQLServer.open("pool.max=1&" + options, database: own.name)
    defer { try? db.close(within: .zero) }
    try db.execute("CREATE TABLE written (id SERIAL, b bytea, address inet)")
    for text in ["plain", "\\x41", "a\\b", "é🧡", ""] {
      try db.execute("DELETE FROM written")
      try way.write([text], into: ["b"], db)
      #expect(try db.first([UInt8].self, "SELECT b FROM written") == Array(text.utf8), "\(text)")
    }
  }
}
