import Foundation
import ORDAThreads
import TestSupport
import Testing

@testable import SHELF

@Suite("Objects without their types")
struct UntypedTests {
  @Test(arguments: Place.allCases)
  func `JSON is kept byte by byte, and read as an object`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let id = ShelfId()
    let json = Data(" {\n \"name\" : \"Dax\",\"age\":30.0, \"id\":\"\(id.uuidText)\" }\n".utf8)
    #expect(try await shelf.save(json: json, type: "Person") == id)
    #expect(try await shelf.object(withId: id)?.contents == json)
    #expect(try await shelf.object(withId: id, as: Person.self) == Person(id: id, name: "Dax", age: 30))

    // Its type stays, and what is remembered of it goes.
    try await shelf.save(json: Data(#"{"id":"\#(id)","name":"Eevie","age":1}"#.utf8))
    #expect(try await shelf.object(withId: id)?.type == "Person")
    #expect(try await shelf.object(withId: id, as: Person.self)?.name == "Eevie")
    guard case .typeMismatch(id, "Person", "Pet") = await shelfError({ try await shelf.save(json: json, type: "Pet") })
    else { return #expect(Bool(false), "it has another type") }
  }

  @Test(arguments: Place.allCases)
  func `an index that was complete has what was saved without its type`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    try await shelf.save(Person(id: ShelfId(), name: "Dax", age: 30))
    #expect(try await shelf.count(Person.self, where: \.age == 30) == 1)
    try await shelf.save(json: Data(#"{"id":"\#(ShelfId())","name":"Eevie","age":30}"#.utf8), type: "Person")
    #expect(try await shelf.count(Person.self, where: \.age == 30) == 2)
  }

  @Test(arguments: Place.allCases)
  func `it is saved only where what is expected is there`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let id = ShelfId()
    let json = Data(#"{"id":"\#(id)"}"#.utf8)
    for expectation in [ShelfWrite.Expectation.something, .revision(ShelfRevision(5))] {
      guard
        case .changedMeanwhile([id]) = await shelfError({
          try await shelf.save(json: json, type: "A", expecting: expectation)
        })
      else { return #expect(Bool(false), "it was saved") }
    }
    try await shelf.save(json: json, type: "A", expecting: .nothing)
    let revision = try #require(try await shelf.object(withId: id)).revision
    // Other bytes, for a store may tell contents by their sum.
    try await shelf.save(json: Data(#"{"id":"\#(id)","n":1}"#.utf8), expecting: .revision(revision))
    guard
      case .changedMeanwhile([id]) = await shelfError({
        try await shelf.save(json: json, expecting: .revision(revision))
      })
    else { return #expect(Bool(false), "it was saved") }
  }

  @Test(
    arguments: [
      "", "[]", "1", "{}", #"{"id":1}"#, #"{"id":"x"}"#, #"{"id":"AAAAAAAAQACAAAAAAAAAAQ""#,
      "\u{FEFF}{\"id\":\"AAAAAAAAQACAAAAAAAAAAQ\"}", "{\0\"\0i\0d\0\"\0:\u{0}\"",
    ])
  func `what is no object with an id is refused`(_ text: String) async throws {
    let shelf = Shelf.onlyInMemory()
    guard case .misuse = await shelfError({ try await shelf.save(json: Data(text.utf8), type: "A") }) else {
      return #expect(Bool(false), "it was saved")
    }
    #expect(try await shelf.store.ids(type: nil, after: nil, limit: 1).isEmpty)
  }

  @Test
  func `bytes that are no UTF-8 are refused`() async throws {
    let json = Data(#"{"id":"AAAAAAAAQACAAAAAAAAAAQ","a":""#.utf8) + [0xFF] + Data("\"}".utf8)
    guard case .misuse = await shelfError({ try await Shelf.onlyInMemory().save(json: json, type: "A") }) else {
      return #expect(Bool(false), "it was saved")
    }
  }

  @Test(arguments: Place.allCases)
  func `all objects come once, in order, without those that have expired`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let counters = (0..<1_234).map { Counter(id: ShelfId(), number: $0) }
    try await shelf.save(counters)
    let pets = (0..<3).map { Pet(id: ShelfId(), name: "pet \($0)") }
    try await shelf.save(pets)
    try await shelf.save(Pet(id: ShelfId(), name: "gone"), expires: Date(timeIntervalSinceNow: -1))
    func ids(_ type: String?) async throws -> [ShelfId] {
      var ids: [ShelfId] = []
      for try await stored in shelf.storedObjects(ofType: type) { ids.append(stored.id) }
      return ids
    }
    #expect(try await ids(nil) == (counters.map(\.id) + pets.map(\.id)).sorted())
    #expect(try await ids("Pet") == pets.map(\.id).sorted())
    #expect(try await ids("None").isEmpty)
  }

  // MARK: Checking

  private func put(_ store: some ShelfStore, _ id: ShelfId, _ json: Data, type: String? = "A") async throws {
    _ = try await store.write([ShelfWrite(id, .put(.init(type: type, untyped: json)))])
  }

  @Test(arguments: Place.allCases)
  func `a check names what is wrong, and counts references to nothing`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let store = try await shelf.store
    let friend = ReferenceTests.Author(id: ShelfId(), name: "Eevie")
    try await shelf.save([
      friend, ReferenceTests.Author(id: ShelfId(), name: "Dax", friend: friend),
      ReferenceTests.Author(id: ShelfId(), name: "Ezri", friend: friend),
    ])
    try await shelf.save(
      ReferenceTests.Author(id: ShelfId(), name: "Rex", friend: ReferenceTests.Author(id: ShelfId(), name: "nobody")))
    var told: [ShelfObjectFault] = []
    #expect(try await shelf.checkObjects { told.append($0) }.faults == 0)
    #expect(told.isEmpty)

    let ids = (0..<4).map { _ in ShelfId() }.sorted()
    try await put(store, ids[0], Data("{".utf8))
    try await put(store, ids[1], Data(#"{"id":"\#(ids[0])"}"#.utf8))
    try await put(store, ids[2], Data(#"{"id":"\#(ids[2])"}"#.utf8), type: nil)
    try await put(store, ids[3], Data("{}".utf8))
    let found = try await shelf.checkObjects { told.append($0) }
    #expect(told.map(\.id) == ids)
    #expect(told[1].reason == "its JSON has the id \(ids[0])")
    #expect(told[2].reason == "its type is not known")
    #expect(found.objects == 8 && found.faults == 4 && found.references == 3 && found.missing == 1)
  }

  @Test
  func `an object that can't be read is a fault, and the rest is looked at`() async throws {
    struct Unreadable: Error {}
    let store = WatchedStore()
    let shelf = Shelf(store: store)
    let counters = (0..<5).map { Counter(id: ShelfId(), number: $0) }.sorted { $0.id < $1.id }
    try await shelf.save(counters)
    // The page, and then the third of its objects.
    store.beforeCalls { call, number in if call == .read, number == 1 || number == 4 { throw Unreadable() } }
    var told: [ShelfId] = []
    let found = try await shelf.checkObjects { told.append($0.id) }
    #expect(told == [counters[2].id])
    #expect(found.objects == 4 && found.faults == 1)
  }

  @Test
  func `a list leaves out what can't be read, where somebody is told of it`() async throws {
    struct Unreadable: Error {}
    let store = WatchedStore()
    let shelf = Shelf(store: store)
    let counters = (0..<3).map { Counter(id: ShelfId(), number: $0) }.sorted { $0.id < $1.id }
    try await shelf.save(counters)
    // The page, and then the second of its objects.
    let interfere: @Sendable (WatchedStore.Call, Int) async throws -> Void = { call, number in
      if call == .read, number == 1 || number == 3 { throw Unreadable() }
    }
    store.beforeCalls(interfere)
    guard case .store(is Unreadable) = await shelfError({ for try await _ in shelf.storedObjects() {} }) else {
      return #expect(Bool(false), "it did not fail")
    }
    let told = Lock<[ShelfId]>([])
    shelf.onUnreadable = { error in
      if case .couldNotReadObjectFile(let id, is Unreadable) = error { told.withLock { $0.append(id) } }
    }
    store.beforeCalls(interfere)
    var found: [ShelfId] = []
    for try await stored in shelf.storedObjects() { found.append(stored.id) }
    #expect(found == [counters[0].id, counters[2].id])
    #expect(told.withLock { $0 } == [counters[1].id])
  }

  // MARK: Types that are lost

  @Test(arguments: Place.allCases)
  func `lost types are given again, and others stay`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let store = try await shelf.store
    let pet = Pet(id: ShelfId(), name: "Rex")
    try await shelf.save(pet)
    let people = (0..<3).map { Person(id: ShelfId(), name: "person \($0)", age: $0) }
    for person in people { try await put(store, person.id, try ObjectCoder.json(person), type: nil) }
    let broken = ShelfId()
    try await put(store, broken, Data("{".utf8), type: nil)
    #expect(try await shelf.count(Person.self, where: \.age > 0) == 0)

    #expect(try await shelf.assign(type: "Person") { $0.id == people[0].id } == 1)
    #expect(try await shelf.assign(type: "Person") == 2)
    #expect(try await shelf.assign(type: "Pet") == 0)
    #expect(try await shelf.count(Person.self, where: \.age > 0) == 2)
    #expect(try await shelf.object(withId: pet.id)?.type == "Pet")
    #expect(try await shelf.object(withId: broken)?.type == nil)
    guard case .misuse = await shelfError({ try await shelf.assign(type: "") }) else {
      return #expect(Bool(false), "a type without a name")
    }
  }
}
