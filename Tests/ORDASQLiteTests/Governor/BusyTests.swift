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
      outcome.current = (error, ContinuousClock.now - start, threadTime() - used)
    }
    let (error, taken, worked) = outcome.current
    #expect(error?.kind == .busy)
    #expect(error?.vendorCode.map { $0 & 0xFF } == 5)
    #expect(error?.isRetryable == true)
    // Measures: a lower bound, since a busy machine never sleeps less; processor time does not depend on other work.
    #expect(taken >= .milliseconds(290), "it was busy after \(taken)")
    #expect(worked < .milliseconds(100), "it spins: \(worked)")
    try other.query("COMMIT")
    try file.db.execute("INSERT INTO t VALUES (1)")
  }

  @Test func `A lock that is let go in time is waited for`() throws {
    let begun = BegunStatements()
    let file = try TestDatabase("busy-timeout=1h", "CREATE TABLE t (a)", configuration: begun.configuration)
    let other = try file.another()
    begun.forget()
    let held = DispatchSemaphore(value: 0)
    let writing = Threads.start(1) { _ in
      #expect(throws: Never.self) {
        try other.transaction { tx in
          held.signal()
          // From here on the other one asks for the lock.
          begun.block(for: "INSERT")
          try tx.execute("INSERT INTO t VALUES (1)")
        }
      }
    }
    held.wait()
    try file.db.execute("INSERT INTO t VALUES (2)")
    writing.wait()
    #expect(try file.db.query(Int.self, "SELECT a FROM t ORDER BY rowid") == [1, 2])
    try other.close(within: .zero)
  }

  #if os(Linux)
    @Test func `No waiting at all`() throws {
      let file = try TestDatabase("busy-timeout=0s", "CREATE TABLE t (a)")
      let other = RawSQLite(file.path)
      try other.query("BEGIN IMMEDIATE")
      let before = try sleeps()
      for _ in 0..<100 {
        #expect(try failure { try file.db.execute("INSERT INTO t VALUES (1)") }.kind == .busy)
        #expect(try failure { try file.db.transaction { _ in } }.kind == .busy)
      }
      #expect(try sleeps() - before < 100)
      try other.query("COMMIT")
    }

    /// How often this thread has gone to sleep so far.
    private func sleeps() throws -> Int {
      let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") })
      return try #require(line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) })
    }
  #endif

  @Test func `Two governors that write at once both get through`() throws {
    let file = try TestDatabase("synchronous=off&busy-timeout=1h", "CREATE TABLE t (a)")
    let other = try file.another("synchronous=off&busy-timeout=1h")
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
    let file = try TestDatabase("busy-timeout=1h", "CREATE TABLE t (a)")
    let other = RawSQLite(file.path)
    try other.query("BEGIN IMMEDIATE")
    let error = try failure { try file.db.execute("INSERT INTO t VALUES (1)", timeout: .milliseconds(100)) }
    #expect(error.kind == .timeout)
    try other.query("COMMIT")
    try file.db.execute("INSERT INTO t VALUES (1)")
  }
}
