import SHELF
import TestSupport
import Testing

@Suite("Observing")
struct ShelfObservingTests {
  @Test(arguments: Place.allCases)
  func `own changes are told before the call returns`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let heard = Heard()
    let observation = shelf.observeChanges { heard.add($0) }
    let person = Person(id: ShelfId(), name: "Dax")
    try await shelf.save(person)
    #expect(heard.take() == [.objects([person.id])])
    try await shelf.update(person) { $0.age += 1 }
    #expect(heard.take() == [.objects([person.id])])
    try await shelf.delete(person)
    #expect(heard.take() == [.objects([person.id])])
    observation.cancel()
    try await shelf.save(person)
    #expect(heard.take().isEmpty)
  }

  @Test(arguments: Place.shared)
  func `what another shelf saves is seen, though it was remembered`(_ place: Place) async throws {
    let home = try place.made()
    let (shelf, other) = (try await home.shelf(), try await home.shelf())
    let person = Person(id: ShelfId(), name: "Dax")
    try await other.save(person)
    #expect(try await shelf.object(withId: person.id) as Person? == person)
    try await other.update(person) { $0.name = "Eevie" }
    #expect(try await eventually { try await shelf.object(withId: person.id, as: Person.self)?.name == "Eevie" })
    try await other.delete(person)
    #expect(try await eventually { try await shelf.object(withId: person.id) as Person? == nil })
  }

  @Test(arguments: Place.allCases)
  func `an object's values come one after the other`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let person = Person(id: ShelfId(), name: "Dax")
    var values = shelf.values(ofObjectWithId: person.id, as: Person.self).makeAsyncIterator()
    #expect(try await values.next() == .some(nil))
    try await shelf.save(person)
    #expect(try await values.next() == person)
    try await shelf.save(Person(id: ShelfId(), name: "somebody else"))
    try await shelf.delete(person)
    #expect(try await values.next() == .some(nil))
    await shelf.close()
    #expect(try await values.next() == nil)
  }

  @Test(arguments: Place.allCases)
  func `a list tells what became of it`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    var lists = shelf.lists(of: Person.self, where: \.age > 3, sortedBy: \.name).makeAsyncIterator()
    #expect(try await lists.next()?.objects == [])
    let (b, a) = (Person(id: ShelfId(), name: "b", age: 4), Person(id: ShelfId(), name: "a", age: 5))
    try await shelf.save([b, a, Person(id: ShelfId(), name: "too young")])
    let first = try #require(try await lists.next())
    #expect(first.objects == [a, b] && first.inserted == [a.id, b.id] && first.removed.isEmpty)
    try await shelf.save(Pet(id: ShelfId(), name: "of no concern"))
    try await shelf.update(a) { $0.name = "c" }
    let second = try #require(try await lists.next())
    #expect(second.objects.map(\.name) == ["b", "c"] && second.changed == [a.id] && second.inserted.isEmpty)
    try await shelf.update(b) { $0.age = 0 }
    let third = try #require(try await lists.next())
    #expect(third.objects.map(\.name) == ["c"] && third.removed == [b.id])
  }

  @Test(arguments: Place.shared)
  func `a list hears of what others save`(_ place: Place) async throws {
    let home = try place.made()
    let (shelf, other) = (try await home.shelf(), try await home.shelf())
    var lists = shelf.lists(of: Person.self).makeAsyncIterator()
    #expect(try await lists.next()?.objects == [])
    let person = Person(id: ShelfId(), name: "Dax")
    try await other.save(person)
    #expect(try await lists.next()?.objects == [person])
    try await other.delete(person)
    #expect(try await lists.next()?.objects == [])
  }

  /// What an observer was told.
  private final class Heard: Sendable {
    private let changes = Shared<[ShelfChange]>([])
    func add(_ change: ShelfChange) { changes.with { $0.append(change) } }
    func take() -> [ShelfChange] {
      changes.with { changes in
        defer { changes = [] }
        return changes
      }
    }
  }
}
