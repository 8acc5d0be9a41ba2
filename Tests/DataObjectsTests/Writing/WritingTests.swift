import DataObjects
import Foundation
import ORDA
import Observation
import TestSupport
import Testing

/// What is written, when and how.
@MainActor
struct WritingTests {
  private let homes = Homes()

  @Test("A fetch after a save sees it, and the values are those of the moment of saving", arguments: Place.allCases)
  func order(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let setting = Setting("a", "1")
    store.save(setting)
    setting.value = "2"
    #expect(try await store.perform { try $0.query(String.self, "SELECT value FROM settings") } == ["1"])
    for number in 0..<200 {
      setting.value = "\(number)"
      store.save(setting)
    }
    #expect(try await store.perform { try $0.query(String.self, "SELECT value FROM settings") } == ["199"])
    #expect(store.pendingWrites >= 0)
    try await store.close()
  }

  @Test(
    "All that a turn sets is one transaction, and of an object one UPDATE of its own columns", arguments: Place.allCases
  )
  func turn(_ place: Place) async throws {
    let statements = Statements()
    let (store, governor) = try await statements.store(at: try homes.made(place))
    let notes = (1...3).map { store.insert(Note(id: Int64($0))) }
    let run = try await statements.taken(from: store) {
      for note in notes {
        note.title = "a"
        note.isRead = true
        note.title = "b"
      }
    }
    #expect(run.count == 1 && run[0].hasPrefix("UPDATE") && !run[0].contains("text"), "\(run)")
    #expect(try await store.perform { try $0.query(String.self, "SELECT DISTINCT title FROM notes") } == ["b"])
    try await store.close()
    try await governor.close()
  }

  @Test("The main actor goes on while the database is busy", arguments: Place.allCases)
  func latency(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let note = store.insert(Note(id: 1))
    // The database has to do until the main actor has done what it has to.
    let (beginnings, beginning) = AsyncStream<Void>.makeStream()
    let isDone = Event()
    let work = Task {
      try await store.perform { _ in
        beginning.yield()
        isDone.wait()
      }
    }
    for await _ in beginnings.prefix(1) {}
    for number in 0..<20 {
      note.count = number
      // The turn ends, and what was set in it is saved.
      await Task.yield()
    }
    isDone.signal()
    try await work.value
    await store.flush()
    #expect(try await store.perform { try $0.first(Int.self, "SELECT amount FROM notes") } == 19)
    try await store.close()
  }

  @Test("What fails is told with its object, stays unsaved, and holds up nothing", arguments: Place.allCases)
  func failing(_ place: Place) async throws {
    let home = try homes.made(place)
    let store = try await home.store()
    try await store.perform { try $0.execute("CREATE UNIQUE INDEX onlyOnce ON notes (amount)") }
    var errors = store.errors.makeAsyncIterator()
    let (first, second, third) = (store.insert(Note(id: 1)), store.insert(Note(id: 2)), store.insert(Note(id: 3)))
    (first.count, second.count, third.count) = (1, 2, 3)
    await store.flush()
    (first.count, second.count, third.title) = (10, 3, "third")
    let failure = try #require(await errors.next())
    #expect(failure.object === second && failure.columns == ["amount"] && failure.id == .int(2))
    #expect((failure.error as? DatabaseError).map { .constraint(.unique) ~= $0 } == true, "\(failure.error)")
    await store.flush()
    #expect(second.isUnsaved && second.count == 3 && !first.isUnsaved && !third.isUnsaved)
    let rows = try await store.perform { try $0.query(Int.self, "SELECT amount FROM notes ORDER BY uniqueID") }
    #expect(rows == [10, 2, 3])
    // Saved again once there is room.
    third.count = 4
    second.title = "second"
    await store.flush()
    #expect(
      try await store.perform { try $0.query(Int.self, "SELECT amount FROM notes ORDER BY uniqueID") } == [10, 3, 4])
    #expect(!second.isUnsaved)
    second.count = 10
    await store.flush()
    #expect(second.isUnsaved)
    try await store.revert(second)
    #expect(second.count == 3 && !second.isUnsaved)
    try await store.close()
  }

  @Test("A number that not every database keeps is told", arguments: Place.allCases)
  func notFinite(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    var errors = store.errors.makeAsyncIterator()
    let note = store.insert(Note(id: 1))
    await store.flush()
    for number in [Double.nan, .infinity, -0.0] {
      note.latitude = number
      note.title = "\(number)"
      let failure = try #require(await errors.next())
      #expect(failure.columns == ["latitude"] && failure.object === note)
    }
    await store.flush()
    #expect(try await store.perform { try $0.query(String.self, "SELECT title FROM notes") } == ["-0.0"])
    try await store.close()
  }

  @Test("What never changes is inserted once", arguments: Place.allCases)
  func immutable(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let id = UUID()
    store.save(Attachment(id: id, "first"))
    store.save(Attachment(id: id, "second"))
    await store.flush()
    #expect(try await store.fetch(Attachment.self).map(\.mimeType) == ["first"])
    try await store.close()
  }

  @Test("A watched object is saved without being asked: what differs at the end of the turn", arguments: Place.allCases)
  func watched(_ place: Place) async throws {
    let statements = Statements()
    let (store, governor) = try await statements.store(at: try homes.made(place))
    let feed = store.insert(Feed(id: 1, name: "a"))
    await store.flush()
    for round in 1...3 {
      let run = try await statements.taken(from: store) {
        feed.unread += 1
        feed.name = "other"
        feed.name = "a"
      }
      #expect(run.count == 1 && !run[0].contains("name"), "\(run)")
      #expect(try await store.perform { try $0.first(Int.self, "SELECT unread FROM feeds") } == round)
    }
    try await store.close()
    try await governor.close()
  }

  @Test("Nothing is saved while autosaving is off, until it is asked for", arguments: Place.allCases)
  func byHand(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let note = store.insert(Note(id: 1))
    await store.flush()
    store.isAutosaving = false
    note.title = "later"
    // The turn ends while the database is asked, and what it had to save would be given to the queue.
    try await store.perform { _ in }
    #expect(note.isUnsaved && store.pendingWrites == 0)
    store.saveAll()
    #expect(!note.isUnsaved)
    try await store.close()
  }

  @Test("What is set in a turn is observed at once", arguments: [Place.sqlite])
  func observed(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let note = store.insert(Note(id: 1))
    let heard = Shared(0)
    withObservationTracking {
      _ = note.title
    } onChange: {
      heard.with { $0 += 1 }
    }
    note.isRead = true
    #expect(heard.current == 0)
    note.title = "new"
    #expect(heard.current == 1)
    try await store.close()
  }

  @Test(
    "What was refused and then written is saved; what was written beside a refused row is known to be there",
    arguments: Place.allCases)
  func refusedBeside(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    try await store.perform { try $0.execute("CREATE UNIQUE INDEX onlyOnce ON notes (amount)") }
    let notes = (1...3).map { store.insert(Note(id: Int64($0))) }
    for (number, note) in notes.enumerated() { note.count = number == 2 ? 0 : number }
    store.saveAll()
    notes[2].count = 5
    await store.flush()
    // What was refused beside the column that was changed is tried once more.
    await store.flush()
    #expect(notes.allSatisfy { !$0.isUnsaved })
    #expect(
      try await store.perform { try $0.query(Int.self, "SELECT amount FROM notes ORDER BY uniqueID") } == [0, 1, 5])
    // Another program's row is not brought back by a change.
    try await store.perform { try $0.execute("DELETE FROM notes WHERE uniqueID = 2") }
    notes[1].title = "gone"
    await store.flush()
    #expect(notes[1].isDeleted)
    #expect(try await store.count(Note.self) == 2)
    try await store.close()
  }

  @Test("Setting back takes the row's values and what it is related to", arguments: Place.allCases)
  func revert(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let (paris, rome) = (store.insert(Tag("Paris")), store.insert(Tag("Rome")))
    let note = store.insert(Note(id: 1, title: "a"))
    note.tags = [paris]
    await store.flush()
    store.isAutosaving = false
    (note.title, note.tags) = ("b", [rome])
    #expect(try await store.fetch(Note.self).first === note && note.title == "b" && note.isUnsaved)
    try await store.revert(note)
    #expect(note.title == "a" && note.tags.first === paris && note.tags.count == 1 && !note.isUnsaved)
    try await store.close()
  }

  @Test("What a turn has set is written even if the store is let go of in it")
  func letGo() async throws {
    let home = try homes.made(.sqlite)
    let db = try await home.governor()
    func turn() async throws {
      let store = try await DataStore(governor: db, model: .notes, createsTables: true)
      store.insert(Note(id: 1, title: "kept"))
    }
    try await turn()
    #expect(await eventually { (try? db.blocking.first(String.self, "SELECT title FROM notes")) == "kept" })
    try await db.close()
  }
}
