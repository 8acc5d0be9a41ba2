import Foundation
@testable import SHELF
import TestSupport
import Testing

@Suite("Saving, fetching, updating, deleting")
struct SavingTests {
  @Test(arguments: Place.allCases)
  func `saving twice replaces, and an unknown id is nil`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    var person = Person(id: ShelfId(), name: "Dax")
    try await shelf.save(person)
    person.name = "Eevie"
    try await shelf.save(person)
    for limit in [64 << 20, 0] {
      shelf.cacheLimit = limit
      #expect(try await shelf.object(withId: person.id) as Person? == person)
      #expect(try await shelf.object(withId: ShelfId()) as Person? == nil)
    }
    #expect(try await shelf.count(Person.self) == 1)
  }

  @Test(arguments: Place.allCases)
  func `two types under one id are told apart`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let person = Person(id: ShelfId(), name: "Dax")
    try await shelf.save(person)
    guard
      case .typeMismatch(person.id, "Person", "Pet") = await shelfError({
        try await shelf.save(Pet(id: person.id, name: "Rex"))
      })
    else { return #expect(Bool(false), "no mismatch") }
    guard
      case .couldNotParseObject(person.id, "Pet", _) = await shelfError({
        _ = try await shelf.object(withId: person.id, as: Pet.self)
      })
    else { return #expect(Bool(false), "it was parsed") }
    #expect(try await shelf.object(withId: person.id) as Person? == person)
  }

  @Test(arguments: Place.allCases)
  func `difficult values come back`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    shelf.cacheLimit = 0
    let texts = [
      "", " ", "\t", "\u{0}", "a\"b\\c/d", "Z̷̢͝a̵l̴g̶o", "مرحبا", "👩‍👩‍👧‍👦", "e\u{301}", "é", "\u{10FFFF}", "\r\n", "ㅅ፠‘",
    ]
    for (integer, unsigned, double) in [
      (Int.min, UInt64.max, -0.0), (Int.max, UInt64(0), Double.leastNonzeroMagnitude),
      (0, 1 << 63, 1.7976931348623157e308), (-1, 1, 0.1),
    ] {
      let object = Difficult(
        id: ShelfId(), text: texts.joined(), texts: texts, integer: integer, unsigned: unsigned, double: double,
        date: Date(timeIntervalSinceReferenceDate: 123_456_789.123_456), data: Data((0...255).map { UInt8($0) }),
        uuid: UUID(), url: URL(string: "https://example.com/a?b=c#d"), names: ["": 1, "a/b": 2],
        kind: .many([.one(1), .nothing, .many([])]))
      try await shelf.save(object)
      let fetched = try #require(try await shelf.object(withId: object.id, as: Difficult.self))
      #expect(fetched == object)
      #expect(fetched.double.bitPattern == object.double.bitPattern)
      #expect(fetched.texts.map { Array($0.unicodeScalars) } == texts.map { Array($0.unicodeScalars) })
    }
  }

  @Test(arguments: Place.allCases)
  func `a number that is not finite can't be saved, and the path to it is told`(_ place: Place) async throws {
    struct Inner: Codable { var ratio: Double }
    struct Outer: ShelfData {
      let id: ShelfId
      var inner: [Inner]
    }
    let home = try place.made()
    let shelf = try await home.shelf()
    for number in [Double.nan, .infinity, -.infinity] {
      let object = Outer(id: ShelfId(), inner: [Inner(ratio: 1), Inner(ratio: number)])
      guard case .couldNotSerialize(object.id, let path, _) = await shelfError({ try await shelf.save(object) }) else {
        return #expect(Bool(false), "it was saved")
      }
      #expect(path.hasPrefix("inner.") && path.hasSuffix("ratio"), "\(path)")
      #expect(try await shelf.exists(object.id) == false)
    }
  }

  @Test(arguments: Place.allCases)
  func `updates change in place, or do what is said where there is nothing`(_ place: Place) async throws {
    struct Oops: Error {}
    let home = try place.made()
    let shelf = try await home.shelf()
    let person = Person(id: ShelfId(), name: "Dax")
    try await shelf.save(person)
    let updated = try await shelf.update(objectWithId: person.id, ofType: Person.self) { $0.age = 7 }
    #expect(updated?.age == 7)
    let other = ShelfId()
    #expect(try await shelf.update(objectWithId: other, ofType: Person.self, by: { $0.age = 1 }) == nil)
    #expect(try await shelf.exists(other) == false)
    let new = Person(id: other, name: "New")
    try await shelf.update(
      objectWithId: other, ofType: Person.self, by: { $0.age = 1 }, onObjectNotFound: .saveNewObject(new))
    #expect(try await shelf.object(withId: other) as Person? == new)

    guard
      case .updateFunctionThrewSomeError(let error) = await shelfError({
        try await shelf.update(objectWithId: person.id, ofType: Person.self) {
          $0.age = 8
          throw Oops()
        }
      })
    else { return #expect(Bool(false), "it was updated") }
    #expect(error is Oops)
    guard
      case .idChanged(person.id, let id) = await shelfError({
        try await shelf.update(objectWithId: person.id, ofType: Person.self) {
          $0 = Person(id: ShelfId(), name: $0.name)
        }
      })
    else { return #expect(Bool(false), "it was updated") }
    #expect(id != person.id)
    shelf.cacheLimit = 0
    #expect(try await shelf.object(withId: person.id, as: Person.self)?.age == 7)
  }

  @Test(arguments: Place.allCases)
  func `100 tasks count up one object`(_ place: Place) async throws {
    let home = try place.made()
    let shelves = place == .memory ? [try await home.shelf()] : [try await home.shelf(), try await home.shelf()]
    let counter = Counter(id: ShelfId(), number: 0)
    try await shelves[0].save(counter)
    try await withThrowingTaskGroup { group in
      for task in 0..<100 {
        group.addTask {
          for _ in 0..<(place == .memory ? 100 : 10) {
            try await shelves[task % shelves.count].update(objectWithId: counter.id, ofType: Counter.self) {
              $0.number += 1
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for shelf in shelves {
      shelf.cacheLimit = 0
      #expect(
        try await shelf.object(withId: counter.id, as: Counter.self)?.number == (place == .memory ? 10_000 : 1_000))
    }
  }

  @Test(arguments: Place.allCases)
  func `what is deleted is gone, and deleting nothing is no error`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let people = (0..<10).map { Person(id: ShelfId(), name: "\($0)") }
    try await shelf.save(people)
    #expect(try await shelf.delete(people[0]))
    #expect(try await shelf.delete(people[0]) == false)
    #expect(try await shelf.object(withId: people[0].id) as Person? == nil)
    #expect(try await shelf.delete(objectsWithIds: people[0..<5].map(\.id)) == 4)
    #expect(try await shelf.count(Person.self) == 5)
  }

  @Test(arguments: Place.allCases)
  func `a batch is saved whole, or not at all`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let pet = Pet(id: ShelfId(), name: "Rex")
    try await shelf.save(pet)
    let people = (0..<5).map { Person(id: ShelfId(), name: "\($0)") } + [Person(id: pet.id, name: "no")]
    guard case .typeMismatch = await shelfError({ try await shelf.save(people) }) else {
      return #expect(Bool(false), "it was saved")
    }
    #expect(try await shelf.count(Person.self) == 0)
  }

  @Test(arguments: Place.allCases)
  func `everything is deleted by those alone who mean it`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let person = Person(id: ShelfId(), name: "Dax")
    try await shelf.save(person)
    let oath = ShelfDeleteToken.oath
    func isRefused(_ token: ShelfDeleteToken) async -> Bool {
      if case .badDeleteToken = await shelfError({ try await shelf.deleteEverything(token) }) { true } else { false }
    }
    #expect(await isRefused(shelf.requestToDeleteEverything()))
    #expect(await isRefused(shelf.requestToDeleteEverything().imSure(oath: oath.lowercased())))
    let token = shelf.requestToDeleteEverything().imSure(oath: oath)
    #expect(await isRefused(shelf.requestToDeleteEverything().imSure(oath: "")))
    #expect(await isRefused(token), "a bad attempt makes all of them void")
    #expect(try await shelf.exists(person.id))
    let good = shelf.requestToDeleteEverything().imSure(oath: oath)
    try await shelf.deleteEverything(good)
    #expect(try await shelf.object(withId: person.id) as Person? == nil)
    #expect(try await shelf.count(Person.self) == 0)
    #expect(await isRefused(good))
  }

  @Test(arguments: Place.allCases)
  func `what has expired is not there`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let (old, new) = (Person(id: ShelfId(), name: "old"), Person(id: ShelfId(), name: "new"))
    try await shelf.save(old, expires: Date(timeIntervalSinceNow: -1))
    try await shelf.save(new, expires: Date(timeIntervalSinceNow: 1_000))
    #expect(try await shelf.object(withId: old.id) as Person? == nil)
    #expect(try await shelf.object(withId: new.id) as Person? == new)
    #expect(try await shelf.objects(Person.self) == [new])
  }

  @Test(arguments: Place.allCases)
  func `what has expired is in nobody's way`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let past = Date(timeIntervalSinceNow: -1)
    let fact = Fact(id: ShelfId(), text: "old")
    try await shelf.save(fact, expires: past)
    try await shelf.save(Fact(id: fact.id, text: "new"))
    #expect(try await shelf.object(withId: fact.id, as: Fact.self)?.text == "new")

    let person = Person(id: ShelfId(), name: "old")
    try await shelf.save(person, expires: past)
    #expect(try await shelf.count(Person.self) == 0)
    #expect(try await shelf.ids(of: Person.self).isEmpty)
    let new = Person(id: person.id, name: "new")
    try await shelf.update(
      objectWithId: person.id, ofType: Person.self, by: { _ in }, onObjectNotFound: .saveNewObject(new))
    #expect(try await shelf.objects(Person.self) == [new])

    let other = Person(id: ShelfId(), name: "other")
    try await shelf.save(other, expires: past)
    try await shelf.save(Pet(id: other.id, name: "Rex"))
    #expect(try await shelf.object(withId: other.id, as: Pet.self)?.name == "Rex")

    let session = Counter(id: ShelfId(), number: 0)
    let soon = Date(timeIntervalSinceNow: 1_000)
    try await shelf.save(session, expires: soon)
    try await shelf.transaction { transaction in
      try await transaction.update(objectWithId: session.id, ofType: Counter.self) { $0.number = 1 }
    }
    try await shelf.update(session) { $0.number += 1 }
    let stored = try await shelf.object(withId: session.id)
    let expires = try #require(stored?.expires)
    #expect(abs(expires.timeIntervalSince(soon)) < 0.01, "a change takes nothing of its time away")
  }

  @Test func `tokens are good for a minute`() async throws {
    let time = Shared(Date())
    let shelf = Shelf(now: { time.current }) { MemoryShelfStore() }
    let late = shelf.requestToDeleteEverything().imSure(oath: ShelfDeleteToken.oath)
    time.with { $0 += 61 }
    guard case .badDeleteToken = await shelfError({ try await shelf.deleteEverything(late) }) else {
      return #expect(Bool(false), "it was too late")
    }
    let good = shelf.requestToDeleteEverything().imSure(oath: ShelfDeleteToken.oath)
    time.with { $0 += 59 }
    try await shelf.deleteEverything(good)
  }

  @Test(arguments: Place.allCases)
  func `immutable objects stay as they are`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let fact = Fact(id: ShelfId(), text: "water is wet")
    try await shelf.save(fact)
    try await shelf.save(fact)
    var other = fact
    other.text = "water is dry"
    for save in [{ try await shelf.save(other) }, { try await shelf.save([Fact(id: ShelfId(), text: ""), other]) }] {
      guard case .immutable(fact.id, "Fact") = await shelfError(save) else {
        return #expect(Bool(false), "it was saved")
      }
    }
    guard
      case .immutable = await shelfError({
        try await shelf.update(objectWithId: fact.id, ofType: Fact.self) { $0.text = "" }
      })
    else { return #expect(Bool(false), "it was updated") }
    await #expect(throws: ShelfError.self) {
      try await shelf.transaction { transaction in
        try await transaction.update(objectWithId: fact.id, ofType: Fact.self) { $0.text = "dry" }
      }
    }
    shelf.cacheLimit = 0
    #expect(try await shelf.object(withId: fact.id, as: Fact.self)?.text == fact.text)
    #expect(try await shelf.delete(fact))
  }

  @Test(arguments: Place.allCases)
  func `older JSON is upgraded when it is read, and newer is refused`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    shelf.cacheLimit = 0
    let id = ShelfId()
    try await shelf.save(FirstName(id: id, first: "Ada", last: "Lovelace"))
    #expect(try await shelf.object(withId: id, as: FullName.self)?.name == "Ada Lovelace")
    try await shelf.update(objectWithId: id, ofType: FullName.self) { $0.name = "Ada King" }
    #expect(try await shelf.object(withId: id, as: FullName.self)?.name == "Ada King")
    guard case .newerVersion = await shelfError({ _ = try await shelf.object(withId: id, as: FirstName.self) }) else {
      return #expect(Bool(false), "it was read")
    }
  }

  @Test(arguments: Place.allCases)
  func `a transaction does all or nothing, and loses no update`(_ place: Place) async throws {
    struct Stop: Error {}
    let home = try place.made()
    let shelf = try await home.shelf()
    let accounts = (0..<4).map { _ in Counter(id: ShelfId(), number: 100) }
    try await shelf.save(accounts)
    await #expect(throws: Stop.self) {
      try await shelf.transaction { transaction in
        try await transaction.update(objectWithId: accounts[0].id, ofType: Counter.self) { $0.number = 0 }
        throw Stop()
      }
    }
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<20 {
            let (from, to) = (accounts[(task + turn) % 4].id, accounts[(task + turn * 3 + 1) % 4].id)
            guard from != to else { continue }
            try await shelf.transaction { transaction in
              try await transaction.update(objectWithId: from, ofType: Counter.self) { $0.number -= 1 }
              try await transaction.update(objectWithId: to, ofType: Counter.self) { $0.number += 1 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    shelf.cacheLimit = 0
    #expect(try await shelf.objects(Counter.self).map(\.number).reduce(0, +) == 400)
  }

  @Test(arguments: Place.allCases)
  func `a closed shelf says so`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let person = Person(id: ShelfId(), name: "Dax")
    try await shelf.save(person)
    await shelf.close()
    for work in [
      { _ = try await shelf.object(withId: person.id, as: Person.self) }, { try await shelf.save(person) },
      { _ = try await shelf.objects(Person.self) },
    ] {
      guard case .closed = await shelfError(work) else { return #expect(Bool(false), "it is open") }
    }
  }
}

struct Fact: ShelfImmutableData {
  let id: ShelfId
  var text: String
}

struct FirstName: ShelfData {
  static let shelfName = "Name"
  let id: ShelfId
  var first: String
  var last: String
}

struct FullName: ShelfData {
  static let shelfName = "Name"
  static let shelfVersion = 2
  let id: ShelfId
  var name: String

  static func upgrade(from version: Int, json: inout ShelfJSON) throws {
    json["name"] = .string("\(json["first"]?.string ?? "") \(json["last"]?.string ?? "")")
  }
}
