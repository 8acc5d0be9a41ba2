import SourceCheck
import TestSupport
import Testing

/// What is wrong with the SQL in sources is told at the same places on both databases, in the words of each.
@Suite("orda check on both databases", .ownThread) struct CheckOnBothTests {
  private static let source = """
    import ORDA
    struct Note: Codable { var id: Int; var title: String; var body: String }
    func notes(_ db: any Governor, _ ids: [Int]) throws {
      try db.execute("INSERT INTO note (titel) VALUES (?)", "a")
      try db.query("SELECT id FROM notes WHERE id IN \\(list: ids)")
      try db.query("SELECT id FORM note")
      try db.query((Int, Int).self, "SELECT id, title FROM note")
      try db.query(Note.self, "SELECT * FROM note")
      try db.query(Note.self, "SELECT * FROM note WHERE body <> ''")
      try db.execute("UPDATE note SET title = :title WHERE id = :id", ["title": "a"])
      try db.query((Int, String).self, "SELECT n.id, t.name FROM note n LEFT JOIN tag t ON t.note_id = n.id")
      try db.query((Int, String).self, "SELECT n.id, t.name FROM tag t LEFT JOIN note n ON n.id = t.note_id WHERE n.id > 1")
      try db.query((Int?, String).self, "SELECT MAX(id), title FROM note WHERE id IN \\(list: ids) GROUP BY title")
      try db.first(Int.self, "WITH a AS (SELECT note_id, COUNT(*) AS n FROM tag GROUP BY note_id) SELECT n FROM a")
    }
    """

  private static let schema = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, title VARCHAR(80) NOT NULL, body TEXT)",
    "CREATE TABLE tag (note_id INTEGER NOT NULL, name VARCHAR(40) NOT NULL)",
  ]

  @Test("tells of the same places", arguments: CommandDatabase.allCases)
  func places(_ database: CommandDatabase) async throws {
    let made = try database.made()
    for statement in Self.schema { #expect(try await made.orda("query", statement).status == 0) }
    try made.folder.write(Self.source, to: "a.swift")
    let run = try await made.orda("check", "a.swift")
    guard SourceReading.isAvailable else {
      #expect(run.status == 64 && run.error.contains("--traits SourceCheck"))
      return
    }
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n").dropLast()
    let places = lines.map { $0.split(separator: ":").dropFirst().prefix(2).joined(separator: ":") }
    #expect(places == ["4:37", "5:32", "6:32", "7:45", "8:27", "10:18", "11:50"], "\(run.output) \(run.error)")
    #expect(lines.allSatisfy { $0.contains(": error: ") })
    #expect(lines.first?.hasSuffix("did you mean title?") ?? false)
  }
}
