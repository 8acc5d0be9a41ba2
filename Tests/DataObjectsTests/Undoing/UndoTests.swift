import DataObjects
import Foundation
import ORDA
import TestSupport
import Testing

/// Undo and redo, by turns.
@MainActor
struct UndoTests {
  private let homes = Homes()

  /// What the database has of a note.
  private func stored(_ id: Int64, in store: DataStore) async throws -> String? {
    try await store.perform { try $0.first(String.self, "SELECT title FROM notes WHERE uniqueID = \(id)") }
  }

  @Test("What a turn sets is taken back at once, and done again", arguments: Place.allCases)
  func properties(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let (note, feed) = (store.insert(Note(id: 1, title: "a")), store.insert(Feed(id: 1, name: "feed")))
    let (paris, rome) = (store.insert(Tag("Paris")), store.insert(Tag("Rome")))
    note.tags = [paris]
    await store.flush()
    #expect(!store.canUndo && !store.undo())
    store.undoLimit = 2
    // One turn, in which a property is set twice.
    note.title = "b"
    note.title = "c"
    note.tags = [rome, paris]
    feed.name = "other"
    await store.flush()
    note.title = "d"
    await store.flush()
    #expect(store.undo() && note.title == "c" && store.canRedo)
    #expect(store.undo() && note.title == "a" && note.tags.map(\.name) == ["Paris"] && feed.name == "feed")
    #expect(!store.canUndo && !store.undo())
    #expect(try await stored(1, in: store) == "a")
    #expect(try await store.perform { try $0.first(String.self, "SELECT name FROM feeds") } == "feed")
    #expect(try await store.perform { try $0.first(Int.self, "SELECT COUNT(*) FROM tagsNotes") } == 1)
    #expect(store.redo() && note.title == "c" && note.tags.count == 2 && feed.name == "other")
    #expect(store.redo() && note.title == "d" && !store.canRedo)
    #expect(try await stored(1, in: store) == "d")
    // What is set anew ends what could be done again.
    store.undo()
    note.title = "e"
    await store.flush()
    #expect(!store.canRedo && !store.redo())
    #expect(store.undo() && note.title == "c")
    try await store.close()
  }

  @Test("Insertions and deletions are taken back, with all that the rows had", arguments: Place.allCases)
  func objects(_ place: Place) async throws {
    let home = try homes.made(place)
    let store = try await home.store()
    store.undoLimit = 10
    let note = store.insert(Note(id: 1, title: "a"))
    note.text = "text"
    note.tags = [store.insert(Tag("Paris"))]
    await store.flush()
    try await store.perform {
      try $0.execute(
        """
        INSERT INTO notes (uniqueID, title, text, archived, isRead, sortDate, amount, links)
        VALUES (2, 'nobody', 'holds it', 0, 0, 0, 7, '{}')
        """)
    }
    store.delete(Note.self, ids: [1, 2])
    await store.flush()
    #expect(note.isDeleted)
    #expect(store.undo() && !note.isDeleted)
    await store.flush()
    #expect(try await stored(1, in: store) == "a" && note.tags.count == 1)
    #expect(try await store.perform { try $0.first(Int.self, "SELECT COUNT(*) FROM tagsNotes") } == 1)
    let other = try #require(try await store.object(Note.self, 2))
    #expect(other.text == "holds it" && other.count == 7)
    // It is saved as before.
    note.title = "b"
    await store.flush()
    #expect(try await stored(1, in: store) == "b")
    store.undo()
    #expect(store.redo() && note.title == "b")
    store.undo()
    // The deletion can't be done again: something else was done since.
    #expect(note.title == "a")
    #expect(store.undo() && note.isDeleted)
    await store.flush()
    #expect(try await store.count(Note.self, where: "uniqueID = 1") == 0)
    #expect(store.redo() && !note.isDeleted)
    #expect(try await stored(1, in: store) == "a")
    try await store.close()
  }

  @Test("Bulk updates are taken back, of rows that nobody holds too", arguments: Place.allCases)
  func bulk(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let notes = (1...5).map { store.insert(Note(id: $0, title: "\($0)")) }
    notes[1].isRead = true
    await store.flush()
    store.undoLimit = 5
    try store.update(Note.self, set: .set(\.isRead, true), ids: [1, 2, 3])
    await store.flush()
    try await store.update(Note.self, set: .set(\.title, "all"), where: "uniqueID > 2")
    await store.flush()
    func read() async throws -> [String] {
      try await store.perform { try $0.query((String, Bool).self, "SELECT title, isRead FROM notes ORDER BY uniqueID") }
        .map { "\($0.0) \($0.1)" }
    }
    let done = ["1 true", "2 true", "all true", "all false", "all false"]
    #expect(try await read() == done)
    #expect(store.undo())
    #expect(try await read() == ["1 true", "2 true", "3 true", "4 false", "5 false"])
    #expect(store.undo())
    #expect(try await read() == ["1 false", "2 true", "3 false", "4 false", "5 false"])
    #expect(await eventually { notes.map(\.isRead) == [false, true, false, false, false] })
    #expect(await eventually { notes.map(\.title) == ["1", "2", "3", "4", "5"] })
    #expect(store.redo() && store.redo())
    #expect(try await read() == done)
    #expect(await eventually { notes[4].title == "all" && notes[0].isRead })
    try await store.close()
  }
}
