import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Changes under stress", .serialized) struct ChangesStressTests {
  /// What the events of a table amount to; empty again whenever only "something" is known.
  private struct Replica: Sendable {
    var rows: [RowKey: [Value]] = [:]
    var isStale = false
    var problems: [String] = []

    /// What a batch does to the rows, which has to fit them.
    mutating func apply(_ batch: ChangeBatch) {
      if !batch.unknown.isEmpty { isStale = true }
      if isStale { return }
      for row in batch.rows {
        switch row.kind {
        case .insert:
          if rows[row.key] != nil { problems.append("inserted twice: \(row.key)") }
          rows[row.key] = (row.cells ?? []).map { $0.new ?? .null }
        case .update:
          guard var values = rows.removeValue(forKey: row.key) else {
            problems.append("updated, but not there: \(row.key)")
            continue
          }
          for cell in row.cells ?? [] {
            if values[cell.column] != cell.old { problems.append("another old value of \(row.key)") }
            values[cell.column] = cell.new ?? .null
          }
          rows[row.newKey ?? row.key] = values
        case .delete:
          if rows.removeValue(forKey: row.key) == nil { problems.append("deleted, but not there: \(row.key)") }
        }
      }
    }
  }

  /// One random piece of work, which may be undone as a whole or in part.
  private static func work(_ db: any Governor, _ random: inout Seeded) throws {
    struct Undo: Error {}
    func change(_ tx: Transaction, _ random: inout Seeded) throws {
      let id = Int.random(in: 1...200, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try tx.execute("DELETE FROM t WHERE id = ?", id)
      case 1: try tx.execute("UPDATE OR REPLACE t SET id = id + 1 WHERE id = ?", id)
      case 2: try tx.execute("UPDATE t SET a = a + 1 WHERE id BETWEEN ? AND ? + 5", id, id)
      // Fails in the middle where the second row is there.
      case 3: _ = try? tx.execute("INSERT INTO t VALUES (?, 0, 'new'), (?, 0, 'new')", id, id % 200 + 1)
      default: try tx.execute("INSERT OR REPLACE INTO t VALUES (?, 0, ?)", id, "by \(id)")
      }
    }
    do {
      try db.transaction { tx in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          if Bool.random(using: &random) {
            try change(tx, &random)
          } else {
            let fails = Bool.random(using: &random)
            do {
              try tx.transaction { inner in
                try change(inner, &random)
                if fails { throw Undo() }
              }
            } catch is Undo {}
          }
        }
        if Int.random(in: 0..<4, using: &random) == 0 { throw Undo() }
      }
    } catch is Undo {}
  }

  private static let table: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b TEXT)"

  private static func rows(_ db: any Governor) throws -> [RowKey: [Value]] {
    var rows: [RowKey: [Value]] = [:]
    for row in try db.query("SELECT id, a, b FROM t").rows { rows[RowKey([row[0]])] = row.values }
    return rows
  }

  @Test("The events of two governors' eight threads add up to the table")
  func replica() async throws {
    let database = try TestDatabase("synchronous=off&busy-timeout=1h", Self.table)
    let other = try database.another("synchronous=off&busy-timeout=1h")
    let db = database.db
    let replica = Shared(Replica())
    let observation = try await database.db.observeChanges(of: "t") { batch in replica.with { $0.apply(batch) } }
    let batches = Shared(0)
    let counting = try await database.db.observeChanges(of: "t") { _ in batches.with { $0 += 1 } }
    let failures = Collected<String>()
    let turns = stressed(150)
    await onThreads(8) { thread in
      var random = Seeded(UInt64(thread) + 1)
      for _ in 0..<turns {
        do { try Self.work(thread % 2 == 0 ? db : other, &random) } catch { failures.add("\(error)") }
      }
    }
    #expect(failures.all == [])
    let expected = try await Threads.offload { try Self.rows(db) }
    #expect(await eventually { replica.current.rows == expected })
    #expect(replica.current.problems == [])
    #expect(!replica.current.isStale, "no commit of this process came back as a stranger's")
    #expect(batches.current > 10)
    observation.cancel()
    counting.cancel()
    try await other.close(within: .zero)
  }

  @Test("With another process writing too nothing is missed, and nothing undone is told")
  func anotherProcess() async throws {
    struct Undo: Error {}
    let database = try TestDatabase(
      "synchronous=off&busy-timeout=1h", "CREATE TABLE own (k TEXT NOT NULL PRIMARY KEY); CREATE TABLE other (k)")
    let db = database.db
    let told = Shared<Set<RowKey>>([])
    let strangers = Shared(0)
    let observation = try await db.observeChanges(of: "own", "other") { batch in
      told.with { $0.formUnion(batch.rows.map(\.key)) }
      if !batch.unknown.isEmpty { strangers.with { $0 += 1 } }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-cmd", ".timeout 3600000", database.path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let commits = Shared(0)
    let failures = Collected<String>()
    let turns = stressed(200)
    await onThreads(4) { thread in
      var random = Seeded(UInt64(thread) + 77)
      for turn in 1...turns {
        do {
          if thread == 0 {
            let isUndone = Bool.random(using: &random)
            let end = isUndone ? "ROLLBACK" : "COMMIT"
            let text = "BEGIN IMMEDIATE; INSERT INTO other VALUES (\(turn)); \(end); SELECT 'done';\n"
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            let answer = try output.fileHandleForReading.read(upToCount: 5)
            if answer != Data("done\n".utf8) { failures.add("the other process answered \(answer.debugDescription)") }
            if !isUndone { commits.with { $0 += 1 } }
          } else {
            let (keepsInner, keepsAll) = (Bool.random(using: &random), Bool.random(using: &random))
            _ = try? db.transaction { tx in
              try tx.execute("INSERT INTO own VALUES (?)", "\(thread) \(turn)")
              _ = try? tx.transaction { inner in
                try inner.execute("INSERT INTO own VALUES (?)", "\(thread) \(turn) inner")
                if !keepsInner { throw Undo() }
              }
              if !keepsAll { throw Undo() }
            }
          }
        } catch { failures.add("\(error)") }
      }
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(failures.all == [])
    let rows = try await Threads.offload { Set(try db.query("SELECT k FROM own").rows.map { RowKey([$0[0]]) }) }
    #expect(await eventually { told.current.count >= rows.count })
    #expect(told.current == rows)
    #expect(rows.count > 10)
    #expect(await eventually { strangers.current > 0 })
    let before = strangers.current
    #expect(before <= commits.current)
    // A last commit of somebody else's, with nothing after it that could notice it.
    let raw = RawSQLite(database.path)
    try raw.query("PRAGMA busy_timeout = 3600000")
    try raw.query("INSERT INTO other VALUES ('last')")
    #expect(await eventually { strangers.current > before })
    observation.cancel()
  }
}
