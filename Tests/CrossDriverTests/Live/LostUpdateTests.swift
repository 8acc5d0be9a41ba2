import Foundation
import ORDA
import Testing

private let script = """
  CREATE TABLE card (id INTEGER PRIMARY KEY, votes INTEGER NOT NULL, name {EXACT}, weight FLOAT);
  INSERT INTO card VALUES (1, 0, 'abc', 0.1), (2, 0, 'def', NULL);
  """

private struct Cards: TableSchema {
  static let tableName: TableName = "card"
  let id = Column<Int64>("id")
  let votes = Column<Int>("votes")
  let name = Column<String?>("name")
}

extension Database {
  /// Options by which nothing is heard of what others write, where there are such.
  fileprivate var deaf: String { self == .mariadb ? "changes=none" : "" }
}

@Suite("Entries and what others write meanwhile") struct LostUpdateTests {
  @Test(
    "In a transaction a getter gives what is there, and nobody changes that before the end",
    arguments: Database.allCases)
  func firstUse(database: Database) async throws {
    let test = try database.live(script)
    let other = try test.another()
    try await Threads.offload {
      let card = try #require(try test.db.table("card").entry(1))
      try Threads.inParallel(4) { number in
        let db = number % 2 == 0 ? test.db : other
        let own = try #require(try db.table("card").entry(1))
        for _ in 0..<25 {
          try db.transaction { _ in try own.set("votes", to: try own.get("votes", as: Int.self) + 1) }
          try own.update { $0["votes"] = ($0["votes"] ?? 0) + 1 }
        }
      }
      #expect(try test.db.first(Int.self, "SELECT votes FROM card WHERE id = 1") == 200)
      #expect(eventually { card["votes"] == 200 })
    }
    try await other.close(within: .zero)
  }

  @Test("What the entry has not heard of is read, once, and locked", arguments: Database.allCases)
  func unheard(database: Database) async throws {
    let test = try database.live(script)
    let other = try test.another()
    try await Threads.offload {
      let card = try #require(try test.db.table("card").entry(1))
      try test.db.transaction { tx in
        if database == .mariadb {
          // The transaction's own view of the data is as old as this.
          _ = try tx.query("SELECT * FROM card")
          try other.execute("UPDATE card SET votes = id * 2 + 3")
        }
        let before = test.db.statistics.statements
        let votes = try card.get("votes", as: Int.self)
        #expect(votes == (database == .mariadb ? 5 : 0))
        #expect(card["name"] == "abc")
        #expect(test.db.statistics.statements == before + 1)
        try card.set("votes", to: votes + 1)
        #expect(card["votes"] == votes + 1)
        // A row that is set to what it is is not written, and a plain look would find it as it was before.
        let second = try #require(try tx.table("card").entry(2))
        try second.set("votes", to: 7)
        #expect(second["votes"] == 7)
      }
      #expect(card["votes"] == (database == .mariadb ? 6 : 1))
    }
    try await other.close(within: .zero)
  }

  @Test("What a statement of the program's own has changed is seen by the entries", arguments: Database.allCases)
  func ownStatements(database: Database) throws {
    let test = try database.live(script)
    let cards = try test.db.table("card").select(orderBy: "id")
    try test.db.transaction { tx in
      #expect(cards[0]["votes"] == 0)
      try tx.execute("UPDATE card SET votes = votes + 10")
      #expect(cards.map { $0["votes"] as Value } == [10, 10])
      try cards[0].set("votes", to: 11)
      try? tx.transaction { inner in
        try inner.prepare("UPDATE card SET votes = ?").executeMany([[70], [77]])
        #expect(cards.map { $0["votes"] as Value } == [77, 77])
        throw CancellationError()
      }
      #expect(cards.map { $0["votes"] as Value } == [11, 10])
      try tx.execute("DELETE FROM card WHERE id = 2")
      #expect(cards[1].isDeleted)
    }
    #expect(cards[0]["votes"] == 11)
    #expect(eventually { cards[1].isDeleted })
  }

  @Test("A transaction that only reads locks nothing, and shows what it sees", arguments: Database.allCases)
  func readOnly(database: Database) async throws {
    let test = try database.live(script)
    let other = try test.another()
    try await Threads.offload {
      let card = try #require(try test.db.table("card").entry(1))
      try test.db.transaction(readOnly: true) { tx in
        _ = try tx.query("SELECT * FROM card")
        try other.execute("UPDATE card SET votes = 5 WHERE id = 1")
        #expect(card["votes"] == 0)
        #expect(try tx.table("card").entry(2)?["votes"] == 0)
      }
      #expect(eventually { card["votes"] == 5 })
    }
    try await other.close(within: .zero)
  }

  @Test("Where the row can't be locked, the next call throws, and nothing is committed")
  func failing() async throws {
    let test = try Database.mariadb.live(script)
    let impatient = try test.another("session.innodb_lock_wait_timeout=1")
    try await Threads.offload {
      let card = try #require(try impatient.table("card").entry(1))
      try test.db.transaction { tx in
        try tx.execute("UPDATE card SET votes = 9 WHERE id = 1")
        let error = try failure {
          try impatient.transaction { inner in
            try inner.execute("UPDATE card SET votes = 1 WHERE id = 2")
            #expect(card["votes"] == 0)
            let next = try failure { try inner.query("SELECT 1") }
            #expect(next.isRetryable)
          }
        }
        #expect(error.isRetryable)
        // One that a savepoint met goes with it.
        try impatient.transaction { inner in
          try? inner.transaction { _ in
            _ = card.isDeleted
            throw CancellationError()
          }
          _ = try inner.query("SELECT 1")
        }
      }
      #expect(try test.db.query(Int.self, "SELECT votes FROM card ORDER BY id") == [9, 0])
    }
    try await impatient.close(within: .zero)
  }

  @Test(
    "update: the draft gives the row as it is; a failure of the closure's writes nothing", arguments: Database.allCases)
  func updating(database: Database) async throws {
    let test = try database.live(script)
    let other = try test.another()
    let db = try test.another(database.deaf)
    let card = try #require(try await db.table(Cards.self).entry(1))
    try await other.execute("UPDATE card SET votes = 5 WHERE id = 1")
    if database == .mariadb { #expect(card.votes == 0) }
    try await card.update {
      $0.votes += 1
      $0.name = "\($0.name ?? "")d"
    }
    #expect(card.votes == 6)
    #expect(card.name == "abcd")
    await #expect(throws: CancellationError.self) {
      try await card.update {
        $0.votes = 100
        throw CancellationError()
      }
    }
    #expect(card.entry.lastError == nil)
    #expect(card.votes == 6)
    try await db.transaction { tx in
      try tx.execute("UPDATE card SET votes = 50 WHERE id = 1")
      try card.update { $0.votes += 1 }
      #expect(card.votes == 51)
    }
    #expect(card.votes == 51)
    try await other.execute("DELETE FROM card WHERE id = 1")
    #expect(try await asyncFailure { try await card.update { $0.votes += 1 } }.kind == .noSuchRow)
    #expect(test.warnings.take() == (database == .mariadb ? [Warnings.deaf] : []) + [Warnings.writingFailed])
    try await db.close(within: .zero)
    try await other.close(within: .zero)
  }

  @Test("ifStill compares with what is stored, byte by byte, and tells what is there", arguments: Database.allCases)
  func stillThere(database: Database) async throws {
    let test = try database.live(script)
    let other = try test.another()
    let db = try test.another(database.deaf)
    let table = try await db.table("card")
    let card = try #require(try await table.entry(1))
    try await other.execute("UPDATE card SET votes = 5, name = 'ABC ' WHERE id = 1")
    let error = try await asyncFailure { try await card.set("votes", to: 1, ifStill: 0) }
    #expect(error.kind == .changedMeanwhile)
    #expect(error.column == "votes")
    #expect(!error.isRetryable)
    #expect(error.found?["votes"] == 5)
    #expect(!"\(error)".contains("5"), "no value of a row stands in a message")
    #expect(card["votes"] == 5, "the entry shows what is there")
    #expect(card.lastError?.kind == .changedMeanwhile)
    try await card.set("votes", to: 6, ifStill: 5)
    #expect(card.lastError == nil)
    for name in ["ABC", "abc ", "abc"] {
      #expect(try await asyncFailure { try await card.set("name", to: "x", ifStill: name) }.kind == .changedMeanwhile)
    }
    #expect(try await asyncFailure { try await card.set("name", to: "x", ifStill: nil) }.kind == .changedMeanwhile)
    try await card.set("name", to: nil, ifStill: "ABC ")
    try await card.set("name", to: "x", ifStill: nil)
    // A number of 32 bits is compared as it is stored, too.
    try await card.set("weight", to: 0.5, ifStill: card["weight"] as Value)
    let typed = try #require(try await db.table(Cards.self).entry(1))
    try await typed.set(\.name, to: nil, ifStill: "x")
    #expect(try await asyncFailure { try await typed.set(\.votes, to: 1, ifStill: 7) }.kind == .changedMeanwhile)

    let seen = card.snapshot()
    try await other.execute("UPDATE card SET name = 'new' WHERE id = 1")
    let changed = try await asyncFailure { try await card.update(ifStill: seen) { $0["votes"] = 100 } }
    #expect(changed.kind == .changedMeanwhile)
    #expect(changed.column == "name")
    try await card.update(ifStill: card.snapshot()) { $0["votes"] = 100 }
    #expect(try await other.first(Int.self, "SELECT votes FROM card WHERE id = 1") == 100)
    #expect(test.warnings.take() == (database == .mariadb ? [Warnings.deaf] : []))
    try await db.close(within: .zero)
    try await other.close(within: .zero)
  }

  @Test(
    "In a transaction whose body awaits, awaited writes of entries take part, and blocking writes are refused",
    arguments: Database.allCases)
  func asynchronous(database: Database) async throws {
    let test = try database.live(script)
    let table = try await test.db.table("card")
    let card = try #require(try await table.entry(1))
    let typed = try #require(try await test.db.table(Cards.self).entry(2))
    let foreign = try test.another()
    let stranger = try #require(try await foreign.table("card").entry(1))
    let heard = Shared<[String]>([])
    let observation = card.observe { change in
      let error = databaseError { try test.db.execute("UPDATE card SET name = 'heard' WHERE id = 2") }
      heard.with { $0.append(error.map { "\($0)" } ?? change.columns.joined(separator: " ")) }
    }
    try await test.db.transaction { tx in
      try await tx.update(card) { $0["votes"] = ($0["votes"] ?? 0) + 1 }
      try await tx.update(typed) { $0.votes += 2 }
      // Awaited calls on the entry and the table take part.
      await #expect(throws: CancellationError.self) {
        try await tx.transaction { _ in
          try await card.set("votes", to: 9)
          #expect(try await tx.first(Int.self, "SELECT votes FROM card WHERE id = 1") == 9)
          try await card.update { $0["votes"] = 10 }
          try await table.insert(["id": 3, "votes": 1])
          #expect(try await tx.first(Int.self, "SELECT sum(votes) FROM card WHERE id IN (1, 3)") == 11)
          try await card.delete()
          throw CancellationError()
        }
      }
      setBlocking(card)
      #expect(card.lastError?.kind == .misuse)
      #expect(test.warnings.take() == [Warnings.writingFailed])
      #expect(try await asyncFailure { try await tx.update(stranger) { $0["votes"] = 9 } }.kind == .misuse)
      try await tx.lease { _ in try card.set("name", to: "leased") }
    }
    #expect(card["votes"] == 1)
    #expect(card["name"] == "leased")
    #expect(typed.votes == 2)
    #expect(await eventually { heard.current == ["votes name"] }, "\(heard.current)")
    observation.cancel()
    await #expect(throws: CancellationError.self) {
      try await test.db.transaction { tx in
        try await tx.update(card) { $0["votes"] = 100 }
        throw CancellationError()
      }
    }
    #expect(card["votes"] == 1)
    try await card.set("votes", to: 3)
    #expect(card["votes"] == 3)
    try await foreign.close(within: .zero)
  }

  private func setBlocking(_ card: TableEntry) { card["votes"] = 9 }
}
