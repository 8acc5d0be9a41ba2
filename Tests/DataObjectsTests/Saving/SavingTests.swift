import DataObjects
import Foundation
import ORDA
import TestSupport
import Testing

/// Saving, and finding again.
@MainActor
struct SavingTests {
  private let homes = Homes()

  @Test("Everything of a note is there when the store is opened anew", arguments: Place.allCases)
  func reopened(_ place: Place) async throws {
    let home = try homes.made(place)
    let first = try await home.store()
    let note = first.insert(Note(id: 1, title: "One"))
    note.text = "Hello"
    note.isArchived = true
    note.sortDate = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    note.modified = Date(timeIntervalSinceReferenceDate: -1.5)
    note.latitude = 47.6
    note.count = -5
    note.links = ["a": "b"]
    note.picture = Data([0, 255])
    note.options = ["x", "y"]
    note.tags = [Tag("Paris"), Tag("London"), Tag("Rome")]
    note.attachments = [Attachment("image/png"), Attachment("image/gif")]
    try await first.close()

    let second = try await home.store()
    let found = try #require(try await second.object(Note.self, 1))
    #expect(found !== note)
    #expect(found.title == "One" && found.text == "Hello" && found.isArchived && !found.isRead)
    #expect(found.sortDate == note.sortDate && found.modified == note.modified)
    #expect(found.latitude == 47.6 && found.count == -5 && found.links == ["a": "b"])
    #expect(found.picture == note.picture && found.options == ["x", "y"])
    #expect(found.tags.map(\.name) == ["Paris", "London", "Rome"])
    #expect(found.attachments.map(\.mimeType) == ["image/png", "image/gif"])
    #expect(found.attachments.map(\.uniqueID) == note.attachments.map(\.uniqueID))
    #expect(!found.isUnsaved && found.awakened == 1 && note.awakened == 0)
    try await second.close()
  }

  @Test("Nil clears a column", arguments: Place.allCases)
  func clearing(_ place: Place) async throws {
    let home = try homes.made(place)
    let store = try await home.store()
    let note = store.insert(Note(id: 1))
    (note.text, note.modified, note.options, note.picture) = ("a", Date(), ["b"], Data([1]))
    await store.flush()
    (note.text, note.modified, note.options, note.picture) = (nil, nil, nil, nil)
    await store.flush()
    let rows = try await store.perform { db in
      try db.query("SELECT text, modified, options, picture FROM notes").rows.map(\.values)
    }
    #expect(rows == [[.null, .null, .null, .null]])
    try await store.close()
  }
}
