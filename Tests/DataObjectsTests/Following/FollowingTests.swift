import DataObjects
import Foundation
import ORDA
import TestSupport
import Testing

/// What others write.
@MainActor
struct FollowingTests {
  private let homes = Homes()

  @Test("Live objects follow other programs", arguments: Place.allCases)
  func others(_ place: Place) async throws {
    let home = try homes.made(place)
    let store = try await home.store()
    let note = store.insert(Note(id: 1, title: "a"))
    let (paris, rome) = (store.insert(Tag("Paris")), store.insert(Tag("Rome")))
    note.tags = [paris]
    let gone = store.insert(Note(id: 2, title: "b"))
    await store.flush()

    let other = try await home.store()
    let same = try #require(try await other.object(Note.self, 1))
    same.title = "theirs"
    same.tags = try await other.objects(Tag.self, ["rome", "paris"])
    other.delete(Note.self, ids: [2])
    await other.flush()
    #expect(await eventually { note.title == "theirs" && gone.isDeleted && note.tags.first === rome })
    #expect(note.tags.count == 2 && note.tags.last === paris)
    // And the other way, after a write of one's own.
    note.title = "mine"
    await store.flush()
    #expect(await eventually { same.title == "mine" })
    same.title = "theirs again"
    #expect(await eventually { note.title == "theirs again" })
    try await store.close()
    try await other.close()
  }

  @Test("Live objects follow SQL on their own database", arguments: Place.allCases)
  func ownSQL(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let (feed, note) = (store.insert(Feed(id: 1, name: "a")), store.insert(Note(id: 1)))
    await store.flush()
    try await store.perform { db in
      try db.execute("UPDATE feeds SET unread = 7")
      try db.execute("UPDATE notes SET text = 'set'")
    }
    #expect(await eventually { feed.unread == 7 && note.text == "set" })
    // What the store has set is not saved again, and what the program sets then is.
    feed.unread = 8
    await store.flush()
    #expect(try await store.perform { try $0.first(Int.self, "SELECT unread FROM feeds") } == 8)
    try await store.close()
  }

  @Test("An object with changes that another program deletes says so and tells what is lost", arguments: Place.allCases)
  func deletedElsewhere(_ place: Place) async throws {
    let home = try homes.made(place)
    let store = try await home.store()
    var errors = store.errors.makeAsyncIterator()
    let other = try await home.governor()
    let note = store.insert(Note(id: 1, title: "a"))
    await store.flush()
    store.isAutosaving = false
    note.title = "unsaved"
    try await other.execute("DELETE FROM notes")
    let failure = try #require(await errors.next())
    #expect(failure.error as? DataStoreError == .deleted && failure.columns == ["title"])
    #expect(note.isDeleted && note.title == "unsaved")
    try await store.close()
    try await other.close()
  }

  @Test("Rows whose keys are UUIDs are followed, and so is what they are related to", arguments: Place.allCases)
  func identifiers(_ place: Place) async throws {
    let home = try homes.made(place)
    let model = DataModel {
      Entity(Album.self, table: "albums") {
        Attribute("title", \.title)
        Related("parts", \.parts, through: "albumParts", parent: "albumID", child: "partID")
      }
    }
    let db = try await home.governor()
    let store = try await DataStore(governor: db, model: model, createsTables: true)
    let (whole, first, second) = (Album(title: "whole"), Album(title: "first"), Album(title: "second"))
    store.insert(whole).parts = [first, second]
    await store.flush()
    let other = try await DataStore(url: home.url, model: model)
    let same = try #require(try await other.object(Album.self, whole.uniqueID))
    #expect(same.parts.map(\.title) == ["first", "second"])
    same.title = "theirs"
    same.parts = same.parts.reversed()
    await other.flush()
    #expect(await eventually { whole.title == "theirs" && whole.parts.first === second })
    #expect(!whole.isDeleted && !first.isDeleted)
    // One of two rows is gone that are written at once: the other one stays.
    try await other.close()
    store.isAutosaving = false
    (first.title, second.title) = ("1", "2")
    let id = first.uniqueID
    try await store.perform { try $0.execute("DELETE FROM albums WHERE uniqueID = ?", id) }
    store.saveAll()
    await store.flush()
    #expect(await eventually { first.isDeleted && !second.isDeleted && !whole.isDeleted })
    try await store.close()
    try await db.close()
  }

  @Test("Closing gives up on a database that does not come free, and says what is lost")
  func closing() async throws {
    let home = try homes.made(.sqlite)
    let store = try await DataStore(url: home.url + "?busy-timeout=50ms", model: .notes, createsTables: true)
    var errors = store.errors.makeAsyncIterator()
    let note = store.insert(Note(id: 1))
    await store.flush()
    let other = try await home.governor()
    try await other.transaction { tx in
      try await tx.execute("UPDATE notes SET title = 'theirs'")
      note.text = "never written"
      // It returns while the database is still locked.
      try? await store.close(within: .milliseconds(100))
    }
    #expect(await errors.next()?.columns == ["text"])
    #expect(note.isUnsaved)
    try await other.close()
  }
}

/// An object whose key is a UUID, related to others of its kind.
@MainActor
private final class Album: DataObject {
  let record = DataRecord()
  let uniqueID: UUID
  @Stored var title = ""
  @Stored var parts: [Album] = []

  init(title: String) {
    uniqueID = UUID()
    self.title = title
  }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
