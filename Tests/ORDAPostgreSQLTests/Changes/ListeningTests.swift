import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Notifications.
@Suite(.ownThread) struct ListeningTests {
  @Test("What is sent comes in its order, with its text and its sender") func order() async throws {
    let db = try PostgreSQLServer.open()
    let sent = try await PostgreSQL.listen(to: "Heard One", "heard_two", on: db)
    var iterator = sent.makeAsyncIterator()
    try await db.withConnection { connection in
      try connection.execute("NOTIFY \"Heard One\", 'first'")
      try connection.execute("NOTIFY heard_two")
      try connection.execute("SELECT pg_notify('heard_two', ?)", "it's \u{1F600}")
    }
    let pid = try await db.withConnection { try $0.query(Int.self, "SELECT pg_backend_pid()") }
    var heard: [PostgreSQL.Notification] = []
    for _ in 1...3 { if case .received(let one)? = await iterator.next() { heard.append(one) } }
    #expect(heard.map(\.channel) == ["Heard One", "heard_two", "heard_two"])
    #expect(heard.map(\.payload) == ["first", "", "it's \u{1F600}"])
    #expect(heard.map(\.processID) == Array(repeating: pid.first ?? 0, count: 3))
  }

  @Test("A lost connection is made anew, and that is told") func lost() async throws {
    let db = try PostgreSQLServer.open()
    let sent = try await PostgreSQL.listen(to: "heard_lost", on: db)
    var iterator = sent.makeAsyncIterator()
    for _ in 1...3 {
      _ = try await db.query(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE query LIKE 'LISTEN "heard_lost"%' AND pid <> pg_backend_pid()
        """)
      guard case .missed = await iterator.next() else {
        Issue.record("it is not told")
        return
      }
      try await db.execute("NOTIFY heard_lost, 'again'")
      guard case .received(let one) = await iterator.next() else {
        Issue.record("it is not heard")
        return
      }
      #expect(one.payload == "again")
    }
  }

  @Test("A slow reader is told that it missed something") func slow() async throws {
    let db = try PostgreSQLServer.open()
    let sent = try await PostgreSQL.listen(to: "heard_much", on: db, buffer: 10)
    var iterator = sent.makeAsyncIterator()
    var (last, received, hasMissed) = (0, 0, false)
    func read() async throws -> String? {
      switch try #require(await iterator.next()) {
      case .missed:
        hasMissed = true
        return nil
      case .received(let one):
        received += 1
        return one.payload
      }
    }
    // It reads one of thirty.
    while !hasMissed {
      for _ in 1...30 {
        last += 1
        try await db.execute("SELECT pg_notify('heard_much', ?)", "\(last)")
      }
      _ = try await read()
    }
    // The last ones come.
    while try await read() != "\(last)" {}
    #expect(received < last)
  }

  @Test("It ends when the task is cancelled, and the connection with the sequence") func cancelled() async throws {
    let db = try PostgreSQLServer.open()
    let count: SQL = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN \"heard_end\"%'"
    do {
      let sent = try await PostgreSQL.listen(to: "heard_end", on: db)
      try #expect(await db.query(Int.self, count) == [1])
      let heardOne = Event()
      let task = Task {
        var heard = 0
        for await _ in sent {
          heard += 1
          heardOne.signal()
        }
        return heard
      }
      try await db.execute("NOTIFY heard_end")
      try await heardOne.wait()
      task.cancel()
      #expect(await task.value == 1)
      let second = Task { await sent.first { _ in true } }
      second.cancel()
      #expect(await second.value == nil)
    }
    try await Threads.offload { try expectEventually { try db.query(Int.self, count) == [0] } }
  }

  @Test("It goes on when the governor is closed, and refuses what is no channel") func governor() async throws {
    let (db, other) = try (PostgreSQLServer.open(), PostgreSQLServer.open())
    let sent = try await PostgreSQL.listen(to: "heard_on", on: db)
    try await db.close(within: .zero)
    try await other.execute("NOTIFY heard_on")
    var iterator = sent.makeAsyncIterator()
    #expect(await iterator.next() != nil)
    await #expect(throws: DatabaseError.self) { _ = try await PostgreSQL.listen(on: other) }
    await #expect(throws: DatabaseError.self) { _ = try await PostgreSQL.listen(to: "", on: other) }
    await #expect(throws: DatabaseError.self) {
      _ = try await PostgreSQL.listen(to: String(repeating: "x", count: 64), on: other)
    }
    await #expect(throws: DatabaseError.self) { _ = try await PostgreSQL.listen(to: "closed", on: db) }
  }
}
