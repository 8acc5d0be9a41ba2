import DataObjects
import Foundation
import ORDA
import TestSupport
import Testing

/// Backups, into a database of any driver.
@MainActor
struct BackupTests {
  private let homes = Homes()

  @Test(
    "A backup has all rows as they were at one moment, while others write", arguments: Place.allCases, Place.allCases)
  func backup(_ from: Place, _ to: Place) async throws {
    let (home, copy) = (try homes.made(from), try homes.made(to))
    let store = try await home.store()
    let note = store.insert(Note(id: 1, title: "a"))
    note.tags = [store.insert(Tag("Paris")), store.insert(Tag("Rome"))]
    note.picture = Data([0, 1, 255])
    note.sortDate = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    store.insert(Setting("sum", "0"))
    for id in 2...1_500 { store.insert(Note(id: Int64(id), title: "note")) }
    await store.flush()
    // Somebody moves one from here to there all the time: a copy of one moment always has the same sum.
    let other = try await home.governor()
    let moving = Task {
      while !Task.isCancelled {
        try await other.transaction { tx in
          try await tx.execute("UPDATE notes SET amount = amount + 1 WHERE uniqueID = 1")
          try await tx.execute("UPDATE notes SET amount = amount - 1 WHERE uniqueID = 1500")
        }
      }
    }
    let count = try await store.backup(to: copy.url)
    moving.cancel()
    _ = await moving.result
    #expect(count == 1_500 + 2 + 2 + 1)
    let second = try await copy.store()
    let same = try #require(try await second.object(Note.self, 1))
    #expect(same.title == "a" && same.picture == note.picture && same.sortDate == note.sortDate)
    #expect(same.tags.map(\.name) == ["Paris", "Rome"])
    #expect(try await second.perform { try $0.first(Int.self, "SELECT SUM(amount) FROM notes") } == 0)
    // Nothing is overwritten.
    await #expect(throws: DataStoreError.backupExists(table: "notes")) { try await store.backup(to: copy.url) }
    try await second.close()
    try await store.close()
    try await other.close()
  }
}
