import Foundation
import MariaDBTestServer
import ORDA
import SHELF
import TestSupport
import Testing

@Suite("Trouble with a store's database")
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
    #expect(try await store.text(ids[0]) == "1")
    #expect(try await store.text(ids[3]) == nil)
    #expect(try await store.find(ShelfSearch("Text", field, limit: 9)).map(\.key) == [ShelfKey.integer(1).bytes])
  }

  @Test("A COMMIT that fails leaves nothing, and is not tried again")
  func failingCommit() async throws {
    let database = try ShelfHome.sqliteFile.made()
    let db = try await database.governor()
    let store = GovernorShelfStore(governor: db)
    let id = ShelfId()
    #expect(try await store.write([.put(id, "1")]).isWritten)
    try await db.executeScript(
      """
      CREATE TABLE watcher (object BLOB REFERENCES shelf_objects (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER watching AFTER UPDATE ON shelf_objects BEGIN INSERT INTO watcher VALUES (x'00'); END;
      """)
    let statements = db.statistics.statements
    await #expect { _ = try await store.write([.put(id, "2")]) } throws: { error in
      (error as? DatabaseError).map { DatabaseError.Kind.constraint(.foreignKey).matches($0.kind) } ?? false
    }
    #expect(db.statistics.statements - statements < 10)
    #expect(try await store.text(id) == "1")
    try await db.execute("DROP TRIGGER watching")
    #expect(try await store.write([.put(id, "3")]).isWritten)
  }

  @Test("What a cancelled task writes is not done", arguments: ShelfHome.allCases)
  func cancelled(_ home: ShelfHome) async throws {
    let database = try home.made()
    let store = try await database.store()
    let id = ShelfId()
    #expect(try await store.write([.put(id, "1")]).isWritten)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.write([.put(id, "2")])
    }
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(try await store.text(id) == "1")
  }

  @Test("JSON that is no UTF-8 is refused", arguments: ShelfHome.allCases)
  func encoding(_ home: ShelfHome) async throws {
    let database = try home.made()
    let store = try await database.store()
    let write = ShelfWrite(ShelfId(), .put(.init(type: "Text", json: Data([0x22, 0xFF, 0x22]))))
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
      #expect(try await store.text(id) == "\(number)")
    }
  }
}
