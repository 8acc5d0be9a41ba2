import Foundation
import ORDA
import Testing

/// Between the driver and its server the word takes so long that closing does not wait for the server to be told.
@Suite("A server that is told late", .timeLimit(.minutes(5)))
struct SlowKillTests {
  @Test func `is told to stop even so, for it would compute on though nobody listens`() async throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY)")
    let proxy = try Proxy(to: try #require(try await test.db.first(Int.self, "SELECT @@port")))
    let db = try await TestServer.registry.open(
      "mariadb://root@127.0.0.1:\(proxy.port)/\(test.name)?tls=disable&slow-statement=0")
    let work = Task {
      try await db.transaction { @Sendable (tx: Transaction) in
        try tx.execute("INSERT INTO t VALUES (1)")
        _ = try tx.query("SELECT benchmark(1000000000000, sha2('late', 512))")
      }
    }
    func running() throws -> Int {
      try test.db.first(
        Int.self,
        """
        SELECT COUNT(*) FROM information_schema.PROCESSLIST
        WHERE db = \(test.name) AND info LIKE 'SELECT bench%'
        """) ?? 0
    }
    #expect(try await eventually { try running() == 1 })
    let kill = proxy.hold("KILL")
    try await db.close(within: .zero)
    await #expect(throws: DatabaseError.self) { try await work.value }
    try await kill.arrived.wait()
    #expect(try running() == 1)
    kill.release()
    #expect(try await eventually { try running() == 0 })
    proxy.stop()
  }
}
