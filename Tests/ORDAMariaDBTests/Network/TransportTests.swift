import Foundation
import ORDA
import Testing

/// Other suites set a reading timeout, with which the client library itself waits for answers.
@Suite("Waiting for answers without a timeout", .timeLimit(.minutes(10)))
struct TransportTests {
  let test: TestDatabase
  let proxy: Proxy

  init() throws {
    test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(200))")
    proxy = try Proxy(to: try #require(try test.db.first(Int.self, "SELECT @@port")))
  }

  private func open() throws -> any Governor {
    try TestServer.registry.open(
      "mariadb://root@127.0.0.1:\(proxy.port)/\(test.name)?tls=disable&slow-statement=0&pool.max=1")
  }

  @Test("a connection that ends instead of an answer", arguments: [Proxy.Harm.close, .reset])
  func lost(harm: Proxy.Harm) throws {
    let db = try open()
    defer { try? db.close(within: .zero) }
    let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
    try insert.execute(1, "first")
    proxy.harm(harm, .after("second"))
    let error = Encounter.error { try insert.execute(2, "second") }
    #expect(error?.kind == .commitUnknown, "\(String(describing: error))")
    try insert.execute(3, "third")
    #expect(try db.query(Int.self, "SELECT id FROM t WHERE id <> 2 ORDER BY id") == [1, 3])
  }

  @Test func `The session is set up by one message`() throws {
    let db = try open()
    try db.close()
    let setUps = proxy.traffic.filter { $0.fromClient }.map { String(decoding: $0.bytes, as: UTF8.self) }
      .filter {
        $0.contains("SET autocommit") || $0.contains("@@sql_mode, @@tx_isolation") || $0.contains("SHOW GRANTS")
      }
    #expect(setUps.count == 1)
    #expect(setUps.first?.contains("@@sql_mode, @@tx_isolation") == true)
    #expect(setUps.first?.contains("SHOW GRANTS") == true)
  }

  @Test func `A set-up too long to be held back is sent all the same`() throws {
    let modes = Array(repeating: "ANSI_QUOTES", count: 200).joined(separator: ",")
    let db = try test.another("session.sql_mode=\(modes)")
    defer { try? db.close(within: .zero) }
    #expect(try db.first(Int.self, #"SELECT COUNT(*) FROM "t""#) == 0)
  }
}
