import Foundation
import ORDA
import Testing

@Suite("Waiting for another program's lock")
struct BusyTests {
  @Test(arguments: ["wal", "delete"])
  func `It waits asleep for the busy-timeout, then it is busy`(journal: String) throws {
    let file = try TestDatabase("journal-mode=\(journal)&busy-timeout=300ms", "CREATE TABLE t (a)")
    // A connection straight to the library, as another program would have.
    let other = RawSQLite(file.path)
    try other.query("BEGIN IMMEDIATE")
    let outcome = Shared<(DatabaseError?, Duration, Duration)>((nil, .zero, .zero))
    Threads.run(1) { [db = file.db] _ in
      let (start, used) = (ContinuousClock.now, threadTime())
      let error = try? failure { try db.execute("INSERT INTO t VALUES (1)") }
      let (taken, worked) = (ContinuousClock.now - start, threadTime() - used)
      outcome.with { $0 = (error, taken, worked) }
    }
    let (error, taken, worked) = outcome.current
    #expect(error?.kind == .busy)
    #expect(error?.vendorCode.map { $0 & 0xFF } == 5)
    #expect(error?.isRetryable == true)
    #expect(taken >= .milliseconds(290) && taken < .seconds(5))
    #expect(worked < .milliseconds(100), "it spins: \(worked) of \(taken)")
    try other.query("COMMIT")
    try file.db.execute("INSERT INTO t VALUES (1)")
  }

  @Test func `A lock that is let go in time is waited for`() throws {
    let file = try TestDatabase("busy-timeout=20s", "CREATE TABLE t (a)")
    let other = try file.another()
    let held = DispatchSemaphore(value: 0)
    let writing = Threads.start(1) { _ in
      try? other.transaction { tx in
        held.signal()
        Thread.sleep(forTimeInterval: 0.1)
        try tx.execute("INSERT INTO t VALUES (1)")
      }
    }
    held.wait()
    try file.db.execute("INSERT INTO t VALUES (2)")
    writing.wait()
    #expect(try file.db.query(Int.self, "SELECT a FROM t ORDER BY rowid") == [1, 2])
    try other.close(within: .zero)
  }

  @Test func `No waiting at all`() throws {
    let file = try TestDatabase("busy-timeout=0s", "CREATE TABLE t (a)")
    let other = RawSQLite(file.path)
    try other.query("BEGIN IMMEDIATE")
    // The quickest of some, for the machine may be busy.
    var best = Duration.seconds(60)
    for _ in 0..<20 where best >= .milliseconds(250) {
      let start = ContinuousClock.now
      #expect(try failure { try file.db.execute("INSERT INTO t VALUES (1)") }.kind == .busy)
      #expect(try failure { try file.db.transaction { _ in } }.kind == .busy)
      best = min(best, ContinuousClock.now - start)
    }
    #expect(best < .milliseconds(250))
    try other.query("COMMIT")
  }

  @Test func `Two governors that write at once both get through`() throws {
    let file = try TestDatabase("synchronous=off&busy-timeout=30s", "CREATE TABLE t (a)")
    let other = try file.another("synchronous=off&busy-timeout=30s")
    let failures = Shared<[String]>([])
    Threads.run(4) { [db = file.db] thread in
      for number in 0..<50 {
        do {
          try (thread % 2 == 0 ? db : other).execute("INSERT INTO t VALUES (?)", thread * 100 + number)
        } catch { failures.with { $0.append("\(error)") } }
      }
    }
    #expect(failures.current == [])
    #expect(try file.db.first(Int.self, "SELECT count(DISTINCT a) FROM t") == 200)
    try other.close(within: .zero)
  }

  @Test func `A statement's time limit ends the wait too`() throws {
    let file = try TestDatabase("busy-timeout=60s", "CREATE TABLE t (a)")
    let other = RawSQLite(file.path)
    try other.query("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let error = try failure { try file.db.execute("INSERT INTO t VALUES (1)", timeout: .milliseconds(100)) }
    #expect(error.kind == .timeout)
    #expect(ContinuousClock.now - start < .seconds(10))
    try other.query("COMMIT")
    try file.db.execute("INSERT INTO t VALUES (1)")
  }
}
