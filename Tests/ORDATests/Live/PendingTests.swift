import Foundation
import Synchronization
import Testing

@testable import ORDA

@Suite("Entries in transactions") struct PendingTests {
  @Test("A write is seen in the transaction alone, and by all after the commit, which announces it once")
  func commit() throws {
    let fake = FakeTable(tells: false)
    let db = try fake.open()
    let jazz = try #require(try db.genres().entry(2))
    let names = counting { _ = jazz["name"] as Value }
    try db.transaction { _ in
      try jazz.set("name", to: "Swing")
      #expect(jazz["name"] == "Swing")
      #expect(try onOtherThread { jazz["name"] as Value } == "Jazz")
      try jazz.set("name", to: "Bebop")
      #expect(jazz.snapshot()["name"] == "Bebop")
      #expect(names.current == 0)
    }
    #expect(jazz["name"] == "Bebop")
    #expect(try onOtherThread { jazz["name"] as Value } == "Bebop")
    #expect(names.current == 1)
    #expect(jazz.home.map.pendingTransactions.load(ordering: .relaxed) == 0)
  }

  @Test("After a rollback an entry is as before, and nobody hears anything")
  func rollback() throws {
    let fake = FakeTable(tells: false)
    let db = try fake.open()
    let jazz = try #require(try db.genres().entry(2))
    let names = counting { _ = jazz["name"] as Value }
    let deletions = counting { _ = jazz.isDeleted }
    let rows = fake.rows.current
    #expect(throws: CancellationError.self) {
      try db.transaction { _ in
        try jazz.set("name", to: "Swing")
        try jazz.delete()
        #expect(jazz.isDeleted)
        let refused = (try? jazz.set("name", to: "Bebop")) == nil
        #expect(refused)
        throw CancellationError()
      }
    }
    #expect(fake.database.warnings.take() == [Warnings.writingFailed])
    fake.rows.current = rows
    #expect(jazz["name"] == "Jazz")
    #expect(!jazz.isDeleted)
    #expect(names.current == 0)
    #expect(deletions.current == 0)
    #expect(try db.genres().entry(2) === jazz)
  }

  @Test("A savepoint that is rolled back takes its own writes along, and one that is kept does not")
  func savepoints() throws {
    let fake = FakeTable(tells: false)
    let db = try fake.open()
    let jazz = try #require(try db.genres().entry(2))
    try db.transaction { tx in
      try jazz.set("name", to: "A")
      try? tx.transaction { _ in
        try jazz.set("name", to: "B")
        try tx.transaction { _ in try jazz.set("name", to: "C") }
        #expect(jazz["name"] == "C")
        throw CancellationError()
      }
      #expect(jazz["name"] == "A")
      try tx.transaction { _ in try jazz.set("age", to: 5) }
      #expect(jazz["age"] == 5)
      try? tx.transaction { _ in throw CancellationError() }
      #expect(jazz["age"] == 5)
    }
    #expect(jazz["age"] == 5)
  }

  @Test("An entry that a transaction saw first is everybody's after the commit, and deleted after a rollback")
  func firstSeen() throws {
    let fake = FakeTable(tells: false)
    let db = try fake.open()
    let genres = try db.genres()
    let funk = try db.transaction { tx in
      let funk = try tx.table("genre").insert(["name": "Funk"])
      #expect(funk["name"] == "Funk")
      #expect(try tx.table("genre").entry(4) === funk)
      return funk
    }
    #expect(try genres.entry(4) === funk)
    #expect(!funk.isDeleted)

    let kept = Shared<TableEntry?>(nil)
    try? db.transaction { _ in
      kept.current = try genres.insert(["name": "Soul"])
      throw CancellationError()
    }
    #expect(kept.current?.isDeleted == true)
    #expect(genres.liveCount == 1)
  }

  @Test("What another reads meanwhile is the same object, and outlives the rollback")
  func firstSeenByTwo() throws {
    let fake = FakeTable(tells: false, readers: 2)
    let db = try fake.open()
    let genres = try db.genres()
    let kept = Shared<[TableEntry]>([])
    try? db.transaction { _ in
      guard let jazz = try genres.entry(2) else { return }
      let other = try onOtherThread { try genres.entry(2) }
      #expect(other === jazz)
      kept.current = [jazz]
      throw CancellationError()
    }
    #expect(kept.current.first?.isDeleted == false)
    #expect(try genres.entry(2) === kept.current.first)
  }

  @Test("In a transaction the driver's own event and the published row do not contradict each other")
  func told() throws {
    let fake = FakeTable(tells: true)
    fake.isTold.current = false
    let db = try fake.open()
    let jazz = try #require(try db.genres().entry(2))
    let names = counting { _ = jazz["name"] as Value }
    fake.database.forget()
    try db.transaction { _ in
      try jazz.set("name", to: "Swing")
      // What a hook does in the commit.
      fake.source?.publish(
        [FakeTable.change(.update, 2, old: [2, "Jazz", 10], new: [2, "Swing", 10])], origin: .governor)
      #expect(names.current == 0)
    }
    #expect(jazz["name"] == "Swing")
    #expect(names.current == 1)
    #expect(fake.database.work.filter { $0.contains("SELECT") }.count == 1)
  }

  @Test("A row that got the key of a deleted one in the same transaction has an entry of its own")
  func reusedKey() throws {
    let fake = FakeTable(tells: false)
    let db = try fake.open()
    let genres = try db.genres()
    let jazz = try #require(try genres.entry(2))
    let other = try db.transaction { _ in
      try jazz.delete()
      fake.rows.with { $0[2] = [2, "Other", 1] }
      let other = try #require(try genres.entry(2))
      #expect(other !== jazz)
      #expect(other["name"] == "Other")
      return other
    }
    #expect(jazz.isDeleted)
    #expect(!other.isDeleted)
    #expect(try genres.entry(2) === other)
    #expect(genres.liveCount == 1)
  }

  @Test("A commit that fails leaves the entries as they were")
  func failedCommit() throws {
    let fake = FakeTable(tells: false)
    let db = try fake.open()
    let jazz = try #require(try db.genres().entry(2))
    fake.database.fail(.commit, with: .locked)
    #expect(throws: DatabaseError.self) { try db.transaction { _ in try jazz.set("name", to: "Swing") } }
    #expect(jazz["name"] == "Jazz")
  }

  @Test("A table that was got of a transaction is of no use for getting after it")
  func afterwards() throws {
    let db = try FakeTable(tells: false).open()
    let kept = Shared<Transaction?>(nil)
    try db.transaction { tx in kept.with { $0 = tx } }
    let error = #expect(throws: DatabaseError.self) { try kept.current?.table("genre") }
    #expect(error?.kind == .misuse)
  }
}
