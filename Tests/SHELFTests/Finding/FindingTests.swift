import Foundation
import SHELF
import Testing
import TestSupport

@Suite("Finding objects")
struct FindingTests {
  /// The conditions of the random test, and what they mean.
  private static let conditions: [(name: String, predicate: ShelfPredicate<Person>, test: @Sendable (Person) -> Bool)] =
    [
      ("name == b", \.name == "b", { $0.name == "b" }),
      ("name > b", \.name > "b", { $0.name > "b" }),
      ("name <= é", \.name <= "é", { $0.name <= "é" }),
      ("name prefix e", .hasPrefix(\.name, "e"), { $0.name.hasPrefix("e") }),
      ("name prefix long", .hasPrefix(\.name, long("x")), { $0.name.hasPrefix(long("x")) }),
      ("name == long", \.name == long("x") + "1", { $0.name == long("x") + "1" }),
      ("age >= max - 1", \.age >= Int.max - 1, { $0.age >= Int.max - 1 }),
      ("age == max", \.age == Int.max, { $0.age == Int.max }),
      ("age < 0", \.age < 0, { $0.age < 0 }),
      ("age in", .isOne(\.age, of: [1, 3, Int.min]), { [1, 3, Int.min].contains($0.age) }),
      ("age != 2", \.age != 2, { $0.age != 2 }),
      ("nick == nil", \.nick == nil, { $0.nick == nil }),
      ("nick < m", \.nick < "m", { $0.nick.map { $0 < "m" } ?? false }),
      ("nick > nil", \.nick > nil, { _ in false }),
      ("both", \.age > 1 && \.age < 4, { $0.age > 1 && $0.age < 4 }),
      ("either", \.age == 1 || \.name == "a", { $0.age == 1 || $0.name == "a" }),
      ("not", !(\.age == 1), { $0.age != 1 }),
      ("none", \.age > 3 && \.age < 2, { _ in false }),
      ("closure", ShelfPredicate { $0.name.count == 1 }, { $0.name.count == 1 }),
    ]

  private static func long(_ text: String) -> String { String(repeating: text, count: 1_200) }

  private static func people(_ count: Int, _ random: inout Seeded) -> [Person] {
    let names = [
      "", "a", "b", "c", "e", "é", "e\u{301}", "eb", "\u{10FFFF}", "ﬁ", "가", long("x") + "1", long("x") + "2",
    ]
    let ages = [Int.min, -1, 0, 1, 2, 3, Int.max - 1, Int.max]
    let nicks: [String?] = [nil, "", "a", "m", "z"]
    return (0..<count).map { _ in
      Person(
        id: ShelfId(), name: names.randomElement(using: &random) ?? "", age: ages.randomElement(using: &random) ?? 0,
        nick: nicks.randomElement(using: &random) ?? nil)
    }
  }

  @Test(arguments: Place.allCases)
  func `an index finds what is meant, in order`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    try await expectToFind(shelf)
    #expect(try await shelf.explain(Person.self, where: \.name == "b") == .index("name"))
  }

  @Test func `a scan finds the same, in the same order`() async throws {
    let shelf = Shelf(store: WatchedStore())
    try await expectToFind(shelf)
    guard case .scan = try await shelf.explain(Person.self, where: \.name == "b") else {
      return #expect(Bool(false), "there is an index")
    }
  }

  /// Saves and deletes objects at random, and finds them in many ways.
  private func expectToFind(_ shelf: Shelf) async throws {
    var random = Seeded(7)
    let people = Self.people(300, &random)
    try await shelf.save(people)
    for round in 0..<2 {
      if round == 1 { try await shelf.delete(objectsWithIds: people[0..<100].map(\.id)) }
      let left = round == 0 ? people : Array(people[100...])
      for (name, predicate, test) in Self.conditions {
        let expected = left.filter(test).sorted { $0.id < $1.id }
        #expect(try await shelf.objects(Person.self, where: predicate) == expected, "\(name)")
        #expect(try await shelf.count(Person.self, where: predicate) == expected.count, "\(name)")
        for isDescending in [false, true] {
          let byName = expected.sorted { a, b in
            a.name != b.name ? (a.name < b.name) != isDescending : (a.id < b.id) != isDescending
          }
          #expect(
            try await shelf.objects(Person.self, where: predicate, sortedBy: \.name, descending: isDescending)
              == byName,
            "\(name)")
          let byAge = expected.sorted { a, b in
            a.age != b.age ? (a.age < b.age) != isDescending : (a.id < b.id) != isDescending
          }
          var paged: [Person] = []
          var cursor: ShelfCursor?
          while true {
            let page = try await shelf.objects(
              Person.self, where: predicate, sortedBy: \.age, descending: isDescending, limit: 7, after: cursor)
            paged += page
            guard let last = page.last, page.count == 7 else { break }
            cursor = ShelfCursor(ShelfCursor(last, sortedBy: \.age).description)
            #expect(cursor != nil)
          }
          #expect(paged == byAge, "\(name)")
        }
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `long texts that begin alike are paged in order`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let people = (0..<30).map { Person(id: ShelfId(), name: Self.long("y") + "\($0 + 10)") }.shuffled()
    try await shelf.save(people)
    for isDescending in [false, true] {
      var paged: [Person] = []
      while true {
        let page = try await shelf.objects(
          Person.self, sortedBy: \.name, descending: isDescending, limit: 4,
          after: paged.last.map { ShelfCursor($0, sortedBy: \.name) })
        if page.isEmpty { break }
        paged += page
      }
      #expect(paged == people.sorted { ($0.name < $1.name) != isDescending })
    }
  }

  @Test(arguments: Place.allCases)
  func `an index is used once it is filled, and explained`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    // What was saved by a program that knew of no index.
    let old = (0..<2_500).map { OldPerson(id: ShelfId(), name: "\($0)") }
    try await shelf.save(old)
    #expect(
      try await shelf.objects(Person.self, where: \.name == "7").map(\.id) == old.filter { $0.name == "7" }.map(\.id))
    try await shelf.fillIndexes(of: Person.self)
    #expect(try await shelf.explain(Person.self, where: \.name == "7") == .index("name"))
    #expect(try await shelf.explain(Person.self, sortedBy: \.age) == .orderedIndex("age"))
    #expect(try await shelf.explain(Person.self, where: \.name == "7", sortedBy: \.age) == .index("name"))
    #expect(try await shelf.explain(Person.self, where: ShelfPredicate { _ in true }).description.contains("all"))
    #expect(try await shelf.objects(Person.self, where: \.name == "7").count == 1)
    // Who knows of no index makes it incomplete again, for all.
    let other = place == .memory ? shelf : try await home.shelf()
    try await other.save(OldPerson(id: ShelfId(), name: "7"))
    #expect(try await eventually { try await shelf.objects(Person.self, where: \.name == "7").count == 2 })
  }

  @Test(arguments: Place.allCases)
  func `an index knows no value of an older version`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let loud = Loud(id: ShelfId(), word: "ADA")
    try await shelf.save(loud)
    #expect(try await shelf.objects(Loud.self, where: \.word == "ADA").count == 1)
    let later = place == .memory ? Shelf(store: try await shelf.store) : try await home.shelf()
    #expect(try await later.objects(Quiet.self, where: \.word == "ada").map(\.id) == [loud.id])
    #expect(try await later.objects(Quiet.self, where: \.word == "ADA").isEmpty)
  }

  @Test(arguments: Place.allCases)
  func `an index is filled though something has expired`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    try await shelf.save(OldPerson(id: ShelfId(), name: "a"), expires: Date(timeIntervalSinceNow: -1))
    try await shelf.save(OldPerson(id: ShelfId(), name: "a"))
    try await shelf.fillIndexes(of: Person.self)
    #expect(try await shelf.explain(Person.self, where: \.name == "a") == .index("name"))
    #expect(try await shelf.objects(Person.self, where: \.name == "a").count == 1)
  }

  @Test(arguments: Place.allCases)
  func `ids and objects come in the order of ids, by pages`(_ place: Place) async throws {
    let home = try place.made()
    let shelf = try await home.shelf()
    let people = (0..<2_500).map { Person(id: ShelfId(), name: "\($0)") }
    for page in stride(from: 0, to: 2_500, by: 500) { try await shelf.save(Array(people[page..<page + 500])) }
    try await shelf.save(Pet(id: ShelfId(), name: "Rex"))
    let ids = people.map(\.id).sorted()
    #expect(try await shelf.ids(of: Person.self) == ids)
    #expect(try await shelf.ids(of: Person.self, after: ids[99], limit: 5) == Array(ids[100..<105]))
    #expect(try await shelf.objects(Person.self).map(\.id) == ids)
    #expect(
      try await shelf.objects(Person.self, limit: 3, after: ShelfCursor(people.sorted { $0.id < $1.id }[9])).map(\.id)
        == Array(ids[10..<13]))
    #expect(try await shelf.count(Person.self) == 2_500)
    #expect(
      try await shelf.objects(withIds: [ids[3], ShelfId(), ids[1], ids[3]], as: Person.self).map { $0?.id } == [
        ids[3], nil, ids[1], ids[3],
      ])
  }
}

struct Loud: ShelfData {
  static let shelfName = "Word"
  static let shelfIndexes: [ShelfIndex<Loud>] = [ShelfIndex("word", \.word)]
  let id: ShelfId
  var word: String
}

struct Quiet: ShelfData {
  static let shelfName = "Word"
  static let shelfVersion = 2
  static let shelfIndexes: [ShelfIndex<Quiet>] = [ShelfIndex("word", \.word)]
  let id: ShelfId
  var word: String

  static func upgrade(from version: Int, json: inout ShelfJSON) throws {
    json["word"] = json["word"]?.string.map { .string($0.lowercased()) }
  }
}

/// A person as an older program knows one.
struct OldPerson: ShelfData {
  static let shelfName = "Person"
  let id: ShelfId
  var name: String
  var age = 0
}
