import Foundation
import ORDAThreads
import Testing

@testable import SHELF

@Suite("Copying between stores")
struct CopyingTests {
  struct Broken: Error {}

  /// All that a shelf has, but for revisions, which are each store's own.
  private func contents(_ shelf: Shelf) async throws -> [StoredObject] {
    var all: [StoredObject] = []
    for try await stored in shelf.storedObjects() {
      all.append(
        StoredObject(
          id: stored.id, type: stored.type, revision: ShelfRevision(0), contents: stored.contents,
          expires: stored.expires))
    }
    return all
  }

  @Test(arguments: Place.allCases, Place.allCases)
  func `a copy has the same ids, types, bytes, ends and references`(_ place: Place, _ other: Place) async throws {
    let (home, away) = (try place.made(), try other.made())
    let (source, target) = (try await home.shelf(), try await away.shelf())
    let people = (0..<20).map { Person(id: ShelfId(), name: "person \($0)", age: $0) }
    let strange = ShelfId()
    try await source.save(people)
    try await source.save(
      Pet(id: ShelfId(), name: "🧡\u{0}\"\\"), expires: Date(timeIntervalSinceReferenceDate: 4_000_000_000.123_456))
    try await source.save(json: Data(#" {"id" : "\#(strange)", "n":1.50, "é":[ ] }"#.utf8), type: "Strange")
    let referrer = ReferenceTests.Author(
      id: ShelfId(), name: "Ursula", friend: ReferenceTests.Author(id: strange, name: ""))
    try await source.save(referrer)

    let summary = try await source.copy(to: target)
    let copied = try await contents(target)
    #expect(copied == (try await contents(source)))
    #expect(summary.objects == 23 && summary.written == 23 && summary.deleted == 0)
    #expect(summary.bytes == copied.reduce(0) { $0 + $1.contents.count })
    if let store = try await target.store as? any IndexedShelfStore {
      #expect(try await store.referrers(to: strange, after: nil, limit: 9) == [referrer.id])
    }
    // Their keys are not known to who copies, and are made by who knows the type.
    #expect(try await target.objects(Person.self, where: \.age > 17).map(\.age).sorted() == [18, 19])

    #expect(try await source.copy(to: target).written == 0)
  }

  @Test(arguments: Place.allCases)
  func `a target with anything else is refused, and left as it is`(_ place: Place) async throws {
    let home = try place.made()
    let (source, target) = (Shelf.onlyInMemory(), try await home.shelf())
    let person = Person(id: ShelfId(), name: "Dax")
    try await source.save(person)
    try await source.save(Person(id: ShelfId(), name: "Eevie"))
    for other in [Person(id: ShelfId(), name: "Rex"), Person(id: person.id, name: "Rex")] {
      try await target.save(other)
      guard case .targetHasObjects(other.id) = await shelfError({ try await source.copy(to: target) }) else {
        return #expect(Bool(false), "it was not refused")
      }
      #expect(try await contents(target).map(\.id) == [other.id])
      try await target.delete(other)
    }
  }

  @Test(arguments: Place.allCases)
  func `replacing makes both equal`(_ place: Place) async throws {
    let home = try place.made()
    let (source, target) = (Shelf.onlyInMemory(), try await home.shelf())
    let ids = (0..<4).map { _ in ShelfId() }
    for (id, name) in zip(ids, ["new", "other type", "same"]) { try await source.save(Person(id: id, name: name)) }
    try await source.save(Person(id: ids[3], name: "ends"), expires: Date(timeIntervalSinceNow: 1_000_000))
    for (index, name) in [(0, "old"), (2, "same"), (3, "ends")] {
      try await target.save(Person(id: ids[index], name: name))
    }
    try await target.save(Pet(id: ids[1], name: "other type"))
    // On both sides of all others, and between them.
    let others = [
      ShelfId("00000000-0000-4000-8000-000000000001")!, ShelfId("FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")!, ShelfId(),
    ]
    try await target.save(others.map { Pet(id: $0, name: "away with it") })
    let summary = try await source.copy(to: target, replacing: true)
    #expect(try await contents(target) == (try await contents(source)))
    #expect(summary.objects == 4 && summary.deleted == 3 && summary.written == 3)
  }

  @Test
  func `an empty source makes an empty target, where that is asked for`() async throws {
    let (source, target) = (Shelf.onlyInMemory(), Shelf.onlyInMemory())
    try await target.save(Pet(id: ShelfId(), name: "Rex"))
    guard case .targetHasObjects = await shelfError({ try await source.copy(to: target) }) else {
      return #expect(Bool(false), "it was not refused")
    }
    #expect(try await source.copy(to: target, replacing: true).deleted == 1)
    #expect(try await contents(target).isEmpty)
  }

  @Test
  func `a copy that was cut off goes on where it was`() async throws {
    let store = WatchedStore()
    let (source, target) = (Shelf.onlyInMemory(), Shelf(store: store))
    try await source.save((0..<3_000).map { Counter(id: ShelfId(), number: $0) })
    store.beforeCalls { call, number in if call == .write, number == 3 { throw Broken() } }
    guard case .store(is Broken) = await shelfError({ try await source.copy(to: target) }) else {
      return #expect(Bool(false), "it was not cut off")
    }
    let before = try await contents(target).count
    #expect(before > 0 && before < 3_000)
    store.beforeCalls(nil)
    #expect(try await source.copy(to: target).written == 3_000 - before)
    #expect(try await contents(target) == (try await contents(source)))
  }

  @Test
  func `what others change meanwhile is copied again`() async throws {
    let store = WatchedStore()
    let (source, target) = (Shelf.onlyInMemory(), Shelf(store: store))
    var counters = (0..<2_000).map { Counter(id: ShelfId(), number: $0) }
    try await source.save(counters)
    counters.sort { $0.id < $1.id }
    let (first, second) = (counters[0], counters[1])
    // After the first page was written: one of its objects is changed, one deleted, and a new one comes before all.
    store.beforeCalls { call, number in
      guard call == .write, number == 2 else { return }
      try await source.save(Counter(id: first.id, number: -1))
      try await source.delete(second)
      try await source.save(Counter(id: ShelfId("00000000-0000-4000-8000-000000000000")!, number: -2))
    }
    let summary = try await source.copy(to: target, replacing: true)
    #expect(try await contents(target) == (try await contents(source)))
    #expect(summary.objects == 2_000)
  }

  @Test
  func `what would have to be replaced is an error where nothing may be`() async throws {
    let store = WatchedStore()
    let (source, target) = (Shelf.onlyInMemory(), Shelf(store: store))
    let counter = Counter(id: ShelfId(), number: 1)
    try await source.save(counter)
    // Somebody is faster than the copy.
    store.beforeCalls { [memory = store.memory] call, number in
      guard call == .write, number == 1 else { return }
      let json = Data(#"{"id":"\#(counter.id)","number":5}"#.utf8)
      _ = try await memory.write([ShelfWrite(counter.id, .put(.init(type: "Counter", untyped: json)))])
    }
    guard case .changedMeanwhile([counter.id]) = await shelfError({ try await source.copy(to: target) }) else {
      return #expect(Bool(false), "it was replaced")
    }
    store.beforeCalls(nil)
    #expect(try await target.object(withId: counter.id, as: Counter.self)?.number == 5)
  }

  @Test
  func `a source that never rests ends in an error, and not never`() async throws {
    let store = WatchedStore()
    let (source, target) = (Shelf(store: store), Shelf.onlyInMemory())
    let counter = Counter(id: ShelfId(), number: 0)
    try await source.save(counter)
    store.beforeCalls { [memory = store.memory] call, number in
      guard call == .read else { return }
      let json = Data(#"{"id":"\#(counter.id)","number":\#(number)}"#.utf8)
      _ = try await memory.write([ShelfWrite(counter.id, .put(.init(type: "Counter", untyped: json)))])
    }
    guard
      case .changedMeanwhile([counter.id]) = await shelfError({ try await source.copy(to: target, replacing: true) })
    else { return #expect(Bool(false), "it ended") }
  }

  @Test(arguments: Place.allCases)
  func `what the target remembered is forgotten`(_ place: Place) async throws {
    let home = try place.made()
    let (source, target) = (Shelf.onlyInMemory(), try await home.shelf())
    let person = Person(id: ShelfId(), name: "old", age: 1)
    try await target.save(person)
    #expect(try await target.objects(Person.self, where: \.age == 2).isEmpty)
    try await source.save([Person(id: person.id, name: "new", age: 2), Person(id: ShelfId(), name: "newer", age: 2)])
    try await source.copy(to: target, replacing: true)
    #expect(try await target.object(withId: person.id, as: Person.self)?.name == "new")
    #expect(try await target.count(Person.self, where: \.age == 2) == 2)
  }

  @Test
  func `progress goes up to the end, in three steps at most`() async throws {
    let (source, target) = (Shelf.onlyInMemory(), Shelf.onlyInMemory())
    let counters = (0..<1_500).map { Counter(id: ShelfId(), number: $0) }
    try await source.save(counters)
    try await target.save(counters[0])
    let told = Lock<[ShelfCopyProgress]>([])
    try await source.copy(to: target) { progress in told.withLock { $0.append(progress) } }
    let all = told.withLock { $0 }
    for (step, total) in [(ShelfCopyProgress.Step.looking, 1), (.copying, 1_500), (.comparing, 1_500)] {
      let part = all.filter { $0.step == step }
      #expect(part.map(\.done) == part.map(\.done).sorted())
      #expect(part.first?.done == 0 && part.last?.done == total && part.allSatisfy { $0.total == total }, "\(step)")
    }
  }

  @Test
  func `a shelf is not copied to itself, and a cancelled copy says so`() async throws {
    let shelf = Shelf.onlyInMemory()
    guard case .misuse = await shelfError({ try await shelf.copy(to: shelf) }) else {
      return #expect(Bool(false), "it was copied")
    }
    try await shelf.save(Counter(id: ShelfId(), number: 1))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await shelfError { try await shelf.copy(to: .onlyInMemory()) }
    }
    guard case .cancelled = await task.value else { return #expect(Bool(false), "it was not cancelled") }
  }

  @Test
  func `pages are shorter where objects are long`() async throws {
    let shelf = Shelf.onlyInMemory()
    let name = String(repeating: "x", count: 1 << 20)
    try await shelf.save((0..<250).map { _ in Pet(id: ShelfId(), name: name) })
    var pages = StoredPages(try await shelf.store)
    var counts: [Int] = []
    while let page = try await pages.next() { counts.append(page.objects.count) }
    #expect(counts.reduce(0, +) == 250)
    // The first page is read when nobody knows how long they are.
    #expect(counts.dropFirst().allSatisfy { $0 < 9 }, "\(counts)")
  }
}
