import DataObjects
import MariaDBTestServer
import ORDA
import ORDAMariaDB
import TestSupport
import Testing

/// A server that goes away, and comes back or does not.
@MainActor
struct LostServerTests {
  private let server: ThrowawayServer
  private let store: DataStore
  /// What each write adds a row to, in its order.
  private let note: Note

  init() async throws {
    try MariaDB.register()
    // What it has confirmed is still there when it was killed.
    let server = try await Threads.offload { try ThrowawayServer("--innodb-flush-log-at-trx-commit=1") }
    self.server = server
    let governor = try server.open("root", "?tls=disable")
    try await governor.execute("CREATE DATABASE d")
    try await governor.close()
    store = try await DataStore(
      url: "mariadb://root@127.0.0.1:\(server.port)/d?tls=disable&pool.max=4", model: .notes,
      createsTables: true)
    try await store.perform { db in
      try db.execute("CREATE TABLE history (place INTEGER PRIMARY KEY AUTO_INCREMENT, amount INTEGER)")
      try db.execute(
        """
        CREATE TRIGGER kept AFTER UPDATE ON notes FOR EACH ROW INSERT INTO history (amount) VALUES (NEW.amount)
        """)
    }
    note = store.insert(Note(id: 1))
    await store.flush()
  }

  /// Sets a property so many times, each in a turn of its own.
  ///
  /// The main actor must not wait for the server: a test whose server does not answer hangs here if it does.
  private func write(_ numbers: ClosedRange<Int>) async {
    for number in numbers {
      note.count = number
      store.saveAll()
      _ = (store.pendingWrites, note.isUnsaved, store.cached(Note.self, 1))
      await Task.yield()
    }
  }

  private func history() async throws -> [Int] {
    try await store.perform { try $0.query(Int.self, "SELECT amount FROM history ORDER BY place") }
  }

  @Test("Writes wait in order while the server is gone, and arrive in order when it is back")
  func restarted() async throws {
    let server = server
    try await Threads.offload { try server.kill() }
    await write(1...20)
    #expect(store.pendingWrites == 20 && !note.isUnsaved)
    // Above the limit new ones are refused, and told.
    var errors = store.errors.makeAsyncIterator()
    store.queueLimit = 20
    note.title = "refused"
    store.saveAll()
    let failure = try #require(await errors.next())
    #expect(failure.error as? DataStoreError == .queueFull(limit: 20) && failure.columns == ["title"])
    #expect(note.isUnsaved && store.pendingWrites == 20)
    try await Threads.offload { try server.restart() }
    await store.flush()
    #expect(try await history() == Array(1...20))
    // What was refused is saved again.
    store.saveAll()
    await store.flush()
    #expect(!note.isUnsaved)
    #expect(try await store.perform { try $0.first(String.self, "SELECT title FROM notes") } == "refused")
    try await store.close()
    let late = await errors.next()
    #expect(late == nil, "\(late.map { "\($0.columns) \($0.error)" } ?? "")")
  }

  @Test("Connections that are killed while writes wait lose none of them")
  func killed() async throws {
    let killer = try server.open("root", "d?tls=disable")
    for round in 0..<5 {
      await write(round * 10 + 1...round * 10 + 10)
      let all = try await killer.query(
        Int.self, "SELECT id FROM information_schema.processlist WHERE db = 'd' AND id <> connection_id()")
      for id in all { _ = try? await killer.execute("KILL CONNECTION \(raw: String(id))") }
    }
    await store.flush()
    #expect(try await history() == Array(1...50))
    #expect(!note.isUnsaved)
    try await store.close()
    try await killer.close()
  }

  @Test("A fetch whose connection is killed throws, and the next one fetches")
  func fetching() async throws {
    let killer = try server.open("root", "d?tls=disable")
    let fetching = Task { try await store.fetch(Note.self, where: "SLEEP(100) = 0") }
    var running: [Int] = []
    _ = try await eventually {
      running = try await killer.query(
        Int.self,
        """
        SELECT id FROM information_schema.processlist
        WHERE info LIKE '%SLEEP(100)%' AND id <> connection_id() AND command <> 'Prepare'
        """)
      return !running.isEmpty
    }
    note.title = "behind"
    for id in running { try await killer.execute("KILL CONNECTION \(raw: String(id))") }
    let error = await #expect(throws: DatabaseError.self) { _ = try await fetching.value }
    #expect(error.map { .connectionLost ~= $0 } == true, "\(String(describing: error))")
    let found = try await store.fetch(Note.self)
    #expect(found.count == 1 && found.first === note && note.title == "behind")
    #expect(try await killer.first(String.self, "SELECT title FROM notes") == "behind")
    try await store.close()
    try await killer.close()
  }

  @Test("Closing gives up in time while the server is gone, and tells what was not written")
  func closing() async throws {
    let server = server
    try await Threads.offload { try server.kill() }
    await write(1...3)
    var errors = store.errors.makeAsyncIterator()
    // It returns though the server does not come back.
    try? await store.close(within: .milliseconds(300))
    var columns: [[String]] = []
    while let failure = await errors.next() {
      #expect(failure.object === note)
      columns.append(failure.columns)
    }
    #expect(columns == [["amount"], ["amount"], ["amount"]])
    #expect(store.isClosed && note.isUnsaved && note.count == 3)
  }

  @Test("The main actor does not wait for a server that is frozen, and neither does closing")
  func frozen() async throws {
    let server = server
    try await Threads.offload { try server.freeze() }
    defer { try? server.thaw() }
    let fetching = Task { try? await store.fetch(Note.self) }
    await write(1...50)
    #expect(store.pendingWrites == 50)
    var errors = store.errors.makeAsyncIterator()
    // It returns though the server does not answer.
    try? await store.close(within: .milliseconds(300))
    var count = 0
    while await errors.next() != nil { count += 1 }
    #expect(count == 50 && note.isUnsaved && note.count == 50)
    _ = await fetching.value
  }
}
