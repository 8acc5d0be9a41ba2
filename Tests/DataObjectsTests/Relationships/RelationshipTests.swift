import DataObjects
import ORDA
import TestSupport
import Testing

/// What objects are related to.
@MainActor
struct RelationshipTests {
  private let homes = Homes()

  @Test("Another order writes the lookup table alone, the same order nothing", arguments: Place.allCases)
  func reordering(_ place: Place) async throws {
    let statements = Statements()
    let (store, governor) = try await statements.store(at: try homes.made(place))
    let note = store.insert(Note(id: 1, title: "One"))
    let (paris, london) = (store.insert(Tag("Paris")), store.insert(Tag("London")))
    note.tags = [paris, london]
    let first = try await statements.taken(from: store) { note.tags = [london, paris] }
    #expect(first.count == 2 && first.allSatisfy { $0.contains("tagsNotes") }, "\(first)")
    #expect(try await statements.taken(from: store) { note.tags = [london, paris] } == [])
    let rows = try await store.perform { db in
      try db.query((String, Int).self, "SELECT tagID, ix FROM tagsNotes ORDER BY ix").map { "\($0.0) \($0.1)" }
    }
    #expect(rows == ["london 0", "paris 1"])
    note.tags = []
    await store.flush()
    #expect(try await store.perform { try $0.first(Int.self, "SELECT COUNT(*) FROM tagsNotes") } == 0)
    try await store.close()
    try await governor.close()
  }

  @Test("Notes share their tags, which are not asked for where they are cached", arguments: Place.allCases)
  func sharing(_ place: Place) async throws {
    let home = try homes.made(place)
    let first = try await home.store()
    let tag = first.insert(Tag("Paris"))
    for id in 1...3 { first.insert(Note(id: Int64(id))).tags = [tag] }
    try await first.close()

    let statements = Statements()
    let (second, governor) = try await statements.store(at: home)
    var notes: [Note] = []
    let run = try await statements.taken(from: second) {
      notes = try await second.fetch(Note.self, orderBy: "uniqueID")
    }
    #expect(run.count == 3 && !run.name("tags"), "\(run)")
    #expect(notes.count == 3 && notes.allSatisfy { $0.tags.count == 1 && $0.tags[0] === notes[0].tags[0] })
    try await second.close()
    try await governor.close()
  }

  @Test("Who is related to nothing has an empty list", arguments: Place.allCases)
  func none(_ place: Place) async throws {
    let home = try homes.made(place)
    let first = try await home.store()
    first.insert(Note(id: 1))
    try await first.close()
    let second = try await home.store()
    let note = try #require(try await second.object(Note.self, 1))
    #expect(note.tags.isEmpty && note.attachments.isEmpty)
    try await second.close()
  }

  @Test("A relationship to what is gone leaves it out", arguments: Place.allCases)
  func gone(_ place: Place) async throws {
    let home = try homes.made(place)
    let first = try await home.store()
    let note = first.insert(Note(id: 1))
    let (paris, rome) = (first.insert(Tag("Paris")), first.insert(Tag("Rome")))
    note.tags = [paris, rome]
    await first.flush()
    first.delete(paris)
    try await first.close()
    let second = try await home.store()
    #expect(try await second.object(Note.self, 1)?.tags.map(\.name) == ["Rome"])
    try await second.close()
  }

  @Test("A relationship that could not be written is written with the next change", arguments: Place.allCases)
  func failed(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let note = store.insert(Note(id: 1))
    let tag = store.insert(Tag("Paris"))
    await store.flush()
    store.queueLimit = 0
    note.tags = [tag]
    await store.flush()
    #expect(note.isUnsaved)
    store.queueLimit = 100
    note.title = "b"
    await store.flush()
    #expect(!note.isUnsaved)
    #expect(try await store.perform { try $0.query(String.self, "SELECT tagID FROM tagsNotes") } == ["paris"])
    try await store.close()
  }
}
