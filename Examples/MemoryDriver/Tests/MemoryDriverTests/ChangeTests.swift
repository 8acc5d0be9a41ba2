import Foundation
import MemoryDriver
import ORDA
import Testing

@Suite("Changes", .timeLimit(.minutes(2))) struct ChangeTests {
  struct SecondThoughts: Error {}

  private static let script: SQL = """
    CREATE TABLE t (a BIGINT PRIMARY KEY, b TEXT); CREATE TABLE keyless (a BIGINT); INSERT INTO t VALUES (1, 'one')
    """

  /// What a listener was told: a line for each row, and for each table of which only that it changed is known.
  private final class Told: @unchecked Sendable {
    // Proof: `lines` is touched only under `lock`.
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ batch: ChangeBatch) {
      lock.withLock {
        for row in batch.rows {
          let cells = (row.cells ?? []).map { "\($0.old.map { "\($0)" } ?? "-")→\($0.new.map { "\($0)" } ?? "-")" }
          lines.append("\(row.kind) \(row.key)\(row.newKey.map { "→\($0)" } ?? "") \(cells.joined(separator: ", "))")
        }
        lines += batch.unknown.tables.map { "unknown \($0.name)" }
      }
    }

    /// What was told of all that was committed before: batches come in the order of their commits.
    func lines(of db: any Governor) async throws -> [String] {
      try await db.execute("INSERT INTO keyless VALUES (1)")
      while true {
        let told = lock.withLock { lines }
        if let end = told.firstIndex(of: "unknown keyless") { return Array(told[..<end]) }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  @Test("An insertion, an update, a change of the key and a deletion are told with their values")
  func kinds() async throws {
    let db = try opened("memory:", Self.script)
    let told = Told()
    let observation = try await db.observeChanges(of: "t", "keyless") { told.add($0) }
    try await db.execute("INSERT INTO t VALUES (2, 'two')")
    try await db.execute("UPDATE t SET b = 'zwei' WHERE a = 2")
    try await db.execute("UPDATE t SET b = 'zwei' WHERE a = 2")
    try await db.execute("UPDATE t SET a = 3 WHERE a = 2")
    try await db.execute("DELETE FROM t WHERE a = 3")
    #expect(
      try await told.lines(of: db) == [
        "insert 2 -→2, -→two", "update 2 two→zwei", "update 2→3 2→3", "delete 3 3→-, zwei→-",
      ])
    observation.cancel()
  }

  @Test("What is undone with its savepoint, or with the whole, nobody hears of")
  func undone() async throws {
    let db = try opened("memory:", Self.script)
    let told = Told()
    let observation = try await db.observeChanges(of: "t", "keyless") { told.add($0) }
    try await db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (2, 'two')")
      try? tx.transaction { inner in
        try inner.execute("INSERT INTO t VALUES (3, 'three')")
        throw SecondThoughts()
      }
      // It fails, and changes nothing.
      _ = try? tx.execute("INSERT INTO t VALUES (4, 'four'), (1, 'again')")
    }
    try? await db.transaction { tx in
      try tx.execute("DELETE FROM t")
      throw SecondThoughts()
    }
    #expect(try await told.lines(of: db) == ["insert 2 -→2, -→two"])
    observation.cancel()
  }

  @Test("A transaction that wrote before anybody listened is told of when it is committed")
  func begunBefore() async throws {
    let name = freeName()
    let (db, other) = (try opened(name, Self.script), try opened(name))
    let told = Told()
    var observation: ChangeObservation?
    try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (2, 'two')")
      observation = try await other.observeChanges(of: "t", "keyless") { told.add($0) }
    }
    #expect(try await told.lines(of: other) == ["unknown t"])
    observation?.cancel()
  }

  @Test("Of a table of which too many rows change only that it changed is told")
  func many() async throws {
    let db = try opened("memory:", Self.script)
    let told = Told()
    let observation = try await db.observeChanges(of: "t", "keyless") { told.add($0) }
    let statement = try await db.prepare("INSERT INTO t VALUES (?, 'x')")
    try await statement.executeMany((2...100_002).map { [$0] as Parameters })
    #expect(try await told.lines(of: db) == ["unknown t"])
    observation.cancel()
  }
}
