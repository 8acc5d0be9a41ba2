import Foundation
import ORDA
import ORDAMariaDB
import ORDATesting
import Testing

@Suite("Awaited bulk loads on MariaDB")
struct BulkLoadAsyncTests {
  struct Broken: Error {}

  @Test func `Rows of an asynchronous sequence, and of a plain one`() async throws {
    let test = try TestDatabase("pool.max=1", BulkLoadTests.table)
    let numbers = AsyncStream<Int> { continuation in
      for number in 0..<200_000 { continuation.yield(number) }
      continuation.finish()
    }
    let result = try await MariaDB.bulkLoad(test.db, into: "t", columns: ["id", "name"], rows: numbers) { id, row in
      try row.append(id, "row \(id) that has some letters more")
    }
    #expect(result.loaded == 200_000)
    let more = try await MariaDB.bulkLoad(test.db, into: "t", columns: ["id"], rows: 200_000..<200_010) {
      try $1.append($0)
    }
    #expect(more.loaded == 10)
    #expect(try await test.db.first(Int.self, "SELECT count(*) FROM t") == 200_010)
    #expect(test.db.statistics.active == 0)
  }

  @Test func `No more is taken than the server can have`() async throws {
    // However long the machine takes, the load waits for the row.
    let test = try TestDatabase(
      "session.innodb_lock_wait_timeout=100000&write-timeout=1d", "CREATE TABLE t (id INT PRIMARY KEY, v TEXT)")
    let db = test.db
    let text = String(repeating: "x", count: 60_000)
    let made = Shared(0)
    // A transaction holds a row that the load has to wait for.
    let task = try await db.transaction { tx in
      try await tx.execute("INSERT INTO t VALUES (5, 'held')")
      let task = Task.detached {
        try await MariaDB.bulkLoad(db, into: "t", columns: ["id", "v"], rows: MadeRows(made: made, count: 1000)) {
          try $1.append($0, text)
        }
      }
      // Portions have 70 rows: one is being loaded, one waits for that, and one was made and waits too.
      try await made.wait { $0 >= 210 }
      // Whoever made more would have made all of them meanwhile.
      for _ in 0..<200 { _ = try await tx.query("SELECT 1") }
      #expect(made.current < 230)
      try await tx.execute("DELETE FROM t WHERE id = 5")
      return task
    }
    #expect(try await task.value.loaded == 1000)
    #expect(made.current == 1000)
  }

  @Test func `An error of the sequence undoes the load`() async throws {
    let test = try TestDatabase("", BulkLoadTests.table)
    for place in [0, 10, 150_000] {
      let numbers = AsyncThrowingStream<Int, any Error> { continuation in
        for number in 0..<place { continuation.yield(number) }
        continuation.finish(throwing: Broken())
      }
      await #expect(throws: Broken.self) {
        try await MariaDB.bulkLoad(test.db, into: "t", columns: ["id", "name"], rows: numbers) { id, row in
          try row.append(id, "row \(id) that has some letters more")
        }
      }
      #expect(try await test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
      #expect(test.db.statistics.active == 0)
    }
  }

  @Test func `A row that is refused ends the load, whatever is still to come`() async throws {
    let test = try TestDatabase("", BulkLoadTests.table)
    let made = Shared(0)
    let error = try await asyncFailure {
      try await MariaDB.bulkLoad(test.db, into: "t", columns: ["id", "name"], rows: MadeRows(made: made)) {
        id, row in
        try row.append(id % 1000, "row \(id) that has some letters more")
      }
    }
    #expect(error.kind == .constraint(.primaryKey))
    #expect(try await test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
    let none = try await asyncFailure {
      try await MariaDB.bulkLoad(test.db, into: "none", columns: ["id"], rows: MadeRows(made: made)) {
        try $1.append($0)
      }
    }
    #expect(none.kind == .noSuchTable)
  }

  @Test func `Cancelling undoes the load`() async throws {
    let test = try TestDatabase("pool.max=1", BulkLoadTests.table)
    let db = test.db
    for limit in [0, 10, 200_000] {
      let made = Shared(0)
      let task = Task {
        try await MariaDB.bulkLoad(db, into: "t", columns: ["id", "name"], rows: MadeRows(made: made)) {
          id, row in
          try row.append(id, "row \(id) that has some letters more")
        }
      }
      try await made.wait { $0 >= limit }
      task.cancel()
      let error = try await asyncFailure { _ = try await task.value }
      #expect(error.kind == .cancelled)
      #expect(try await db.first(Int.self, "SELECT count(*) FROM t") == 0)
    }
    // A sequence that merely ends when its task is cancelled.
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    let isSeen = Event()
    let task = Task {
      try await MariaDB.bulkLoad(db, into: "t", columns: ["id"], rows: stream) { id, row in
        try row.append(id)
        isSeen.signal()
      }
    }
    try await isSeen.wait()
    task.cancel()
    #expect(try await asyncFailure { _ = try await task.value }.kind == .cancelled)
    #expect(try await db.first(Int.self, "SELECT count(*) FROM t") == 0)
    #expect(db.statistics.active == 0)
  }

  @Test func `A time limit ends a load whose sequence gives nothing`() async throws {
    let clock = TestClock()
    let test = try TestDatabase("pool.max=1", BulkLoadTests.table, configuration: clock.configuration)
    let id = try await test.db.first(Int.self, "SELECT connection_id()")
    for count in [0, 3] {
      let (stalled, continuation) = AsyncStream<Int>.makeStream()
      for number in 0..<count { continuation.yield(number) }
      let db = test.db
      let begun = Event()
      let task = Task {
        let rows = Announced(rows: stalled) { begun.signal() }
        return try await MariaDB.bulkLoad(db, into: "t", columns: ["id"], rows: rows, timeout: .milliseconds(100)) {
          try $1.append($0)
        }
      }
      try await begun.wait()
      clock.advance(by: .milliseconds(100))
      // The connection is free at the limit, and the error is known with the next element.
      #expect(try await db.first(Int.self, "SELECT count(*) FROM t") == 0)
      continuation.yield(count)
      let error = try await asyncFailure { _ = try await task.value }
      #expect(error.kind == .timeout)
      #expect(try await db.first(Int.self, "SELECT count(*) FROM t") == 0)
    }
    #expect(try await test.db.first(Int.self, "SELECT connection_id()") == id)
    #expect(test.db.statistics.active == 0)
    let result = try await MariaDB.bulkLoad(test.db, into: "t", columns: ["id"], rows: 0..<5, timeout: .seconds(60)) {
      try $1.append($0)
    }
    #expect(result.loaded == 5)
  }

  /// In a process of its own, where nobody else keeps Swift's threads busy.
  @Test func `Tasks that make rows slower than the server takes them keep no other one waiting`() async {
    await #expect(processExitsWith: .success) {
      let test = try TestDatabase("pool.max=\(OthersTurn.count)", "CREATE TABLE t (id INT, v TEXT)")
      let db = test.db
      let turn = OthersTurn(step: .milliseconds(5))
      let text = String(repeating: "x", count: 50_000)
      let isGiven = await turn.isGiven { number in
        try await MariaDB.bulkLoad(db, into: "t", columns: ["id", "v"], rows: 0..<1000) {
          try turn.step(of: number)
          try $1.append($0, text)
        }
      }
      #expect(isGiven)
    }
  }
}

/// Counts the rows that were asked for.
struct MadeRows: AsyncSequence, Sendable {
  let made: Shared<Int>
  /// As good as without end, if nobody says how many: a load that nothing ends must not fill the disk.
  var count = 20_000_000

  func makeAsyncIterator() -> Iterator { Iterator(made: made, count: count) }

  struct Iterator: AsyncIteratorProtocol {
    let made: Shared<Int>
    let count: Int
    var next = 0

    mutating func next() async -> Int? {
      guard next < count else { return nil }
      defer { next += 1 }
      made.with { $0 += 1 }
      return next
    }
  }
}

/// Rows, and what is called when the first one is asked for.
private struct Announced: AsyncSequence, Sendable {
  let rows: AsyncStream<Int>
  let begins: @Sendable () -> Void

  func makeAsyncIterator() -> AsyncStream<Int>.Iterator {
    begins()
    return rows.makeAsyncIterator()
  }
}
