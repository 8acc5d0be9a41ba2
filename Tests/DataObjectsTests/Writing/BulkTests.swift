import DataObjects
import ORDA
import Observation
import TestSupport
import Testing

/// Many rows by one statement, and several types of one row.
@MainActor
struct BulkTests {
  private let homes = Homes()

  @Test("Marking 10,000 read is one statement; who observes hears it once", arguments: Place.allCases)
  func ids(_ place: Place) async throws {
    let statements = Statements()
    let (store, governor) = try await statements.store(at: try homes.made(place))
    try await fill(store, 10_000)
    let notes = try await store.fetch(Note.self, where: "uniqueID <= \(100)", orderBy: "uniqueID")
    let heard = Shared(0)
    for note in notes {
      withObservationTracking {
        _ = note.isRead
      } onChange: {
        heard.with { $0 += 1 }
      }
    }
    let run = try await statements.taken(from: store) {
      try store.update(Note.self, set: .set(\.isRead, true), ids: (1...10_000).map { Int64($0) })
      #expect(notes.allSatisfy(\.isRead) && heard.current == 100)
    }
    #expect(run.count == 1 && heard.current == 100, "\(run)")
    #expect(try await store.count(Note.self, where: "isRead") == 10_000)
    try await store.close()
    try await governor.close()
  }

  @Test("By a condition it is two statements, and live objects follow", arguments: Place.allCases)
  func condition(_ place: Place) async throws {
    let statements = Statements()
    let (store, governor) = try await statements.store(at: try homes.made(place))
    try await fill(store, 1_000)
    let notes = try await store.fetch(Note.self, where: "uniqueID <= \(100)", orderBy: "uniqueID")
    let run = try await statements.taken(from: store) {
      try await store.update(Note.self, set: .set(\.isRead, true), .set(\.count, 5), where: "uniqueID > \(50)")
    }
    #expect(run.count == 2, "\(run)")
    #expect(notes.filter(\.isRead).map(\.uniqueID) == Array(51...100))
    #expect(try await store.count(Note.self, where: "isRead AND amount = 5") == 950)
    try await store.close()
    try await governor.close()
  }

  @Test(
    "A small type leaves the columns that it doesn't know, and both types of a row are in step",
    arguments: Place.allCases)
  func family(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let note = store.insert(Note(id: 1, title: "a"))
    (note.text, note.latitude, note.count) = ("text", 1.5, 3)
    await store.flush()
    let small = try #require(try await store.object(TimelineNote.self, 1))
    small.title = "b"
    await store.flush()
    #expect(note.title == "b" && note.text == "text" && note.latitude == 1.5)
    note.isArchived = true
    await store.flush()
    #expect(small.isArchived)
    store.save(small)
    await store.flush()
    let row = try await store.perform { try $0.query("SELECT text, latitude, amount FROM notes").rows[0].values }
    #expect(row == [.text("text"), .double(1.5), .int(3)])
    try await store.close()
  }

  @Test("Attributes by their names", arguments: Place.allCases)
  func names(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let note = store.insert(Note(id: 1, title: "a"))
    note.text = "text"
    let small = store.insert(TimelineNote(id: 1, title: "a"))
    try store.update(Note.self, id: 1, set: ["archived": true, "text": nil])
    #expect(note.isArchived && note.text == nil && small.isArchived)
    await store.flush()
    let row = try await store.perform { try $0.query("SELECT archived, text FROM notes").rows[0].values }
    #expect(row == [.int(1), .null])
    #expect(throws: DataStoreError.noSuchAttribute("archved", of: "Note", nearest: "archived")) {
      try store.update(Note.self, id: 1, set: ["archved": true])
    }
    #expect(throws: DatabaseError.self) { try store.update(Note.self, id: 1, set: ["amount": "many"]) }
    #expect(throws: DatabaseError.self) { try store.update(Note.self, id: 1, set: ["title": nil]) }
    try await store.close()
  }

  private func fill(_ store: DataStore, _ count: Int) async throws {
    for id in 1...count { store.insert(Note(id: Int64(id))) }
    await store.flush()
  }
}
