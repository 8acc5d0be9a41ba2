import ORDA

/// A note, as its table has it.
struct Note: Codable {
  var id: Int64
  var title: String
  var body: String?
  var pinned: Bool
}

/// The notes of a database.
struct Notes {
  let db: any Governor

  func add(_ title: String, body: String? = nil, tags: [String] = []) throws {
    try db.transaction { tx in
      let id = try tx.execute("INSERT INTO note (title, body) VALUES (?, ?)", title, body).lastID
      for tag in tags { try tx.execute("INSERT INTO tag (note_id, name) VALUES (\(id), \(tag))") }
    }
  }

  func pinned() throws -> [Note] {
    try db.query(Note.self, "SELECT id, title, body, pinned FROM note WHERE pinned = 1 ORDER BY title")
  }

  func titles(tagged tag: String) throws -> [String] {
    try db.query(
      String.self,
      """
      SELECT note.title
      FROM note
      JOIN tag ON tag.note_id = note.id
      WHERE tag.name = \(tag)
      ORDER BY note.title
      """)
  }

  /// How many notes each tag has, the most used first.
  func counts() throws -> [(String, Int)] {
    try db.query((String, Int).self, "SELECT name, COUNT(*) AS notes FROM tag GROUP BY name ORDER BY notes DESC, name")
  }
}
