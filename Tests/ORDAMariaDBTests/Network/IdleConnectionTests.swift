import Foundation
import ORDA
import Testing

@Suite("Connections that are lost while nobody uses them", .timeLimit(.minutes(10)))
struct IdleConnectionTests {
  let test: TestDatabase

  init() throws { test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY)") }

  /// A governor whose connections are known by a variable.
  private func open(_ options: String) throws -> any Governor { try test.another(options + "&slow-statement=0") }

  /// How many connections of the database there are.
  private func connections() throws -> Int {
    try test.db.first(
      Int.self, "SELECT COUNT(*) FROM information_schema.processlist WHERE db = ? AND id <> CONNECTION_ID()", test.name)
      ?? 0
  }

  @Test("by the server's wait_timeout: the next use does not notice")
  func waitTimeout() throws {
    let db = try open("session.wait_timeout=1")
    defer { try? db.close(within: .zero) }
    let insert = try db.prepare("INSERT INTO t VALUES (?)")
    try insert.execute(1)
    let first = try #require(try db.first(Int.self, "SELECT CONNECTION_ID()"))
    #expect(try eventually { try connections() == 0 })
    // Nothing was sent yet, so nothing can have been done twice.
    try insert.execute(2)
    #expect(try db.first(Int.self, "SELECT CONNECTION_ID()") != first)
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM t") == 2)
    #expect(try eventually { try connections() == 0 })
    try db.transaction { tx in _ = try tx.execute("INSERT INTO t VALUES (3)") }
    #expect(try eventually { try connections() == 0 })
    #expect(try db.query("SELECT id FROM t").count == 3)
  }

  @Test("by KILL: the next use does not notice")
  func killed() async throws {
    let db = try open("pool.max=1")
    for round in 1...3 {
      let number = try #require(try await db.first(Int.self, "SELECT CONNECTION_ID()"))
      try test.db.blocking.execute(SQL(text: "KILL CONNECTION \(number)"))
      #expect(try await eventually { try connections() == 0 })
      try await db.execute("INSERT INTO t VALUES (?)", round)
    }
    #expect(try await db.first(Int.self, "SELECT COUNT(*) FROM t") == 3)
    try await db.close(within: .zero)
  }

  @Test("by a server that is killed and comes back")
  func restart() throws {
    let server = try ThrowawayServer()
    let db = try server.open("root", "?tls=disable&pool.max=4")
    defer { try? db.close(within: .zero) }
    try db.execute("CREATE DATABASE music")
    try db.execute("CREATE TABLE music.t (id INT PRIMARY KEY) ENGINE=InnoDB")
    let insert = try db.prepare("INSERT INTO music.t VALUES (?)")
    try insert.execute(1)
    // Several connections are idle.
    expectWhole(db)
    let running = Threads.start(1) { _ in
      let error = Encounter.error { _ = try db.query("SELECT SLEEP(600)") }
      #expect(error?.kind == .connectionLost, "\(String(describing: error))")
    }
    #expect(
      try eventually {
        try db.first(Int.self, "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'")
          == 1
      })
    try server.kill()
    running.wait()
    // The system has closed the dead server's connections, so the pool opens another one.
    let error = Encounter.error { try insert.execute(2) }
    #expect(error?.kind == .cannotOpen(.unreachable), "\(String(describing: error))")
    try server.restart()
    // Every call succeeds from now on, whatever connections the pool still has.
    for id in 3...10 { try insert.execute(id) }
    #expect(try db.first(Int.self, "SELECT COUNT(*) FROM music.t WHERE id > 2") == 8)
    Threads.run(4) { _ in #expect(throws: Never.self) { try db.ping() } }
  }
}
