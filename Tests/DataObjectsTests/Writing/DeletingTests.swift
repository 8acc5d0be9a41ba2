import DataObjects
import ORDA
import TestSupport
import Testing

/// Objects that go.
@MainActor
struct DeletingTests {
  private let homes = Homes()

  @Test("Deleting 10,000 notes with two relationships is three statements", arguments: Place.allCases)
  func many(_ place: Place) async throws {
    let statements = Statements()
    let (store, governor) = try await statements.store(at: try homes.made(place))
    let tag = store.insert(Tag("Paris"))
    let notes = (1...10_000).map { store.insert(Note(id: Int64($0))) }
    for note in notes.prefix(100) { note.tags = [tag] }
    await store.flush()
    #expect(try await store.count(Note.self) == 10_000)
    let run = try await statements.taken(from: store) { store.delete(notes) }
    #expect(run.count == 3 && run.allSatisfy { $0.hasPrefix("DELETE") }, "\(run)")
    #expect(try await store.isEmpty(Note.self))
    #expect(try await store.perform { try $0.first(Int.self, "SELECT COUNT(*) FROM tagsNotes") } == 0)
    #expect(try await store.fetch(Tag.self).count == 1)
    try await store.close()
    try await governor.close()
  }

  @Test("A deleted object says so, is not found, and is saved no more", arguments: Place.allCases)
  func deleted(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    var errors = store.errors.makeAsyncIterator()
    let note = store.insert(Note(id: 1, title: "a"))
    let small = TimelineNote(id: 1, title: "a")
    await store.flush()
    store.insert(small)
    let fetching = Task { try await store.fetch(Note.self) }
    await Task.yield()
    store.delete(note)
    #expect(note.isDeleted && small.isDeleted)
    #expect(try await store.objects(Note.self, [1]).isEmpty)
    // A fetch that was under way brings no object of the row, but perhaps the one that was there.
    #expect(try await fetching.value.allSatisfy { $0 === note })
    #expect(store.cached(Note.self, 1) == nil)
    note.title = "b"
    #expect(note.title == "b" && !note.isUnsaved)
    #expect(await errors.next()?.error as? DataStoreError == .deleted)
    await store.flush()
    #expect(try await store.isEmpty(Note.self))
    // The key can be used again.
    let other = store.insert(Note(id: 1, title: "new"))
    await store.flush()
    #expect(try await store.object(Note.self, 1) === other)
    try await store.close()
  }
}
