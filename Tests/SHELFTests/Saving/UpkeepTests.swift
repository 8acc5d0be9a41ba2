import Foundation
import SHELF
import TestSupport
import Testing

@Suite("Upkeep")
struct UpkeepTests {
  @Test(arguments: Place.allCases)
  func `all older objects are upgraded at once`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let old = (0..<1_200).map { FirstName(id: ShelfId(), first: "\($0)", last: "x") }
    try await shelf.save(old)
    try await shelf.save(FullName(id: ShelfId(), name: "new"))
    #expect(try await shelf.upgradeAll(FullName.self) == 1_200)
    #expect(try await shelf.upgradeAll(FullName.self) == 0)
    shelf.cacheLimit = 0
    #expect(try await shelf.object(withId: old[7].id, as: FullName.self)?.name == "7 x")
    guard case .newerVersion = await shelfError({ _ = try await shelf.object(withId: old[7].id, as: FirstName.self) })
    else { return #expect(Bool(false), "it is not upgraded") }
  }

  @Test(arguments: Place.allCases)
  func `objects are streamed in the order of their ids`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let people = (0..<2_100).map { Person(id: ShelfId(), name: "\($0)", age: $0 % 2) }
    try await shelf.save(people)
    var streamed: [ShelfId] = []
    for try await person in shelf.stream(Person.self, where: \.age == 1) { streamed.append(person.id) }
    #expect(streamed == people.filter { $0.age == 1 }.map(\.id).sorted())
  }

  @Test(arguments: Place.allCases)
  func `what has expired is removed, and nothing else`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let people = (0..<1_300).map { Person(id: ShelfId(), name: "\($0)") }
    try await shelf.save(Array(people[..<1_200]), expires: Date(timeIntervalSinceNow: -1))
    try await shelf.save(Array(people[1_200..<1_250]), expires: Date(timeIntervalSinceNow: 1_000))
    try await shelf.save(Array(people[1_250...]))
    #expect(try await shelf.removeExpired() == 1_200)
    #expect(try await shelf.removeExpired() == 0)
    #expect(try await shelf.count(Person.self) == 100)
  }

  @Test(arguments: Place.allCases)
  func `one damaged object spoils a list, unless somebody is told of it`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    try await shelf.save(Person(id: ShelfId(), name: "Dax"))
    let damaged = ShelfId()
    let contents = ShelfWrite.Contents(type: "Person", json: Data("{\"id\":".utf8))
    _ = try await shelf.store.write([ShelfWrite(damaged, .put(contents))])
    guard
      case .couldNotParseObject(damaged, "Person", _) = await shelfError({ _ = try await shelf.objects(Person.self) })
    else { return #expect(Bool(false), "it was parsed") }
    let told = Shared<[ShelfId]>([])
    shelf.onUnreadable = { error in
      if case .couldNotParseObject(let id, _, _) = error { told.with { $0.append(id) } }
    }
    #expect(try await shelf.objects(Person.self).map(\.name) == ["Dax"])
    #expect(told.current == [damaged])
    #expect(try await shelf.objects(Person.self, where: \.name == "Dax", sortedBy: \.age).map(\.name) == ["Dax"])
  }

  @Test(arguments: Place.allCases)
  func `10,000 references are resolved with one read for each object`(_ place: Place) async throws {
    let home = try place.made()
    let counted = CountingStore(try await home.shelf().store)
    let shelf = Shelf(store: counted)
    let people = (0..<1_000).map { Person(id: ShelfId(), name: "\($0)") }
    try await shelf.save(people)
    let other = Shelf(store: counted)
    for _ in 0..<10 {
      for person in people {
        #expect(try await person.shelfObjectReference.resolve(using: other)?.name == person.name)
      }
    }
    #expect(counted.reads.current == 1_000)
  }
}

/// A store that counts the objects that are read from another.
private final class CountingStore: ShelfStore {
  let store: any ShelfStore
  let reads = Shared(0)

  init(_ store: any ShelfStore) { self.store = store }

  func read(_ ids: [ShelfId]) async throws -> [StoredObject?] {
    reads.with { $0 += ids.count }
    return try await store.read(ids)
  }
  func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome { try await store.write(writes) }
  func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    try await store.ids(type: type, after: id, limit: limit)
  }
  func wipe() async throws { try await store.wipe() }
}
