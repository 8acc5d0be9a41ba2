import Foundation
import ORDA
import Testing

@testable import ORDAMariaDB

/// What becomes of who follows when the server or the connection goes: each has a server of its own.
@Suite("Following is interrupted", .timeLimit(.minutes(10)), .serialized) struct InterruptedTests {
  private static let table: SQL = "CREATE TABLE d.t (id INT PRIMARY KEY, a INT)"

  private func opened(_ server: ThrowawayServer, _ options: String = "") throws -> any Governor {
    let root = try server.open()
    defer { try? root.close(within: .zero) }
    try root.execute("CREATE DATABASE d")
    try root.execute(Self.table)
    return try server.open("root", "d?tls=disable\(options)")
  }

  private func killFollower(_ db: any Governor) throws {
    for id in try db.query(Int.self, "SELECT id FROM information_schema.processlist WHERE command = 'Binlog Dump'") {
      try db.execute(SQL(text: "KILL \(id)"))
    }
  }

  @Test("A lost connection and a server that was killed: nothing is missed, nothing comes twice")
  func resuming() async throws {
    try await Threads.offload {
      // What was committed outlives the process, though not a power cut.
      let server = try ThrowawayServer("--innodb-flush-log-at-trx-commit=2")
      let db = try opened(server)
      defer { try? db.close(within: .zero) }
      let heard = try HeardChanges(db, ["t"])
      let entry = try db.table("t").insert(["id": 1, "a": 1])
      for round in 2...10 {
        if round % 3 == 0 { try killFollower(db) }
        try db.execute("INSERT INTO t VALUES (?, ?)", round, round)
      }
      #expect(eventually { heard.batches.reduce(0) { $0 + $1.rows.count + ($1.unknown.isEmpty ? 0 : 1) } >= 10 })
      // What was written while the log was away is told when it is back: not by values where somebody went on without it.
      try server.kill()
      #expect(eventually { db.changeCoverage.limitation?.hasPrefix("reconnecting: ") == true })
      #expect(db.changeCoverage.lag != nil)
      try server.restart()
      let root = try server.open()
      try root.execute("UPDATE d.t SET a = 100 WHERE id = 1")
      try root.close(within: .zero)
      #expect(eventually { entry["a"] == 100 })
      #expect(eventually { db.changeCoverage.limitation == nil })
      try db.execute("UPDATE t SET a = 101 WHERE id = 1")
      #expect(eventually { heard.batches.last?.lines == ["~ t(1) a: 100 > 101"] })
    }
  }

  @Test("Strangers' commits while the follower is away: each once, in order")
  func once() async throws {
    try await Threads.offload {
      let server = try ThrowawayServer()
      let db = try opened(server)
      defer { try? db.close(within: .zero) }
      let heard = try HeardChanges(db, ["t"])
      let stranger = StrangeClient(server)
      for part in 0..<5 {
        // Each is a commit.
        try stranger.run((1...40).map { "INSERT INTO d.t VALUES (\(40 * part + $0), 0)" }.joined(separator: "; "))
        try stranger.run(killing: "Binlog Dump")
      }
      #expect(eventually { heard.batches.count == 200 })
      #expect(heard.batches.map(\.lines) == (1...200).map { ["+ t(\($0)) id=\($0) a=0"] })
    }
  }

  @Test("A log that was purged, or begun anew, meanwhile: everything may have changed, and then it goes on")
  func purged() async throws {
    try await Threads.offload {
      let server = try ThrowawayServer()
      let db = try opened(server)
      defer { try? db.close(within: .zero) }
      let heard = try HeardChanges(db, ["t"])
      let entry = try db.table("t").insert(["id": 1, "a": 1])
      _ = heard.take()
      let stranger = StrangeClient(server)
      try stranger.run("SET sql_log_bin = 0; UPDATE d.t SET a = 2; SET sql_log_bin = 1; RESET MASTER")
      try stranger.run(killing: "Binlog Dump")
      #expect(eventually { heard.batches.contains { $0.unknown.contains("t") } })
      #expect(eventually { entry["a"] == 2 })
      #expect(eventually { db.changeCoverage.limitation == nil })
      _ = heard.take()
      try db.execute("UPDATE t SET a = 3")
      #expect(eventually { heard.batches.map(\.lines) == [["~ t(1) a: 2 > 3"]] })
    }
  }

  @Test("Closing while the server is away, and while a follower connects, waits for neither")
  func closing() async throws {
    try await Threads.offload {
      let server = try ThrowawayServer()
      let db = try opened(server)
      let heard = try HeardChanges(db, ["t"])
      try server.kill()
      #expect(eventually { db.changeCoverage.limitation?.hasPrefix("reconnecting: ") == true })
      // The server does not come back.
      try db.close(within: .zero)
      withExtendedLifetime(heard) {}
    }
  }

  @Test("Servers that log otherwise: the coverage says what to change")
  func settings() async throws {
    try await Threads.offload {
      let server = try ThrowawayServer("--binlog-format=MIXED")
      let db = try opened(server)
      #expect(!db.capabilities.contains(.changeEvents))
      // The property answers from what is known: to look at it connects nowhere.
      #expect(db.changeCoverage.reach == .unknown)
      #expect(db.findChangeCoverage().reach == .everyone)
      #expect(db.changeCoverage.reach == .everyone)
      #expect(db.findChangeCoverage().limitation?.contains("SET GLOBAL binlog_format = 'ROW'") == true)
      let heard = try HeardChanges(db, ["t"])
      let entry = try db.table("t").insert(["id": 1, "a": 1])
      _ = heard.take()
      try db.execute("UPDATE t SET a = 2")
      #expect(heard.lines() == [["? t"]])
      #expect(eventually { entry["a"] == 2 })
      try db.close(within: .zero)

      let minimal = try ThrowawayServer("--binlog-row-image=MINIMAL --binlog-row-metadata=NO_LOG")
      let second = try opened(minimal)
      #expect(second.findChangeCoverage().limitation?.contains("binlog_row_image") == true)
      try second.execute("INSERT INTO t VALUES (1, 1)")
      let heardThere = try HeardChanges(second, ["t"])
      try second.execute("UPDATE t SET a = 2")
      try second.execute("DELETE FROM t")
      #expect(heardThere.lines() == [["~ t(1) a: ? > 2"], ["- t(1) id=1 a=?"]])
      try second.close(within: .zero)

      let silent = try ThrowawayServer("--skip-log-bin")
      let third = try opened(silent, "&changes=log")
      #expect(third.findChangeCoverage().reach == .none)
      #expect(third.findChangeCoverage().limitation?.contains("--log-bin") == true)
      #expect(try failure { try third.changes(of: "t") }.kind == .unsupported)
      try third.close(within: .zero)
    }
  }
}
