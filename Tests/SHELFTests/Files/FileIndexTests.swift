import Foundation
import TestSupport
import Testing

@testable import SHELF

@Suite struct `File index` {
  private let place: StoreFolder
  private let age = ShelfField("age", kind: "integer")

  init() throws { place = try StoreFolder() }

  private func person(_ id: ShelfId, _ years: Int, references: [ShelfId] = []) -> ShelfWrite {
    .put(
      id, "\(years)", type: "Person", references: references,
      keys: [ShelfFieldKey(age, .integer(Int64(years)))])
  }

  private func found(_ store: FileShelfStore, _ search: ShelfSearch) async throws -> [ShelfId] {
    try await store.find(search).map(\.id)
  }

  @Test func `objects are found by a field, in its order`() async throws {
    let store = place.store()
    try await store.writes(person(lisa, 8), person(bart, 10), person(homer, 39))
    #expect(try await store.complete(age, of: "Person"))
    #expect(try await store.completeFields(of: "Person") == [age])
    try await store.writes(person(marge, 36))
    #expect(try await found(store, ShelfSearch("Person", age, limit: 10)) == [lisa, bart, marge, homer])
    #expect(try await found(store, ShelfSearch("Person", age, isDescending: true, limit: 2)) == [homer, marge])
    let adults = ShelfSearch(
      "Person", age, from: ShelfKey.integer(10).bytes, through: ShelfKey.integer(36).bytes, limit: 9)
    #expect(try await found(store, adults) == [bart, marge])
    await store.close()
    let next = place.store()
    #expect(try await found(next, adults) == [bart, marge])
    try await next.writes(person(bart, 50))
    #expect(try await found(next, adults) == [marge])
    try await next.writes(ShelfWrite(marge, .delete))
    #expect(try await found(next, ShelfSearch("Person", age, limit: 10)) == [lisa, homer, bart])
    #expect(try await next.completeFields(of: "Person") == [age])
    try await next.writes(.put(marge, "36", type: "Person"))
    #expect(try await next.completeFields(of: "Person") == [])
    #expect(try await !next.complete(age, of: "Person"))
    let revision = try #require(try await next.read([marge])[0]?.revision)
    try await next.fill("Person", [(marge, revision, [ShelfFieldKey(age, .integer(36))])])
    #expect(try await next.complete(age, of: "Person"))
    #expect(try await found(next, ShelfSearch("Person", age, limit: 10)) == [lisa, marge, homer, bart])
  }

  @Test func `who refers to an object is known, also by files that came from elsewhere`() async throws {
    let store = place.store(references: ["to Lisa": lisa])
    try await store.writes(person(bart, 10, references: [lisa]), person(homer, 39, references: [lisa, bart]))
    #expect(try await store.referrers(to: lisa, after: nil, limit: 10) == [bart, homer])
    #expect(try await store.referrers(to: lisa, after: bart, limit: 10) == [homer])
    try await store.writes(person(bart, 11))
    #expect(try await store.referrers(to: lisa, after: nil, limit: 10) == [homer])
    await store.close()
    try place.put("A7/F3/\(marge.uuidText)", "to Lisa")
    try place.remove(".shelf-index")
    let next = place.store(references: ["to Lisa": lisa])
    #expect(try await next.referrers(to: lisa, after: nil, limit: 10) == [marge])
    #expect(try await next.completeFields(of: "Person") == [])
  }

  @Test func `sorted and later keys agree with a plain list`() async throws {
    var store = place.store()
    var random = Seeded(7)
    var ages: [ShelfId: Int] = [:]
    let ids = (0..<400).map { _ in ShelfId() }
    for round in 0..<12 {
      var writes: [ShelfId: ShelfWrite] = [:]
      for _ in 0..<120 {
        let id = ids[Int.random(in: 0..<ids.count, using: &random)]
        if Int.random(in: 0..<4, using: &random) == 0 {
          writes[id] = ShelfWrite(id, .delete)
          ages[id] = nil
        } else {
          let years = Int.random(in: -20..<20, using: &random)
          writes[id] = person(id, years)
          ages[id] = years
        }
      }
      _ = try await store.write(Array(writes.values))
      if round % 5 == 4 {
        await store.close()
        store = place.store()
      }
      for isDescending in [false, true] {
        let (low, high) = (Int.random(in: -25..<0, using: &random), Int.random(in: 0..<25, using: &random))
        let inside = ages.filter { $0.value >= low && $0.value <= high }.sorted {
          ($0.value, $0.key) < ($1.value, $1.key)
        }
        let expected = isDescending ? inside.reversed().map(\.key) : inside.map(\.key)
        var (pages, after): ([ShelfId], ShelfFinding?) = ([], nil)
        repeat {
          let page = try await store.find(
            ShelfSearch(
              "Person", age, from: ShelfKey.integer(Int64(low)).bytes, through: ShelfKey.integer(Int64(high)).bytes,
              isDescending: isDescending, after: after, limit: 37))
          pages += page.map(\.id)
          after = page.last
        } while after != nil
        #expect(pages == expected)
      }
      #expect(try await store.count(type: "Person") == ages.count)
    }
  }
}
