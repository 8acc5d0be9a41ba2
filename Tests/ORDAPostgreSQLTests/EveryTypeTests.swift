import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// The expected texts are those that the server writes, which other clients show.
@Suite("A value of each type", .ownThread) struct EveryTypeTests {
  private let database: PostgreSQLDatabase

  init() throws {
    database = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open("pool.max=1", database: database.name)
    defer { try? db.close(within: .zero) }
    try db.executeScript(SQL(text: TypeSample.setup))
  }

  @Test("is the same after it was read, and written in each way", arguments: ["prepare=on", "prepare=off"])
  func written(options: String) throws {
    #expect(Set(TypeSample.all.map(\.type)).count >= 90)
    let db = try PostgreSQLServer.open("pool.max=1&changes=none&" + options, database: database.name)
    let other = try PostgreSQLServer.open("pool.max=1&changes=none", database: database.name)
    defer {
      try? db.close(within: .zero)
      try? other.close(within: .zero)
    }
    for sample in TypeSample.all {
      try db.executeScript(
        SQL(
          text: """
            DROP TABLE IF EXISTS sample;
            CREATE TABLE sample (id serial PRIMARY KEY, way text NOT NULL DEFAULT 'text', v \(sample.type));
            """))
      do {
        try write(sample, db)
      } catch {
        Issue.record("\(sample): \(error)")
      }
      let texts = try other.query((String, String?).self, "SELECT way, format('%s', v) FROM sample WHERE way <> 'null'")
      #expect(texts.count == 7)
      for (way, text) in texts { #expect(text == sample.text, "\(sample): \(way)") }
    }
  }

  private func write(_ sample: TypeSample, _ db: any Governor) throws {
    try db.execute("INSERT INTO sample (v) VALUES ((\(sample.text)::text)::\(SQL(text: sample.type)))")
    let value = try #require(try db.first(Value.self, "SELECT v FROM sample"))
    // With an address all columns come as texts.
    let asText = try #require(try db.query("SELECT v, '::1'::inet FROM sample").rows.first?[0])
    #expect(asText == value || asText.description == value.description, "\(sample)")
    if value.otherText != nil { #expect(try db.first(String.self, "SELECT v FROM sample") == sample.text, "\(sample)") }
    try db.execute("INSERT INTO sample (way, v) VALUES ('insert', \(value))")
    try db.prepare("INSERT INTO sample (way, v) VALUES (?, ?)").executeMany(
      [["first of a batch", value], ["second", value], ["null", nil]] as [Parameters])
    try PostgreSQL.bulkLoad(db, into: "sample", columns: ["way", "v"], rows: ["load"]) { way, row in
      try row.append(way)
      try row.append(value)
    }
    let table = try db.table("sample")
    try table.insert(["way": "live insert", "v": value])
    let id = try #require(try db.first(Int.self, "INSERT INTO sample (way) VALUES ('live set') RETURNING id"))
    let entry = try #require(try table.entry(id))
    try entry.set("v", to: value)
    #expect(entry["v"] == value || entry["v"].description == value.description, "\(sample)")
  }
}
