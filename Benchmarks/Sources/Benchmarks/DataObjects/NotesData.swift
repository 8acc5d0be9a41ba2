/// Notes, each of which has five topics and five enclosures of its own.
@MainActor
final class NotesData {
  let count: Int
  let path: String

  init(_ scale: Scale, in folder: ScratchFolder) throws {
    count = min(1_000, scale.rows / 10)
    path = folder.path("notes.db")
    try fill()
  }

  private func fill() throws {
    let connection = try FloorConnection(path)
    try connection.execute("BEGIN IMMEDIATE; CREATE TABLE note (uniqueID INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    for kind in ["topic", "enclosure"] {
      try connection.execute(
        """
        CREATE TABLE \(kind) (uniqueID INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE \(kind)sNotes (
        note INTEGER NOT NULL, child INTEGER NOT NULL, ix INTEGER NOT NULL, PRIMARY KEY (note, ix)) WITHOUT ROWID
        """)
    }
    for note in 1...count {
      try connection.execute("INSERT INTO note VALUES (\(note), 'The note number \(note) of all')")
      for kind in ["topic", "enclosure"] {
        for place in 0..<5 {
          let child = note * 5 + place
          try connection.execute(
            """
            INSERT INTO \(kind) VALUES (\(child), 'The \(kind) \(child)');
            INSERT INTO \(kind)sNotes VALUES (\(note), \(child), \(place))
            """)
        }
      }
    }
    try connection.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The five statements that a note takes.
  func statements() throws -> [FloorStatement] {
    let connection = try FloorConnection(path)
    return try [
      "SELECT uniqueID, title FROM note WHERE uniqueID = ?",
      "SELECT child FROM topicsNotes WHERE note = ? ORDER BY ix",
      "SELECT child FROM enclosuresNotes WHERE note = ? ORDER BY ix",
      "SELECT uniqueID, name FROM topic WHERE uniqueID IN (?, ?, ?, ?, ?)",
      "SELECT uniqueID, name FROM enclosure WHERE uniqueID IN (?, ?, ?, ?, ?)",
    ].map { try connection.prepare($0) }
  }
}
