import Foundation
import ORDA
import Testing

/// An empty database with some music.
private func music(_ database: Database) throws -> OwnDatabase {
  try database.live(
    """
    CREATE TABLE artist (id {KEY}, name {TEXT} NOT NULL);
    CREATE TABLE album (
      id {KEY}, title {TEXT} NOT NULL, artist_id INTEGER REFERENCES artist (id) ON DELETE CASCADE);
    CREATE TABLE track (
      id {KEY}, name {TEXT} NOT NULL, album_id INTEGER REFERENCES album (id) ON DELETE SET NULL);
    CREATE TABLE genre (
      id {KEY}, name {TEXT} NOT NULL UNIQUE, note {TEXT} DEFAULT 'new', size INTEGER {COMPUTED});
    CREATE TABLE pair (b {NOCASE}, a INTEGER, v {TEXT}, PRIMARY KEY (a, b));
    CREATE TABLE code (code {NOCASE} PRIMARY KEY NOT NULL, v INTEGER);
    CREATE TABLE bag (v INTEGER);
    CREATE TABLE empty (id {KEY}, v INTEGER DEFAULT 5);
    INSERT INTO genre (name) VALUES ('Rock'), ('Jazz'), ('Blues');
    INSERT INTO pair VALUES ('x', 1, 'one'), ('y', 1, 'two');
    INSERT INTO code VALUES ('abc', 1), ('def', 2);
    INSERT INTO artist VALUES (1, 'Miles'), (2, 'Nina');
    INSERT INTO album VALUES (1, 'Kind of Blue', 1), (2, 'Pastel Blues', 2);
    INSERT INTO track VALUES (1, 'So What', 1), (2, 'Blue in Green', 1), (3, 'Sinnerman', 2);
    """)
}

@Suite("Live tables") struct LiveTests {
  @Test("R9: a table is one object; an unknown one is an error", arguments: Database.allCases)
  func tables(database: Database) throws {
    let test = try music(database)
    let genres = try test.db.table("genre")
    #expect(try test.db.table(TableName(schema: genres.definition.name.schema, name: "genre")) === genres)
    #expect(try failure { try test.db.table("gnere") }.kind == .noSuchTable)
    #expect(try failure { try test.db.table("bag").select() }.kind == .misuse)
    #expect(try test.db.table("bag").count() == 0)
  }

  @Test("R10: overlapping selections give identical entries, and nothing is kept", arguments: Database.allCases)
  func identity(database: Database) throws {
    let test = try music(database)
    let genres = try test.db.table("genre")
    do {
      let some = try genres.select(where: "id <= 2", orderBy: "id")
      let others = try genres.select(where: "id >= 2 -- a comment", orderBy: "id", limit: 1)
      #expect(some[1] === others[0])
      #expect(try genres.select(where: "name = \("Jazz")").first === some[1])
      #expect(genres.liveCount == 2)
      #expect(try genres.count(where: "name <> 'Jazz'") == 2)
    }
    #expect(genres.liveCount == 0)
  }

  @Test("Keys: the stored key decides, whatever the spelling", arguments: Database.allCases)
  func keys(database: Database) throws {
    let test = try music(database)
    let genres = try test.db.table("genre")
    #expect(try genres.entry(1) === genres.entry("1"))
    let codes = try test.db.table("code")
    let abc = try #require(try codes.entry("abc"))
    #expect(try codes.entry("ABC") === abc)
    #expect(abc.key == RowKey([.text("abc")]))
    try abc.set("code", to: "ABC")
    #expect(abc.key == RowKey([.text("ABC")]))
    #expect(try codes.entry("abc") === abc)
    #expect(codes.liveCount == 1)

    let pairs = try test.db.table("pair")
    #expect(pairs.keyNames == ["a", "b"])
    let one = try #require(try pairs.entry(1, "X"))
    #expect(try pairs.entry(1, "x") === one)
    try one.set("v", to: "ONE")
    #expect(try test.db.query("SELECT v FROM pair ORDER BY b")["v"].get(as: String.self) == ["ONE", "two"])
    try one.update {
      $0["a"] = 5; $0["b"] = "z"
    }
    #expect(try pairs.entry(5, "z") === one)
    #expect(try pairs.select().count == 2)
  }

  @Test("R11: an insert gives the row with its key and defaults", arguments: Database.allCases)
  func inserting(database: Database) async throws {
    struct Genre: Codable { var name: String, note: String? }
    let test = try music(database)
    let genres = try await test.db.table("genre")
    let funk = try await genres.insert(["NAME": "Funk"], ignoringCase: true)
    #expect(funk.snapshot().values == [4, "Funk", "new", 4])
    #expect(try await genres.insert(Genre(name: "Soul", note: "x"))["note"] == "x")
    let same = try await genres.upsert(["id": 4, "name": "Funky"])
    #expect(same === funk)
    #expect(funk["name"] == "Funky")
    #expect(funk["size"] == 5)
    #expect(try await genres.upsert(["id": 40, "name": "Ska"])["id"] == 40)
    let error = try await asyncFailure { try await genres.insert(["name": "Jazz"]) }
    #expect(error.kind == .constraint(.unique))
    #expect(try await test.db.table("empty").insert([:]).snapshot().values == [1, 5])
    #expect(try await test.db.table("empty").insert(["id": nil, "v": 6]).snapshot().values == [2, 6])
    #expect(try await test.db.table("empty").insert(["id": nil]).snapshot().values == [3, 5])
  }

  @Test(
    "R12, R18: setting is one UPDATE of one column; what is set is stored literally", arguments: Database.allCases)
  func setting(database: Database) throws {
    let test = try music(database)
    let genres = try test.db.table("genre")
    let all = try genres.select(where: nil, orderBy: "id", limit: nil)
    // PostgreSQL's texts have none.
    let nul = database == .postgresql ? "" : "\u{0}"
    let nasty = "Rob'; DROP TABLE genre; -- %@ \" \\ \(nul) ü"
    all[1]["name"] = nasty
    #expect(all[1]["name"] == Value.text(nasty))
    #expect(all[1]["size"] == 13 || all[1]["size"] != .null)
    #expect(all[0]["name"] == "Rock")
    #expect(try test.db.first("SELECT name FROM genre WHERE id = 2")?.get(0, as: String.self) == nasty)
    try all[2].set("note", to: nil)
    #expect(all[2]["note"] == Value.null)
    try all[2].set("id", to: "30")
    #expect(all[2]["id"] == 30)
  }

  @Test("Several rows: update and delete give the rows that met the condition before", arguments: Database.allCases)
  func several(database: Database) throws {
    let test = try music(database)
    let genres = try test.db.table("genre")
    let jazz = try #require(try genres.entry(2))
    let changed = try genres.update(set: ["note": "old"], where: "note = 'new' AND id < 3")
    #expect(changed.map(\.key) == [RowKey(1), RowKey(2)])
    #expect(changed[1] === jazz)
    #expect(changed.map { $0["note"] as Value } == ["old", "old"])
    let gone = try genres.delete(where: "note = 'old'")
    #expect(gone.count == 2)
    #expect(gone.map(\.isDeleted) == [true, true])
    #expect(jazz.isDeleted)
    #expect(jazz["name"] == "Jazz")
    #expect(try genres.count() == 1)
    #expect(try failure { try genres.update(set: ["nmae": 1], where: nil) }.kind == .noSuchColumn)
    try test.db.execute("DELETE FROM genre")
    let total = 2000
    try test.db.transaction { tx in for n in 1...total { try tx.execute("INSERT INTO genre (name) VALUES (\(n))") } }
    #expect(try genres.update(set: ["note": "x"], where: nil).count == total)
    #expect(try test.db.first("SELECT count(*) FROM genre WHERE note = 'x'")?.get(0, as: Int.self) == total)
    #expect(try genres.delete(where: nil).count == total)
  }

  @Test(
    "R15: a transaction that is rolled back leaves the entries as they were; one that is kept does not",
    arguments: Database.allCases)
  func transactions(database: Database) throws {
    let test = try music(database)
    let genres = try test.db.table("genre")
    let jazz = try #require(try genres.entry(2))
    struct Undo: Error {}
    #expect(throws: Undo.self) {
      try test.db.transaction { tx in
        try jazz.set("name", to: "Swing")
        #expect(try tx.first("SELECT name FROM genre WHERE id = 2")?.get(0, as: String.self) == "Swing")
        #expect(jazz["name"] == "Swing")
        #expect(jazz["size"] == 5)
        try jazz.delete()
        throw Undo()
      }
    }
    #expect(jazz["name"] == "Jazz")
    #expect(!jazz.isDeleted)
    try test.db.transaction { tx in
      try? tx.transaction { _ in
        try jazz.set("name", to: "Lost")
        throw Undo()
      }
      #expect(jazz["name"] == "Jazz")
      try tx.execute("UPDATE genre SET name = 'By hand' WHERE id = 2")
      let again = try tx.table("genre").select(where: "id = 2")[0]
      #expect(again === jazz)
      #expect(jazz["name"] == "By hand")
    }
    #expect(jazz["name"] == "By hand")
  }

  @Test("R21: a write that the database refuses changes nothing and is reported", arguments: Database.allCases)
  func refused(database: Database) throws {
    let test = try music(database)
    let jazz = try #require(try test.db.table("genre").entry(2))
    jazz["name"] = "Rock"
    #expect(jazz["name"] == "Jazz")
    #expect(jazz.lastError?.kind == .constraint(.unique))
    #expect(try failure { try jazz.set("size", to: 1) }.kind != .misuse)
    try test.db.transaction { _ in
      #expect(try failure { try jazz.set("name", to: nil) }.kind == .constraint(.notNull))
      #expect(jazz["name"] == "Jazz")
      try jazz.set("name", to: "Swing")
    }
    #expect(jazz["name"] == "Swing")
    #expect(jazz.lastError == nil)
    #expect(test.warnings.take() == Array(repeating: Warnings.writingFailed, count: 3))
  }

  @Test("R22: two tracks lead to the same album, and on to the same artist", arguments: Database.allCases)
  func relations(database: Database) async throws {
    let test = try music(database)
    let tracks = try await test.db.table("track").select(orderBy: "id")
    let album = try #require(try await tracks[0].related("album_id"))
    #expect(album["title"] == "Kind of Blue")
    #expect(try await tracks[1].related("album_id") === album)
    #expect(try await tracks[2].related("album_id") !== album)
    #expect(try await album.related("artist_id")?["name"] == "Miles")
    try await tracks[2].set("album_id", to: nil)
    #expect(try await tracks[2].related("album_id") == nil)
    #expect(try await asyncFailure { try await tracks[2].related("name") }.kind == .misuse)
  }
}
