import Foundation
import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("A Galera cluster", .timeLimit(.minutes(10)), .serialized) struct GaleraTests {
  private static let table: SQL = """
    CREATE TABLE t (id INT PRIMARY KEY, a INT); INSERT INTO t VALUES (1, 0), (2, 0), (3, 0)
    """

  @Test("An entry follows what either node writes, and who writes on its own node has it when he goes on")
  func entries() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(Self.table)
      let entry = try #require(try test.second.table("t").entry(1))
      let heard = try HeardChanges(test.second, ["t"])
      let announced = counting { _ = entry["a"] as Value }
      let conflicts = Shared(0)
      #expect(test.second.changeCoverage.reach == .everyone)
      #expect(test.second.changeCoverage.limitation == nil)
      for round in 0..<50 {
        let (before, remote, own, set) = (3 * round, 3 * round + 1, 3 * round + 2, 3 * round + 3)
        // What the second node wrote last may not have come to the first yet.
        try Self.retrying(conflicts) { _ = try test.first.execute("UPDATE t SET a = ? WHERE id = 1", remote) }
        #expect(eventually { announced.current == remote && heard.batches.count == 1 })
        #expect(entry["a"] == remote)
        // Nothing is waited for from here on.
        try test.second.execute("UPDATE t SET a = ? WHERE id = 1", own)
        #expect(entry["a"] == own && announced.current == own)
        try entry.set("a", to: set)
        #expect(entry["a"] == set && announced.current == set)
        let batches = heard.take()
        #expect(batches.map(\.origin) == [.elsewhere, .governor, .governor])
        #expect(
          batches.map(\.lines) == [
            ["~ t(1) a: \(before) > \(remote)"], ["~ t(1) a: \(remote) > \(own)"], ["~ t(1) a: \(own) > \(set)"],
          ])
      }
    }
  }

  @Test("Two nodes write at once: each commit is one batch, in the order of the commits, on both nodes the same")
  func order() async throws {
    let test = try ClusterDatabase(
      """
      CREATE TABLE one (id INT PRIMARY KEY, n INT); INSERT INTO one VALUES (1, 0);
      CREATE TABLE own (id INT PRIMARY KEY)
      """)
    let nodes = [test.first, test.second]
    let batches = try nodes.map { try $0.changes(of: "one", "own") }
    let conflicts = Shared(0)
    try await Threads.offload {
      // Two threads of each node: the one counts what both nodes count, the other writes for itself.
      try Threads.inParallel(4) { thread in
        let (node, db) = (thread % 2, nodes[thread % 2])
        for round in 1...100 {
          if thread < 2 {
            try Self.retrying(conflicts) { _ = try db.execute("UPDATE one SET n = n + 1 WHERE id = 1") }
          } else {
            try db.transaction { tx in
              for number in [2 * round - 1, 2 * round] {
                _ = try tx.execute("INSERT INTO own VALUES (?)", node * 1000 + number)
              }
            }
          }
        }
      }
      // Later than all else, on any node.
      try nodes[1].execute("INSERT INTO own VALUES (0)")
    }
    var heard: [[ChangeBatch]] = []
    for batches in batches {
      heard.append([])
      for await batch in batches {
        if batch.lines == ["+ own(0) id=0"] { break }
        heard[heard.count - 1].append(batch)
      }
    }
    for batches in heard {
      #expect(batches.count == 400, "\(conflicts.current) conflicts")
      #expect(batches.allSatisfy { $0.unknown.isEmpty })
      #expect(zip(batches, batches.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
      let lines = batches.map(\.lines)
      #expect(lines.filter { $0[0].hasPrefix("~") } == (1...200).map { ["~ one(1) n: \($0 - 1) > \($0)"] })
      for base in [0, 1000] {
        let expected = (1...100).map { round in
          [2 * round - 1, 2 * round].map { "+ own(\(base + $0)) id=\(base + $0)" }
        }
        #expect(lines.filter(Set(expected).contains) == expected)
      }
    }
    #expect(heard[0].map(\.lines) == heard[1].map(\.lines))
    #expect(Set(heard[1].map(\.origin)) == [.governor, .elsewhere])
  }

  /// Does something again for as long as another node is the first to change the same rows.
  private static func retrying(_ conflicts: Shared<Int>, _ body: () throws -> Void) throws {
    while true {
      do {
        return try body()
      } catch let error as DatabaseError where error.kind == .deadlock {
        conflicts.with { $0 += 1 }
      }
    }
  }

  @Test("A transaction that loses to another node's at its COMMIT announces nothing")
  func conflict() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(Self.table)
      let entry = try #require(try test.second.table("t").entry(1))
      let heard = try HeardChanges(test.second, ["t"])
      let announced = counting { _ = entry["a"] as Value }
      let lost = try failure {
        try test.second.transaction { tx in
          try entry.set("a", to: 7)
          _ = try tx.execute("UPDATE t SET a = 7 WHERE id = 2")
          #expect(entry["a"] == 7)
          try test.first.execute("UPDATE t SET a = 1 WHERE id = 1")
          // It has come to this node, where it takes the row's lock away.
          #expect(eventually { heard.batches.count == 1 })
        }
      }
      #expect(lost.kind == .deadlock)
      #expect(lost.vendorCode == 1213)
      #expect(lost.isRetryable)
      #expect(lost.sql == "COMMIT")
      #expect(eventually { entry["a"] == 1 })
      try test.second.execute("UPDATE t SET a = 2 WHERE id = 3")
      #expect(heard.batches.map(\.lines) == [["~ t(1) a: 0 > 1"], ["~ t(3) a: 0 > 2"]])
      #expect(announced.current == 1)
      #expect(try test.second.first(Int.self, "SELECT a FROM t WHERE id = 2") == 0)
    }
  }

  @Test("A transaction that another node overtakes while it reads or prepares does nothing more outside")
  func overtaken() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(
        """
        CREATE TABLE t (id INT PRIMARY KEY, a INT); INSERT INTO t VALUES (1, 0), (2, 0);
        CREATE TABLE stray (id INT PRIMARY KEY)
        """)
      // The round that the other writes for, that it has begun to write, that it has written; a negative one is the end.
      let (round, begun, written) = (Shared(0), Shared(0), Shared(0))
      let overtaking = Threads.start(1) { _ in
        while true {
          let last = begun.current
          let current = round.wait { $0 != last }
          if current < 0 { return }
          begun.current = current
          _ = try? test.first.execute("UPDATE t SET a = a + 1 WHERE id = 1")
          written.current = current
        }
      }
      defer {
        round.current = -1
        overtaking.wait()
      }
      let causal = try test.cluster.open(2, "/\(test.name)?pool.max=1&session.wsrep_sync_wait=1")
      defer { try? causal.close(within: .zero) }
      struct Undo: Error {}
      var kinds: [DatabaseError.Kind: Int] = [:]
      for number in 1...900 {
        do {
          try test.second.transaction { tx in
            try tx.execute("UPDATE t SET a = -1 WHERE id = 1")
            round.with { $0 = number }
            // Each time as far as another moment, the last of which is that this node has what the other wrote.
            switch number / 3 % 4 {
            case 0: break
            case 1: begun.wait { $0 == number }
            case 2: written.wait { $0 == number }
            default:
              written.wait { $0 == number }
              _ = try causal.first(Int.self, "SELECT a FROM t WHERE id = 1")
            }
            switch number % 3 {
            case 0: _ = try tx.prepare(SQL(text: "SELECT a + \(number) FROM t WHERE id = 2"))
            case 1: _ = try tx.query(SQL(text: "SELECT a - \(number) FROM t WHERE id = 2"))
            default: _ = try tx.first(Int.self, "SELECT a FROM t WHERE id = 2")
            }
            try tx.execute("INSERT INTO stray VALUES (?)", number)
            throw Undo()
          }
        } catch let error as DatabaseError {
          #expect(error.isRetryable, "\(error)")
          kinds[error.kind, default: 0] += 1
        } catch is Undo {}
      }
      #expect(kinds[.deadlock, default: 0] > 0)
      #expect(kinds.keys.allSatisfy { $0 == .deadlock || $0 == .transactionEnded(.rolledBack) }, "\(kinds)")
      #expect(try test.second.query(Int.self, "SELECT id FROM stray") == [])
    }
  }

  @Test("A node that has lost the others refuses statements for now, and its followers go on when it is back")
  func isolated() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(Self.table)
      let heard = try HeardChanges(test.second, ["t"])
      let entry = try #require(try test.second.table("t").entry(1))
      try test.cluster.isolate(2, true)
      defer { try? test.cluster.isolate(2, false) }
      var refusal: DatabaseError?
      #expect(
        eventually {
          do { _ = try test.second.first(Int.self, "SELECT a FROM t") } catch { refusal = error as? DatabaseError }
          return refusal?.vendorCode == 1047
        })
      #expect(refusal?.kind == .busy)
      #expect(refusal?.isTransient == true)
      try test.first.execute("UPDATE t SET a = 1 WHERE id = 1")
      try test.cluster.isolate(2, false)
      #expect(eventually { entry["a"] == 1 })
      #expect(eventually { (try? test.second.execute("UPDATE t SET a = 2 WHERE id = 1")) != nil })
      #expect(entry["a"] == 2)
      #expect(heard.lines() == [["~ t(1) a: 0 > 1"], ["~ t(1) a: 1 > 2"]])
    }
  }

  @Test("A node is killed and comes back with another's state: what it can't know is told so, and entries are right")
  func rejoined() async throws {
    try await Threads.offload {
      let test = try ClusterDatabase(Self.table)
      // It has the other node to go on with.
      let either = try test.cluster.open("", [2, 1], "/\(test.name)")
      defer { try? either.close(within: .zero) }
      let heard = try HeardChanges(test.second, ["t"])
      let heardByEither = try HeardChanges(either, ["t"])
      let entries = try test.second.table("t").select(orderBy: "id")
      try test.first.execute("UPDATE t SET a = 1 WHERE id = 1")
      #expect(eventually { heard.batches.count == 1 && heardByEither.batches.count == 1 })
      #expect(heard.lines() == [["~ t(1) a: 0 > 1"]])

      try test.cluster.crash(2)
      #expect(eventually { test.second.changeCoverage.limitation?.hasPrefix("reconnecting: ") == true })
      for value in 2...20 { try test.first.execute("UPDATE t SET a = ? WHERE id = 1", value) }
      try test.first.execute("DELETE FROM t WHERE id = 2")
      // A node that comes back gets the last file of the log, and this is in others.
      for _ in 0..<2 { try test.first.execute("FLUSH BINARY LOGS") }
      #expect(eventually { heardByEither.batches.count == 21 })
      #expect(
        heardByEither.lines() == (1...20).map { ["~ t(1) a: \($0 - 1) > \($0)"] } + [["- t(2) id=2 a=0"]])

      // The first node writes on while the second comes back, and is not ready at first.
      let (isOver, written) = (Shared(false), Shared(0))
      let writer = Threads.start(1) { _ in
        while !isOver.current {
          if (try? test.first.execute("UPDATE t SET a = a + 1 WHERE id = 3")) != nil { written.with { $0 += 1 } }
          // At the pace at which it is told of.
          let reached = written.current
          heardByEither.wait { $0.count >= reached }
        }
      }
      try test.cluster.rejoin(2)
      #expect(eventually { test.second.changeCoverage.limitation == nil && !heard.batches.isEmpty })
      let reached = written.current
      #expect(eventually { written.current > reached + 20 })
      isOver.with { $0 = true }
      writer.wait()
      let last = Value.int(Int64(written.current))
      #expect(eventually { entries[0]["a"] == 20 && entries[1].isDeleted && entries[2]["a"] == last })
      #expect(eventually { heard.batches.last?.rows.last?.new("a") == last })
      let batches = heard.take()
      #expect(batches.first?.lines == ["? t"])
      let rows = batches.dropFirst().flatMap(\.rows)
      #expect(rows.count == batches.count - 1)
      #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.new("a") == $1.old("a") })
      #expect(eventually { heardByEither.batches.count == written.current })
      #expect(heardByEither.take().map { $0.rows.first?.new("a") } == (1...written.current).map { .int(Int64($0)) })

      try test.second.execute("UPDATE t SET a = 22 WHERE id = 1")
      #expect(entries[0]["a"] == 22)
      #expect(heard.lines() == [["~ t(1) a: 20 > 22"]])
      #expect(eventually { heardByEither.lines() == [["~ t(1) a: 20 > 22"]] })
    }
  }
}
