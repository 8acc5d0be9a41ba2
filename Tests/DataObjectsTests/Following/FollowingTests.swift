import DataObjects
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
    #expect(
      await eventually(within: .seconds(20)) { note.title == "theirs" && gone.isDeleted && note.tags.first === rome })
    #expect(note.tags.count == 2 && note.tags.last === paris)
    // And the other way, after a write of one's own.
    note.title = "mine"
    await store.flush()
    #expect(await eventually(within: .seconds(20)) { same.title == "mine" })
    same.title = "theirs again"
    #expect(await eventually(within: .seconds(20)) { note.title == "theirs again" })
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
    #expect(await eventually(within: .seconds(20)) { feed.unread == 7 && note.text == "set" })
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
}
