import DataObjects
import Foundation
import MariaDBTestServer
import ORDA
import TestSupport
import Testing

/// A COMMIT whose answer never comes: only a server can do that to a program.
@MainActor
struct UnansweredCommitTests {
  private let home: Home
  private let proxy: Proxy
  /// Another program.
  private let other: any Governor

  init() async throws {
    home = try Place.mariadb.made()
    other = try await home.governor()
    let port = try await other.first(Int.self, "SELECT @@port")
    proxy = try Proxy(to: try #require(port))
  }

  /// A store behind the proxy, with an object that is saved.
  private func begun() async throws -> (DataStore, Note) {
    let path = home.url.split(separator: "/").last ?? ""
    let store = try await DataStore(
      url: "mariadb://root@127.0.0.1:\(proxy.port)/\(path)&tls=disable", model: .notes,
      createsTables: true)
    let note = store.insert(Note(id: 1, title: "first"))
    await store.flush()
    return (store, note)
  }

  private func title() throws -> String? {
    try other.blocking.first(String.self, "SELECT title FROM notes WHERE uniqueID = 1")
  }

  @Test("What was done is not done again: what another program has written since stays")
  func done() async throws {
    let (store, note) = try await begun()
    let second = store.insert(Note(id: 2))
    note.links = ["c": "d"]
    await store.flush()
    try await other.execute("CREATE TABLE audit (id BIGINT)")
    try await other.execute(
      "CREATE TRIGGER seen AFTER UPDATE ON notes FOR EACH ROW INSERT INTO audit VALUES (NEW.uniqueID)")
    var errors = store.errors.makeAsyncIterator()
    proxy.harm(.silence, .after("COMMIT"))
    (note.title, second.title) = ("ours", "ours")
    (note.links, note.options, note.picture) = (["a": "b"], ["x"], Data([1, 2]))
    (note.modified, note.latitude, note.isArchived) = (Date(timeIntervalSinceReferenceDate: 0.1), 0.1, true)
    // The store is still waiting for the answer.
    #expect(await eventually { (try? title()) == "ours" })
    try await other.execute("UPDATE notes SET amount = 5")
    // It waits behind.
    note.isRead = true
    // The answer does not come any more.
    proxy.cut()
    await store.flush()
    // Once by the store, once by the other program, and what waited: not once more.
    #expect(try await other.query(Int.self, "SELECT id FROM audit ORDER BY id") == [1, 1, 1, 2, 2])
    #expect(try await other.query(Int.self, "SELECT amount FROM notes") == [5, 5])
    #expect(try await other.first(Int.self, "SELECT isRead FROM notes") == 1)
    #expect(await eventually { note.count == 5 && second.count == 5 })
    #expect(!note.isUnsaved && note.isRead)
    try await store.close()
    let late = await errors.next()
    #expect(late == nil, "\(late.map { "\($0.columns) \($0.error)" } ?? "")")
    try await other.close()
  }

  @Test("What was not done is done, and what waits behind it after it", arguments: [1, 3])
  func notDone(_ count: Int) async throws {
    let (store, note) = try await begun()
    proxy.harm(.close, .before("COMMIT"))
    note.title = "ours"
    note.tags = [Tag("Paris"), Tag("Rome")]
    store.saveAll()
    for number in 1...count {
      note.count = number
      store.saveAll()
    }
    await store.flush()
    #expect(!note.isUnsaved && store.pendingWrites == 0)
    #expect(try title() == "ours")
    #expect(try await other.first(Int.self, "SELECT amount FROM notes") == count)
    #expect(try await other.query(String.self, "SELECT tagID FROM tagsNotes ORDER BY ix") == ["paris", "rome"])
    try await store.close()
    try await other.close()
  }

  @Test("Nothing is written until the session of which nobody knows is gone")
  func halting() async throws {
    let (store, note) = try await begun()
    proxy.harm(.orphan, .before("COMMIT"))
    note.title = "ours"
    store.saveAll()
    note.count = 7
    // The queue's next session waits for the rows that the lost one holds.
    let waiting: SQL = """
      SELECT COUNT(*) FROM information_schema.processlist
      WHERE db = DATABASE() AND info LIKE '%FOR UPDATE' AND id <> CONNECTION_ID()
      """
    #expect(await eventually { ((try? other.blocking.first(Int.self, waiting)) ?? nil) ?? 0 > 0 })
    #expect(store.pendingWrites == 2)
    #expect(try await other.query((String, Int).self, "SELECT title, amount FROM notes").map(\.0) == ["first"])
    // The main actor has not waited for any of that; the server undoes what the lost session has begun.
    proxy.cut()
    await store.flush()
    #expect(try title() == "ours")
    #expect(try await other.first(Int.self, "SELECT amount FROM notes") == 7)
    try await store.close()
    try await other.close()
  }

  @Test("A statement for many and a deletion that were done are not told as refused", arguments: [true, false])
  func bulk(_ isDone: Bool) async throws {
    let (store, note) = try await begun()
    store.insert(Note(id: 2, title: "second"))
    await store.flush()
    var errors = store.errors.makeAsyncIterator()
    proxy.harm(.close, isDone ? .after("COMMIT") : .before("COMMIT"))
    try await store.update(Note.self, set: .set(\.isRead, true), where: "title = \("first")")
    #expect(await eventually { note.isRead })
    proxy.harm(.close, isDone ? .after("COMMIT") : .before("COMMIT"))
    store.delete(Note.self, ids: [2])
    await store.flush()
    #expect(try await other.query((Int, Int).self, "SELECT uniqueID, isRead FROM notes").map(\.0) == [1])
    #expect(try await other.first(Int.self, "SELECT isRead FROM notes") == 1)
    try await store.close()
    let late = await errors.next()
    #expect(late == nil, "\(late.map { "\($0.columns) \($0.error)" } ?? "")")
    try await other.close()
  }
}
