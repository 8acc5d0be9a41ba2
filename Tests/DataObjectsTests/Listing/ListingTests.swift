import DataObjects
import Foundation
import ORDA
import TestSupport
import Testing

/// Lists that follow.
@MainActor
struct ListingTests {
  private let homes = Homes()

  private func titles(_ list: DataList<Note>) -> [String] { list.objects.map(\.title) }

  @Test(
    "A list has what meets its condition, in its order, and follows what the program sets", arguments: Place.allCases)
  func ownChanges(_ place: Place) async throws {
    let statements = Statements()
    let (store, db) = try await statements.store(at: try homes.made(place))
    for (id, title) in [(1, "c"), (2, "a"), (3, "b")] { store.insert(Note(id: Int64(id), title: title)) }
    let list = try await store.list(Note.self, where: "archived = \(false)", orderBy: "title")
    #expect(titles(list) == ["a", "b", "c"])
    var differences = list.differences.makeAsyncIterator()

    // One comes, one goes, one moves: in one turn, which is one difference.
    let new = store.insert(Note(id: 4, title: "d"))
    list.objects[1].isArchived = true
    list.objects[2].title = "0"
    await store.flush()
    var shown = ["a", "b", "c"]
    while shown != ["0", "a", "d"] {
      let difference = try #require(await differences.next())
      #expect(difference.objects.before.count == shown.count)
      difference.objects.apply(to: &shown) { $0.title }
      // What is not told of is as it was.
      if shown.count == 3 { shown = difference.objects.after.map(\.title) }
    }
    #expect(list.objects.last === new)

    // A property that the list does not depend on asks nothing, and is told of.
    let taken = try await statements.taken(from: store) {
      new.text = "other"
      let update = try #require(await differences.next())
      #expect(update.objects.updates.map(\.columns) == [["text"]] && update.objects.inserts.isEmpty)
    }
    #expect(taken.count == 1 && !taken.contains { $0.contains("ORDER BY") })

    // What is deleted is gone at once: no answer of the database is awaited.
    store.delete(new)
    await Task.yield()
    #expect(await eventually { titles(list) == ["0", "a"] })
    try await store.close()
    try await db.close()
  }

  @Test("A list follows other programs, SQL and bulk updates, of rows that nobody holds too", arguments: Place.allCases)
  func otherChanges(_ place: Place) async throws {
    let home = try homes.made(place)
    let store = try await home.store()
    let other = try await home.governor()
    try await other.execute(
      "INSERT INTO notes (uniqueID, title, archived, isRead, sortDate, amount, links) VALUES (1, 'a', 0, 0, 0, 0, '{}')"
    )
    let list = try await store.list(Note.self, where: "archived = 0 AND amount >= 0", orderBy: "title DESC", limit: 2)
    #expect(titles(list) == ["a"])
    for (id, title) in [(2, "b"), (3, "c")] {
      try await other.execute(
        """
        INSERT INTO notes (uniqueID, title, archived, isRead, sortDate, amount, links)
        VALUES (\(id), \(title), \(false), \(false), 0, 0, '{}')
        """)
    }
    #expect(await eventually { titles(list) == ["c", "b"] })
    try await other.execute("UPDATE notes SET title = 'z' WHERE uniqueID = 1")
    #expect(await eventually { titles(list) == ["z", "c"] })
    try await store.perform { try $0.execute("UPDATE notes SET archived = 1 WHERE uniqueID = 1") }
    #expect(await eventually { titles(list) == ["c", "b"] })
    try await store.update(Note.self, set: .set(\.isArchived, false), where: "uniqueID = 1")
    #expect(await eventually { titles(list) == ["z", "c"] })
    try store.update(Note.self, set: .set(\.isArchived, true), ids: [1, 2, 3])
    #expect(await eventually { list.objects.isEmpty })
    try await store.close()
    try await other.close()
  }

  @Test("Sections come in the order of their first objects", arguments: Place.allCases)
  func sections(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    for (id, (title, count)) in [("a", 2), ("b", 1), ("c", 2), ("d", 3)].enumerated() {
      store.insert(Note(id: Int64(id), title: title)).count = count
    }
    let list = try await store.list(Note.self, orderBy: "title", sectionBy: "amount")
    #expect(list.sections.map(\.value) == [2, 1, 3])
    #expect(list.sections.map { $0.objects.map(\.title) } == [["a", "c"], ["b"], ["d"]])
    #expect(list.sections.map(\.places) == [0..<2, 2..<3, 3..<4] && titles(list) == ["a", "c", "b", "d"])
    var told: DataListDifference<Note>?
    list.onChange = { told = $0 }
    list.objects[2].count = 3
    await store.flush()
    #expect(await eventually { told != nil && list.sections.count == 2 })
    #expect(list.sections.map { $0.objects.map(\.title) } == [["a", "c"], ["b", "d"]])
    // Its section is where its first object is, and has one more.
    #expect(list.sections.map(\.value) == [2, 3])
    try await store.close()
  }

  @Test("A list has what is not saved as the program has it", arguments: Place.allCases)
  func unsaved(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let (old, far) = (store.insert(Note(id: 1, title: "10")), store.insert(Note(id: 2, title: "b")))
    (old.count, far.count) = (10, 200)
    await store.flush()
    store.isAutosaving = false
    let list = try await store.list(
      Note.self, where: "notes.amount > 9 AND (text IS NULL OR text <> 'no')", orderBy: "amount")
    let new = store.insert(Note(id: 3, title: "new"))
    new.count = 30
    new.text = "unsaved"
    #expect(await eventually { list.objects.map(\.uniqueID) == [1, 3, 2] })
    far.count = 20
    #expect(await eventually { list.objects.map(\.uniqueID) == [1, 2, 3] })
    old.text = "no"
    #expect(await eventually { list.objects.map(\.uniqueID) == [2, 3] })
    #expect(try await store.perform { try $0.first(Int.self, "SELECT COUNT(*) FROM notes") } == 2)
    try await store.revert(old)
    #expect(await eventually { list.objects.map(\.uniqueID) == [1, 2, 3] })
    try await store.close()
  }

  @Test("A list whose condition reads related objects follows those", arguments: Place.allCases)
  func related(_ place: Place) async throws {
    let store = try await homes.made(place).store()
    let (one, two) = (store.insert(Note(id: 1, title: "one")), store.insert(Note(id: 2, title: "two")))
    let paris = store.insert(Tag("Paris"))
    one.tags = [paris]
    let list = try await store.list(
      Note.self, where: "uniqueID IN (SELECT noteID FROM tagsNotes WHERE tagID = \("paris"))", orderBy: "uniqueID")
    #expect(list.objects.map(\.uniqueID) == [1])
    two.tags = [paris]
    #expect(await eventually { list.objects.map(\.uniqueID) == [1, 2] })
    one.tags = []
    #expect(await eventually { list.objects.map(\.uniqueID) == [2] })
    try await store.close()
  }

  @Test("SQL that is wrong is thrown when the list is made, and a list of a closed store ends")
  func wrong() async throws {
    let store = try await homes.made(.sqlite).store()
    await #expect(throws: DatabaseError.self) { try await store.list(Note.self, where: "nmae = 1") }
    let list = try await store.list(Note.self, orderBy: "title")
    var differences = list.differences.makeAsyncIterator()
    try await store.close()
    #expect(await differences.next() == nil)
    await #expect(throws: DataStoreError.self) { try await list.refresh() }
  }

  @Test("What a list asks while its store closes is no failure of what was saved")
  func closing() async throws {
    let store = try await homes.made(.sqlite).store()
    var errors = store.errors.makeAsyncIterator()
    let list = try await store.list(Note.self, orderBy: "title")
    // It asks as soon as closing waits for anything.
    let asking = Task { try await list.refresh() }
    try await store.close()
    await #expect(throws: DataStoreError.self) { try await asking.value }
    #expect(await errors.next() == nil)
  }

  @Test("Ten thousand objects that change in one turn are one question and one difference")
  func many() async throws {
    let store = try await homes.made(.sqlite).store()
    let notes = (0..<10_000).map { store.insert(Note(id: $0, title: "t")) }
    await store.flush()
    let list = try await store.list(Note.self, where: "isRead = \(false)")
    #expect(list.objects.count == 10_000)
    var told = 0
    list.onChange = { _ in told += 1 }
    for note in notes { note.isRead = true }
    await store.flush()
    #expect(await eventually { list.objects.isEmpty })
    #expect(told <= 2)
    try await store.close()
  }
}
