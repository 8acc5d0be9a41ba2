import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// What a statement stores that was prepared before the type of its column was changed.
@Suite(.ownThread) struct ChangedTypesTests {
  /// A column's type before and after the change, and values for both.
  struct Change: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String
    let old: any ValueConvertible & Sendable
    let new: any ValueConvertible & Sendable
    let using: String

    init(
      _ from: String, _ to: String, _ old: any ValueConvertible & Sendable, _ new: any ValueConvertible & Sendable,
      using: String? = nil
    ) {
      (self.from, self.to, self.old, self.new) = (from, to, old, new)
      self.using = using ?? "c::\(to)"
    }

    var testDescription: String { "\(from) to \(to), a \(type(of: new))" }

    static let all = [
      Change("real", "double precision", 0.5, 0.1), Change("double precision", "numeric", 0.5, 0.1 + 0.2),
      Change("double precision", "numeric", 1, 9_007_199_254_740_993),
      Change("date", "timestamptz", "2024-01-01", "2024-01-01 12:34:56Z"),
      Change("date", "timestamp", "2024-01-01", "2024-01-01 12:34:56"),
      Change("timestamp", "timestamptz", "2024-01-01 00:00:00", "2024-01-01 12:00:00+05"),
      Change("timestamptz", "timestamp", "2024-01-01 00:00:00Z", "2024-01-01 12:00:00+05"),
      Change("timestamp", "timestamptz", "2024-01-01 00:00:00", Date(timeIntervalSince1970: 1_710_054_000)),
      Change("char(5)", "text", "ab", "ab   "), Change("name", "text", "a", String(repeating: "n", count: 70)),
      Change("varchar(3)", "text", "ab", "abcdef"), Change("\"char\"", "text", "a", "abc", using: "c::text"),
      Change("time", "timetz", "10:00", "12:00:00+05"), Change("interval", "text", "1 day", "1 day"),
      Change("uuid", "text", UUID(), "00000000-0000-4000-8000-00000000000A"),
      Change("inet", "text", "10.0.0.1", "10.0.0.1"),
      Change("jsonb", "json", "{}", "{\"a\": 1,  \"a\": 2}"), Change("jsonb", "text", "{}", "{\"b\":1,   \"a\":2}"),
      Change("int", "text", 7, "A7"), Change("int", "bigint", 1, 5_000_000_000), Change("int", "numeric", 1, 1.5),
      Change("text", "int", "5", "17"), Change("text", "uuid", UUID().uuidString, UUID()),
      Change("text", "jsonb", "[1]", "[2]"), Change("numeric(10,2)", "numeric", 1, ExactDecimal("1.23456")),
      Change("smallint", "int", 1, 70_000),
    ]
  }

  /// How a statement runs.
  enum Way: CaseIterable, Sendable {
    case execute, prepared, batch, transaction

    func insert(_ value: any ValueConvertible & Sendable, _ db: any Governor, _ sql: SQL) throws {
      switch self {
      case .execute: try db.execute(sql, Parameters(values: [value]))
      case .prepared: try db.prepare(sql).execute(Parameters(values: [value]))
      case .batch: try db.prepare(sql).executeMany([Parameters(values: [value])])
      case .transaction: try db.transaction { try $0.execute(sql, Parameters(values: [value])) }
      }
    }
  }

  @Test(
    "After a column's type changes, prepared and new statements store the same value",
    arguments: Change.all,
    ["prepare=on", "prepare=off"])
  func stores(_ change: Change, _ options: String) throws {
    let own = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open("pool.max=1&" + options, database: own.name)
    let other = try PostgreSQLServer.open("pool.max=1", database: own.name)
    defer {
      try? db.close(within: .zero)
      try? other.close(within: .zero)
    }
    for way in Way.allCases {
      let sql = SQL(text: "INSERT INTO changed (c) VALUES (?) /* \(way) */")
      try other.executeScript(
        SQL(text: "DROP TABLE IF EXISTS changed; CREATE TABLE changed (i SERIAL, c \(change.from))"))
      for _ in 1...3 { try way.insert(change.old, db, sql) }
      try other.executeScript(
        SQL(text: "TRUNCATE changed; ALTER TABLE changed ALTER COLUMN c TYPE \(change.to) USING \(change.using)"))
      for _ in 1...2 { try way.insert(change.new, db, sql) }
      let fresh = try PostgreSQLServer.open("pool.max=1", database: own.name)
      try Way.execute.insert(change.new, fresh, "INSERT INTO changed (c) VALUES (?)")
      try fresh.close(within: .zero)
      let stored = try other.query(String.self, "SELECT c::text || '|' FROM changed ORDER BY i")
      #expect(stored.count == 3)
      #expect(Set(stored).count == 1, "\(way): \(stored)")
    }
  }

  @Test("A prepared query compares with the type that its column has now", arguments: ["prepare=on", "prepare=off"])
  func compares(_ options: String) throws {
    let own = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open("pool.max=1&" + options, database: own.name)
    let other = try PostgreSQLServer.open("pool.max=1", database: own.name)
    try other.executeScript(
      "CREATE TABLE changed (c date); INSERT INTO changed VALUES ('2024-01-01'); CREATE VIEW seen AS SELECT 1 AS one")
    let count = try db.prepare("SELECT count(*) FROM changed WHERE c = ?")
    for _ in 1...3 { #expect(try count.first(Int.self, "2024-01-01 12:00:00") == 1) }
    try other.executeScript("ALTER TABLE changed ALTER COLUMN c TYPE timestamp")
    #expect(try count.first(Int.self, "2024-01-01 12:00:00") == 0)
    #expect(try count.first(Int.self, "2024-01-01") == 1)
  }

  @Test("Within a transaction, a statement that was checked once is not described again until its tables may change")
  func transaction() throws {
    let own = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open("pool.max=1", database: own.name)
    try db.execute("CREATE TABLE changed (c real)")
    let insert: SQL = "INSERT INTO changed (c) VALUES (?)"
    for _ in 1...2 { try db.execute(insert, 0.1234567) }
    try db.transaction { tx in
      for _ in 1...3 { try tx.execute(insert, 0.1234567) }
      // The transaction's own change.
      try tx.execute("ALTER TABLE changed ALTER COLUMN c TYPE double precision")
      try tx.execute("DELETE FROM changed")
      try tx.execute(insert, 0.1234567)
      try #expect(tx.first(Double.self, "SELECT c FROM changed") == 0.1234567)
    }
  }

  @Test("An account that may only insert is served, too")
  func insertOnly() throws {
    let own = try PostgreSQLDatabase()
    let admin = try PostgreSQLServer.open("pool.max=1", database: own.name)
    let role = "inserter_" + own.name.suffix(8)
    try admin.executeScript(
      SQL(text: "CREATE TABLE changed (c real); CREATE ROLE \(role) LOGIN; GRANT INSERT ON changed TO \(role)"))
    defer { _ = try? admin.executeScript(SQL(text: "DROP OWNED BY \(role); DROP ROLE \(role)")) }
    let url = own.url.replacing("postgres@", with: "\(role)@")
    let db = try PostgreSQLServer.open(url: url + "?pool.max=1")
    defer { try? db.close(within: .zero) }
    for _ in 1...4 { try db.execute("INSERT INTO changed (c) VALUES (?)", 0.1234567) }
    try admin.executeScript("TRUNCATE changed; ALTER TABLE changed ALTER COLUMN c TYPE double precision")
    try db.execute("INSERT INTO changed (c) VALUES (?)", 0.1234567)
    #expect(try admin.first(Double.self, "SELECT c FROM changed") == 0.1234567)
  }

  @Test("A live entry writes what its column holds now")
  func entry() throws {
    let own = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open("pool.max=1", database: own.name)
    let other = try PostgreSQLServer.open("pool.max=1", database: own.name)
    try other.executeScript("CREATE TABLE changed (id int PRIMARY KEY, c real); INSERT INTO changed VALUES (1, 0.5)")
    let entry = try #require(try db.table("changed").entry(1))
    for value in [0.25, 0.1234567] { try entry.set("c", to: value) }
    try other.execute("ALTER TABLE changed ALTER COLUMN c TYPE double precision")
    try entry.set("c", to: 0.7654321)
    #expect(try other.first(Double.self, "SELECT c FROM changed") == 0.7654321)
  }

  @Test("A value that the column refuses fails with the server's error, however often it is tried")
  func genuineError() throws {
    let own = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open("pool.max=1", database: own.name)
    try db.execute("CREATE TABLE changed (c int)")
    for _ in 1...2 { try db.execute("INSERT INTO changed (c) VALUES (?)", "5") }
    for _ in 1...2 {
      #expect(try failure { try db.execute("INSERT INTO changed (c) VALUES (?)", "five") }.sqlState == "22P02")
    }
    try db.transaction { tx in
      #expect(try failure { try tx.execute("INSERT INTO changed (c) VALUES (?)", "five") }.sqlState == "22P02")
      try tx.execute("INSERT INTO changed (c) VALUES (?)", "6")
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM changed") == 3)
  }
}
