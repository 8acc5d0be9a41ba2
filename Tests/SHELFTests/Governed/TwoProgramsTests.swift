import Foundation
import SHELF
import TestSupport
import Testing

@Suite("Two programs on one store in a database")
struct TwoProgramsTests {
  @Test("What moves between objects is neither lost nor doubled", arguments: ShelfHome.shared)
  func transfers(_ home: ShelfHome) async throws {
    let database = try home.made()
    let stores = [try await database.store(), try await database.store()]
    let ids = (0..<6).map { _ in ShelfId() }
    #expect(try await stores[0].write(ids.map { .put($0, "100") }).isWritten)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { try await Self.move(20, ids, in: stores[number % 2], seed: number) }
      }
      group.addTask {
        // Readers see whole batches: each reads in one statement.
        for _ in 0..<40 {
          let sum = try await Self.sum(ids, in: stores[0])
          #expect(sum == 600)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Self.sum(ids, in: stores[1]) == 600)
  }

  private static func sum(_ ids: [ShelfId], in store: GovernorShelfStore) async throws -> Int {
    try await store.read(ids).reduce(0) { $0 + (Int(String(decoding: $1?.contents ?? Data(), as: UTF8.self)) ?? 0) }
  }

  private static func move(_ times: Int, _ ids: [ShelfId], in store: GovernorShelfStore, seed: Int) async throws {
    for round in 0..<times {
      let (from, to) = (ids[(seed + round) % 6], ids[(seed * 5 + round * 3 + 1) % 6])
      if from == to { continue }
      while true {
        let pair = try await store.read([from, to]).compactMap(\.self)
        let numbers = pair.compactMap { Int(String(decoding: $0.contents, as: UTF8.self)) }
        try #require(numbers.count == 2)
        let outcome = try await store.write([
          .put(from, "\(numbers[0] - 1)", expecting: .revision(pair[0].revision)),
          .put(to, "\(numbers[1] + 1)", expecting: .revision(pair[1].revision)),
        ])
        if outcome.isWritten { break }
        guard case .conflict(let conflicts) = outcome, conflicts.isSubset(of: [from, to]), !conflicts.isEmpty else {
          Issue.record("\(outcome)")
          return
        }
      }
    }
  }

  @Test("An index is never taken for complete that lacks an object", arguments: ShelfHome.shared)
  func completeness(_ home: ShelfHome) async throws {
    let database = try home.made()
    let (new, old) = (try await database.store(), try await database.store())
    let field = ShelfField("age", kind: "integer")
    // The old program knows of no index, while the new one fills it and says that it is complete.
    let ids = (0..<60).map { _ in ShelfId() }
    async let writing: Void = {
      for id in ids { _ = try await old.write([.put(id, "1")]) }
    }()
    for _ in 0..<60 {
      let objects = try await new.read(ids).compactMap(\.self)
      try await new.fill("Text", objects.map { ($0.id, $0.revision, [ShelfFieldKey(field, .integer(1))]) })
      let before = try await new.count(type: "Text")
      if try await new.complete(field, of: "Text") {
        let found = try await new.find(ShelfSearch("Text", field, limit: 1_000))
        #expect(found.count >= before)
      }
    }
    try await writing
    let objects = try await new.read(ids).compactMap(\.self)
    try await new.fill("Text", objects.map { ($0.id, $0.revision, [ShelfFieldKey(field, .integer(1))]) })
    #expect(try await new.complete(field, of: "Text"))
    #expect(try await new.find(ShelfSearch("Text", field, limit: 1_000)).count == 60)
  }

  @Test("Batches of new objects side by side all come to their end", arguments: ShelfHome.shared)
  func batches(_ home: ShelfHome) async throws {
    let database = try home.made()
    let stores = [try await database.store(), try await database.store()]
    let field = ShelfField("n", kind: "integer")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<5 {
            let writes = (0..<100).map { index in
              ShelfWrite.put(
                ShelfId(), "\(index)", type: "T\(number)", references: [ShelfId()],
                keys: [ShelfFieldKey(field, .integer(Int64(index)))])
            }
            let outcome = try await stores[number % 2].write(writes)
            #expect(outcome.isWritten)
          }
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<8 {
      #expect(try await stores[0].count(type: "T\(number)") == 500)
      #expect(try await stores[1].find(ShelfSearch("T\(number)", field, limit: 1_000)).count == 500)
    }
  }

  @Test("What is wiped while others save leaves no object without its keys", arguments: ShelfHome.shared)
  func wiped(_ home: ShelfHome) async throws {
    let database = try home.made()
    let (saving, wiping) = (try await database.store(), try await database.store())
    let field = ShelfField("n", kind: "integer")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<60 {
          let writes = (0..<5).map { _ in
            ShelfWrite.put(ShelfId(), "1", keys: [ShelfFieldKey(field, .integer(Int64(number)))])
          }
          let outcome = try await saving.write(writes)
          #expect(outcome.isWritten)
        }
      }
      group.addTask { for _ in 0..<20 { try await wiping.wipe() } }
      try await group.waitForAll()
    }
    let ids = try await saving.ids(type: "Text", after: nil, limit: 1_000)
    let found = try await saving.find(ShelfSearch("Text", field, limit: 1_000)).map(\.id)
    #expect(found.sorted() == ids)
  }
}
