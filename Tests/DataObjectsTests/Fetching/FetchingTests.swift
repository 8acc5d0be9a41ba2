import DataObjects
import Foundation
import ORDA
import TestSupport
import Testing

/// What is fetched, and what becomes of what was changed meanwhile.
@MainActor
struct FetchingTests {
  private let homes = Homes()

  @Test("What was set and is not yet written is not overwritten", arguments: Place.allCases)
  func mainWins(_ place: Place) async throws {
    let home = try homes.made(place)
    let store = try await home.store()
    let other = try await home.governor()
    let note = store.insert(Note(id: 1, title: "a"))
    note.tags = [store.insert(Tag("Paris"))]
    await store.flush()
    store.isAutosaving = false
    note.title = "mine"
    try await other.execute("UPDATE notes SET title = 'theirs', text = 'theirs'")
    // The row is read before what is unsaved is written, for a write that waits is not over.
    let fetched = try await store.fetch(Note.self, sql: "SELECT * FROM notes")
    #expect(fetched.first === note && note.title == "mine")
    #expect(await eventually { note.text == "theirs" })
    await store.flush()
    #expect(note.title == "mine")
    #expect(try await other.first(String.self, "SELECT title FROM notes") == "mine")
    try await store.close()
    try await other.close()
  }

  @Test("Objects come in the order of the keys, and of the statement", arguments: Place.allCases)
  func order(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    for id in 1...20 {
      store.insert(Note(id: Int64(id), title: "\(id)")).sortDate = Date(
        timeIntervalSinceReferenceDate: Double(100 - id))
    }
    await store.flush()
    let ids: [Int64] = [7, 3, 99, 12, 1]
    #expect(try await store.objects(TimelineNote.self, ids).map(\.uniqueID) == [7, 3, 12, 1])
    let sorted = try await store.fetch(
      TimelineNote.self, sql: "SELECT uniqueID, title FROM notes WHERE uniqueID > ? ORDER BY sortDate LIMIT 3", [10])
    #expect(sorted.map(\.uniqueID) == [20, 19, 18])
    var visited: [Int64] = []
    try await store.forEach(TimelineNote.self, where: "uniqueID <> \(5)", batch: 6) { visited.append($0.uniqueID) }
    #expect(visited == (1...20).filter { $0 != 5 })
    #expect(try await store.objects(TimelineNote.self, []).isEmpty)
    try await store.close()
  }

  @Test("All that are to be there at the start are there, and stay", arguments: Place.allCases)
  func startup(_ place: Place) async throws {
    let home = try homes.made(place)
    let first = try await home.store()
    for name in ["Paris", "London"] { first.insert(Tag(name)) }
    try await first.close()
    let statements = Statements()
    let (store, governor) = try await statements.store(at: home)
    #expect(store.cached(Tag.self, "paris")?.name == "Paris" && store.cached(Tag.self, "london") != nil)
    let run = try await statements.taken(from: store) { _ = try await store.objects(Tag.self, ["london", "paris"]) }
    #expect(run.isEmpty)
    try await store.close()
    try await governor.close()
  }

  @Test("A row that can't be an object is left out and told; the rest is fetched", arguments: Place.allCases)
  func unreadable(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    var errors = store.errors.makeAsyncIterator()
    for id in 1...3 { store.insert(Feed(id: Int64(id), name: "\(id)")) }
    await store.flush()
    try await store.perform { db in
      if db.capabilities.contains(.rowLocks) {
        try db.execute("ALTER TABLE feeds MODIFY name LONGTEXT NULL")
      } else {
        try db.alter("feeds", [.changeColumn(ColumnDefinition("name", .text))])
      }
      try db.execute("INSERT INTO feeds (uniqueID, name, unread) VALUES (9, NULL, 0)")
    }
    let feeds = try await store.fetch(Feed.self)
    #expect(feeds.map(\.uniqueID).sorted() == [1, 2, 3])
    let failure = try #require(await errors.next())
    #expect(failure.id == .int(9) && failure.columns == ["name"] && failure.entity == "Feed")
    try await store.close()
  }

  @Test("Tables outside of the model are written in the queue's order", arguments: Place.allCases)
  func otherTables(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    try await store.perform { db in
      _ = try db.executeScript(
        """
        CREATE TABLE deletedNotes (
          uniqueID BIGINT PRIMARY KEY
        );
        CREATE INDEX deletedNotesByID
          ON deletedNotes (uniqueID);
        """)
    }
    let note = store.insert(Note(id: 4))
    store.delete(note)
    try await store.perform { try $0.execute("INSERT INTO deletedNotes VALUES (4)") }
    let left = try await store.perform { db in
      (
        try db.first(Int.self, "SELECT COUNT(*) FROM notes"),
        try db.first(Int.self, "SELECT COUNT(*) FROM deletedNotes")
      )
    }
    #expect(left.0 == 0 && left.1 == 1)
    try await store.close()
  }
}
