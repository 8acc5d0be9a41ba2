import ORDA
import ORDASQLite
import SHELF
import TestSupport
import Testing

@Suite("The tables of a store in a database")
struct OpeningTests {
  @Test("Made at the first call, and found by the next store", arguments: ShelfHome.shared)
  func made(_ home: ShelfHome) async throws {
    let database = try home.made()
    let db = try await database.governor()
    let store = GovernorShelfStore(governor: db)
    #expect(try await db.tables().isEmpty)
    let id = ShelfId()
    #expect(try await store.write([.put(id, "1")]).isWritten)
    let names = try await db.tables().map(\.name).sorted()
    #expect(names == ["binaries", "fields", "keys", "objects", "refs", "state", "types"].map { "shelf_\($0)" })
    await store.close()
    try await db.close()
    #expect(try await database.store().text(id) == "1")
  }

  @Test("Several stores in one database, each under a name of its own", arguments: ShelfHome.allCases)
  func names(_ home: ShelfHome) async throws {
    let database = try home.made()
    let db = try await database.governor()
    let (first, second) = (GovernorShelfStore(governor: db), GovernorShelfStore(governor: db, tables: "my notes"))
    let id = ShelfId()
    #expect(try await first.write([.put(id, "1")]).isWritten)
    #expect(try await second.text(id) == nil)
    #expect(try await second.write([.put(id, "2", expecting: .nothing, type: "U")]).isWritten)
    #expect(try await first.text(id) == "1")
  }

  @Test("Made once where many open them at the same time", arguments: ShelfHome.shared)
  func together(_ home: ShelfHome) async throws {
    let database = try home.made()
    let id = ShelfId()
    let done = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await database.store().write([.put(id, "\(number)", expecting: .nothing, type: "T\(number % 2)")])
            .isWritten
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(done == 1)
  }

  @Test("A making that was cut off is completed", arguments: ShelfHome.shared)
  func cutOff(_ home: ShelfHome) async throws {
    let database = try home.made()
    let db = try await database.governor()
    _ = try await GovernorShelfStore(governor: db).count(type: "Text")
    try await db.drop(table: "shelf_state")
    try await db.drop(table: "shelf_types")
    let id = ShelfId()
    let store = GovernorShelfStore(governor: db)
    #expect(try await store.write([.put(id, "1")]).isWritten)
    #expect(try await store.ids(type: "Text", after: nil, limit: 9) == [id])
    #expect(try await db.first(Int.self, "SELECT layout FROM shelf_state") == 1)
  }

  @Test("Of a newer layout they are left alone", arguments: ShelfHome.allCases)
  func newer(_ home: ShelfHome) async throws {
    let database = try home.made()
    let db = try await database.governor()
    _ = try await GovernorShelfStore(governor: db).count(type: "Text")
    try await db.execute("UPDATE shelf_state SET layout = 2")
    let store = GovernorShelfStore(governor: db)
    await #expect { _ = try await store.read([ShelfId()]) } throws: { error in
      if case ShelfError.newerVersion = error { true } else { false }
    }
    try await db.execute("UPDATE shelf_state SET layout = 1")
    #expect(try await store.text(ShelfId()) == nil, "the store tries again after an error")
  }

  @Test(
    "Made by something else, or damaged, they are refused, and nothing is changed",
    arguments: ShelfHome.allCases, ["objects", "keys", "refs", "types", "fields", "state"])
  func foreign(_ home: ShelfHome, _ table: String) async throws {
    let database = try home.made()
    let db = try await database.governor()
    try await db.execute("CREATE TABLE \(identifier: "shelf_\(table)") (id INTEGER PRIMARY KEY, name VARCHAR(20))")
    try await db.execute("INSERT INTO \(identifier: "shelf_\(table)") VALUES (1, 'mine')")
    try await expectDamaged(db)
    #expect(try await db.first(String.self, "SELECT name FROM \(identifier: "shelf_\(table)")") == "mine")
  }

  @Test("One that is missing beside others is told", arguments: ShelfHome.allCases)
  func missing(_ home: ShelfHome) async throws {
    let database = try home.made()
    let db = try await database.governor()
    _ = try await GovernorShelfStore(governor: db).count(type: "Text")
    try await db.drop(table: "shelf_keys")
    try await expectDamaged(db)
  }

  private func expectDamaged(_ db: any Governor) async throws {
    await #expect { _ = try await GovernorShelfStore(governor: db).read([ShelfId()]) } throws: { error in
      if case ShelfError.damaged = error { true } else { false }
    }
  }

  @Test("A database that is only read is read, and not written")
  func readOnly() async throws {
    let database = try ShelfHome.sqliteFile.made()
    let id = ShelfId()
    _ = try await database.store().write([.put(id, "1")])
    let store = GovernorShelfStore(governor: try await database.governor("mode=ro"))
    #expect(try await store.text(id) == "1")
    #expect(try await store.ids(type: "Text", after: nil, limit: 9) == [id])
    let field = ShelfField("n", kind: "integer")
    #expect(try await store.find(ShelfSearch("Text", field, limit: 9)).isEmpty)
    #expect(try await store.completeFields(of: "Text").isEmpty)
    await #expect { _ = try await store.write([.put(id, "2")]) } throws: { error in
      (error as? DatabaseError).map { DatabaseError.Kind.readOnly.matches($0.kind) } ?? false
    }
  }

  @Test("A store that was closed refuses calls, and leaves the governor open", arguments: ShelfHome.allCases)
  func closed(_ home: ShelfHome) async throws {
    let database = try home.made()
    let db = try await database.governor()
    let store = GovernorShelfStore(governor: db)
    _ = try await store.write([.put(ShelfId(), "1")])
    await store.close()
    await #expect { _ = try await store.read([]) } throws: { error in
      if case ShelfError.closed = error { true } else { false }
    }
    #expect(try await GovernorShelfStore(governor: db).count(type: "Text") == 1)
  }
}
