import DataObjects
import Foundation
import ORDA
import TestSupport
import Testing

/// Copies that belong to no store.
@MainActor
struct DetachedTests {
  private let homes = Homes()

  @Test("A copy is changed elsewhere, and reaches the store when it is attached", arguments: Place.allCases)
  func attached(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let note = store.insert(Note(id: 1, title: "a"))
    note.sortDate = Date(timeIntervalSinceReferenceDate: 5.25)
    await store.flush()
    let copy = try store.detached(note)
    let changed = await Task.detached {
      var copy = copy
      copy[column: "title"] = .text("b")
      copy[date: "modified"] = Date(timeIntervalSinceReferenceDate: 7)
      copy[column: "none"] = .int(1)
      return copy
    }.value
    #expect(note.title == "a" && changed[date: "sortDate"] == note.sortDate && changed[column: "none"] == nil)
    try await store.attach(changed) { Note(id: $0) }
    #expect(note.title == "b" && note.modified == Date(timeIntervalSinceReferenceDate: 7))
    await store.flush()
    #expect(try await store.perform { try $0.query(String.self, "SELECT title FROM notes") } == ["b"])
    // One that is not there is made, and a value of another type changes nothing.
    let second = try store.detached(Note(id: 2, title: "second"))
    #expect(try await store.attach(second) { Note(id: $0) }.title == "second")
    var wrong = second
    wrong[column: "title"] = .text("c")
    wrong[column: "amount"] = .text("many")
    await #expect(throws: DatabaseError.self) { try await store.attach(wrong) { Note(id: $0) } }
    #expect(try await store.object(Note.self, 2)?.title == "second")
    try await store.close()
  }

  @Test("Copies are written as JSON and read again, off the main actor", arguments: Place.allCases)
  func json(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    for id in 1...2 {
      let note = store.insert(Note(id: Int64(id), title: "é/\(id)"))
      note.sortDate = Date(timeIntervalSince1970: 0.5)
      note.picture = Data([1, 2])
      note.links = ["a": "b"]
      note.isArchived = id == 1
    }
    let copies = try await store.fetchDetached(Note.self, where: "uniqueID < \(5)")
    let layout = try store.detachedLayout(of: Note.self)
    let text = try await Task.detached { String(decoding: try layout.json(of: copies), as: UTF8.self) }.value
    #expect(text.contains("\"archived\":true") && text.contains("\"sortDate\":\"1970-01-01T00:00:00.500Z\""), "\(text)")
    #expect(
      text.contains("\"links\":{\"a\":\"b\"}") && text.contains("\"title\":\"é/1\"") && text.contains("\"text\":null"))
    #expect(text.contains("\"picture\":\"AQI=\""))
    let back = try await Task.detached { try layout.copies(json: Data(text.utf8)) }.value
    #expect(back.map(\.uniqueID).sorted() == [1, 2])
    for copy in back { try await store.attach(copy) { Note(id: $0) } }
    let run = try await store.object(Note.self, 1)
    #expect(run?.picture == Data([1, 2]) && run?.links == ["a": "b"] && run?.isArchived == true)
    #expect(throws: (any Error).self) { try layout.copies(json: Data("[{\"title\": \"x\"}]".utf8)) }
    try await store.close()
  }

  @Test("What was modified later wins, by whole seconds; what has no date never does")
  func rule() {
    let date = Date(timeIntervalSinceReferenceDate: 10.9)
    #expect(!DataStore.wins(nil, over: nil) && !DataStore.wins(nil, over: date) && DataStore.wins(date, over: nil))
    #expect(!DataStore.wins(date, over: Date(timeIntervalSinceReferenceDate: 10.1)))
    #expect(DataStore.wins(Date(timeIntervalSinceReferenceDate: 11), over: date))
    #expect(!DataStore.wins(Date(timeIntervalSinceReferenceDate: 9), over: date))
  }

  @Test("A copy is merged property by property", arguments: Place.allCases)
  func merged(_ place: Place) async throws {
    let db = try await homes.made(place).governor()
    let model = DataModel {
      Entity(Synced.self, table: "synced") {
        Attribute("text", \.text)
        Attribute("textModificationDate", \.textModificationDate, as: .seconds)
        Attribute("title", \.title)
        Attribute("titleModificationDate", \.titleModificationDate, as: .seconds)
      }
    }
    let store = try await DataStore(governor: db, model: model, createsTables: true)
    let own = store.insert(Synced(id: 1))
    (own.text, own.textModificationDate) = ("mine", Date(timeIntervalSinceReferenceDate: 20))
    (own.title, own.titleModificationDate) = ("mine", Date(timeIntervalSinceReferenceDate: 20))
    let other = Synced(id: 1)
    (other.text, other.textModificationDate) = ("theirs", Date(timeIntervalSinceReferenceDate: 30))
    (other.title, other.titleModificationDate) = ("theirs", Date(timeIntervalSinceReferenceDate: 20.5))
    try await store.merge(try store.detached(other)) { Synced(id: $0) }
    #expect(own.text == "theirs" && own.textModificationDate == other.textModificationDate)
    #expect(own.title == "mine" && own.titleModificationDate == Date(timeIntervalSinceReferenceDate: 20))
    try await store.close()
    try await db.close()
  }
}

@MainActor
private final class Synced: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var text = ""
  @Stored var textModificationDate: Date?
  @Stored var title = ""
  @Stored var titleModificationDate: Date?

  init(id: Int64) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
