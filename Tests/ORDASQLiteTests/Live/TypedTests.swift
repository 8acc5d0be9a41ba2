import ORDA
import Testing

private enum Mood: String, SchemaValue {
  case unknown, blue, happy
  static let placeholder = Mood.unknown
}

private struct Tracks: TableSchema {
  static let tableName: TableName = "track"
  let id = Column<Int64>("id")
  let name = Column<String>("name")
  let albumId = Column<Int64?>("album_id")
  let mood = Column<Mood?>("mood")
  let key = Column<Int>("key")
}

private struct Albums: TableSchema {
  static let tableName: TableName = "album"
  let id = Column<Int64>("id")
  let title = Column<String>("title")
}

private struct WrongName: TableSchema {
  static let tableName: TableName = "album"
  let title = Column<String>("titel")
}

private struct WrongType: TableSchema {
  static let tableName: TableName = "album"
  let title = Column<Int>("title")
}

private struct WrongNull: TableSchema {
  static let tableName: TableName = "track"
  let album = Column<Int64>("album_id")
}

@Suite("Typed tables") struct TypedTests {
  private func open() throws -> any Governor {
    try TestDatabase.memory(
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE track (id INTEGER PRIMARY KEY, name TEXT NOT NULL, album_id INTEGER REFERENCES album (id), mood TEXT,
        key INT NOT NULL DEFAULT 7);
      INSERT INTO album VALUES (1, 'Kind of Blue');
      INSERT INTO track (name, album_id, mood) VALUES ('So What', 1, 'blue'), ('Blue in Green', 1, NULL), ('All', NULL, 'x');
      """)
  }

  @Test("Columns are properties; conditions are Swift")
  func reading() throws {
    let db = try open()
    let tracks = try db.table(Tracks.self)
    #expect(try tracks.select { $0.id >= 2 && $0.name.like("B%") }.map(\.name) == ["Blue in Green"])
    #expect(try tracks.select { $0.albumId == nil }.map(\.id) == [3])
    #expect(try tracks.select { $0.albumId != 1 }.map(\.id) == [3])
    #expect(try tracks.select { !($0.id < 3) || $0.mood == .blue }.map(\.id) == [1, 3])
    #expect(try tracks.select { $0.id.isIn([1, 3]) && $0.albumId.isNotNull }.map(\.id) == [1])
    #expect(try tracks.count { $0.id <= 2 } == 2)
    #expect(try tracks.count() == tracks.select().count)
    #expect(try tracks.first()?.key == RowKey([.int(1)]))
    #expect(try tracks.table.first(where: "id > 1", orderBy: "id DESC")?.key == tracks.select().last?.key)
    #expect(try tracks.table.first(where: "id < 0") == nil)
    let first = try #require(try tracks.entry(1))
    #expect(first.mood == .blue)
    #expect(first.albumId == 1)
    #expect(first[\.key] == 7)
    let third = try #require(try tracks.entry(3))
    #expect(third.mood == nil, "what is no mood has the placeholder of an optional one")
    #expect(try failure { try third.get(\.mood) }.kind == .typeMismatch)
  }

  @Test("Setting a property writes; drafts insert and update")
  func writing() throws {
    let db = try open()
    let tracks = try db.table(Tracks.self)
    let made = try tracks.insert {
      $0.name = "Naima"
      $0.mood = .happy
    }
    #expect(made.id == 4)
    // The row's key, which hides a column of that name; the column is reached by its key path.
    #expect(made.key == RowKey([.int(4)]))
    #expect(made[\.key] == 7)
    made.name = "Naima!"
    #expect(made.name == "Naima!")
    #expect(try db.first("SELECT name FROM track WHERE id = 4")?.get(0, as: String.self) == "Naima!")
    try made.update {
      $0.name = "Giant Steps"
      $0.albumId = 1
    }
    #expect(made.albumId == 1)
    #expect(try tracks.update(set: { $0.mood = nil }, where: { $0.mood == .happy }).map(\.id) == [4])
    #expect(made.mood == nil)
    #expect(try tracks.entry(4) == made)
    #expect(try tracks.delete { $0.id == 4 }.count == 1)
    #expect(made.entry.isDeleted)
  }

  @Test("A column leads to the entry that it refers to")
  func relations() throws {
    let db = try open()
    let tracks = try db.table(Tracks.self).select { $0.albumId != nil }
    let album = try #require(try tracks[0].related(\.albumId, as: Albums.self))
    #expect(album.title == "Kind of Blue")
    #expect(try tracks[1].related(\.albumId) === album.entry)
    #expect(try failure { try tracks[0].related(\.albumId, as: Tracks.self) }.kind == .misuse)
  }

  @Test("A wrong name, type or NULL is an error that names the column")
  func checking() throws {
    let db = try open()
    let name = try failure { try db.table(WrongName.self) }
    #expect(name.kind == .noSuchColumn)
    #expect(name.message.contains("did you mean title?"))
    let type = try failure { try db.table(WrongType.self) }
    #expect(type.kind == .typeMismatch)
    #expect(type.column == "title")
    let null = try failure { try db.table(WrongNull.self) }
    #expect(null.kind == .typeMismatch)
    #expect(null.message.contains("declare it as Int64?"))
  }
}
