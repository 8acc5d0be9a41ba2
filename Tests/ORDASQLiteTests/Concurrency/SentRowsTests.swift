import Foundation
import ORDA
import ORDASQLite
import Testing

/// Rows that the program sends to another thread, which the compiler can't refuse in every form.
@Suite("Open rows on another thread")
struct SentRowsTests {
  @Test func areRefusedThereAndEndedByTheThreadThatOpenedThem() throws {
    let registry = Registry()
    try SQLite.register(with: registry)
    let db = try registry.open("sqlite::memory:")
    try db.executeScript("CREATE TABLE t (n); INSERT INTO t VALUES (1), (2), (3)")
    let done = DispatchSemaphore(value: 0)
    let refused = RefusedKind()
    let box = RowsBox(try db.rows("SELECT n FROM t"))
    Thread.detachNewThread {
      refused.kind = box.advanceAndDrop()
      done.signal()
    }
    done.wait()
    #expect(refused.kind == .misuse)
    // The opening thread goes on: its next call ends the rows, and finds the connection free.
    try db.execute("INSERT INTO t VALUES (4)")
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 4)
    #expect(db.statistics.active == 0)
    try db.close()
  }
}

private final class RefusedKind: @unchecked Sendable { var kind: DatabaseError.Kind? }

/// Holds rows where they can be dropped on another thread; used by one thread after the other.
private final class RowsBox: @unchecked Sendable {
  private var rows: Rows?
  init(_ rows: consuming Rows) { self.rows = consume rows }

  func advanceAndDrop() -> DatabaseError.Kind? {
    defer { rows = nil }
    do {
      _ = try rows?.next()
      return nil
    } catch {
      return (error as? DatabaseError)?.kind
    }
  }
}
