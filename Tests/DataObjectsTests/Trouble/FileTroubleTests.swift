import DataObjects
import Foundation
import ORDA
import ORDATesting
import TestSupport
import Testing

/// A file that can't be written just now.
@MainActor
struct FileTroubleTests {
  private let homes = Homes()

  @Test("What another program's lock holds up waits in order, and is written when the lock is gone")
  func locked() async throws {
    let home = try homes.made(.sqlite)
    // The pauses until a write is tried again pass when the test says so.
    let clock = TestClock()
    let governor = try await ORDA.open(home.url + "?busy-timeout=0s", configuration: clock.configuration)
    let store = try await DataStore(governor: governor, model: .notes, createsTables: true)
    let note = store.insert(Note(id: 1))
    await store.flush()
    try await store.perform { db in
      try db.execute("CREATE TABLE history (place INTEGER PRIMARY KEY AUTOINCREMENT, amount INTEGER)")
      try db.execute(
        """
        CREATE TRIGGER kept AFTER UPDATE OF amount ON notes
        BEGIN INSERT INTO history (amount) VALUES (NEW.amount); END
        """)
    }
    var errors = store.errors.makeAsyncIterator()
    let other = try await home.governor()
    // One that may write has the file to itself.
    let lock = try await other.begin()
    for number in 1...10 {
      note.count = number
      store.saveAll()
      // The first write is refused, and tried again after a pause, and once more.
      try await clock.waitForWaiters(within: .seconds(5))
      clock.advance(by: .seconds(5))
    }
    #expect(store.pendingWrites == 10 && !note.isUnsaved)
    try await clock.waitForWaiters(within: .seconds(5))
    await lock.rollback()
    clock.advance(by: .seconds(5))
    await store.flush()
    #expect(
      try await store.perform { try $0.query(Int.self, "SELECT amount FROM history ORDER BY place") }
        == Array(1...10))
    try await store.close()
    let late = await errors.next()
    #expect(late == nil, "\(late.map { "\($0.columns) \($0.error)" } ?? "")")
    try await governor.close()
    try await other.close()
  }

  @Test("What a full file has no room for is told and stays unsaved, and is written when there is room")
  func full() async throws {
    let store = try await homes.made(.sqlite).store()
    let (note, small) = (store.insert(Note(id: 1, title: "first")), store.insert(Note(id: 2)))
    await store.flush()
    var errors = store.errors.makeAsyncIterator()
    let pages = try await store.perform { try $0.first(Int.self, "PRAGMA page_count") } ?? 0
    try await store.governor.onConnect { _ = try $0.query("PRAGMA max_page_count = \(raw: String(pages + 2))") }
    note.picture = Data(count: 1_000_000)
    store.saveAll()
    small.title = "small"
    await store.flush()
    #expect(note.isUnsaved)
    let failure = try #require(await errors.next())
    #expect(failure.object === note && failure.columns == ["picture"])
    #expect((failure.error as? DatabaseError).map { .full ~= $0 } == true, "\(failure.error)")
    #expect(note.isUnsaved && note.picture?.count == 1_000_000 && !small.isUnsaved)
    #expect(try await store.perform { try $0.query(String.self, "SELECT title FROM notes") } == ["first", "small"])
    try await store.governor.onConnect { _ = try $0.query("PRAGMA max_page_count = 1000000") }
    store.saveAll()
    await store.flush()
    #expect(!note.isUnsaved)
    #expect(
      try await store.perform { try $0.first(Int.self, "SELECT LENGTH(picture) FROM notes WHERE uniqueID = 1") }
        == 1_000_000)
    try await store.close()
    let late = await errors.next()
    #expect(late == nil, "\(late.map { "\($0.columns) \($0.error)" } ?? "")")
  }
}
