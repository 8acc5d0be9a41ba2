import DataObjects
import ORDA
import TestSupport
import Testing

/// One object to a row.
@MainActor
struct UniquingTests {
  private let homes = Homes()

  @Test("The same row is the same object for as long as somebody has it", arguments: Place.allCases)
  func same(_ place: Place) async throws {
    let home = try homes.made(place)
    let first = try await home.store()
    first.insert(Note(id: 5)).attachments = [Attachment("a"), Attachment("b")]
    try await first.close()

    let store = try await home.store()
    var note = try await store.object(Note.self, 5)
    let again = try await store.fetch(Note.self, where: "uniqueID = \(5)").first
    #expect(note != nil && note === again)
    weak let released = note
    #expect(
      try await store.fetch(Attachment.self).allSatisfy { one in note?.attachments.contains { $0 === one } == false })
    note = nil
    _ = consume again
    #expect(store.cached(Note.self, 5) == nil && released == nil)
    try await store.close()
  }

  @Test("Of two with one key there is one row, and one object to keep", arguments: Place.allCases)
  func twins(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let paris = store.insert(Tag("Paris"))
    let second = Tag("paris")
    #expect(store.insert(second) === paris && second.replacedBy === paris && paris.name == "Paris")
    // What is set later is set in the one that is kept.
    second.name = "PARIS"
    #expect(paris.name == "PARIS")
    await store.flush()
    let rows = try await store.perform { db in
      try db.query((String, String).self, "SELECT uniqueID, name FROM tags").map { "\($0.0) \($0.1)" }
    }
    #expect(rows == ["paris PARIS"])
    let found = try await store.object(Tag.self, id: "paris") { Tag("none") }
    #expect(found === paris)
    try await store.close()
  }

  @Test("Two instances that are saved with one id: the second's values go into the first", arguments: Place.allCases)
  func saved(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    var errors = store.errors.makeAsyncIterator()
    let first = Setting("colour", "red")
    store.save(first)
    let second = Setting("colour", "blue")
    store.save(second)
    #expect(first.value == "blue" && second.replacedBy === first)
    #expect(await errors.next()?.error as? DataStoreError == .replaced)
    await store.flush()
    #expect(try await store.perform { try $0.query(String.self, "SELECT value FROM settings") } == ["blue"])
    try await store.close()
  }

  @Test("What two stores make of one key is one row", arguments: Place.allCases)
  func merged(_ place: Place) async throws {
    let home = try homes.made(place)
    let (day, night) = (try await home.store(), try await home.store())
    day.insert(Note(id: 7, title: "day"))
    await day.flush()
    let note = night.insert(Note(id: 7, title: "night"))
    await night.flush()
    #expect(try await night.count(Note.self) == 1 && !note.isUnsaved)
    #expect(try await night.perform { try $0.query(String.self, "SELECT title FROM notes") } == ["night"])
    try await day.close()
    try await night.close()
  }

  @Test("Keys differ by their bytes", arguments: Place.allCases)
  func bytes(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    for id in ["é", "e\u{301}", "e", "E", "e "] { store.save(Setting(id, id)) }
    await store.flush()
    #expect(try await store.count(Setting.self) == 5)
    let found = try await store.objects(Setting.self, ["e\u{301}", "é", "e "])
    #expect(found.map { Array($0.value.utf8) } == ["e\u{301}", "é", "e "].map { Array($0.utf8) })
    try await store.close()
  }

  @Test("An object that was let go of and is fetched again has what it is related to", arguments: Place.allCases)
  func again(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let (paris, rome) = (store.insert(Tag("Paris")), store.insert(Tag("Rome")))
    store.insert(Note(id: 1)).tags = [paris]
    await store.flush()
    for _ in 1...2 { #expect(try await store.object(Note.self, 1)?.tags.map(\.name) == ["Paris"]) }
    try await store.object(Note.self, 1)?.tags.append(rome)
    await store.flush()
    #expect(
      try await store.perform { try $0.query(String.self, "SELECT tagID FROM tagsNotes ORDER BY ix") } == [
        "paris", "rome",
      ])
    try await store.close()
  }

  @Test("Of a related object that there is already, that one is taken", arguments: Place.allCases)
  func related(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let paris = store.insert(Tag("Paris"))
    await store.flush()
    let note = store.insert(Note(id: 1))
    note.tags = [Tag("Paris"), Tag("Rome")]
    await store.flush()
    #expect(note.tags.first === paris && note.tags.count == 2 && !note.isUnsaved)
    try await store.close()
  }

  @Test(
    "An object that was replaced and is inserted after the other was deleted stands for itself",
    arguments: [Place.sqlite])
  func replacedInTurn(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let (first, second) = (Tag("Paris"), Tag("paris"))
    store.insert(first)
    #expect(store.insert(second) === first)
    store.delete(first)
    #expect(store.insert(second) === second && second.replacedBy == nil)
    #expect(store.insert(first) === first && first.replacedBy == nil)
    second.name = "x"
    await store.flush()
    #expect(try await store.perform { try $0.query(String.self, "SELECT name FROM tags") } == ["x"])
    try await store.close()
  }
}
