import Foundation
import Testing

@testable import ORDA

@Suite("One entry for each row") struct IdentityTests {
  @Test("One object for each table, however it is spelled, as long as somebody holds it")
  func tables() throws {
    let fake = FakeTable(tells: true)
    let db = try fake.open()
    let table = try db.genres()
    #expect(try db.table("GENRE") === table)
    #expect(table.columnNames == ["id", "name", "age"])
    #expect(table.keyNames == ["id"])
    #expect(throws: DatabaseError.self) { try db.table("gnre") }
  }

  @Test("Selecting twice, and by the key in any spelling, gives one object")
  func identity() throws {
    let db = try FakeTable(tells: true).open()
    let genres = try db.genres()
    let all = try genres.select()
    #expect(all.map { $0["name"] as Value } == ["Rock", "Jazz", "Blues"])
    #expect(try genres.select()[1] === all[1])
    #expect(try genres.entry(2) === all[1])
    #expect(try genres.entry("2") === all[1])
    #expect(try genres.entry(9) == nil)
    #expect(genres.liveCount == 3)
  }

  @Test("Nothing stays in the map, and nobody listens, after the last reference")
  func letGo() async throws {
    let fake = FakeTable(tells: true)
    let db = try fake.open()
    let genres = try db.genres()
    #expect(fake.source?.interest == .nothing)
    var held: TableResult? = try await genres.select()
    #expect(fake.source?.interest == .tables([FakeTable.name]))
    #expect(held?.count == 3)
    held = nil
    // The connection's thread lets them go a moment after it has answered.
    #expect(await eventually { genres.liveCount == 0 })
    #expect(genres.map.livingCount == 0)
    #expect(await eventually { fake.source?.interest == .nothing })
  }

  @Test("Eight threads get and let go of entries: nobody ever sees two for one row")
  func churn() async throws {
    let db = try FakeTable((1...8).map { "genre \($0)" }, tells: true).open()
    let genres = try db.genres()
    let violations = Shared(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          try await Threads.offload {
            for round in 0..<2000 {
              let id = Int64((thread &* 7 &+ round) % 8 + 1)
              let key = RowKey(id)
              let state = { EntryState(key: key, values: [.int(id), "x", 0], at: 0) }
              let listening = try genres.listen()
              let first = genres.map.entry(for: key, readAt: 0) { serial, _ in
                TableEntry(genres, serial, listening, state())
              }
              if let second = genres.map.entry(for: key), second !== first.entry { violations.with { $0 += 1 } }
              if first.entry.key != key { violations.with { $0 += 1 } }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(violations.current == 0)
    #expect(genres.map.count == 0)
    #expect(genres.map.livingCount == 0)
  }

  @Test("Batches are applied while entries come and go: who holds one sees the last, and nothing stays")
  func churnWithBatches() async throws {
    let db = try FakeTable((1...8).map { "genre \($0)" }, tells: true).open()
    let genres = try db.genres()
    var kept = try await genres.entry(8)
    let rounds = 2000
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          try await Threads.offload {
            for round in 0..<rounds {
              let id = Int64((thread &+ round) % 7 + 1)
              let listening = try genres.listen()
              let (entry, _) = genres.map.entry(for: RowKey(id), readAt: 0) { serial, _ in
                TableEntry(
                  genres, serial, listening, EntryState(key: RowKey(id), values: [.int(id), "x", 0], at: 0))
              }
              // Every other one has observers, so that batches hold it for a while.
              if round.isMultiple(of: 2) { _ = entry["age"] as Value }
            }
          }
        }
      }
      group.addTask {
        try await Threads.offload {
          for round in 1...rounds {
            var batch = ChangeBatch(origin: .elsewhere)
            batch.sequence = round
            batch.rows = (1...8).map { id in
              let cell = ChangedCell(column: 2, new: .int(Int64(round)))
              return RowChange(kind: .update, layout: FakeTable.layout, key: RowKey(Int64(id)), cells: [cell])
            }
            genres.map.apply(batch)
            genres.map.news.announce()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(kept?["age"] as Value? == .int(Int64(rounds)))
    #expect(genres.map.livingCount == 1)
    kept = nil
    #expect(genres.map.count == 0)
    #expect(genres.map.livingCount == 0)
  }

  @Test("A table without a key has no entries, and says why")
  func withoutKey() throws {
    let fake = FakeTable(tells: true)
    var definition = FakeTable.definition
    definition.primaryKey = []
    fake.database.script.descriptions = [definition]
    let genres = try fake.open().genres()
    let error = #expect(throws: DatabaseError.self) { try genres.select() }
    #expect(error?.kind == .misuse)
    #expect(error?.message.contains("no primary key") == true)
    #expect(throws: DatabaseError.self) { try genres.entry(1) }
  }

  @Test("A key of another number of values is misuse")
  func wrongKey() throws {
    let genres = try FakeTable(tells: true).open().genres()
    let error = #expect(throws: DatabaseError.self) { try genres.entry(1, 2) }
    #expect(error?.kind == .misuse)
  }
}
