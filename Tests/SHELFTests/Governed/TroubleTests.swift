import Foundation
import MariaDBTestServer
import ORDA
import SHELF
import TestSupport
import Testing

@Suite("Trouble with a store's database", .timeLimit(.minutes(5)))
struct TroubleTests {
  @Test("A batch that the database refuses in its midst leaves nothing", arguments: ShelfHome.allCases)
  func refused(_ home: ShelfHome) async throws {
    let database = try home.made()
    let db = try await database.governor()
    let store = GovernorShelfStore(governor: db)
    let ids = (0..<4).map { _ in ShelfId() }
    let field = ShelfField("n", kind: "integer")
    #expect(try await store.write([.put(ids[0], "1", keys: [ShelfFieldKey(field, .integer(1))])]).isWritten)
    // The references come after the rows and the keys.
    try await db.drop(table: "shelf_refs")
    await #expect(throws: DatabaseError.self) {
      _ = try await store.write(
        ids.map { .put($0, "2", references: [ShelfId()], keys: [ShelfFieldKey(field, .integer(2))]) })
    }
    #expect(try await store.json(ids[0]) == "1")
    #expect(try await store.json(ids[3]) == nil)
    #expect(try await store.find(ShelfSearch("T", field, limit: 9)).map(\.key) == [ShelfKey.integer(1).bytes])
  }

  @Test("JSON that is no UTF-8 is refused", arguments: ShelfHome.allCases)
  func encoding(_ home: ShelfHome) async throws {
    let database = try home.made()
    let store = try await database.store()
    let write = ShelfWrite(ShelfId(), .put(.init(type: "T", json: Data([0x22, 0xFF, 0x22]))))
    await #expect { _ = try await store.write([write]) } throws: { error in
      if case ShelfError.couldNotSerialize = error { true } else { false }
    }
    #expect(try await store.ids(type: nil, after: nil, limit: 9).isEmpty)
  }

  @Test("A number of a type that nobody knows is told", arguments: ShelfHome.allCases)
  func unknownType(_ home: ShelfHome) async throws {
    let database = try home.made()
    let db = try await database.governor()
    let store = GovernorShelfStore(governor: db)
    let id = ShelfId()
    _ = try await store.write([.put(id, "1")])
    try await db.execute("UPDATE shelf_objects SET type = 77")
    await #expect { _ = try await store.read([id]) } throws: { error in
      if case ShelfError.damaged = error { true } else { false }
    }
    await #expect { _ = try await store.write([.put(id, "2")]) } throws: { error in
      if case ShelfError.damaged = error { true } else { false }
    }
  }

  @Test("Connections that are gone between calls are replaced")
  func gone() async throws {
    let database = try ShelfHome.mariadb.made()
    let (store, killer) = (try await database.store(), try await database.governor())
    let id = ShelfId()
    for number in 0..<3 {
      #expect(try await store.write([.put(id, "\(number)")]).isWritten)
      let all = try await killer.query(
        Int.self, "SELECT id FROM information_schema.processlist WHERE db = database() AND id <> connection_id()")
      for id in all { try await killer.execute("KILL CONNECTION \(raw: String(id))") }
      #expect(try await store.json(id) == "\(number)")
    }
  }
}
