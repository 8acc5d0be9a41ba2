import Foundation
import ORDA
import Testing

@testable import ORDAMariaDB

/// What writers meet whose URL names several nodes. Their cluster finds out within two seconds that a node is gone.
extension GaleraTests {
  private static let limits = "pool.max=6&connect-timeout=3s&statement-timeout=20s"

  private func governors(
    _ mode: String, _ test: ClusterDatabase
  ) throws -> (db: any Governor, causal: any Governor) {
    let rest = "/\(test.name)?\(Self.limits)"
    return (
      try test.cluster.open(mode, [2, 3, 1], rest),
      try test.cluster.open(mode, [2, 3, 1], rest + "&session.wsrep_sync_wait=1")
    )
  }

  private func expectAll(_ outcome: ClusterWriters.Outcome, _ test: ClusterDatabase, nodes: [Int]) throws {
    #expect(outcome.strange.isEmpty, "\(outcome.strange)")
    for node in nodes {
      let db = try test.cluster.open(node, "/\(test.name)?session.wsrep_sync_wait=1")
      try ClusterWriters.expect(outcome, in: db)
      try db.close(within: .zero)
    }
  }

  @Test(
    "The node that writers use is killed: nothing acknowledged is lost, nothing is there twice, and they go on",
    arguments: ["", "+loadbalance"])
  func killed(mode: String) async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(ClusterWriters.tables)
      let (db, causal) = try governors(mode, test)
      let writers = ClusterWriters(db, lookingBy: causal)
      writers.goOn(by: 20)
      try test.cluster.crash(2)
      writers.goOn(by: 20)
      let outcome = writers.end()
      #expect(db.statistics.failovers > 0)
      try expectAll(outcome, test, nodes: [1, 3])
      for governor in [db, causal] { try governor.close(within: .zero) }
      try test.cluster.rejoin(2)
    }
  }

  @Test("The node that writers use is frozen: it costs them their limits, and when it goes on it has what they wrote")
  func frozen() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(ClusterWriters.tables)
      let (db, causal) = try governors("+sequential", test)
      let writers = ClusterWriters(db, lookingBy: causal)
      writers.goOn(by: 20)
      try test.cluster.freeze(2, true)
      defer { try? test.cluster.freeze(2, false) }
      writers.goOn(by: 20)
      try test.cluster.freeze(2, false)
      writers.goOn(by: 20)
      let outcome = writers.end()
      test.cluster.waitFor(2)
      try expectAll(outcome, test, nodes: [1, 2, 3])
      for governor in [db, causal] { try governor.close(within: .zero) }
    }
  }

  @Test("A node that has lost its cluster is left by all connections, as long as it has none, and used again then")
  func left() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(ClusterWriters.tables)
      let (db, causal) = try governors("", test)
      func node() throws -> String? { try db.first(String.self, "SELECT @@wsrep_node_name FROM counter LIMIT 1") }
      #expect(eventually { (try? node()) == "n2" })
      let writers = ClusterWriters(db, lookingBy: causal)
      writers.goOn(by: 20)
      try test.cluster.isolate(2, true)
      defer { try? test.cluster.isolate(2, false) }
      writers.goOn(by: 20)
      #expect(eventually { (try? node()) == "n3" })
      #expect(db.statistics.failovers > 0)
      // It takes connections when it is tried again, and nobody is given one of them.
      let watcher = try test.cluster.open(2, "?pool.max=1&session.wsrep_dirty_reads=1")
      func connections() throws -> Int {
        let sql: SQL = """
          SELECT cast(variable_value AS INT) FROM information_schema.global_status WHERE variable_name = 'CONNECTIONS'
          """
        return try watcher.first(Int.self, sql) ?? 0
      }
      let before = try connections()
      let isTriedAgain = try eventually {
        let name = try node()
        #expect(name == "n3" || name == "n1")
        db.refresh()
        return try connections() >= before + 3
      }
      #expect(isTriedAgain)
      try watcher.close(within: .zero)
      try test.cluster.isolate(2, false)
      writers.goOn(by: 20)
      #expect(
        eventually {
          db.refresh()
          return (try? node()) == "n2"
        })
      let outcome = writers.end()
      test.cluster.waitFor(2)
      try expectAll(outcome, test, nodes: [1, 2, 3])
      for governor in [db, causal] { try governor.close(within: .zero) }
    }
  }

  @Test("A node shows what another has committed a moment later, and with wsrep_sync_wait=1 at once")
  func causality() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(ClusterWriters.tables)
      let causal = try test.cluster.open(2, "/\(test.name)?session.wsrep_sync_wait=1")
      let read: SQL = "SELECT n FROM counter WHERE writer = 0"
      #expect(try causal.first(Int.self, read) == 0)
      // As long as somebody has this lock the node takes nothing into the table.
      let locker = try test.cluster.open(2, "/\(test.name)?pool.max=1")
      try locker.onConnect { connection in try connection.execute("LOCK TABLES counter READ") }
      #expect(try locker.first(Int.self, read) == 0)
      try test.first.execute("UPDATE counter SET n = 1 WHERE writer = 0")
      #expect(try test.second.first(Int.self, read) == 0)
      let watcher = try test.cluster.open(2, "?pool.max=1")
      let running: SQL = """
        SELECT COUNT(*) FROM information_schema.processlist
        WHERE db = \(test.name) AND info LIKE '%FROM counter WHERE writer%' AND command <> 'Prepare'
        """
      let seen = Shared<Int?>(nil)
      let reading = Threads.start(1) { _ in seen.current = try? causal.first(Int.self, read) }
      #expect(try eventually { try watcher.first(Int.self, running) == 1 })
      // It still waits when another one has read since.
      #expect(try test.second.first(Int.self, read) == 0)
      #expect(try watcher.first(Int.self, running) == 1)
      try locker.close(within: .zero)
      reading.wait()
      #expect(seen.current == 1)
      try watcher.close(within: .zero)
      try causal.close(within: .zero)
    }
  }

  @Test("Transactions of three nodes that change the same row are repeated until their sum is exact")
  func sum() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(ClusterWriters.tables)
      let nodes = try (1...3).map { try test.cluster.open($0, "/\(test.name)?pool.max=2") }
      defer { for db in nodes { try? db.close(within: .zero) } }
      let isFirst = Shared(true)
      try Threads.inParallel(6) { thread in
        for _ in 0..<40 {
          try nodes[thread % 3].transaction(retrying: 10_000) { tx in
            let n = try tx.first(Int.self, "SELECT n FROM counter WHERE writer = 0 FOR UPDATE") ?? -1
            _ = try tx.execute("UPDATE counter SET n = ? WHERE writer = 0", n + 1)
          }
        }
      }
      // And once certainly: another node commits between a transaction's last statement and its COMMIT.
      let before = nodes[1].statistics.retries
      try nodes[1].transaction(retrying: 100) { tx in
        _ = try tx.execute("UPDATE counter SET n = n + 1 WHERE writer = 0")
        guard isFirst.current else { return }
        isFirst.with { $0 = false }
        try nodes[0].transaction(retrying: 100) { other in
          _ = try other.execute("UPDATE counter SET n = n + 1 WHERE writer = 0")
        }
      }
      #expect(nodes[1].statistics.retries > before)
      for node in 1...3 {
        let causal = try test.cluster.open(node, "/\(test.name)?session.wsrep_sync_wait=1")
        #expect(try causal.first(Int.self, "SELECT n FROM counter WHERE writer = 0") == 242)
        try causal.close(within: .zero)
      }
    }
  }
}
