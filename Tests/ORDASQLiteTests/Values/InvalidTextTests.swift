import ORDA
import ORDASQLite
import Testing

@Suite("Text that is no UTF-8") struct InvalidTextTests {
  private static let bytes: [UInt8] = [0x61, 0xFF, 0x62]
  private static let table: SQL = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, note TEXT);
    INSERT INTO t VALUES (1, 'fine'), (2, CAST(x'61ff62' AS TEXT)), (3, 'déjà');
    """

  private struct Note: Codable { var id: Int, note: String }

  @Test func `Read as String it is an error that names the column, wherever it is read`() throws {
    let db = try TestDatabase.memory(Self.table)
    func error(_ body: () throws -> Void) throws -> DatabaseError {
      try #require(#expect(throws: DatabaseError.self, performing: body))
    }
    let errors = [
      try error { _ = try db.first(String.self, "SELECT note FROM t WHERE id = 2") },
      try error { _ = try db.query(String?.self, "SELECT note FROM t") },
      try error { _ = try db.query((Int, String).self, "SELECT id, note FROM t") },
      try error { _ = try db.query(Note.self, "SELECT * FROM t") },
      try error { _ = try db.query("SELECT * FROM t")[1].get("note", as: String.self) },
      try error { try db.prepare("SELECT note FROM t").forEach { _ = try $0.get(0, as: Substring.self) } },
      try error { try db.prepare("SELECT note FROM t").forEach { _ = try $0.get(unchecked: 0, as: String.self) } },
      try error { try db.prepare("SELECT note FROM t").forEach { _ = try $0.get(unchecked: 0, as: String?.self) } },
    ]
    for error in errors {
      #expect(error.kind == .typeMismatch, "\(error)")
      #expect(error.column == "note", "\(error)")
    }
    #expect(errors[0].message.contains("no UTF-8"))
    #expect(!errors.contains { $0.description.contains("\u{FFFD}") })
  }

  @Test func `Untyped it gives its bytes, and is written back as the same text`() throws {
    let db = try TestDatabase.memory(Self.table)
    let value = Value.other(type: "text", bytes: Self.bytes)
    let result = try db.query("SELECT note FROM t ORDER BY id")
    #expect(result.rows.map(\.values) == [[.text("fine")], [value], [.text("déjà")]])
    var seen: [Value] = []
    try db.prepare("SELECT note FROM t ORDER BY id").forEach { row in
      seen.append(try row[0])
      #expect(try row.fetched()[0] == seen.last)
    }
    #expect(seen == [.text("fine"), value, .text("déjà")])
    #expect(try db.first([UInt8].self, "SELECT note FROM t WHERE id = 2") == Self.bytes)
    // What holds it in memory and what writes it keeps its type.
    try db.execute("UPDATE t SET note = ? WHERE id = 1", value)
    #expect(
      try db.query(String.self, "SELECT typeof(note) || hex(note) FROM t ORDER BY id LIMIT 2") == [
        "text61FF62", "text61FF62",
      ])
    #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE note = \(value)") == 2)
    let bytes = try #require(try db.first("SELECT note FROM t WHERE id = 2"))
    #expect(bytes[0].description == "text x'61ff62'")
  }

  @Test func `Its bytes can be lent`() throws {
    let db = try TestDatabase.memory(Self.table)
    var lent: [[UInt8]] = []
    try db.prepare("SELECT note FROM t ORDER BY id").forEach { row in
      if let bytes = try row.withUTF8(0, { Array($0) }) { lent.append(bytes) }
    }
    #expect(lent == [Array("fine".utf8), Self.bytes, Array("déjà".utf8)])
  }

  @Test func `Functions take it for what it is, and changes tell it so`() throws {
    let db = try TestDatabase.memory(Self.table)
    try SQLite.addFunction("same", to: db) { (value: Value) in value }
    try SQLite.addFunction("loud", to: db) { (text: String) in text.uppercased() }
    #expect(
      try db.first(String.self, "SELECT typeof(same(note)) || hex(same(note)) FROM t WHERE id = 2") == "text61FF62")
    let error = #expect(throws: DatabaseError.self) { try db.query("SELECT loud(note) FROM t WHERE id = 2") }
    #expect(error?.kind == .typeMismatch)
    let heard = try HeardChanges(db, ["t"])
    try db.execute("UPDATE t SET note = CAST(x'FE' AS TEXT) WHERE id = 3")
    #expect(heard.take().first?.rows.first?.new("note") == .other(type: "text", bytes: [0xFE]))
  }
}
