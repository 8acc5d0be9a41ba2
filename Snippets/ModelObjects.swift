// The code of docs/dataobjects.md and README.md's objects. CommandTests compares it with this, and runs it.
//
//     swift run ModelObjects
//
// snippet.imports
import DataObjects
import Foundation
import ORDA
import ORDASQLite
// snippet.end

// snippet.objects
@MainActor final class Note: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var text = ""
  @Stored var isArchived = false
  @Stored var sortDate = Date()
  @Stored var tags: [Tag] = []

  init(id: Int64) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

@MainActor final class Tag: DataObject {
  let record = DataRecord()
  let uniqueID: String
  @Stored var name = ""

  init(_ name: String) {
    uniqueID = name.lowercased()
    self.name = name
  }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}
// snippet.end

// snippet.model
let model = DataModel {
  Entity(Note.self, table: "notes") {
    Attribute("text", \.text)
    Attribute("archived", \.isArchived)
    Attribute("sortDate", \.sortDate, as: .seconds)
    Related("tags", \.tags, through: "tagsNotes", parent: "noteID", child: "tagID")
  }
  Entity(Tag.self, table: "tags", cache: .permanent, fetchesAtStartup: true) {
    Attribute("name", \.name)
  }
}
// snippet.end

// snippet.store
try SQLite.register()
let store = try await DataStore(url: "sqlite:notes.db", model: model, createsTables: true)

let note = store.insert(Note(id: 1))
note.text = "Hello"  // saved at the end of the turn
note.tags = [Tag("Paris"), Tag("London")]

let notes = try await store.fetch(Note.self, where: "archived = \(false)", orderBy: "sortDate")
// snippet.end
print(notes.count, notes.first === note, note.tags.map(\.name))

// snippet.bulk
try store.update(Note.self, set: .set(\.isArchived, true), ids: [1, 2, 3])
try await store.update(Note.self, set: .set(\.isArchived, false), where: "text = \("Hello")")
// snippet.end
print(note.isArchived)

// snippet.list
let list = try await store.list(Note.self, where: "archived = \(false)", orderBy: "sortDate DESC", sectionBy: "text")
for section in list.sections { print(section.value, section.objects.count) }
// snippet.end

// snippet.undo
store.undoLimit = 100
note.text = "Changed"
await store.flush()
store.undo()
// snippet.end
print(note.text)

// snippet.backup
try await store.backup(to: "sqlite:backup.db")
// snippet.end

// snippet.errors
let watching = Task {
  for await failure in store.errors {
    print("not saved:", failure.object as Any, failure.columns, failure.error)
  }
}
// snippet.end

// snippet.detached
let copy = try store.detached(note)
let changed = await Task.detached {
  var copy = copy
  copy[column: "text"] = .text("Hello from the server")
  return copy
}.value
try await store.attach(changed) { Note(id: $0) }
// snippet.end
print(note.text)

// snippet.perform
try await store.perform { db in
  try db.execute("CREATE TABLE IF NOT EXISTS deletedNotes (uniqueID BIGINT PRIMARY KEY)")
  try db.execute("INSERT INTO deletedNotes VALUES (1)")
}
store.delete(note)
// snippet.end
await store.flush()
print(note.isDeleted, try await store.count(Note.self))
watching.cancel()
try await store.close()
for name in try FileManager.default.contentsOfDirectory(atPath: ".") {
  try FileManager.default.removeItem(atPath: name)
}
